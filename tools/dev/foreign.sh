# Libraries of another architecture, unpacked into a folder of their own: the machine's own list of
# architectures, and apt's lists, stay as they are.
use unpacked

# Sets foreign_apt to apt's options for an architecture whose lists and archives lie in a folder.
foreign_apt() { # FOLDER ARCHITECTURE
	mkdir -p "$1/state/lists/partial" "$1/cache/archives/partial"
	touch "$1/state/status"
	foreign_apt=(-q -o "APT::Architecture=$2" -o "APT::Architectures=$2" -o "Dir::State=$1/state"
		-o "Dir::State::status=$1/state/status" -o "Dir::Cache=$1/cache" -o APT::Sandbox::User=root)
}

# Unpacks packages of an architecture into FOLDER/files, once. If they cannot be had, prints why.
get_foreign() { # FOLDER ARCHITECTURE PACKAGE...
	local dir=$1 foreign_apt wanted
	foreign_apt "$dir" "$2"
	shift 2
	wanted=$(printf '%s\n' "$@")
	[[ $(cat "$dir/files/wanted" 2>/dev/null) != "$wanted" ]] || return 0
	rm -rf "$dir/debs" "$dir/new"
	mkdir -p "$dir/debs" "$dir/new"
	if ! { apt-get "${foreign_apt[@]}" update && (cd "$dir/debs" && apt-get "${foreign_apt[@]}" download "$@"); } >"$dir/log" 2>&1; then
		echo "Debian's packages cannot be had: $(grep -E '^E:' "$dir/log" | tail -n 1)"
		return 1
	fi
	local deb
	for deb in "$dir"/debs/*.deb; do
		dpkg-deb -x "$deb" "$dir/new" || return
	done
	rm -rf "$dir/debs" "$dir/files"
	echo "$wanted" >"$dir/new/wanted"
	mv "$dir/new" "$dir/files"
}

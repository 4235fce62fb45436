# Files of Debian packages in a folder of their own, nothing installed: for what would bring services along,
# or change the machine's PHP for everybody else.
use setup

unpack_packages() { # FOLDER PACKAGE...
	local dir=$1 deb
	shift
	mkdir -p "$dir/files"
	(cd "$dir" && apt-get -q download "$@") || return
	for deb in "$dir"/*.deb; do
		dpkg-deb -x "$deb" "$dir/files" || return
		dpkg-deb -f "$deb" Package Version | sed 's/^[^:]*: //' | paste -sd ' ' >>"$dir/files/versions"
	done
	rm -rf "$dir"/*.deb "$dir"/files/usr/share/{doc,man,nodejs,icons,lintian}
}

# Unpacks packages into FOLDER/files, once. The folder appears when it is complete. If it cannot be made,
# prints why.
get_unpacked() { # FOLDER PACKAGE...
	local dir=$1 new wanted
	shift
	wanted=$(printf '%s\n' "$@")
	[[ $(cat "$dir/files/wanted" 2>/dev/null) != "$wanted" ]] || return 0
	command -v apt-get dpkg-deb >/dev/null || { echo "this is no Debian"; return 1; }
	mkdir -p "$dir"
	new=$(mktemp -d "$dir/new.XXXXXX")
	if ! unpack_packages "$new" "$@" >"$dir/log" 2>&1 && ! { rm -rf "${new:?}"/* && (apt update) && unpack_packages "$new" "$@"; } >>"$dir/log" 2>&1; then
		rm -rf "$new"
		echo "Debian's packages cannot be had: $(grep -E '^E:' "$dir/log" | tail -n 1)"
		return 1
	fi
	echo "$wanted" >"$new/files/wanted"
	rm -rf "$dir/files"
	mv "$new/files" "$dir/files"
	rmdir "$new"
}

# Lists these packages, and the packages that they need and that are not installed. Lists nothing if one of
# them is unknown.
with_what_they_need() { # PACKAGE...
	{ apt-get -q -s -o Debug::NoLocking=1 install --no-install-recommends "$@" 2>/dev/null ||
		{ (apt update) >/dev/null 2>&1 && apt-get -q -s -o Debug::NoLocking=1 install --no-install-recommends "$@"; }; } |
		sed -n 's/^Inst \([^ ]*\) .*/\1/p' | sort
}

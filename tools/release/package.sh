# Packages: built as their users build them, and tried outside of the project's folder.
#
#     deb      the Debian package, in folders with a Debian 12 of their own (tools/release/package-deb.sh)
#     pie      PIE builds and installs it out of a clean folder (tools/release/package-pie.sh)
#     docker   the steps of docker/debian/Dockerfile in such a folder; what of Alpine's can be looked
#              at (tools/release/package-docker.sh)
use setup

PACKAGE=$BUILD/package

# Copies the project's files, including those that are not committed.
export_tree() { # FOLDER
	mkdir -p "$1"
	(cd "$ROOT" && { git ls-files --cached --others --exclude-standard 2>/dev/null || find . -path ./build -prune -o -type f -printf '%P\n'; } |
		while IFS= read -r file; do
			case $file in fuzz/corpus/*) continue ;; esac
			[[ ! -f $file ]] || printf '%s\0' "$file"
		done | tar -c --null -T -) | tar -x -C "$1"
}

# --- folders with a Debian of their own ---

# Runs a command in one; outside's folders that are named before -- are seen inside at the same place. No
# mount is left behind.
in_folder() { # DEBIAN [FOLDER...] -- COMMAND...
	# shellcheck disable=SC2016
	unshare --mount --propagation private bash -c '
		set -e
		folder=$1
		shift
		mount -t proc proc "$folder/proc"
		mount --bind /dev "$folder/dev"
		while [[ $1 != -- ]]; do
			mkdir -p "$folder$1"
			mount --bind "$1" "$folder$1"
			shift
		done
		shift
		exec chroot "$folder" /usr/bin/env -C / PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 HOME=/root DEBIAN_FRONTEND=noninteractive "$@"
	' enter "$@"
}

apt_in() { # DEBIAN ARGUMENTS...
	local folder=$1
	shift
	in_folder "$folder" -- apt-get -q -y -o Acquire::Check-Valid-Until=false "$@"
}

# Debian 12's sources as the machine has them, security updates among them; on another Debian the release
# alone.
bookworm_sources() {
	local found
	found=$(apt-get indextargets --format '$(ORIGIN)|deb $(REPO_URI) $(CODENAME) main' 'Created-By: Packages' 2>/dev/null |
		sed -n 's/^Debian|\(.* bookworm\(-[a-z]*\)\? main\)$/\1/p' | sort -u)
	echo "${found:-deb $(debian_mirror) bookworm main}"
}

bootstrap_bookworm() { # FOLDER
	unshare --mount --propagation private debootstrap --variant=minbase --keyring=/usr/share/keyrings/debian-archive-keyring.gpg \
		bookworm "$1" "$(debian_mirror)" || return
	printf '#!/bin/sh\nexit 101\n' >"$1/usr/sbin/policy-rc.d" # no service is started there
	chmod 755 "$1/usr/sbin/policy-rc.d"
	echo force-unsafe-io >"$1/etc/dpkg/dpkg.cfg.d/unsafe"
	bookworm_sources >"$1/etc/apt/sources.list"
	rm -f "$1"/etc/apt/sources.list.d/*
	apt_in "$1" update && apt_in "$1" dist-upgrade
}

# The folder that the others are copies of, made once: $PACKAGE/debian.
need_bookworm() {
	local lock
	[[ ! -f $PACKAGE/debian.complete ]] || return 0
	[[ $(id -u) -eq 0 ]] || unavailable "a folder with Debian needs root"
	unshare --mount --propagation private true 2>/dev/null || unavailable "a folder with Debian needs mount namespaces, which are not allowed here"
	need_debian_mirror
	mkdir -p "$PACKAGE"
	exec {lock}>"$PACKAGE/lock"
	flock "$lock"
	if [[ ! -f $PACKAGE/debian.complete ]]; then
		setup_packages debootstrap debian-archive-keyring
		rm -rf "$PACKAGE/debian"
		say "making a folder with Debian 12, ${PACKAGE#"$ROOT"/}/debian"
		bootstrap_bookworm "$PACKAGE/debian" >"$PACKAGE/debian.log" 2>&1 {lock}>&- || unavailable "Debian 12 cannot be had: $(tail -n 5 "$PACKAGE/debian.log")"
		date -u >"$PACKAGE/debian.complete"
	fi
	exec {lock}>&-
}

# A copy of it with packages, kept for the next time under the name of its purpose.
need_folder_with() { # NAME PACKAGES...
	local name=$1 wanted
	shift
	need_bookworm
	wanted=$(cat "$PACKAGE/debian.complete" && printf '%s\n' "$@")
	[[ $(cat "$PACKAGE/$name.complete" 2>/dev/null) != "$wanted" ]] || return 0
	say "making a folder with $*"
	rm -rf "${PACKAGE:?}/$name" "$PACKAGE/$name.complete"
	cp -a --reflink=auto "$PACKAGE/debian" "$PACKAGE/$name"
	{ apt_in "$PACKAGE/$name" update && apt_in "$PACKAGE/$name" install --no-install-recommends "$@"; } >"$PACKAGE/$name.log" 2>&1 ||
		unavailable "these packages cannot be had: $(tail -n 5 "$PACKAGE/$name.log")"
	echo "$wanted" >"$PACKAGE/$name.complete"
}

# A copy that lives as long as the command.
throw_away_copy() { # NAME; sets copy
	copy=$(mktemp -d "$PACKAGE/run.XXXXXX")
	at_exit rm -rf "$copy"
	cp -a --reflink=auto "$PACKAGE/$1" "$copy/root"
	copy=$copy/root
	printf '127.0.0.1 localhost %s\n' "$(hostname)" >"$copy/etc/hosts"
}

cmd_package() {
	local what=${1:-}
	case $what in
	deb | pie | docker)
		shift
		use "package-$what"
		"package_$what" "$@"
		;;
	*) die "package: deb, pie or docker" ;;
	esac
}

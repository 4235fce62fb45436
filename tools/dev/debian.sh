# Folders with another release of Debian, made by debootstrap and kept under build/NAME/: servers and a PHP
# that the machine's own release has not. What runs in one has a mount namespace of its own, with the project
# and the temporary folder at the places they have outside: no mount is left behind, whatever ends the
# program. Its servers and sockets are therefore reached from outside as well. Where such a folder cannot be
# had (no root, no Debian, no namespaces) a command ends with the status of `unavailable`.
use setup

# Sets enter_debian to the words before a command that run it in the folder build/NAME. The command keeps its
# process id.
enter_debian() { # NAME
	# shellcheck disable=SC2016
	enter_debian=(unshare --mount --propagation private bash -c '
		set -e
		root=$1 here=$2
		shift 2
		mount -t proc proc "$root/proc"
		while [[ $1 != -- ]]; do
			mkdir -p "$root$1"
			mount --bind "$1" "$root$1"
			shift
		done
		shift
		exec chroot "$root" /usr/bin/env -C "$here" PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 HOME=/root "$@"
	' enter "$BUILD/$1/root" "$PWD" "${TMPDIR:-/tmp}" "$ROOT" --)
}

in_debian() { # NAME COMMAND...
	local enter_debian
	enter_debian "$1"
	"${enter_debian[@]}" "${@:2}"
}

bootstrap_debian() { # NAME SUITE
	local keyring=/usr/share/keyrings/debian-archive-keyring.gpg root=$BUILD/$1/root
	rm -rf "$root"
	mkdir -p "$root"
	say "making a folder with Debian $1, ${root#"$ROOT"/}"
	# debootstrap mounts /proc there: in a namespace of its own, so that nothing is left if it is ended
	unshare --mount --propagation private debootstrap --variant=minbase --keyring="$keyring" \
		"$2" "$root" "$(debian_mirror)" >"$BUILD/$1/log" 2>&1 || return
	printf '#!/bin/sh\nexit 101\n' >"$root/usr/sbin/policy-rc.d" # no service is started there
	chmod 755 "$root/usr/sbin/policy-rc.d"
}

install_in_debian() { # NAME PACKAGE...
	# the lists are good for a week: a mirror that is behind, or a clock that is not, would leave us without.
	# Signatures are checked all the same.
	local apt=(env DEBIAN_FRONTEND=noninteractive apt-get -q -y -o Acquire::Check-Valid-Until=false)
	# what unstable has not yet; apt takes nothing from there that unstable has
	local root=$BUILD/$1/root
	[[ $1 != unstable ]] || echo "deb $(debian_mirror) experimental main" >"$root/etc/apt/sources.list.d/experimental.list"
	{
		in_debian "$1" "${apt[@]}" update && in_debian "$1" "${apt[@]}" install --no-install-recommends "${@:2}" &&
			in_debian "$1" apt-get clean
	} >>"$BUILD/$1/log" 2>&1
}

# What of these packages the folder does not have yet. It may have others: servers and PHPs share a folder.
missing_in_debian() { # NAME PACKAGE...
	local present package
	present=" $(cat "$BUILD/$1/complete" 2>/dev/null || true) "
	for package in "${@:2}"; do
		[[ $present == *" $package "* ]] || echo "$package"
	done
}

# The folder, made or completed if need be. Which packages were asked for is remembered beside it.
need_debian() { # NAME SUITE PACKAGE...
	local name=$1 suite=$2 dir=$BUILD/$1 lock missing
	shift 2
	[[ -n $(missing_in_debian "$name" "$@") ]] || return 0
	[[ $(id -u) -eq 0 ]] || unavailable "a folder with Debian $name needs root"
	unshare --mount --propagation private true 2>/dev/null || unavailable "a folder with Debian $name needs mount namespaces, which are not allowed here"
	need_debian_mirror
	mkdir -p "$dir"
	exec {lock}>"$dir/lock"
	flock "$lock"
	mapfile -t missing < <(missing_in_debian "$name" "$@")
	if [[ ${#missing[@]} -gt 0 ]]; then
		setup_packages debootstrap debian-archive-keyring
		[[ -f $dir/complete ]] || bootstrap_debian "$name" "$suite" || unavailable "Debian $name cannot be had: $(tail -n 5 "$dir/log")"
		install_in_debian "$name" "${missing[@]}" || unavailable "Debian $name lacks something: $(tail -n 5 "$dir/log")"
		echo "$(cat "$dir/complete" 2>/dev/null || true) ${missing[*]}" >"$dir/complete.new"
		mv "$dir/complete.new" "$dir/complete"
	fi
	exec {lock}>&-
}

# A folder with Debian unstable, made by debootstrap and kept under build/: MySQL, which no stable release
# has, and a newer PHP. What runs in it has a mount namespace of its own, with the project and the temporary
# folder at the places they have outside: no mount is left behind, whatever ends the program. Its servers and
# sockets are therefore reached from outside as well. Where it cannot be had (no root, no Debian, no
# namespaces) a command ends with the status of `unavailable`.
use setup

UNSTABLE=$BUILD/unstable
UNSTABLE_ROOT=$UNSTABLE/root

unstable_packages() {
	build_packages
	echo mysql-server-core mysql-client-core php-cli php-dev php-mysql
}

# Sets enter_unstable to the words before a command that run it in the folder. The command keeps its process
# id.
enter_unstable() {
	# shellcheck disable=SC2016
	enter_unstable=(unshare --mount --propagation private bash -c '
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
	' enter "$UNSTABLE_ROOT" "$PWD" "${TMPDIR:-/tmp}" "$ROOT" --)
}

in_unstable() {
	local enter_unstable
	enter_unstable
	"${enter_unstable[@]}" "$@"
}

bootstrap_unstable() {
	local keyring=/usr/share/keyrings/debian-archive-keyring.gpg
	rm -rf "$UNSTABLE_ROOT"
	mkdir -p "$UNSTABLE_ROOT"
	say "making a folder with Debian unstable, ${UNSTABLE#"$ROOT"/} (1.2 GB)"
	# debootstrap mounts /proc there: in a namespace of its own, so that nothing is left if it is ended
	unshare --mount --propagation private debootstrap --variant=minbase --keyring="$keyring" \
		sid "$UNSTABLE_ROOT" "$(debian_mirror)" >"$UNSTABLE/log" 2>&1 || return
	printf '#!/bin/sh\nexit 101\n' >"$UNSTABLE_ROOT/usr/sbin/policy-rc.d" # no service is started there
	chmod 755 "$UNSTABLE_ROOT/usr/sbin/policy-rc.d"
}

install_in_unstable() {
	# unstable's lists are good for a week: a mirror that is behind, or a clock that is not, would leave us
	# without. Signatures are checked all the same.
	local apt=(env DEBIAN_FRONTEND=noninteractive apt-get -q -y -o Acquire::Check-Valid-Until=false)
	{
		in_unstable "${apt[@]}" update && in_unstable "${apt[@]}" install --no-install-recommends "$@"
	} >>"$UNSTABLE/log" 2>&1
}

# The folder, made or completed if need be. What it consists of is remembered beside it.
need_unstable() {
	local wanted lock
	wanted=$(unstable_packages | xargs)
	[[ $(cat "$UNSTABLE/complete" 2>/dev/null) != "$wanted" ]] || return 0
	[[ $(id -u) -eq 0 ]] || unavailable "a folder with Debian unstable needs root"
	unshare --mount --propagation private true 2>/dev/null || unavailable "a folder with Debian unstable needs mount namespaces, which are not allowed here"
	need_debian_mirror
	mkdir -p "$UNSTABLE"
	exec {lock}>"$UNSTABLE/lock"
	flock "$lock"
	if [[ $(cat "$UNSTABLE/complete" 2>/dev/null) != "$wanted" ]]; then
		setup_packages debootstrap debian-archive-keyring
		[[ -f $UNSTABLE/complete ]] || bootstrap_unstable || unavailable "Debian unstable cannot be had: $(tail -n 5 "$UNSTABLE/log")"
		# shellcheck disable=SC2086
		install_in_unstable $wanted || unavailable "Debian unstable lacks something: $(tail -n 5 "$UNSTABLE/log")"
		echo "$wanted" >"$UNSTABLE/complete"
	fi
	exec {lock}>&-
}

unstable_php_version() {
	in_unstable php-config --version | cut -d. -f1,2
}

#!/usr/bin/env bash
# TLS and authentication against the servers that can be had: each method over each transport and from each to
# each other, certificates of the server and of clients, sessions across a changed certificate, TLS taken out
# of the greeting, MariaDB's proof by the password, somebody in the middle. What stock can do is compared with
# stock. Run by `./dev test tls-matrix`. A server out of a folder that is not there is skipped:
# `./dev server start mariadb11` and `mysql` make them. MYND_TLS_SERVERS="mariadb11": these alone.
set -uo pipefail

here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
. "$here/../lib.sh"
. "$here/certificates.sh"
ROOT=$MYND_ROOT BUILD=$(dirname -- "$(dirname -- "$MYND_PHP_CMD")")
. "$ROOT/tools/dev/common.sh"
use server
set +e
find_php
temp=$(mktemp -d "${TMPDIR:-/tmp}/mynd-tls.XXXXXX")
at_exit rm -rf "$temp"

declare -A folders=([mariadb]='' [mariadb11]=trixie [mysql]=unstable)

# The plugin that asks PAM wants a user of the machine. MariaDB 11.8 has one in its folder, MariaDB 10.11 in
# copies of the machine's files that it alone sees.
make_pam_user() {
	in_debian trixie bash -c '
		id mynd_pam >/dev/null 2>&1 || useradd -M mynd_pam
		echo "mynd_pam:throw away" | chpasswd
		printf "auth required pam_unix.so\naccount required pam_unix.so\n" >/etc/pam.d/mynd' >/dev/null 2>&1
}

make_pam_files() { # sets mariadb_before
	[[ -n ${MYND_TLS_NAMES:-} ]] || return 0 # no mount namespaces
	mkdir -p "$temp/etc"
	cp -a /etc/passwd /etc/shadow /etc/pam.d "$temp/etc/"
	echo 'mynd_pam:x:64999:64999::/nonexistent:/bin/false' >>"$temp/etc/passwd"
	echo "mynd_pam:$(openssl passwd -6 'throw away'):19000:0:99999:7:::" >>"$temp/etc/shadow"
	printf 'auth required pam_unix.so\naccount required pam_unix.so\n' >"$temp/etc/pam.d/mynd"
	# shellcheck disable=SC2016
	mariadb_before=(unshare --mount --propagation private bash -c '
		for file in passwd shadow pam.d; do
			mount --bind "$1/$file" "/etc/$file" || exit
		done
		shift
		exec "$@"' pam "$temp/etc")
}

# What MySQL has and does not load by itself. (Its mysql_native_password.so is for clients: since 9.0 the
# server has that method no longer.)
mysql_plugins() { # sets server_options
	local root=$BUILD/unstable/root
	if [[ -e $root/usr/lib/mysql/plugin/auth_socket.so ]]; then
		server_options=(--plugin-load-add=auth_socket.so)
	else
		skip_check "mysql: auth_socket" "it has no such plugin"
	fi
}

# Methods whose plugins are in another package of Debian's.
look_for_plugins() { # KIND
	[[ -n ${MYND_TEST_USER_ED25519:-} ]] || skip_check "$1: ed25519" "the package with its plugin cannot be fetched"
	[[ -n ${MYND_TEST_USER_PARSEC:-} || $1 == mariadb ]] || skip_check "$1: parsec" "the package with its plugin cannot be fetched"
	if [[ $1 == mariadb && ${#mariadb_before[@]} -gt 0 && -e $mariadb_plugins/auth_pam_v1.so ]] ||
		{ [[ $1 == mariadb11 && -e "$BUILD/trixie/root"/usr/lib/mysql/plugin/auth_pam_v1.so ]] && make_pam_user; }; then
		export MYND_TEST_USER_PAM=mynd_pam
	else
		skip_check "$1: mysql_clear_password" "there is no plugin for PAM, or no user for it"
	fi
}

# Runs a command with names of its own for 127.0.0.1: as root, in a mount namespace. Without that the checks
# by names are left out.
with_names() {
	# shellcheck disable=SC2016
	unshare --mount --propagation private bash -c 'mount --bind "$1" /etc/hosts && shift && exec "$@"' names "$temp/hosts" "$@"
}
printf '127.0.0.1 localhost db.tls.test a.db.tls.test tls.test\n' >"$temp/hosts"
if with_names true 2>/dev/null; then
	names=(with_names) MYND_TLS_NAMES=1
	export MYND_TLS_NAMES
else
	names=()
	skip_check "certificates by names" "mount namespaces are not allowed here"
fi

on_server() { # KIND
	local kind=$1
	run_program "$kind: methods" "$MYND_PHP_CMD" "$here/methods.php"
	"$MYND_PHP_CMD" "$here/drop.php"
	run_program "$kind: methods, on stock" "$MYND_STOCK_CMD" "$here/methods.php"
	"$MYND_PHP_CMD" "$here/drop.php"
	run_program "$kind: certificates" "${names[@]}" "$MYND_PHP_CMD" -d mynd.tls_by_password=1 "$here/certificates.php" "$temp/certificates"
	[[ $kind != mariadb11 ]] || run_program "$kind: no proof" "$MYND_PHP_CMD" "$here/no_proof.php" "$temp/certificates"
	"$MYND_PHP_CMD" "$here/drop.php"
	run_program "$kind: certificates, on stock" "${names[@]}" "$MYND_STOCK_CMD" "$here/certificates.php" "$temp/certificates"
}

matrix() { # KIND
	local kind=$1 state=$temp/$1.env
	unset "${!MYND_TEST_USER_@}" MYND_TLS_PROVES
	server_options=()
	"${kind}_prepare"
	case $kind in
	mysql) mysql_plugins ;;
	mariadb) make_pam_files ;;
	esac
	[[ $kind == mysql || ($kind == mariadb && ! -e $mariadb_plugins/auth_pam_v1.so) ]] ||
		server_options=(--plugin-load-add=auth_pam_v1 --loose-pam-use-cleartext-plugin=1)
	(server_start "$state" "$kind") || return # a server that does not start ends the shell
	. "$state"
	[[ $kind == mysql ]] || look_for_plugins "$kind"
	[[ $kind != mariadb11 ]] || export MYND_TLS_PROVES=1
	mkdir -p "$temp/certificates"
	cp "$MYND_TEST_SERVER_FOLDER"/tls/*ca*.pem "$temp/certificates/"
	check "$kind: certificates are made" issue_all "$temp/certificates" && on_server "$kind"
	server_stop "$state"
}

for kind in ${MYND_TLS_SERVERS:-mariadb mariadb11 mysql}; do
	if [[ -n ${folders[$kind]} && -z ${MYND_TLS_SERVERS:-} && ! -e $BUILD/${folders[$kind]}/complete ]]; then
		skip_check "$kind" "there is no folder with Debian ${folders[$kind]}; ./dev server start $kind makes it"
		continue
	fi
	at_exit server_stop "$temp/$kind.env"
	matrix "$kind" || check "$kind: the server starts" false
done
finish

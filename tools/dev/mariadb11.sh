# MariaDB 11.8 for server.sh: the one of Debian trixie, which runs in that folder (see debian.sh); the files
# it writes are outside. Beside the users of the machine's MariaDB it has one of PAM, where that can be had.
use debian mariadb

# Authentication plugins are in mariadb-server, which would bring a service along: only its files are taken.
mariadb11_prepare() {
	local temp
	need_debian trixie trixie mariadb-server-core mariadb-client-core libpam-modules libsodium23
	[[ ! -e $BUILD/trixie/plugins ]] || return 0
	# shellcheck disable=SC2016
	in_debian trixie bash -c '
		set -e
		temp=$(mktemp -d)
		cd "$temp"
		apt-get -q download mariadb-server
		dpkg-deb -x ./*.deb files
		mkdir -p /usr/lib/mysql/plugin
		cp -r files/usr/lib/mysql/plugin/auth_* files/usr/lib/mysql/plugin/*pam* /usr/lib/mysql/plugin/
		rm -rf "$temp"
	' >>"$BUILD/trixie/log" 2>&1 || say "server: Debian's mariadb-server cannot be fetched; no ed25519 or parsec users"
	(cd "$BUILD/trixie/root"/usr/lib/mysql/plugin && ls) >"$BUILD/trixie/plugins"
}

mariadb11_install() { # FOLDER
	in_debian trixie env TMPDIR="$1" mariadb-install-db --no-defaults --force --user=root --auth-root-authentication-method=normal \
		--skip-test-db --datadir="$1/data" >"$1/install.log" 2>&1
}

mariadb11_launch() { # FOLDER OPTIONS...; sets server_pid
	local dir=$1 enter_debian
	shift
	enter_debian trixie
	setsid "${enter_debian[@]}" mariadbd "$@" --innodb-doublewrite=0 --plugin-dir=/usr/lib/mysql/plugin \
		>>"$dir/out.log" 2>&1 </dev/null &
	server_pid=$!
}

mariadb11_sql() { # SOCKET; SQL from standard input
	in_debian trixie mariadb --no-defaults --socket="$1" --user=root
}

mariadb11_more_users() { # SOCKET
	mariadb_plugin_users mariadb11 "$BUILD/trixie/root"/usr/lib/mysql/plugin "$1"
}

# The machine's MariaDB, for server.sh.

# Authentication plugins are in Debian's mariadb-server, which would install a service: only its files are
# taken, once a version.
mariadb_plugins() {
	local version dir temp
	version=$(dpkg-query -W -f='${Version}' mariadb-server-core 2>/dev/null) || return 0
	dir=$BUILD/server/plugins-${version//[^A-Za-z0-9.+~-]/_}
	if [[ ! -d $dir ]]; then
		temp=$(mktemp -d)
		(
			cd "$temp"
			apt-get -q download "mariadb-server=$version" && dpkg-deb -x ./*.deb files
		) >"$temp/log" 2>&1 || say "server: Debian's mariadb-server cannot be fetched; no ed25519 or parsec users"
		mkdir -p "$dir"
		cp "$temp"/files/usr/lib/mysql/plugin/auth_*.so "$dir/" 2>/dev/null || true
		rm -rf "$temp"
	fi
	echo "$dir"
}

mariadb_prepare() {
	mariadb_plugins=$(mariadb_plugins)
}

# A MariaDB that starts deletes temporary files of other servers, so it gets a folder for them of its own.
mariadb_install() { # FOLDER
	local options=(--no-defaults --auth-root-authentication-method=normal --skip-test-db --datadir="$1/data")
	[[ $(id -u) -ne 0 ]] || options+=(--user=root)
	TMPDIR=$1 mariadb-install-db "${options[@]}" >"$1/install.log" 2>&1
}

# Words before the server's command: for tests that want other surroundings for it. It must keep the process
# id.
mariadb_before=()

mariadb_launch() { # FOLDER OPTIONS...; sets server_pid
	local dir=$1 options
	shift
	options=("$@" --innodb-doublewrite=0)
	[[ -z $mariadb_plugins ]] || options+=(--plugin-dir="$mariadb_plugins")
	setsid "${mariadb_before[@]}" mariadbd "${options[@]}" >>"$dir/out.log" 2>&1 </dev/null &
	server_pid=$!
}

mariadb_sql() { # SOCKET; SQL from standard input
	mariadb --no-defaults --socket="$1" --user=root
}

# Users of authentication plugins: a line "METHOD NAME" for each.
mariadb_plugin_users() { # KIND PLUGINS SOCKET
	local method
	for method in ed25519 parsec; do
		[[ -e $2/auth_$method.so ]] || continue
		"$1_sql" "$3" <<-SQL
			INSTALL SONAME 'auth_$method';
			CREATE USER mynd_$method IDENTIFIED VIA $method USING PASSWORD('throw away');
			GRANT ALL ON mynd_test.* TO mynd_$method;
		SQL
		echo "$method mynd_$method"
	done
}

mariadb_more_users() { # SOCKET
	mariadb_plugin_users mariadb "$mariadb_plugins" "$1"
}

# MySQL for server.sh: the one of Debian unstable, which runs in that folder (see unstable.sh); the files it
# writes are outside.
use unstable

mysql_prepare() {
	need_unstable
}

mysql_install() { # FOLDER
	in_unstable mysqld --no-defaults --user=root --initialize-insecure --datadir="$1/data" --log-error="$1/install.log" \
		--innodb-flush-log-at-trx-commit=0 --innodb-doublewrite=OFF --innodb-redo-log-capacity=8M --skip-log-bin \
		>>"$1/install.log" 2>&1
}

mysql_launch() { # FOLDER OPTIONS...; sets server_pid
	local dir=$1 enter_debian
	shift
	enter_debian unstable
	setsid "${enter_debian[@]}" mysqld "$@" --innodb-doublewrite=OFF --innodb-redo-log-capacity=64M --mysqlx=OFF --secure-file-priv= \
		>>"$dir/out.log" 2>&1 </dev/null &
	server_pid=$!
}

mysql_sql() { # SOCKET; SQL from standard input
	in_unstable mysql --no-defaults --socket="$1" --user=root
}

mysql_more_users() {
	:
}

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

# As mariadb_before.
mysql_before=()

mysql_launch() { # FOLDER OPTIONS...; sets server_pid
	local dir=$1 enter_debian
	shift
	enter_debian unstable
	setsid "${mysql_before[@]}" "${enter_debian[@]}" mysqld "$@" --innodb-doublewrite=OFF --innodb-redo-log-capacity=64M --mysqlx=OFF --secure-file-priv= \
		>>"$dir/out.log" 2>&1 </dev/null &
	server_pid=$!
}

mysql_sql() { # SOCKET; SQL from standard input
	in_unstable mysql --no-defaults --socket="$1" --user=root
}

mysql_more_users() { # SOCKET
	mysql_sequences | mysql_sql "$1"
}

# MariaDB has a table seq_1_to_N of every N; tests find those that they ask for here, too: views of one table.
mysql_sequences() {
	local view from to by
	cat <<-'SQL'
		USE mynd_test;
		SET cte_max_recursion_depth = 1000;
		CREATE TABLE sequence (seq BIGINT UNSIGNED NOT NULL PRIMARY KEY);
		INSERT INTO sequence WITH RECURSIVE s (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM s WHERE n < 999)
			SELECT a.n * 1000 + b.n FROM s a, s b WHERE a.n < 401 ORDER BY 1;
	SQL
	for view in $(grep -rhoE 'seq_[0-9]+_to_[0-9]+' "$ROOT/tests") seq_1_to_{{1..51},30000,60000,120000,240000} seq_100_to_150; do
		echo "$view"
	done | sort -u | while read -r view; do
		[[ $view =~ ^seq_([0-9]+)_to_([0-9]+)$ ]]
		from=${BASH_REMATCH[1]} to=${BASH_REMATCH[2]} by=
		((from <= to)) || by=DESC from=${BASH_REMATCH[2]} to=${BASH_REMATCH[1]}
		echo "CREATE VIEW $view AS SELECT seq FROM sequence WHERE seq BETWEEN $from AND $to ORDER BY seq $by;"
	done
}

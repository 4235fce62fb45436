#!/usr/bin/env bash
# The application of examples/server, as its README starts it, with 300 clients, while its database is killed
# and restarted. Run by `./dev test server`.
#
# Where amphp/http-server cannot be had the application runs under worker.php, a small HTTP server on
# amphp/socket; what it needs beside that is Revolt, Amp and Doctrine's DBAL. MYND_SERVER_REQUESTS: how many
# requests.
set -uo pipefail

here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
. "$here/../lib.sh"
ROOT=$MYND_ROOT
. "$ROOT/tools/dev/common.sh"
use server composer
set +e

# The application in a folder of its own: by its composer.json, or without the HTTP server. Sets `app`.
get_application() {
	local reason list=$ROOT/examples/server/composer.json
	app=$ROOT/build/server-example
	if reason=$(get_composed "$list" "$app"); then
		cp -r "$ROOT"/examples/server/{src,server.php,worker.php,install.php} "$app/"
		return 0
	fi
	skip_check "under amphp/http-server" "$reason"
	sed '/"amphp\/http-server"/d; s|"\.\./\.\./|"|' "$list" >"$temp/composer.json"
	app=$ROOT/build/server-example-small
	reason=$(get_composed "$temp/composer.json" "$app") || skip_suite "$reason" application
	cp -r "$ROOT"/examples/server/{src,server.php,install.php} "$here/worker.php" "$app/"
}

start_database() {
	server_options=(--innodb-flush-log-at-trx-commit=2) # what was answered with OK outlives the server
	server_start "$temp/server.env" mariadb || die "the server does not start"
	. "$temp/server.env"
	disown "$MYND_TEST_SERVER_PID" # the shell says nothing of its end
	mariadb_sql "$MYND_TEST_SOCKET" <<-SQL
		CREATE DATABASE shop;
		CREATE USER shop IDENTIFIED BY 'throw away' WITH MAX_USER_CONNECTIONS 22;
		GRANT ALL ON shop.* TO shop;
	SQL
	SHOP_DSN="mysql:unix_socket=$MYND_TEST_SOCKET;dbname=shop" SHOP_USER=shop SHOP_PASSWORD='throw away' "$MYND_PHP_CMD" "$app/install.php"
}

# Restarts the database in the way that each line of the file asks for, until it is removed.
restart_as_told() { # FILE
	local how seen=0
	while [[ -e $1 ]]; do
		how=$(sed -n "$((seen + 1))p" "$1" 2>/dev/null)
		if [[ -z $how ]]; then
			sleep 0.1
			continue
		fi
		seen=$((seen + 1))
		kill "-$how" "$MYND_TEST_SERVER_PID"
		wait_for_end "$MYND_TEST_SERVER_PID"
		server_restart "$temp/server.env" mariadb
		. "$temp/server.env"
		echo "$how" >>"$temp/restarted"
	done
}

temp=$(mktemp -d "${TMPDIR:-/tmp}/mynd-shop.XXXXXX")
at_exit rm -rf "$temp"
at_exit server_stop "$temp/server.env"
get_application
start_database >"$temp/said" 2>&1
check_equal "the database is ready" "200 products" "$(tail -n 1 "$temp/said")"
: >"$temp/restarts"
: >"$temp/restarted"
restart_as_told "$temp/restarts" &
run_program application timeout 200 "$MYND_PHP_CMD" "$here/program.php" "$app/vendor/autoload.php" "$app" "$temp/restarts" "${MYND_SERVER_REQUESTS:-3000}"
rm -f "$temp/restarts"
wait
check_equal "the database was killed, and then shut down, under load" "KILL TERM" "$(xargs <"$temp/restarted")"
finish

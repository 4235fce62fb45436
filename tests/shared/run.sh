#!/usr/bin/env bash
# mynd.shared_pool in a real php-fpm, 64 workers of it, which few clients ask: requests leave all kinds of
# state, the next one's connection must be as new, whichever worker it comes from; the server never has more
# than 8 connections, and refuses the ninth; workers that are killed lose what they hold and no more; a server
# that restarts costs nobody an error. Run by `./dev test shared`; MYND_SHARED_SERVER=mysql for a MySQL.
#
# The whole proof, with the rate beside that of a pool for each worker (rate.php: so many turns of 500
# requests each), and stock's connections:
#   MYND_SHARED_REQUESTS=10000 MYND_SHARED_ROUNDS=40 ./dev test shared
set -uo pipefail

here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
. "$here/../lib.sh"
. "$here/../fpm.sh"
ROOT=$MYND_ROOT
. "$ROOT/tools/dev/common.sh"
use server
set +e

kind=${MYND_SHARED_SERVER:-mariadb}
requests=${MYND_SHARED_REQUESTS:-1500}
rounds=${MYND_SHARED_ROUNDS:-0}
workers=64
clients=4
most=8 # connections: of each client one, for each of two keys
php=("$MYND_STOCK_CMD" -d memory_limit=-1)
temp= fpm_pid= own_pid= users=()

clean_up() {
	fpm_end "$fpm_pid"
	fpm_end "$own_pid"
	server_stop "$temp/server.env"
	[[ -n ${MYND_SHARED_KEEP:-} ]] || rm -rf "$temp"
}

# --- the server ---

start_server() {
	server_options=(--innodb-flush-log-at-trx-commit=2 --max-connections=200)
	server_start "$temp/server.env" "$kind" || return
	. "$temp/server.env"
	disown "$MYND_TEST_SERVER_PID"
	dir=$MYND_TEST_SERVER_FOLDER server_pid=$MYND_TEST_SERVER_PID
	ask <<-SQL
		CREATE USER few IDENTIFIED BY 'throw away' WITH MAX_USER_CONNECTIONS $most;
		CREATE USER many IDENTIFIED BY 'throw away';
		CREATE USER watch IDENTIFIED BY 'throw away';
		GRANT PROCESS ON *.* TO watch;
		CREATE DATABASE shared;
		GRANT ALL ON shared.* TO few;
		GRANT ALL ON shared.* TO many;
		CREATE ROLE reader;
		GRANT reader TO few;
		GRANT reader TO many;
		CREATE TABLE shared.work (token VARCHAR(40)) ENGINE=InnoDB;
	SQL
}

ask() {
	"${kind}_sql" "$dir/server.sock" | tail -n +2
}

# --- php-fpm ---

pool() { # USER WORKERS SERVER-USER
	cat <<-CONF
		[$1]
		listen = $side/$1.sock
		listen.backlog = 256
		pm = static
		pm.max_children = $2
		catch_workers_output = yes
		env[SHARED_SOCKET] = $dir/server.sock
		env[SHARED_KIND] = $kind
		env[SHARED_USER] = $3
	CONF
	[[ $(id -u) -ne 0 ]] || printf 'user = %s\ngroup = %s\nlisten.mode = 0666\n' "$1" "$(id -gn "$1")"
}

pools() { # SERVER-USER: one of each user's
	pool "${users[0]}" $workers "$1"
	[[ ${#users[@]} -eq 1 ]] || pool "${users[1]}" 2 many
}

start_fpm() { # NAME INI-FOLDER SERVER-USER SETTING...: in a folder of that name
	local side=$temp/$1
	mkdir -p "$side"
	: >"$side/php.log"
	chmod 755 "$side" && chmod 666 "$side/php.log"
	fpm_configure "$side" "${@:4}" < <(pools "$3")
	fpm_start "$side" "$2" "$side/${users[-1]}.sock"
}

load() { # NAME USER NUMBER [KILL-EVERY]
	"${php[@]}" "$here/load.php" "$temp/$1/$2.sock" "$temp/page.php" "$3" $clients "$dir/server.sock" few "${4:-0}" "$fpm_pid" 2>&1
}

field() { # NAME TEXT
	sed -n "s/.*$1 \([0-9.]*\).*/\1/p" <<<"$2" | head -n 1
}

# The first line is the counts, what was wrong follows.
check_load() { # NAME TEXT NUMBER
	echo "$1: ${2%%$'\n'*}"
	check_equal "$1: each is answered, on a connection as new" "" "$(tail -n +2 <<<"$2")"
	check_equal "$1: as many as were asked" "$3" "$(($(field answered "$2") + $(field lost "$2")))"
}

# --- the proof ---

mailbox_ends() { # PID: how many ends of pairs it has open
	local fd to n=0
	for fd in /proc/"$1"/fd/*; do
		to=$(readlink "$fd")
		[[ $to != socket:* ]] || ! grep -q "0005 .. *${to//[^0-9]/}\$" <(awk '{print $5, $6, $7}' /proc/net/unix) || n=$((n + 1))
	done
	echo "$n"
}

# Both at the same time, on the same server.
compare_rates() {
	local shared_pid
	start_fpm shared "$ini" many 'mynd.shared_pool = 1' || return
	shared_pid=$fpm_pid
	start_fpm own "$ini" many 'mynd.shared_pool = 0' || return
	own_pid=$fpm_pid fpm_pid=$shared_pid
	"${php[@]}" "$here/rate.php" "$temp/page.php" $clients 500 "$rounds" "$server_pid" \
		shared "$temp/shared/${users[0]}.sock" "$fpm_pid" own "$temp/own/${users[0]}.sock" "$own_pid" 2>&1
	fpm_end "$fpm_pid"
	fpm_end "$own_pid"
	fpm_pid= own_pid=
}

stock_connections() {
	start_fpm stock "$(dirname -- "$ini")/ini-stock" many || return
	ask <<<'FLUSH STATUS'
	"${php[@]}" "$here/load.php" "$temp/stock/${users[0]}.sock" "$temp/page.php" "$requests" $clients >/dev/null
	ask <<<"SHOW GLOBAL STATUS LIKE 'Max_used_connections'" | cut -f 2
	fpm_end "$fpm_pid"
	fpm_pid=
}

temp=$(mktemp -d "${TMPDIR:-/tmp}/mynd-shared.XXXXXX")
[[ -n $fpm ]] || skip_suite "php-fpm$MYND_PHP_VERSION is not here" shared
chmod 755 "$temp"
cp "$here/page.php" "$temp/page.php"
ini=$(dirname -- "$MYND_SO")/../../ini-mynd
if [[ $(id -u) -eq 0 ]]; then
	users=(nobody daemon)
else
	users=("$(id -un)")
fi
server_pid=$$
trap clean_up EXIT
trap 'exit 143' TERM HUP INT
start_server || die "the server does not start"
chmod 755 "$dir"

start_fpm shared "$ini" few 'mynd.shared_pool = 1' || die "php-fpm does not start"
text=$(load shared "${users[0]}" "$requests")
check_load "requests" "$text" "$requests"
check "most workers have served" test "$(field workers "$text")" -gt $((workers / 2))

if [[ ${#users[@]} -gt 1 ]]; then
	text=$(load shared "${users[1]}" 200)
	check_load "another user" "$text" 200
	ours=$(pgrep -P "$fpm_pid" -u "${users[0]}" | head -n 1)
	others=$(pgrep -P "$fpm_pid" -u "${users[1]}" | head -n 1)
	check_equal "a worker has closed all mailboxes but its own" "2 2" "$(mailbox_ends "$ours") $(mailbox_ends "$others")"
fi

text=$(load shared "${users[0]}" "$requests" 40)
check_load "workers are killed" "$text" "$requests"
check "workers are killed: no more is lost than was killed" test "$(field lost "$text")" -le "$(field killed "$text")"

kill -KILL "$server_pid"
wait_for_end "$server_pid"
server_restart "$temp/server.env" "$kind"
text=$(load shared "${users[0]}" 200)
check_load "the server has restarted" "$text" 200
check "no transactions are left" test "$(ask <<<'SELECT COUNT(*) FROM shared.work')" -eq 0
check_equal "no complaints" "" "$(fpm_complaints "$temp/shared" | grep -v 'exited on signal 9\|exited with code')"
fpm_end "$fpm_pid"
fpm_pid=

# A master that preloads as root has run a program before there were workers.
if [[ $(id -u) -eq 0 ]] && PHP_INI_SCAN_DIR=$ini "$fpm" -m 2>/dev/null | grep -q OPcache; then
	echo "<?php file_put_contents('$temp/preloaded', posix_geteuid() . ' ' . getmypid());" >"$temp/preload.php"
	start_fpm preload "$ini" few 'mynd.shared_pool = 1' "opcache.preload = $temp/preload.php" 'opcache.preload_user = root' || die "php-fpm does not start"
	check_equal "preloading: by root" "0" "$(cut -d " " -f 1 "$temp/preloaded")"
	text=$(load preload "${users[0]}" 300)
	check_load "preloading" "$text" 300
	fpm_end "$fpm_pid"
	fpm_pid=
fi

[[ $rounds -eq 0 ]] || compare_rates
[[ $rounds -eq 0 ]] || echo "stock's connections: $(stock_connections)"
finish

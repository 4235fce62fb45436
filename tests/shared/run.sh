#!/usr/bin/env bash
# mynd.shared_pool in a real php-fpm, 64 workers of it, which few clients ask: requests leave all kinds of
# state, the next one's connection must be as new, whichever worker it comes from; the server never sees more
# than 8 connections; workers that are killed lose what they hold and no more; a server that restarts costs
# nobody an error. Run by `./dev test shared`; MYND_SHARED_SERVER=mysql for a MySQL.
#
# The whole proof, with the rate beside that of a pool for each worker, and stock's connections:
#   MYND_SHARED_REQUESTS=10000 MYND_SHARED_ROUNDS=3 ./dev test shared
set -uo pipefail

here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
. "$here/../lib.sh"
ROOT=$MYND_ROOT
. "$ROOT/tools/dev/common.sh"
use server
set +e

kind=${MYND_SHARED_SERVER:-mariadb}
requests=${MYND_SHARED_REQUESTS:-1500}
rounds=${MYND_SHARED_ROUNDS:-0}
workers=64
clients=4
most=$((rounds > 0 ? 8 : 16)) # on a busy machine those that were closed are still seen for a while
fpm=$(command -v "php-fpm$MYND_PHP_VERSION" || command -v php-fpm || true)
php=("$MYND_STOCK_CMD" -d memory_limit=-1)
temp= fpm_pid= users=()

clean_up() {
	end_fpm
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
		CREATE USER shared IDENTIFIED BY 'throw away';
		CREATE DATABASE shared;
		GRANT ALL ON shared.* TO shared;
		CREATE ROLE reader;
		GRANT reader TO shared;
		CREATE TABLE shared.work (token VARCHAR(40)) ENGINE=InnoDB;
	SQL
}

ask() {
	"${kind}_sql" "$dir/server.sock" | tail -n +2
}

forget_most() {
	ask <<<'FLUSH STATUS'
}

most_connections() { # one of them may be that of `ask`
	ask <<<"SHOW GLOBAL STATUS LIKE 'Max_used_connections'" | cut -f 2
}

connections_now() {
	ask <<<"SELECT COUNT(*) FROM information_schema.processlist WHERE user = 'shared'"
}

# --- php-fpm ---

start_fpm() { # INI-FOLDER SETTING...: the pools of users, one each, with so many workers
	local ini=$1 user n=0 tries
	shift
	printf '%s\n' 'display_errors = 0' 'html_errors = 0' "error_log = $temp/php.log" 'log_errors = 1' "$@" >"$temp/php.ini"
	printf '[global]\nerror_log = %s\n' "$temp/fpm.log" >"$temp/fpm.conf"
	for user in "${users[@]}"; do
		cat >>"$temp/fpm.conf" <<-CONF
			[$user]
			listen = $temp/$user.sock
			listen.backlog = 256
			pm = static
			pm.max_children = $((n == 0 ? workers : 2))
			catch_workers_output = yes
			env[SHARED_SOCKET] = $dir/server.sock
			env[SHARED_KIND] = $kind
		CONF
		[[ $(id -u) -ne 0 ]] || printf 'user = %s\ngroup = %s\nlisten.mode = 0666\n' "$user" "$(id -gn "$user")" >>"$temp/fpm.conf"
		n=$((n + 1))
	done
	rm -f "$temp"/*.sock
	PHP_INI_SCAN_DIR=$ini "$fpm" $([[ $(id -u) -ne 0 ]] || echo -R) -F -c "$temp/php.ini" -y "$temp/fpm.conf" >"$temp/fpm.out" 2>&1 </dev/null &
	fpm_pid=$!
	for ((tries = 0; tries < 200; tries++)); do
		[[ ! -S $temp/${users[-1]}.sock ]] || return 0
		sleep 0.1
	done
	cat "$temp/fpm.out" "$temp/fpm.log"
	return 1
}

end_fpm() {
	[[ -z $fpm_pid ]] || { kill "$fpm_pid" 2>/dev/null && wait "$fpm_pid" 2>/dev/null; }
	fpm_pid=
}

load() { # USER NUMBER [KILL-EVERY]
	"${php[@]}" "$here/load.php" "$temp/$1.sock" "$temp/page.php" "$2" "$clients" "${3:-0}" "$fpm_pid" 2>&1
}

field() { # NAME TEXT
	sed -n "s/.*$1 \([0-9.]*\).*/\1/p" <<<"$2" | head -n 1
}

# The first line is the counts, what was wrong follows.
check_load() { # NAME TEXT NUMBER
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

measure() { # one round of each: their rates
	local way text
	for way in shared own; do
		start_fpm "$ini" "mynd.shared_pool = $([[ $way == shared ]] && echo 1 || echo 0)" || return
		load "${users[0]}" 1000 >/dev/null
		text=$(load "${users[0]}" "$requests")
		end_fpm
		echo "$way $(awk -v n="$requests" -v s="$(field seconds "$text")" 'BEGIN { printf "%.0f", n / s }')"
	done
}

stock_connections() {
	start_fpm "$(dirname -- "$ini")/ini-stock" || return
	forget_most
	load "${users[0]}" "$requests" >/dev/null
	most_connections
	end_fpm
}

temp=$(mktemp -d "${TMPDIR:-/tmp}/mynd-shared.XXXXXX")
if [[ -z $fpm ]]; then
	skip_check shared "php-fpm$MYND_PHP_VERSION is not here"
	finish
	exit
fi
chmod 755 "$temp"
cp "$here/page.php" "$temp/page.php"
ini=$(dirname -- "$MYND_SO")/../../ini-mynd
if [[ $(id -u) -eq 0 ]]; then
	users=(nobody daemon)
	: >"$temp/php.log"
	chmod 666 "$temp/php.log"
else
	users=("$(id -un)")
fi
server_pid=$$
trap clean_up EXIT
trap 'exit 143' TERM HUP INT
start_server || die "the server does not start"
chmod 755 "$dir"

start_fpm "$ini" 'mynd.shared_pool = 1' || die "php-fpm does not start"
forget_most
text=$(load "${users[0]}" "$requests")
echo "${text%%$'\n'*}; connections: $(most_connections)"
check_load "requests" "$text" "$requests"
check "most workers have served" test "$(field workers "$text")" -gt $((workers / 2))
check "the server has seen few connections: $(most_connections)" test "$(most_connections)" -le "$most"

if [[ ${#users[@]} -gt 1 ]]; then
	forget_most
	text=$(load "${users[1]}" 200)
	check_load "another user" "$text" 200
	ours=$(pgrep -P "$fpm_pid" -u "${users[0]}" | head -n 1)
	others=$(pgrep -P "$fpm_pid" -u "${users[1]}" | head -n 1)
	check_equal "a worker has closed all mailboxes but its own" "2 2" "$(mailbox_ends "$ours") $(mailbox_ends "$others")"
fi

forget_most
text=$(load "${users[0]}" "$requests" 40)
echo "${text%%$'\n'*}; connections: $(most_connections)"
check_load "workers are killed" "$text" "$requests"
check "workers are killed: no more is lost than was killed" test "$(field lost "$text")" -le "$(field killed "$text")"
check "workers are killed: few connections: $(most_connections)" test "$(most_connections)" -le $((most * 2))

kill -KILL "$server_pid"
wait_for_end "$server_pid"
server_restart "$temp/server.env" "$kind"
text=$(load "${users[0]}" 200)
check_load "the server has restarted" "$text" 200
check "no transactions are left" test "$(ask <<<'SELECT COUNT(*) FROM shared.work')" -eq 0
check_equal "no complaints" "" "$(grep -v 'exited on signal 9\|exited with code' "$temp/fpm.log" | sed -n 's/^\[[^]]*\] \(WARNING\|ALERT\|ERROR\)/\1/p')$(cat "$temp/php.log" 2>/dev/null)"
end_fpm

for ((round = 0; round < rounds; round++)); do
	echo "requests a second: $(measure | tr '\n' ' ')"
done
[[ $rounds -eq 0 ]] || echo "stock's connections: $(stock_connections)"
finish

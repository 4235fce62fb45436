#!/usr/bin/env bash
# Persistent links, of mysqli and of PDO, in php-fpm, four workers of it, while their server dies and comes
# back: thousands of requests, each of which must succeed or meet one error, 2002 or 2006, in time, and never
# see anything of another one; the server never has more connections than the settings allow; when the storm
# is over all is as before. Run by `./dev test storm`; MYND_STORM_SERVER=mysql for a MySQL.
set -uo pipefail

here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
. "$here/../lib.sh"
. "$here/../fpm.sh"
ROOT=$MYND_ROOT
. "$ROOT/tools/dev/common.sh"
use server
set +e

kind=${MYND_STORM_SERVER:-mariadb}
workers=4
limit=$((workers * 3)) # three keys: mysqli over the unix socket, over TLS, PDO
php=("$MYND_STOCK_CMD" -d memory_limit=-1)
temp= fpm_pid= load_pid=

clean_up() {
	touch "$temp/stop"
	local pid
	for pid in $load_pid $fpm_pid; do
		kill "$pid" 2>/dev/null
		wait "$pid" 2>/dev/null
	done
	kill -CONT "$server_pid" 2>/dev/null
	server_stop "$temp/server.env"
	[[ -n ${MYND_STORM_KEEP:-} ]] || rm -rf "$temp"
}

# --- the server ---

start_server() {
	server_options=(--innodb-flush-log-at-trx-commit=2) # what was answered with OK outlives the server

	server_start "$temp/server.env" "$kind" || return
	. "$temp/server.env"
	disown "$MYND_TEST_SERVER_PID" # the shell says nothing of its end
	dir=$MYND_TEST_SERVER_FOLDER port=$MYND_TEST_PORT server_pid=$MYND_TEST_SERVER_PID
	ask <<-SQL
		CREATE USER storm IDENTIFIED BY 'throw away';
		CREATE DATABASE storm;
		CREATE DATABASE storm_tls;
		GRANT ALL ON storm.* TO storm;
		GRANT ALL ON storm_tls.* TO storm;
		CREATE TABLE storm.work (token VARCHAR(40), way VARCHAR(20), KEY (token)) ENGINE=InnoDB;
		CREATE TABLE storm_tls.work LIKE storm.work;
	SQL
}

ask() {
	"${kind}_sql" "$dir/server.sock" | tail -n +2
}

# The most connections that this run of the server has seen at a time; one of them may be that of `ask`.
most_connections() {
	ask <<<"SHOW GLOBAL STATUS LIKE 'Max_used_connections'" | cut -f 2
}

end_server() { # SIGNAL
	kill "-$1" "$server_pid"
	wait_for_end "$server_pid"
}

# --- php-fpm ---

pools() {
	cat <<-CONF
		[www]
		listen = $temp/fpm.sock
		listen.backlog = 64
		pm = static
		pm.max_children = $workers
		catch_workers_output = yes
		env[STORM_SOCKET] = $dir/server.sock
		env[STORM_PORT] = $port
		env[STORM_USER] = storm
		env[STORM_PASSWORD] = 'throw away'
	CONF
	[[ $(id -u) -ne 0 ]] || printf 'user = root\n'
}

start_fpm() {
	fpm_configure "$temp" 'mysqli.max_links = 3' 'mysqlnd.net_read_timeout = 1' < <(pools)
	fpm_start "$temp" "$(dirname -- "$MYND_SO")/../../ini-mynd" "$temp/fpm.sock"
}

# The one warning is stock's as well: it stands beside the error of a connect that was cut off.
complaints() {
	fpm_complaints "$temp" | grep -v 'Error while reading greeting packet\. PID=[0-9]* in'
}

worker_pids() {
	ps -o pid= --ppid "$fpm_pid" | sort -n | tr -d ' '
}

# --- the storm ---

answered() {
	wc -l <"$temp/answers"
}

# Waits until so many more requests were answered; half a minute at most.
more_answers() { # NUMBER
	local goal tries
	goal=$(($(answered) + $1))
	for ((tries = 0; tries < 600; tries++)); do
		[[ $(answered) -lt $goal ]] || return 0
		sleep 0.05
	done
	return 1
}

note_connections() { # WHEN
	check "$1: no more connections than the limit" test "$(most_connections)" -le $((limit + 1))
}

round() { # SIGNAL
	check "before SIG$1: requests are answered" more_answers 800
	end_server "$1"
	check "after SIG$1: requests are answered" more_answers 200
	server_restart "$temp/server.env" "$kind"
	check_equal "after SIG$1: the server starts again" 0 $?
}

# All connections at once, several times. (The server counts those that it is about to end.)
kill_connections() {
	local i
	for i in 1 2 3 4 5; do
		ask <<<"SELECT CONCAT('KILL ', id, ';') FROM information_schema.processlist WHERE user = 'storm'" >"$temp/kill"
		ask <"$temp/kill" >/dev/null 2>&1
		more_answers 100
	done
}

# A server that does not answer at all: time limits are what ends requests then.
freeze() {
	kill -STOP "$server_pid"
	check "frozen: requests are answered" more_answers 8
	kill -CONT "$server_pid"
}

run_program "the judge of ./dev soak" "${php[@]}" "$here/soak/judged.php"
temp=$(mktemp -d "${TMPDIR:-/tmp}/mynd-storm.XXXXXX")
[[ -n $fpm ]] || skip_suite "php-fpm$MYND_PHP_VERSION is not here" storm
server_pid=$$
trap clean_up EXIT
trap 'exit 143' TERM HUP INT
start_server || die "the server does not start"
start_fpm || die "php-fpm does not start"
before=$(worker_pids)
: >"$temp/answers"
"${php[@]}" "$here/load.php" "$temp" "$here/page.php" 6 >"$temp/load.out" 2>&1 &
load_pid=$!
for signal in KILL KILL TERM; do
	round "$signal"
	check "behind SIG$signal: requests are answered" more_answers 800
	note_connections "behind SIG$signal"
done
kill_connections
freeze
check "after the frost: requests are answered" more_answers 300
round KILL
check "afterwards: requests are answered" more_answers 1500
touch "$temp/stop"
wait "$load_pid"
load_pid=
note_connections "afterwards"
check_equal "the load went well" "" "$(<"$temp/load.out")"
check_equal "no worker died" "$before" "$(worker_pids)"
for table in storm storm_tls; do
	ask <<<"SELECT token, way FROM $table.work"
done >"$temp/rows"
verdict=$("${php[@]}" "$here/judge.php" answers "$temp" 2>&1)
check_equal "every answer is right" "" "$(tail -n +2 <<<"$verdict")"
"${php[@]}" "$here/load.php" "$temp" "$here/page.php" "$workers" pools >"$temp/pools" 2>"$temp/load.out"
check_equal "each worker tells of its pools" "$before" "$(sed -n 's/^{"pid":\([0-9]*\),.*/\1/p' "$temp/pools")"
check_equal "all links are healthy" "" "$("${php[@]}" "$here/judge.php" pools "$temp" 2>&1)"
check_equal "what the workers hold is what the server has" "$limit" "$(ask <<<"SELECT COUNT(*) FROM information_schema.processlist WHERE user = 'storm'")"
check_equal "no locks, no transactions are left" 0 "$(ask <<<"SELECT COUNT(*) FROM information_schema.innodb_trx")"
check_equal "no complaints" "" "$(complaints)"
echo "answers: $(head -n 1 <<<"$verdict")"
finish

#!/usr/bin/env bash
# Endurance: php-fpm, command-line workers and fibers write on servers that are killed, restarted, frozen,
# full, and read only, with everything that keeps connections alive. Each keeps a ledger of what it was told.
# Once a minute all rest, and are measured. Run by `./dev soak --minutes N`:
#   run.sh MINUTES SEED mariadb|mysql
# The seed chooses what happens to the server and what the programs do; moments are the machine's. What was
# measured goes to build/soak/. MYND_SOAK_KEEP=1 keeps the folder of the ledgers.
set -uo pipefail

here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
. "$here/../../lib.sh"
. "$here/../../fpm.sh"
ROOT=$MYND_ROOT
. "$ROOT/tools/dev/common.sh"
use server
set +e

minutes=$1 seed=$2 kind=$3
RANDOM=$((seed % 32768))
workers=3
pools=(shared own)
settings=('mysqlnd.net_read_timeout=3' 'mysqli.allow_local_infile=1' 'mynd.preset=web' 'mynd.scoreboard=')
php=("$MYND_STOCK_CMD" -d memory_limit=-1)
writers=(php-fpm mysqli pdo fibers)
temp='' fpm_pid='' server_pid='' dir='' port='' pids=()

clean_up() {
	local pid
	touch "$temp/stop"
	[[ -z $server_pid ]] || kill -CONT "$server_pid" 2>/dev/null
	for pid in "${pids[@]}" $fpm_pid; do
		kill "$pid" 2>/dev/null
		wait "$pid" 2>/dev/null
	done
	server_stop "$temp/server.env"
	[[ -n ${MYND_SOAK_KEEP:-} ]] || rm -rf "$temp"
}

# --- the server ---

start_server() {
	# what was answered with OK outlives the server
	# shellcheck disable=SC2034
	server_options=(--innodb-flush-log-at-trx-commit=2 --max-connect-errors=1000000000)
	server_start "$temp/server.env" "$kind" || return
	. "$temp/server.env"
	disown "$MYND_TEST_SERVER_PID" # the shell says nothing of its end
	dir=$MYND_TEST_SERVER_FOLDER port=$MYND_TEST_PORT server_pid=$MYND_TEST_SERVER_PID
	export SOAK_SOCKET=$dir/server.sock SOAK_PORT=$port SOAK_FOLDER=$temp
	{
		cat <<-SQL
			CREATE USER soak IDENTIFIED BY 'throw away';
			CREATE DATABASE soak;
			GRANT ALL ON soak.* TO soak;
			CREATE TABLE soak.ledger (id INT PRIMARY KEY AUTO_INCREMENT, token VARCHAR(40), v MEDIUMTEXT, sum BIGINT, KEY (token)) ENGINE=InnoDB CHARSET=latin1;
			CREATE TABLE soak.numbers (n INT PRIMARY KEY) ENGINE=InnoDB;
		SQL
		printf 'INSERT INTO soak.numbers VALUES (%s);\n' {1..400}
	} | ask
}

ask() {
	"${kind}_sql" "$dir/server.sock" | tail -n +2
}

end_server() { # SIGNAL
	kill "-$1" "$server_pid"
	wait_for_end "$server_pid"
}

start_again() {
	server_restart "$temp/server.env" "$kind"
}

# All connections of the programs, at once. (The server counts those that it is about to end.)
kill_connections() {
	ask <<<"SELECT CONCAT('KILL ', id, ';') FROM information_schema.processlist WHERE user = 'soak'" >"$temp/kill"
	ask <"$temp/kill" >/dev/null 2>&1
	return 0
}

random_sleep() { # TENTHS AND-UP-TO-SO-MANY-MORE
	local tenths=$(($1 + RANDOM % $2))
	sleep "$((tenths / 10)).$((tenths % 10))"
}

# --- what breaks ---

breaks=(killed restarted frozen frozen_and_killed full read_only connections_killed)

do_killed() {
	end_server KILL
	random_sleep 0 30
	start_again
}

do_restarted() {
	end_server TERM
	start_again
}

do_frozen() {
	kill -STOP "$server_pid"
	random_sleep 10 60
	kill -CONT "$server_pid"
}

do_frozen_and_killed() {
	kill -STOP "$server_pid"
	random_sleep 10 40
	do_killed
}

# Fewer connections than the programs want, and all of them have to be made again. Who sets that is there
# already, because nobody might get in later.
do_full() {
	{
		echo 'SET GLOBAL max_connections = 10;'
		random_sleep 3 3
		kill_connections
		random_sleep 20 30
		echo 'SET GLOBAL max_connections = 200;'
	} | ask
}

do_read_only() {
	ask <<<'SET GLOBAL read_only = 1'
	random_sleep 10 20
	ask <<<'SET GLOBAL read_only = 0'
}

do_connections_killed() {
	local i
	for i in 1 2 3; do
		kill_connections
		random_sleep 0 5
	done
}

ledger_sizes() {
	stat -c %s "${writers[@]/#/$temp/ledger/}" | tr '\n' ' '
}

# Each of the programs has written again; a minute at most. (What has failed is written, too.)
all_go_on() {
	local before now tries i going
	read -ra before < <(ledger_sizes)
	for ((tries = 0; tries < 600; tries++)); do
		sleep 0.1
		read -ra now < <(ledger_sizes)
		going=yes
		for i in "${!writers[@]}"; do
			[[ ${now[i]} -gt ${before[i]} ]] || going=no
		done
		[[ $going == no ]] || return 0
	done
	echo "${writers[*]}: from ${before[*]} to ${now[*]}"
	return 1
}

break_something() {
	local what=${breaks[RANDOM % ${#breaks[@]}]}
	random_sleep 5 30
	check "$what: done" "do_$what" || return
	server_pid=$(. "$temp/server.env" && echo "$MYND_TEST_SERVER_PID")
	done_counts[$what]=$((${done_counts[$what]:-0} + 1))
	check "$what: all programs go on" all_go_on
}

# --- what is measured ---

resting() {
	local writer tries
	for ((tries = 0; tries < 900; tries++)); do
		for writer in "${writers[@]}"; do
			[[ -e $temp/resting/$writer ]] || { sleep 0.1 && continue 2; }
		done
		return 0
	done
	ls "$temp/resting"
	return 1
}

connections() {
	ask <<<"SELECT COUNT(*) FROM information_schema.processlist WHERE user = 'soak'"
}

# The server sees ends of connections a little later: until it has as many as before, or two seconds long.
settled_connections() {
	local tries now
	for ((tries = 0; tries < 20; tries++)); do
		now=$(connections)
		[[ $now != "$last_connections" ]] || break
		sleep 0.1
	done
	echo "$now"
}

of_process() { # MINUTE NAME PID
	local rss anonymous fds
	rss=$(awk '$1 == "Rss:" { print $2 }' "/proc/$3/smaps_rollup")
	anonymous=$(awk '$1 == "Anonymous:" { print $2 }' "/proc/$3/smaps_rollup")
	fds=$(find "/proc/$3/fd" -mindepth 1 | wc -l)
	printf '%s\t%s\t%s\n' "$1" "$2 rss" "$rss" "$1" "$2 anonymous" "$anonymous" "$1" "$2 fds" "$fds"
}

fpm_workers() { # POOL
	ps -o pid=,args= --ppid "$fpm_pid" | awk -v pool="$1" '$NF == pool { print $1 }' | sort -n
}

measure() { # MINUTE
	local pool pid number
	for pool in "${pools[@]}"; do
		number=1
		for pid in $(fpm_workers "$pool"); do
			of_process "$1" "php-fpm $pool $((number++))" "$pid"
		done
	done
	of_process "$1" mysqli "${pids[1]}"
	of_process "$1" pdo "${pids[2]}"
	of_process "$1" fibers "${pids[3]}"
	last_connections=$(settled_connections)
	printf '%s\t%s\t%s\n' "$1" "server threads" "$last_connections"
	printf '%s\t%s\t%s\n' "$1" "server memory" "$(awk '$1 == "VmRSS:" { print $2 }' "/proc/$server_pid/status")"
}

rest_and_measure() { # MINUTE
	touch "$temp/pause"
	if check "minute $1: all rest" resting; then
		measure "$1" >>"$samples"
		tail -n 2 "$samples" | head -n 1 >&2
	fi
	rm "$temp/pause"
	check "minute $1: all go on" all_go_on
}

# --- the programs ---

fpm_pools() {
	local pool
	for pool in "${pools[@]}"; do
		cat <<-CONF
			[$pool]
			listen = $temp/$pool.sock
			listen.backlog = 64
			pm = static
			pm.max_children = $workers
			catch_workers_output = yes
			env[SOAK_SOCKET] = $SOAK_SOCKET
			env[SOAK_PORT] = $SOAK_PORT
			env[SOAK_FOLDER] = $temp
		CONF
		[[ $pool == shared ]] || echo 'php_admin_value[mynd.shared_pool] = 0'
		[[ $(id -u) -ne 0 ]] || echo 'user = root'
	done
}

start_fpm() {
	fpm_configure "$temp" "${settings[@]}" < <(fpm_pools)
	fpm_start "$temp" "$(dirname -- "$MYND_SO")/../../ini-mynd" "$temp/${pools[-1]}.sock"
}

start() { # NAME COMMAND...
	local name=$1
	shift
	"$@" >"$temp/$name.out" 2>&1 </dev/null &
	pids+=($!)
}

start_programs() {
	local mynd=("$MYND_PHP_CMD" "${settings[@]/#/-d}" -d mynd.shared_pool=0 -d display_errors=1)
	start php-fpm "${php[@]}" "$here/load.php" "$temp" "$here/page.php" $workers "$seed" "${pools[@]}"
	start mysqli "${mynd[@]}" "$here/worker.php" "$temp" mysqli $((seed + 1)) mysqli persistent tls
	start pdo "${mynd[@]}" "$here/worker.php" "$temp" pdo $((seed + 2)) native emulated
	start fibers "${mynd[@]}" -d mynd.async=1 -d mynd.max_per_key=4 "$here/fibers.php" "$temp" $((seed + 3))
}

# Stock's drivers warn as well of a connection that is cut off in its greeting.
said() {
	local writer
	for writer in "${writers[@]}"; do
		sed "s/^/$writer: /" "$temp/$writer.out"
	done
	fpm_complaints "$temp"
}

# A server that is full is named in PHP's error log. One that dies or freezes in a TLS handshake is a warning,
# with the words that stock has for it.
complaints() {
	said | grep -v -e 'Error while reading greeting packet\. PID=[0-9]* in' -e '^[a-z-]*: $' \
		-e 'mynd: the server has no room for another connection (1040)\. ' \
		-e 'real_connect(): SSL operation failed with code 1\. OpenSSL Error messages:$' \
		-e ': error:0A000126:SSL routines::unexpected eof while reading in ' \
		-e 'real_connect(): SSL: Handshake timed out in '
}

temp=$(mktemp -d "${TMPDIR:-/tmp}/mynd-soak.XXXXXX")
trap clean_up EXIT
trap 'exit 143' TERM HUP INT
[[ -n $fpm ]] || skip_suite "php-fpm$MYND_PHP_VERSION is not here" soak
mkdir -p "$temp/ledger" "$temp/resting" "$temp/rest" "$ROOT/build/soak"
for writer in "${writers[@]}"; do
	: >"$temp/ledger/$writer"
done
samples=$ROOT/build/soak/$kind-$seed.tsv last_connections=0
: >"$samples"
declare -A done_counts=()
start_server || die "the server does not start"
start_fpm || die "php-fpm does not start"
workers_before=$(fpm_workers shared && fpm_workers own)
start_programs
echo "seed $seed, $minutes minutes, $kind; samples in ${samples#"$ROOT"/}" >&2
check "all programs begin" all_go_on
rest_and_measure 0
began=$SECONDS
for ((minute = 1; minute <= minutes; minute++)); do
	while ((SECONDS - began < minute * 60 - 8)); do
		break_something
	done
	rest_and_measure "$minute"
done
touch "$temp/stop"
for pid in "${pids[@]}"; do
	wait "$pid"
	check_equal "a program ends" 0 $?
done
pids=()
check_equal "no worker died" "$workers_before" "$(fpm_workers shared && fpm_workers own)"
check_equal "nothing was wrong" "" "$(head -n 20 "$temp/wrong" 2>/dev/null)"
check_equal "no complaints" "" "$(complaints | head -n 20)"
ask <<<'SELECT token, COUNT(*) FROM soak.ledger GROUP BY token' >"$temp/rows"
verdict=$("${php[@]}" "$here/judge.php" ledger "$temp" "$temp/rows" 2>&1)
check_equal "what was told is true" "" "$(tail -n +2 <<<"$verdict")"
check_equal "no value is torn" 0 "$(ask <<<'SELECT COUNT(*) FROM soak.ledger WHERE CRC32(v) <> sum')"
check_equal "no transactions are left" 0 "$(ask <<<'SELECT COUNT(*) FROM information_schema.innodb_trx')"
check "memory, descriptors and connections stay" "${php[@]}" "$here/judge.php" samples "$samples"
"${php[@]}" "$here/judge.php" samples "$samples"
for what in "${!done_counts[@]}"; do
	printf '%s: %d times; ' "$what" "${done_counts[$what]}"
done
echo
head -n 1 <<<"$verdict"
finish

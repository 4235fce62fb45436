#!/usr/bin/env bash
# `mynd doctor` at a real server and a real php-fpm: each check fires where the server is set so, or the pages
# behave so, and says nothing where both are well. Run by `./dev test doctor`; MYND_DOCTOR_SERVER=mysql for a
# MySQL.
set -uo pipefail

here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
. "$here/../lib.sh"
. "$here/../fpm.sh"
ROOT=$MYND_ROOT
. "$ROOT/tools/dev/common.sh"
use server
set +e

kind=${MYND_DOCTOR_SERVER:-mariadb}
workers=6
php=("$MYND_STOCK_CMD" -d memory_limit=-1)
temp= fpm_pid= load_pid= hold_pid= proxy_pid= proxy_port=

clean_up() {
	local end
	end_load
	for end in ${hold_end:-} ${proxy_end:-}; do
		exec {end}>&-
	done
	fpm_end "$fpm_pid"
	server_stop "$temp/server.env"
	rm -rf "$temp"
}

pool() {
	cat <<-CONF
		[www]
		listen = $temp/www.sock
		listen.backlog = 256
		pm = static
		pm.max_children = $workers
		catch_workers_output = yes
		env[DOCTOR_SOCKET] = $MYND_TEST_SOCKET
		env[DOCTOR_USER] = $MYND_TEST_USER
		env[DOCTOR_PASSWORD] = $MYND_TEST_PASSWORD
	CONF
	[[ $(id -u) -ne 0 ]] || printf 'user = nobody\ngroup = %s\nlisten.mode = 0666\n' "$(id -gn nobody)"
}

start_fpm() { # SETTING...
	rm -f "$temp/board"
	fpm_configure "$temp" "mynd.scoreboard = $temp/board" 'mynd.scoreboard_slots = 64' "$@" < <(pool)
	fpm_start "$temp" "$ini" "$temp/www.sock" || die "php-fpm does not start"
}

ask() { # QUERY NUMBER: pages, one after the other
	"${php[@]}" "$here/../scoreboard/load.php" "$temp/www.sock" "$temp/page.php" "$1" "$2" 1
}

# Pages until end_load, two at a time. Begun: one of them was answered.
load() { # QUERY
	ask "$1" 1 >/dev/null
	"${php[@]}" "$here/../scoreboard/load.php" "$temp/www.sock" "$temp/page.php" "$1" 1000000 2 >"$temp/load" 2>&1 &
	load_pid=$!
}

end_load() {
	[[ -z $load_pid ]] || { kill "$load_pid" && wait "$load_pid"; } 2>/dev/null
	load_pid=
}

# Sets answer and status.
doctor() { # OPTION...
	answer=$(MYSQL_PWD=$MYND_TEST_PASSWORD "$MYND_PHP_CMD" "$ROOT/bin/mynd" doctor --ini "$temp" \
		--user "$MYND_TEST_USER" --seconds 0.6 "${server[@]}" "$@" 2>&1)
	status=$?
}

found() { # of the doctor's JSON: the names of what it has found
	"${php[@]}" -r 'echo implode(" ", array_column(json_decode($argv[1], true)["findings"] ?? [["check" => "no answer"]], "check"));' "$answer"
}

unknown() {
	"${php[@]}" -r 'echo implode(" ", array_column(json_decode($argv[1], true)["unknown"] ?? [["check" => "no answer"]], "check"));' "$answer"
}

finding() { # CHECK: all that it says, in one line
	"${php[@]}" -r 'foreach (json_decode($argv[1], true)["findings"] ?? [] as $f) { if ($f["check"] === $argv[2]) { unset($f["check"]); echo implode(" | ", $f); } }' "$answer" "$1"
}

# What it finds while pages with that habit are asked for.
finds() { # NAME EXPECTED QUERY
	load "$3"
	doctor --json
	end_load
	check_equal "$1" "$2" "$(found)" || printf '%s\n' "$answer"
	check_equal "$1: its status" "$([[ -z $2 ]] && echo 0 || echo 1)" "$status"
}

says() { # NAME CHECK PATTERN
	check "$1" grep -qE -- "$3" <<<"$(finding "$2")" || printf '%s\n' "$answer"
}

sql() {
	"${kind}_sql" "$MYND_TEST_SOCKET"
}

temp=$(mktemp -d "${TMPDIR:-/tmp}/mynd-doctor.XXXXXX")
[[ -n $fpm ]] || skip_suite "php-fpm$MYND_PHP_VERSION is not here" doctor
chmod 755 "$temp"
cp "$here/page.php" "$temp/page.php"
ini=$(cd -- "$(dirname -- "$MYND_SO")/../../ini-mynd" && pwd)
ln -s "$ini" "$temp/conf.d"
trap clean_up EXIT
trap 'exit 143' TERM HUP INT
server_start "$temp/server.env" "$kind" || die "the server does not start"
. "$temp/server.env"
server=(--socket "$MYND_TEST_SOCKET") # the doctor's
disown "$MYND_TEST_SERVER_PID"
chmod 755 "$MYND_TEST_SERVER_FOLDER"
: >"$temp/php.log"
chmod 666 "$temp/php.log"


# The server's setting, for as long as a command runs.
with_global() { # NAME VALUE COMMAND...
	local before
	before=$(sql <<<"SELECT @@GLOBAL.$1" | tail -n 1)
	sql <<<"SET GLOBAL $1 = $2"
	"${@:3}"
	sql <<<"SET GLOBAL $1 = $before"
}

start_proxy() { # LISTEN MICROSECONDS COMMAND...: COMMAND runs it; sets proxy_port
	local line= tries
	[[ -p $temp/proxy.in ]] || mkfifo "$temp/proxy.in"
	: >"$temp/proxy.out"
	"${@:3}" "$temp/proxy" "$1" "$MYND_TEST_SOCKET" "$2" <"$temp/proxy.in" >"$temp/proxy.out" &
	proxy_pid=$!
	exec {proxy_end}>"$temp/proxy.in" # it ends with this
	for ((tries = 0; tries < 100; tries++)); do
		read -r line <"$temp/proxy.out" && [[ $line == ready* ]] && break
		sleep 0.05
	done
	proxy_port=${line#ready }
	[[ $line == ready* ]]
}

end_proxy() {
	exec {proxy_end}>&-
	wait "$proxy_pid"
	proxy_pid=
}

# Connections of a program that waits, until let_go.
hold() { # NUMBER
	local line
	mkfifo "$temp/hold.in" "$temp/hold.out"
	"${php[@]}" -r '
		for ($i = 0; $i < $argv[1]; $i++) {
			$held[] = new mysqli("localhost", $argv[2], $argv[3], "", 0, $argv[4]);
		}
		echo "ready\n";
		fgets(STDIN);' "$1" "$MYND_TEST_USER" "$MYND_TEST_PASSWORD" "$MYND_TEST_SOCKET" <"$temp/hold.in" >"$temp/hold.out" &
	hold_pid=$!
	exec {hold_end}>"$temp/hold.in"
	read -r line <"$temp/hold.out"
	[[ $line == ready ]] || die 'no connections to hold'
}

let_go() {
	exec {hold_end}>&-
	wait "$hold_pid"
	rm "$temp/hold.in" "$temp/hold.out"
	hold_pid=
}

# A program of the command line with the workers' php.ini.
run_php() { # CODE ARGUMENT...
	PHP_INI_SCAN_DIR=$ini "$MYND_PHP_CMD" -c "$temp" -r "$@"
}

server_ticks() { # the server's CPU time in hundredths of a second
	sed 's/.*) //' "/proc/$MYND_TEST_SERVER_PID/stat" | awk '{ print $12 + $13 }'
}

cost() { # microseconds of the server's CPU for each of 2,000 pages that connect and read a row
	local before
	before=$(server_ticks)
	"${php[@]}" "$here/../scoreboard/load.php" "$temp/www.sock" "$temp/page.php" 'habit=scans' 2000 2 >/dev/null
	echo $((($(server_ticks) - before) * 10000 / 2000))
}

# The cost behind the finding about read_buffer_size.
read_buffer_costs() {
	local i small large
	{ # of MyISAM, more than 5 MiB
		echo 'CREATE DATABASE doctor; CREATE TABLE doctor.large (a INT, b VARCHAR(200)) ENGINE=MyISAM;'
		echo "INSERT INTO doctor.large VALUES (1, REPEAT('x', 150));"
		for ((i = 0; i < 16; i++)); do
			echo 'INSERT INTO doctor.large SELECT * FROM doctor.large;'
		done
	} | sql
	small=$(with_global read_buffer_size 131072 cost)
	large=$(with_global read_buffer_size 5242880 cost)
	echo "read_buffer_size: CPU of the server for a connect and a row, $small microseconds at 128 KiB, $large at 5 MiB"
	check 'read_buffer_size: it costs what is said' test "$large" -ge $((small + 80))
}

start_fpm "mynd.slow_log = $temp/slow.log" 'mynd.slow_repeats = 20'
for ((i = 0; i < 8; i++)); do # each worker has its connection
	ask '' 6 >/dev/null
done

# --- healthy ---
finds 'a healthy server: nothing' '' ''
check_equal 'a healthy server: nothing is unknown' '' "$(unknown)"
finds 'pages that prepare once and execute often: nothing' '' 'habit=prepares-once'
doctor
check_equal 'in words: its status' 0 "$status"
check 'in words: nothing was found' grep -q '^Nothing was found\.$' <<<"$answer"
check 'in words: the workers' grep -qE "^[1-$workers] workers on the scoreboard; looked for 0\.[6-9] s\$" <<<"$answer"

# --- the server ---
with_global wait_timeout 30 finds 'wait_timeout' 'idle-timeout' ''
says 'wait_timeout: the figure' idle-timeout "^the server's wait_timeout is 30 s, mynd.idle_timeout 60 s"
with_global wait_timeout 1 doctor --json --seconds 2.5
check_equal 'wait_timeout, shorter than it looks: its status' 1 "$status" || printf '%s\n' "$answer"
says 'wait_timeout, shorter than it looks: the figure' idle-timeout "^the server's wait_timeout is 1 s, mynd.idle_timeout 60 s"
with_global max_allowed_packet 1048576 finds 'max_allowed_packet' 'packet-size' ''
says 'max_allowed_packet: the figure' packet-size '^max_allowed_packet is 1 MiB, and PHP takes uploads of 2 MiB'

with_global read_buffer_size 5242880 finds 'read_buffer_size and few connects: nothing' '' ''
if [[ $kind == mariadb ]]; then
	with_global read_buffer_size 5242880 finds 'read_buffer_size and many connects' 'connects read-buffers' 'habit=connects'
	says 'read_buffer_size: the figure' read-buffers '^read_buffer_size is 5 MiB, at [0-9.,]+ connects a second'
	says 'read_buffer_size: the setting' read-buffers 'read_buffer_size = 128 KiB'
	read_buffer_costs
fi
finds 'many connects' 'connects' 'habit=connects'
says 'connects: the setting' connects 'mynd.persistent = all'
with_global sort_buffer_size 1073741824 finds 'sort_buffer_size' 'read-buffers' ''
says 'sort_buffer_size: the figure' read-buffers '^sort_buffer_size is 1 GiB, and there have been [0-9]+ connections at once'

for ((i = 0; i < 8; i++)); do # each worker has its connection again
	ask '' 6 >/dev/null
done
hold 3
sql <<<'FLUSH STATUS'
with_global max_connections 10 finds 'max_connections, nearly reached' 'max-connections' ''
says 'max_connections: the figure' max-connections '^(9|1[01]) connections at once since the server began, where max_connections is 10 '
with_global max_connections 40 finds 'max_connections, large enough: nothing' '' ''
let_go
# For this user a full server has no place beyond its limit.
sql <<<"CREATE USER plain IDENTIFIED BY '$MYND_TEST_PASSWORD'"
hold 12
with_full_server() {
	doctor --json --user plain
	let_go # or the limit could not be lifted either
}
with_global max_connections 10 with_full_server
check_equal 'a full server: its status' 1 "$status" || printf '%s\n' "$answer"
check_equal 'a full server' 'max-connections' "$(found)"
says 'a full server: the figure' max-connections '^the server has no free connection: it refused ([0-9]+) of \1 connects of this command; 6 workers hold [6-7], [5-7] of them idle '
check_equal 'a full server: what is not known' 'connects idle-timeout packet-size prepared-once read-buffers repeated-queries round-trips' "$(unknown)"
ask 'habit=holds' 1 >/dev/null
sql <<<'FLUSH STATUS'
with_global max_connections 11 finds 'max_connections, 6 workers of which one holds two' 'max-connections' ''
says 'max_connections: the workers' max-connections '^6 workers, of which one holds 2 connections \([5-7] idle ones in all\), where max_connections is 11 '
with_global max_connections 13 finds 'max_connections for two each: nothing' '' ''

# --- the pages ---
finds 'rows that nobody fetches' 'dropped-rows' 'habit=drops'
says 'rows that nobody fetches: the figure' dropped-rows '^[0-9,]+ of [0-9,]+ rows \((9[0-9]|100)%\) were received'
finds 'large commands' 'command-buffer' 'habit=large'
says 'large commands: the figure' command-buffer '^[0-9,]+ of [0-9,]+ commands .* mysqlnd\.net_cmd_buffer_size, 4 KiB '
finds 'statements prepared for one execute' 'prepared-once' 'habit=prepares'
says 'statements: the figure' prepared-once 'about (9[0-9]|100)% of them for one execute '
finds 'one query for each row' 'repeated-queries' 'habit=repeats'
says 'one query for each row: the figure' repeated-queries '^[0-9,]+ commands of kinds that one request gave more than 20 times'

# --- the line ---
"${CC:-cc}" -std=gnu11 -O2 -o "$temp/proxy" "$ROOT/bench/servers/proxy.c" "$ROOT/bench/servers/conversation.c" || die 'no proxy'
start_proxy 127.0.0.1:0 1000 || die 'the proxy does not start'
finds 'what a session begins with, near: nothing' '' 'habit=sets'
server=(--host 127.0.0.1 --port "$proxy_port")
finds 'what a session begins with, far' 'round-trips' 'habit=sets'
says 'what a session begins with: the figure' round-trips '^[0-9,.]+ SET and USE and .* each a round trip of [12]\.?[0-9]* ms'
finds 'far, but nothing to save: nothing' '' ''
end_proxy
server=(--socket "$MYND_TEST_SOCKET")

# Connects to an address that is no loopback: in a network of their own, where the loopback device has another
# address, and the proxy leads out of it to the server's unix socket.
far_connects() { # NUMBER FLAGS
	# shellcheck disable=SC2016
	run_php '
		for ($i = 0; $i < $argv[1]; $i++) {
			$db = mysqli_init();
			$db->real_connect($argv[5], $argv[3], $argv[4], "", (int) $argv[6], null, (int) $argv[2]);
			$db->query("SELECT 1")->fetch_all();
			$db->close();
		}' "$1" "$2" "$MYND_TEST_USER" "$MYND_TEST_PASSWORD" "$3" "$4"
}
export -f run_php far_connects
export ini temp MYND_PHP_CMD MYND_TEST_USER MYND_TEST_PASSWORD
elsewhere=(unshare --net)
[[ $(id -u) -eq 0 ]] || elsewhere+=(--map-root-user)
network='ip link set lo up && ip address add 192.0.2.1/32 dev lo'
if "${elsewhere[@]}" sh -c "$network" >/dev/null 2>&1; then
	# shellcheck disable=SC2016
	in_network='
		eval "$network" || exit
		mkfifo "$temp/far.in"
		: >"$temp/far.out"
		"$temp/proxy" 192.0.2.1:0 "$MYND_TEST_SOCKET" 0 <"$temp/far.in" >"$temp/far.out" &
		exec 9>"$temp/far.in"
		for ((i = 0; i < 100; i++)); do
			read -r line <"$temp/far.out" && [[ $line == ready* ]] && break
			sleep 0.05
		done
		far_connects 3 "$flags" 192.0.2.1 "${line#ready }"'
	export network MYND_TEST_SOCKET flags=0
	finds 'connects on this machine alone: nothing' '' ''
	check 'connects in clear: made' "${elsewhere[@]}" bash -c "$in_network"
	rm -f "$temp/far.in"
	finds 'connects in clear' 'tls' ''
	says 'connects in clear: the figure' tls '^of [0-9,]+ connects since the scoreboard was made 3 to another machine without TLS '
	flags=2048 # MYSQLI_CLIENT_SSL
	check 'TLS without a look at the certificate: made' "${elsewhere[@]}" bash -c "$in_network"
	finds 'TLS without a look at the certificate' 'tls' ''
	says 'TLS: the figure' tls '3 to another machine without TLS, 3 with TLS, but without a look at the certificate '
else
	skip_check tls 'no network namespace can be had here'
fi

# --- its own connect is no worker's ---
connects_on_board() {
	"$MYND_PHP_CMD" -r 'echo Mynd\scoreboard($argv[1])["total"]["connects"];' "$temp/board"
}
before=$(connects_on_board)
doctor --json
doctor --json
check_equal 'the doctor does not count itself' "$before" "$(connects_on_board)"
echo 'mynd.idle_timeout = 0' >>"$temp/php.ini"
doctor --json
check 'an idle_timeout without limit is found, beside a scoreboard' grep -q idle-timeout <<<"$(found)" || printf '%s\n' "$answer"
sed -i '/^mynd.idle_timeout = 0$/d' "$temp/php.ini"

# --- what mynd.prefetch does ---
fpm_end "$fpm_pid"
sql <<<'CREATE DATABASE IF NOT EXISTS doctor; CREATE TABLE doctor.ids (id INT PRIMARY KEY); INSERT INTO doctor.ids VALUES (1), (2), (3)'
start_fpm 'mynd.prefetch = 1s'
ask 'habit=reads' 200 >/dev/null
load 'habit=reads'
doctor
end_load
pattern=' mynd\.prefetch: [0-9,]+ of [0-9,]+ commands were reads that came ahead; [0-9,]+ came in vain \([0-9.]+%\); that saved'
check 'reads that came ahead' grep -qE "$pattern" <<<"$(tr -s '\n ' ' ' <<<"$answer")" || printf '%s\n' "$answer"

# --- what it cannot know, and what it refuses ---
fpm_end "$fpm_pid"
fpm_pid=
sed -i '/^mynd\./d' "$temp/php.ini"
doctor --json
check_equal 'no scoreboard: its status' 0 "$status"
check_equal 'no scoreboard: what is not known' 'command-buffer dropped-rows prepared-once repeated-queries tls' "$(unknown)"
doctor
check 'no scoreboard: in words' grep -q "^command-buffer, dropped-rows, prepared-once, tls are not known: needs the workers' numbers,\$" <<<"$answer"

printf '%s\n' 'mynd.preset = web' 'mynd.reconnect = 0' >>"$temp/php.ini"
doctor
check 'the settings of a preset, and where they are from' grep -q '^mynd.preset = web: mynd.dead_after = 30s, mynd.persistent = all, mynd.reconnect = 0 (by php.ini),$' <<<"$answer" || printf '%s\n' "$answer"
sed -i '/^mynd\./d' "$temp/php.ini"

refuses() { # NAME PATTERN OPTION...
	doctor "${@:3}"
	check_equal "$1: its status" 2 "$status"
	check "$1: what it says" grep -qE -- "^mynd: $2\$" <<<"$answer" || printf '%s\n' "$answer"
}
refuses 'no time' '--seconds is a number from 0.1 to 3600' --seconds 0
refuses 'no port' '--port is a number' --port three
refuses 'no such option' 'unknown option --seconsd; see mynd help' --seconsd 3
refuses 'no scoreboard there' ".*$temp/none.*" --file "$temp/none"
refuses 'no folder' "$temp/none has no php.ini and no conf.d" --ini "$temp/none"
server=(--socket "$temp/none")
refuses 'no server' 'the server: No such file or directory'
server=(--socket "$MYND_TEST_SOCKET" --user nobody)
refuses 'no such user' "the server: Access denied for user 'nobody'.*"
finish

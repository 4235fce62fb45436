#!/usr/bin/env bash
# mynd.scoreboard in a real php-fpm under load: what `mynd metrics` sums is what was asked, its output is
# Prometheus' format by a strict reader, `mynd top` shows what runs, and workers that are killed at random
# leave right totals. Run by `./dev test scoreboard`.
set -uo pipefail

here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
. "$here/../lib.sh"
. "$here/../fpm.sh"
ROOT=$MYND_ROOT
. "$ROOT/tools/dev/common.sh"
use server
set +e

workers=6
php=("$MYND_STOCK_CMD" -d memory_limit=-1)
mynd=("$MYND_PHP_CMD" "$ROOT/bin/mynd")
temp= fpm_pid= sleeper=

clean_up() {
	[[ -z $sleeper ]] || wait "$sleeper"
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
		env[BOARD_SOCKET] = $MYND_TEST_SOCKET
		env[BOARD_USER] = $MYND_TEST_USER
		env[BOARD_PASSWORD] = $MYND_TEST_PASSWORD
	CONF
	[[ $(id -u) -ne 0 ]] || printf 'user = nobody\ngroup = %s\nlisten.mode = 0666\n' "$(id -gn nobody)"
}

start_fpm() { # SETTING...
	fpm_configure "$temp" "$@" < <(pool)
	fpm_start "$temp" "$ini" "$temp/www.sock" || die "php-fpm does not start"
}

load() { # QUERY NUMBER [KILL-EVERY]
	"${php[@]}" "$here/load.php" "$temp/www.sock" "$temp/page.php" "$1" "$2" 4 "${3:-0}" "$fpm_pid" 2>&1
}

# The samples, by the strict reader.
samples() {
	"${mynd[@]}" metrics --file "$temp/board" | "${php[@]}" "$here/parse.php"
}

value() { # SAMPLE
	awk -v name="$1" '$1 == name { print $2 }' <<<"$now"
}

between() { # LEAST NUMBER MOST
	[[ $1 -le $2 && $2 -le $3 ]]
}

temp=$(mktemp -d "${TMPDIR:-/tmp}/mynd-scoreboard.XXXXXX")
[[ -n $fpm ]] || skip_suite "php-fpm$MYND_PHP_VERSION is not here" scoreboard
chmod 755 "$temp"
cp "$here/page.php" "$temp/page.php"
mkdir -p "$temp/bin/parts" "$temp/examples/operations"
cp "$ROOT/bin/parts/metrics.php" "$temp/bin/parts/"
cp "$ROOT/examples/operations/metrics.php" "$temp/examples/operations/"
ini=$(dirname -- "$MYND_SO")/../../ini-mynd
trap clean_up EXIT
trap 'exit 143' TERM HUP INT
server_start "$temp/server.env" mariadb || die "the server does not start"
. "$temp/server.env"
disown "$MYND_TEST_SERVER_PID"
chmod 755 "$MYND_TEST_SERVER_FOLDER"
: >"$temp/php.log"
chmod 666 "$temp/php.log"

start_fpm "mynd.scoreboard = $temp/board" "mynd.scoreboard_slots = $((workers + 2))"
check_equal "the file is its owner's, and its group may read it" "640" "$(stat -c %a "$temp/board")"

# 300 requests with 5 queries of two rows and an error each, on connections of their own
check_equal "all are answered" "300 0 0" "$(load 'queries=5&errors=1' 300)"
now=$(samples) || check_equal "the format" "" "not Prometheus'"
check_equal "replies" 1800 "$(value mynd_command_duration_seconds_count)"
check_equal "commands, with the end of each connection" 2100 "$(value mynd_commands_total)"
check_equal "round trips" 1800 "$(value mynd_round_trips_total)"
check_equal "rows" 3000 "$(value mynd_rows_total)"
check_equal "errors" 300 "$(value 'mynd_errors_total{class="syntax"}')"
check_equal "other errors" 300 "$(awk '/^mynd_errors_total/ { n += $2 } END { print n }' <<<"$now")"
check_equal "connects" "300 0" "$(value 'mynd_connects_total{outcome="made"}') $(value 'mynd_connects_total{outcome="failed"}')"
check_equal "connections" "0 0" "$(value 'mynd_connections{state="in_use"}') $(value 'mynd_connections{state="idle"}')"
check "workers have records" between 1 "$(value mynd_workers)" "$workers"

page=$("${php[@]}" -r 'require $argv[1]; $s = stream_socket_client("unix://" . $argv[2]); fwrite($s, request(["REQUEST_METHOD" => "GET", "SCRIPT_FILENAME" => $argv[3]])); echo explode("\r\n\r\n", printed(stream_get_contents($s))[0], 2)[1];' \
	"$here/../fastcgi.php" "$temp/www.sock" "$temp/examples/operations/metrics.php")
check_equal "the page says the same" "$("${mynd[@]}" metrics --file "$temp/board")" "$page"

# idle connections of pools
check_equal "persistent: all are answered" "100 0 0" "$(load 'queries=2&errors=0&persistent=1' 100)"
now=$(samples)
idle=$(value 'mynd_connections{state="idle"}')
check "persistent: each worker has one idle" between 1 "$idle" "$workers"
check_equal "persistent: made" "$idle" "$(value 'mynd_pool_events_total{event="made"}')"
check_equal "persistent: made and taken" 100 "$((idle + $(value 'mynd_pool_events_total{event="taken"}')))"
check_equal "persistent: handed back" 100 "$(value 'mynd_pool_events_total{event="handed_back"}')"
check "persistent: rows, and at most two of the driver's own each" between 3400 "$(value mynd_rows_total)" 3600

# what runs now
load 'queries=1&errors=0&sleep=6' 1 >"$temp/slept" &
sleeper=$!
for ((tries = 0; tries < 50; tries++)); do
	now=$(samples)
	[[ $(value mynd_waiting_workers) != 1 ]] || break
done
check_equal "metrics shows that one waits" 1 "$(value mynd_waiting_workers)"
top=$("${mynd[@]}" top --file "$temp/board" --once --interval 0.3)
check_equal "top shows what runs, and who asked" 1 "$(grep -c 'SELECT SLEEP(?), ?  page.php$\|SELECT SLEEP(?+  page.php$\|SELECT SLEEP(?), ?+  page.php$' <<<"$top")"
check "top shows no literal" test "${top/s3cr3t/}" = "$top"
check "nor does the file have it" test "$(grep -c 's3cr3t' "$temp/board")" -eq 0
wait "$sleeper"
sleeper=
check_equal "it was answered" "1 0 0" "$(cat "$temp/slept")"
now=$(samples)
check_equal "nobody waits any more" "0 0" "$(value mynd_waiting_workers) $(value mynd_longest_wait_seconds)"

# workers are killed in the middle of what they do; more of them than there are records
before_replies=$(value mynd_command_duration_seconds_count)
before_rows=$(value mynd_rows_total)
read -r answered lost killed < <(load 'queries=20&errors=0' 400 20)
echo "killed $killed, answered $answered, lost $lost"
check "more were killed than there are records" test "$killed" -gt $((workers + 2))
now=$(samples) || check_equal "killed: the format" "" "not Prometheus'"
replies=$(($(value mynd_command_duration_seconds_count) - before_replies))
rows=$(($(value mynd_rows_total) - before_rows))
check "killed: each answered request is counted, and of a lost one what was counted ($replies)" between $((20 * answered)) "$replies" $((20 * (answered + lost)))
check "killed: rows ($rows)" between $((40 * answered)) "$rows" $((40 * (answered + lost)))
check_equal "killed: no connection is left" 0 "$(value 'mynd_connections{state="in_use"}')"
check "killed: only the living have idle ones" between 0 "$(value 'mynd_connections{state="idle"}')" "$workers"
check "killed: workers" between 0 "$(value mynd_workers)" "$workers"
check_equal "killed: nobody found no record" 0 "$(value mynd_workers_without_slot_total)"

# another php-fpm goes on with the file
fpm_end "$fpm_pid"
now=$(samples)
check_equal "ended: no worker, no connection" "0 0 0" "$(value mynd_workers) $(value 'mynd_connections{state="in_use"}') $(value 'mynd_connections{state="idle"}')"
before_replies=$(value mynd_command_duration_seconds_count)
start_fpm "mynd.scoreboard = $temp/board" 'mynd.scoreboard_slots = 2'
check_equal "again: all are answered" "50 0 0" "$(load 'queries=1&errors=0' 50)"
now=$(samples)
check_equal "again: the numbers go on" $((before_replies + 50)) "$(value mynd_command_duration_seconds_count)"
check_equal "no complaints" "" "$(fpm_complaints "$temp" | grep -v 'exited on signal 9\|exited with code')"
fpm_end "$fpm_pid"
fpm_pid=

# a file that cannot be had: a warning, and php-fpm works
start_fpm "mynd.scoreboard = $temp/none/board"
check_equal "no folder: all are answered" "10 0 0" "$(load 'queries=1&errors=0' 10)"
check "no folder: the log says so" grep -q "mynd.scoreboard = .*No such file or directory. There is no scoreboard" "$temp/php.log" "$temp/fpm.out" "$temp/fpm.log"
finish

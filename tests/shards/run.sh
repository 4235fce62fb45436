#!/usr/bin/env bash
# examples/shards.php over three real servers: the answers of three are those of one, eight slow ones answer
# in the time of one, and who is missing is told: stopped before, or killed while asked. Run by `./dev test
# shards`.
set -uo pipefail

here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
. "$here/../lib.sh"
ROOT=$MYND_ROOT
. "$ROOT/tools/dev/common.sh"
use shards
find_php
temp=$(mktemp -d "${TMPDIR:-/tmp}/mynd-shards.XXXXXX")
at_exit rm -rf "$temp"
at_exit stop_shards "$temp" a b c
check "three servers start" start_shards "$temp" a b c || { finish; exit; }

three=$(shard_addresses "$temp" a b c)
one="whole=$MYND_TEST_SOCKET"

# Standard error is shown only if it fails, which no two addresses do with the same words.
ask() { # ADDRESSES SCENE...
	run_shards "$MYND_PHP_CMD" "$@" 2>"$temp/errors" || { cat "$temp/errors" && echo "$1 failed"; }
}

sql() { # SOCKET SQL
	mariadb --no-defaults -S "$1" -u root -N mynd_test <<<"$2"
}

socket_of() { # NAME
	(. "$temp/$1.env" && echo "$MYND_TEST_SOCKET")
}

# --- three are as one ---

check_equal "split" "$(ask "$one" split)" "$(ask "$three" split)"
for scene in counts totals top pages everything; do
	check_equal "$scene: of three as of one" "$(ask "$one" "$scene")" "$(ask "$three" "$scene")"
done

counted=$(for name in a b c; do sql "$(socket_of "$name")" 'SELECT COUNT(*) FROM orders'; done)
check_equal "each has its part" "3 parts, 30000 rows" \
	"$(echo "$counted" | awk '$1 > 1000 { parts++ } { rows += $1 } END { print parts " parts, " rows " rows" }')"
check_equal "pages: as the server has them" \
	"from 20000: $(sql "$MYND_TEST_SOCKET" 'SELECT id FROM orders ORDER BY cents DESC, id LIMIT 10 OFFSET 20000' | xargs)" \
	"$(ask "$three" pages | grep '^from 20000')"
check_equal "totals: as the server has them" \
	"$(sql "$MYND_TEST_SOCKET" 'SELECT COUNT(*), ROUND(SUM(cents) / 100, 2) FROM orders WHERE region = "east"' | xargs)" \
	"$(ask "$three" totals | sed -n 's/^east  *\([0-9]*\) orders,  *\([0-9.]*\) in all.*/\1 \2/p')"
sql "$MYND_TEST_SOCKET" 'DROP TABLE orders'

# Each shard sends no more rows than can be wanted.
rows_sent() {
	sql "$(socket_of a)" "SHOW GLOBAL STATUS LIKE 'Rows_sent'" | cut -f2
}
before=$(rows_sent)
ask "$three" top >/dev/null
check "top: LIMIT is pushed down" test $(($(rows_sent) - before)) -le 10

# --- eight that take 0.2 s each: on a busy machine the time, and nothing else, may need another try ---

in_time() {
	local try said
	for try in 1 2 3 4 5 6; do
		said=$(run_shards "$MYND_PHP_CMD" "$three" busy 2>&1)
		[[ $said != *"8 answers, in time, and work was done meanwhile"* ]] || return 0
		[[ $said =~ '8 answers, '('in time'|late)', and ' ]] || break
	done
	echo "$said"
	return 1
}
check "busy: eight answers within 0.25 s, and work meanwhile" in_time

# --- one is missing ---

read -r a b c <<<"$(echo "$counted" | xargs)"
stop_shards "$temp" b
said=$(ask "$three" counts)
check_equal "stopped: the others answer" "$((a + c)) orders" "$(grep -o '^[0-9]* orders' <<<"$said")"
check_equal "stopped: who is missing is told" "  missing is shard b: No such file or directory" "$(grep missing <<<"$said")"
check_equal "stopped: the order is right without it" "5" "$(ask "$three" top | grep -c '^order')"

kill_while_asked() { # prints the program's output when c is killed after all were asked
	local line pid
	pid=$(. "$temp/c.env" && echo "$MYND_TEST_SERVER_PID")
	while read -r line; do
		echo "$line"
		[[ $line != waiting ]] || kill -9 "$pid"
	done < <(run_shards "$MYND_PHP_CMD" "$three" slow 2>&1)
}
said=$(kill_while_asked)
check_equal "killed: the other answers" "$a orders" "$(grep -o '^[0-9]* orders' <<<"$said")"
check_equal "killed: who is missing is told" "missing is shard b: No such file or directory
missing is shard c: MySQL server has gone away" "$(grep missing <<<"$said")"

stop_shards "$temp" a c
check_equal "nobody answers" "no shard answers" "$(ask "$three" counts | sed -n 2p)"
finish

#!/usr/bin/env bash
# Programs against programs: the list of known differences, then random programs, expressions and programs
# that end, made of the commit's seed.
set -euo pipefail
. "$MYND_ROOT/tests/lib.sh"

arguments=(--stock "$MYND_STOCK_CMD" --mynd "$MYND_PHP_CMD" --folder "$BUILD/differential")

# As ./dev differential has it from the start.
"$MYND_STOCK_CMD" -r '
	$link = new mysqli("localhost", getenv("MYND_TEST_USER"), getenv("MYND_TEST_PASSWORD"), null, null, getenv("MYND_TEST_SOCKET"));
	$link->query("SET GLOBAL lock_wait_timeout = $argv[1], GLOBAL innodb_lock_wait_timeout = $argv[2]");' 2 1
trap '"$MYND_STOCK_CMD" -r "\$link = new mysqli(\"localhost\", getenv(\"MYND_TEST_USER\"), getenv(\"MYND_TEST_PASSWORD\"), null, null, getenv(\"MYND_TEST_SOCKET\"));
	\$link->query(\"SET GLOBAL lock_wait_timeout = DEFAULT, GLOBAL innodb_lock_wait_timeout = DEFAULT\");"' EXIT

list=$("$MYND_STOCK_CMD" "$MYND_ROOT/tests/differential/known_test.php" "${arguments[@]}") || true
grep -vE '^[0-9]+ passed' <<<"$list" || true
[[ $(tail -n 1 <<<"$list") =~ ^([0-9]+)\ passed,\ ([0-9]+)\ failed$ ]] || BASH_REMATCH=(0 0 1)
checks_passed=$((checks_passed + BASH_REMATCH[1])) checks_failed=$((checks_failed + BASH_REMATCH[2]))

machine=differential.php
programs() { # NAME COUNT [--with NAME=VALUE]...
	local status=0
	"$MYND_STOCK_CMD" "$MYND_ROOT/tests/differential/$machine" "${arguments[@]}" --seed "$MYND_TEST_SEED" --programs "$2" "${@:3}" || status=$?
	check "$1" [ "$status" -eq 0 ] || true
}
programs "random programs do on mynd what they do on stock" 300
programs "the same with mynd.preset=web" 120 --with mynd.preset=web
programs "the same with fewer round trips" 40 --with mynd.round_trips=fewer --with mynd.pipelining=on
programs "the same with prologues of pools" 40 --with mynd.round_trips=fewer --with mynd.pipelining=on --with mynd.persistent=all
programs "the same with reads that come ahead" 40 --with mynd.prefetch=50ms --with mynd.round_trips=fewer --with mynd.persistent=all
programs "the same with sessions that survive" 40 --with mynd.reconnect=1
programs "the same in a fiber that takes turns" 60 --with mynd.async=1
machine=expressions_machine.php
programs "expressions have the values that they have with stock" 1500
machine=ends.php
programs "programs that end leave on the server what they leave with stock" 700
programs "the same with mynd.async" 300 --with mynd.async=1
users() { # WORLDS
	"$MYND_PHP_CMD" "$MYND_ROOT/tests/differential/users.php" "$MYND_TEST_SEED" "$1"
}
check "users of a Mynd\Pool see what they see on connections of their own" users 100 || true
finish

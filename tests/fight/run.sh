#!/usr/bin/env bash
# Programs that fight, about a minute of them, made of the commit's seed; before that, that the machine sees
# what it is there for. Run by `./dev test fight`.
set -uo pipefail

here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
. "$here/../lib.sh"
export MYND_NO_SETUP=1

"$MYND_ROOT/dev" build --asan || exit
selftest() {
	MYND_FIGHT_PHP=$MYND_PHP_CMD-asan "$MYND_STOCK_CMD" "$here/selftest.php" 2>&1
}

"$MYND_STOCK_CMD" "$here/schema.php"
check_equal "the machine finds what was planted" "" "$(selftest)"
log=$(mktemp)
programs() { # NAME COUNT [--with NAME=VALUE]...
	local status=0
	"$MYND_ROOT/dev" fight --seed "$MYND_TEST_SEED" --programs "$2" "${@:3}" >"$log" 2>&1 || status=$?
	check_equal "$1" 0 "$status" || cat "$log"
	tail -n 1 "$log"
}
programs "programs that fight" 1000
programs "the same with fewer round trips and prologues" 100 --with mynd.round_trips=fewer --with mynd.pipelining=on --with mynd.persistent=all
programs "the same with sessions that survive" 75 --with mynd.reconnect=1
programs "the same as programs of fibers" 30 --with mynd.async=1
rm -f "$log"
finish

#!/usr/bin/env bash
# Conversations over a network that breaks, a hundredth of the cases, made of the commit's seed; system calls
# that fail; before that, that the machine sees what it is there for. Run by `./dev test torn`.
set -uo pipefail

here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
. "$here/../lib.sh"
ROOT=$MYND_ROOT
. "$ROOT/tools/dev/common.sh"
find_php
use torn

run_program "what the machine must see" "$MYND_PHP_CMD" "$here/selftest.php" "$(torn_compile relay)"
kernel=$(torn_compile kernel -shared -fPIC)
torn() { # NAME ARGUMENTS...
	local name=$1 log=$PHP_BUILD/torn/log status=0
	shift
	: >"$log"
	run_torn "$MYND_PHP_CMD" mariadb --seed "$MYND_TEST_SEED" "$@" >>"$log" 2>&1 || status=$?
	check_equal "$name" 0 "$status" || cat "$log"
	tail -n 1 "$log"
}
torn "cut, split and stalled" --part 0.01 --seconds 90
torn "system calls that fail: one conversation whole" --kernel "$kernel" --conversation query/plain --conversation query/tls
torn "system calls that fail: some of all" --kernel "$kernel" --part 0.02 --seconds 40
finish

#!/usr/bin/env bash
# A server is killed while many commands are under way. Of each it must be known whether it was done, may have
# been done, or was not; and when the server is back, its table must say the same. Then connections are
# killed while sessions without state survive (sessions.php; MYND_KILLS: how often). MYND_CALLS=N: workers
# of php-fpm end in the middle of N calls in each way (calls.sh; `./dev soak --calls`: of all). Run by
# `./dev test killed`.
set -uo pipefail

here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
. "$here/../lib.sh"
. "$here/../fpm.sh"
ROOT=$MYND_ROOT
. "$ROOT/tools/dev/common.sh"
use server

temp=$(mktemp -d "${TMPDIR:-/tmp}/mynd-killed.XXXXXX")
at_exit rm -rf "$temp"
at_exit server_stop "$temp/server.env"
server_options=(--innodb-flush-log-at-trx-commit=2) # what was answered with OK outlives the server
server_start "$temp/server.env" mariadb || die "the server does not start"
. "$temp/server.env"
check "sessions survive, and nothing is lost, doubled, or run without its state" \
	"$MYND_PHP_CMD" -d mynd.reconnect=1 "$here/sessions.php" "${MYND_KILLS:-500}"
disown "$MYND_TEST_SERVER_PID" # the shell says nothing of its end
if [[ -z ${MYND_CALLS:-} ]]; then
	skip_check "calls that end" "minutes; with MYND_CALLS=3"
elif [[ -n $fpm ]]; then
	run_program "calls that end" "$here/calls.sh" "$MYND_TEST_SEED" "$MYND_CALLS"
else
	skip_check "calls that end" "php-fpm$MYND_PHP_VERSION is not here"
fi

for way in queued pipeline execute_many executes; do
	check "$way: killed in the middle" "$MYND_PHP_CMD" -d memory_limit=1G "$here/told.php" "$way" "$temp/told" || continue
	wait_for_end "$MYND_TEST_SERVER_PID"
	server_restart "$temp/server.env" mariadb
	check_equal "$way: the server starts again" 0 $?
	. "$temp/server.env"
	check_equal "$way: what was told is true" "0 lost, 0 that were not run, 40000 in all" \
		"$("$MYND_PHP_CMD" "$here/told.php" judge "$temp/told" 2>&1)"
done
finish

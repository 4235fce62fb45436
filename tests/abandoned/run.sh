#!/usr/bin/env bash
# What is abandoned is killed on the server (mynd.kill_abandoned): on one that has no room for another
# connection, and in races between kills and the ends of what they are for, of which none may hit a later
# command. Run by `./dev test abandoned`. MYND_ABANDONED_SERVER=mysql for a MySQL; MYND_RACES: how many;
# MYND_SEED repeats them as far as the server does.
set -uo pipefail

here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
. "$here/../lib.sh"
ROOT=$MYND_ROOT
. "$ROOT/tools/dev/common.sh"
use server

temp=$(mktemp -d "${TMPDIR:-/tmp}/mynd-abandoned.XXXXXX")
at_exit rm -rf "$temp"
at_exit server_stop "$temp/server.env"
kind=${MYND_ABANDONED_SERVER:-mariadb}
seed=${MYND_SEED:-$RANDOM} races=${MYND_RACES:-1000}
server_options=(--max-connections=10)
server_start "$temp/server.env" "$kind" || die "the server does not start"
. "$temp/server.env"
php=("$MYND_PHP_CMD" -d mynd.shared_pool=0)

check_equal "a server without room" "$(cat "$here/full.out")" "$("${php[@]}" "$here/full.php" 2>&1)"
for setting in 0 1; do
	check "none of $races races hits a later command (mynd.kill_abandoned=$setting, MYND_SEED=$seed)" \
		"${php[@]}" -d mynd.kill_abandoned="$setting" "$here/races.php" "$races" "$seed"
done
finish

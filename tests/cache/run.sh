#!/usr/bin/env bash
# The query cache of examples/cache/ with what it is for: APCu that the workers of php-fpm share, and a real Redis server. Stores and their locks; many requests at once for
# one answer that is not there, or has just expired; stores that break. Run by `./dev test cache`; what cannot be had is skipped.
set -uo pipefail

here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
. "$here/../lib.sh"
ROOT=$MYND_ROOT
BUILD=$ROOT/build # where every suite's own things are
. "$ROOT/tools/dev/common.sh"
use stores
find_php
set +e

temp=$(mktemp -d "${TMPDIR:-/tmp}/mynd-cache.XXXXXX")
redis_pid= fpm_pid=

clean_up() {
	local pid
	for pid in $redis_pid $fpm_pid; do
		kill -CONT "$pid" 2>/dev/null
		kill "$pid" 2>/dev/null
		wait "$pid" 2>/dev/null
	done
	rm -rf "$temp"
}

start_redis() {
	"${REDIS_SERVER[@]}" --port 0 --unixsocket "$temp/redis.sock" --unixsocketperm 700 --save '' --appendonly no --dir "$temp" >"$temp/redis.log" 2>&1 &
	redis_pid=$!
	local tries
	for ((tries = 0; tries < 100; tries++)); do
		[[ ! -S $temp/redis.sock ]] || return 0
		kill -0 "$redis_pid" 2>/dev/null || break
		sleep 0.05
	done
	cat "$temp/redis.log"
	return 1
}

# A program of this folder, whose own count is added to ours.
run_program() { # NAME COMMAND...
	local name=$1 said
	shift
	said=$("$@" 2>&1)
	if [[ ${said##*$'\n'} =~ ^([0-9]+)\ passed,\ ([0-9]+)\ failed$ ]]; then
		checks_passed=$((checks_passed + BASH_REMATCH[1])) checks_failed=$((checks_failed + BASH_REMATCH[2]))
		[[ $said != *$'\n'* ]] || printf '%s\n' "${said%$'\n'*}"
	else
		check_equal "$name" "N passed, N failed" "$said"
	fi
}

trap clean_up EXIT
trap 'exit 143' TERM HUP INT
prepare_stores
php=(env "PHP_INI_SCAN_DIR=$PHP_BUILD/ini-mynd:$STORES_INI" "$PHP" -d apc.enable_cli=1)
missing=$("${php[@]}" -r 'foreach (["apcu", "redis", "pcntl", "posix"] as $module) { echo extension_loaded($module) ? "" : " $module"; }')
if [[ -n $missing ]]; then
	skip_check cache "PHP has no$missing"
	finish
	exit
fi
start_redis || { skip_check cache "there is no Redis server"; finish; exit; }
run_program stores "${php[@]}" "$here/stores.php" "$temp/redis.sock" "$redis_pid"
finish

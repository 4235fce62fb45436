#!/usr/bin/env bash
# The query cache of packages/cache/ with what it is for: APCu that the workers of php-fpm share, and a real
# Redis server. Stores and their locks; many requests at once for one answer that is not there, or has just
# expired; stores that break; programs that look for an old answer after a write. Run by `./dev test cache`;
# what cannot be had is skipped.
set -uo pipefail

here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
. "$here/../lib.sh"
. "$here/../fpm.sh"
ROOT=$MYND_ROOT
BUILD=$ROOT/build # where every suite's own things are
. "$ROOT/tools/dev/common.sh"
use stores server composer
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

# Starts it in place of the previous one, whatever happened to that.
start_redis() {
	[[ -z $redis_pid ]] || { kill -KILL "$redis_pid" 2>/dev/null; wait_for_end "$redis_pid"; rm -f "$temp/redis.sock"; }
	"${REDIS_SERVER[@]}" --port 0 --unixsocket "$temp/redis.sock" --unixsocketperm 700 --save '' --appendonly no --dir "$temp" >"$temp/redis.log" 2>&1 &
	redis_pid=$!
	disown "$redis_pid" # the shell says nothing of its end
	local tries
	for ((tries = 0; tries < 100; tries++)); do
		[[ ! -S $temp/redis.sock ]] || return 0
		kill -0 "$redis_pid" 2>/dev/null || break
		sleep 0.05
	done
	cat "$temp/redis.log"
	return 1
}

pools() {
	cat <<-CONF
		[www]
		listen = $temp/fpm.sock
		pm = static
		pm.max_children = 8
		env[CACHE_REDIS] = $temp/redis.sock
		env[CACHE_SOCKET] = $MYND_TEST_SOCKET
		env[CACHE_USER] = $MYND_TEST_USER
		env[CACHE_PASSWORD] = '$MYND_TEST_PASSWORD'
	CONF
	[[ $(id -u) -ne 0 ]] || printf 'user = root\n'
}

start_fpm() {
	fpm_configure "$temp" 'apc.shm_size = 32M' < <(pools)
	fpm_start "$temp" "$PHP_BUILD/ini-mynd:$STORES_INI" "$temp/fpm.sock"
}

trap clean_up EXIT
trap 'exit 143' TERM HUP INT
prepare_stores
php=(env "PHP_INI_SCAN_DIR=$PHP_BUILD/ini-mynd:$STORES_INI" "$PHP" -d apc.enable_cli=1)
missing=$("${php[@]}" -r 'foreach (["apcu", "redis", "pcntl", "posix"] as $module) { echo extension_loaded($module) ? "" : " $module"; }')
if [[ -n $missing ]]; then
	skip_suite "PHP has no$missing" cache
fi
# Random programs with writes of every form, each read compared with the server: a few here. More of them:
# MYND_STALE_SEED=1 MYND_STALE_PROGRAMS=100000 ./dev test cache
run_program stale "${php[@]}" -d mysqli.allow_local_infile=1 "$here/stale.php" --seed="${MYND_STALE_SEED:-1}" --programs="${MYND_STALE_PROGRAMS:-200}"
start_redis || skip_suite "there is no Redis server" cache
run_program stores "${php[@]}" "$here/stores.php" "$temp/redis.sock" "$redis_pid"
if reason=$(get_packages_of_packagist); then
	run_program psr "${php[@]}" "$here/psr.php" "$PACKAGES/vendor/autoload.php"
else
	skip_check psr "$reason"
fi
start_redis # an empty one
if [[ -z $fpm ]]; then
	skip_check stampede "php-fpm$MYND_PHP_VERSION is not here"
else
	start_fpm || die "php-fpm does not start"
	run_program stampede "${php[@]}" "$here/stampede.php" "$temp/fpm.sock" "$temp/redis.sock" "$redis_pid"
	check_equal "no complaints" "" "$(cat "$temp/php.log" 2>/dev/null)"
	start_redis
fi
# A program that knows nothing of the cache, which php.ini puts before it.
plain=$("${php[@]}" "$here/unmodified.php" 2>&1)
check_equal "unmodified, without a cache: the server is asked each time" "12 SELECTs" "${plain##*$'\n'}"
for way in auto_prepend_file mynd.prepend_interceptors; do
	for store in apcu "unix:$temp/redis.sock" unix:/nowhere/redis.sock nonsense; do
		said=$("${php[@]}" -d "$way=$ROOT/packages/cache/prepend.php" -d "mynd_cache.store=$store" -d 'mynd_cache.tables="unmodified=60"' \
			-d "mynd_cache.namespace=$way" "$here/unmodified.php" 2>&1)
		check_equal "unmodified, $way, $store: the same" "${plain%$'\n'*}" "${said%$'\n'*}"
		check_equal "unmodified, $way, $store: the server is asked" "$([[ $store == apcu || $store == */mynd-cache* ]] && echo 6 || echo 12) SELECTs" "${said##*$'\n'}"
	done
done
finish

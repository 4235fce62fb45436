#!/usr/bin/env bash
# Workers of php-fpm that are killed, run out of time or memory in each of the driver's calls, and serve a
# clean next request: see calls.php. calls.sh SEED NUMBER, NUMBER of each way or "all". Needs a server in the
# environment, which is its own: it is stopped while calls wait. Run by `./dev test killed`, a seed's choice;
# `./dev soak --calls` runs all.
set -uo pipefail

here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
. "$here/../fpm.sh"
ROOT=$MYND_ROOT
. "$ROOT/tools/dev/common.sh"
set +e

seed=$1 number=$2
temp='' fpm_pids=()

clean_up() {
	local pid
	kill -CONT "$MYND_TEST_SERVER_PID" 2>/dev/null
	for pid in "${fpm_pids[@]}"; do
		fpm_end "$pid"
	done
	rm -rf "$temp"
}

# A worker each, so that who asks next is served by the same one, or by its successor.
pools() { # FOLDER POOL...
	local folder=$1 pool
	shift
	for pool; do
		cat <<-CONF
			[$pool]
			listen = $folder/$pool.sock
			pm = static
			pm.max_children = 1
			catch_workers_output = yes
			env[CALLS_SOCKET] = $MYND_TEST_SOCKET
			env[CALLS_FOLDER] = $temp
		CONF
		[[ $pool == shared ]] || echo 'php_admin_value[mynd.shared_pool] = 0'
		[[ $pool != limited ]] || echo 'request_terminate_timeout = 5s'
		[[ $(id -u) -ne 0 ]] || echo 'user = root'
	done
}

start_fpm() { # NAME POOLS SETTING...
	local folder=$temp/$1 names
	read -ra names <<<"$2"
	mkdir -p "$folder"
	fpm_configure "$folder" 'mynd.shared_pool = 1' 'max_execution_time = 30' 'memory_limit = 128M' "${@:3}" < <(pools "$folder" "${names[@]}")
	fpm_start "$folder" "$(dirname -- "$MYND_SO")/../../ini-mynd" "$folder/${names[-1]}.sock" || return
	fpm_pids+=("$fpm_pid")
}

[[ -n $fpm ]] || die "php-fpm$MYND_PHP_VERSION is not here"
temp=$(mktemp -d "${TMPDIR:-/tmp}/mynd-calls.XXXXXX")
trap clean_up EXIT
trap 'exit 143' TERM HUP INT
# shellcheck disable=SC2046
gcc -std=gnu11 -Wall -Wextra -Wno-unused-parameter -Werror -O1 -shared -fPIC -DCOMPILE_DL_BAILOUT \
	$("$PHP_CONFIG" --includes) "$here/../bailout-asan/bailout.c" -o "$temp/bailout.so" || die "bailout.so is not built"
"$MYND_STOCK_CMD" "$here/calls_setup.php" "$temp/infile" || die "the server has no tables"
start_fpm real 'own shared limited' || die "php-fpm does not start"
USE_ZEND_ALLOC=0 start_fpm counted 'own shared' "extension=$temp/bailout.so" || die "php-fpm does not start"
echo "calls: seed $seed" >&2
"$MYND_STOCK_CMD" "$here/calls.php" "$temp" "$here/calls_page.php" "$seed" "$number"

#!/usr/bin/env bash
# Threads (ZTS): each has its own cache of persistent links, which ends with it; with mynd.shared_pool they
# take each other's. Run by `./dev test threads`; skipped where PHP has no threads.
set -uo pipefail

here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
. "$here/../lib.sh"

if [[ $("$MYND_PHP_CMD" -r 'echo PHP_ZTS;') != 1 ]]; then
	skip_check threads "this PHP has no threads"
	finish
	exit
fi
# As many as the server has when all of them have ended, or after some seconds.
connections_left() {
	local i left
	for ((i = 0; i < 100; i++)); do
		left=$(sql 'SELECT COUNT(*) FROM information_schema.processlist')
		[[ $left != "$before" ]] || break
		sleep 0.05
	done
	echo "$left"
}

mkdir -p "$BUILD"
export THREADS=4 REQUESTS=5
sql() { # TEXT
	"$MYND_PHP_CMD" -r '$r = (new mysqli("localhost", getenv("MYND_TEST_USER"), getenv("MYND_TEST_PASSWORD"), getenv("MYND_TEST_DB"), 0, getenv("MYND_TEST_SOCKET")))->query($argv[1]);
		echo is_object($r) ? $r->fetch_column() : "";' "$1"
}
# shellcheck disable=SC2046
check "the extension is built" gcc -std=gnu11 -Wall -Wextra -Wno-unused-parameter -Werror -O1 -g -shared -fPIC -DCOMPILE_DL_THREADS \
	-DZEND_ENABLE_STATIC_TSRMLS_CACHE=1 $("$PHP_CONFIG" --includes) "$here/threads.c" -o "$BUILD/threads.so"
sql 'DROP TABLE IF EXISTS threads_here'
sql 'CREATE TABLE threads_here (thread INT, request INT)'
before=$(sql 'SELECT COUNT(*) FROM information_schema.processlist')
said=$("$MYND_PHP_CMD" -d "extension=$BUILD/threads.so" -r 'threads_run($argv[1], (int) $argv[2], (int) $argv[3]);
	echo json_encode(mysqli_get_links_stats()), json_encode(Mynd\pools());' "$here/request.php" "$THREADS" "$REQUESTS" 2>&1)
check_equal "who started them has none of their links" '{"total":0,"active_plinks":0,"cached_plinks":0}[]' "$(tail -n 1 <<<"$said")"
check_equal "all requests" $((THREADS * REQUESTS)) "$(head -n -1 <<<"$said" | wc -l)"
check_equal "each thread has its own links" "" "$(head -n -1 <<<"$said" | "$MYND_PHP_CMD" "$here/judge.php")"
check_equal "their links end with the threads" "$before" "$(connections_left)"

said=$("$MYND_PHP_CMD" -d mynd.shared_pool=1 -d "extension=$BUILD/threads.so" -r '$open = fn() => count(scandir("/proc/self/fd"));
	$before = $open();
	threads_run($argv[1], (int) $argv[2], (int) $argv[3]);
	echo json_encode([$open() - $before, Mynd\pools()]);' "$here/shared.php" "$THREADS" "$REQUESTS" 2>&1)
check_equal "shared: no descriptor is left, and no pool" '[0,[]]' "$(tail -n 1 <<<"$said")"
check_equal "shared: all requests" $((THREADS * REQUESTS)) "$(head -n -1 <<<"$said" | wc -l)"
check_equal "shared: threads take each other's" "" "$(head -n -1 <<<"$said" | "$MYND_PHP_CMD" "$here/shared_judge.php")"
check_equal "shared: the links end with the process" "$before" "$(connections_left)"
sql 'DROP TABLE threads_here'
finish

#!/usr/bin/env bash
# Lives of workers: see `./dev lives`. A thousand requests, made of the commit's seed.
set -euo pipefail
. "$MYND_ROOT/tests/lib.sh"

in_server() { # STATEMENT
	# shellcheck disable=SC2016
	"$MYND_STOCK_CMD" -r '$link = new mysqli("localhost", getenv("MYND_TEST_USER"), getenv("MYND_TEST_PASSWORD"), null, null, getenv("MYND_TEST_SOCKET")); $link->query($argv[1]);' "$1"
}

# As ./dev lives has it from the start.
in_server 'SET GLOBAL lock_wait_timeout = 10, GLOBAL innodb_lock_wait_timeout = 5'
trap 'in_server "SET GLOBAL lock_wait_timeout = DEFAULT, GLOBAL innodb_lock_wait_timeout = DEFAULT"' EXIT

settings=(mynd.preset=web mynd.shared_pool=1)
"$MYND_PHP_CMD" "${settings[@]/#/-d}" "$MYND_ROOT/tests/lives/lives.php" --stock "$MYND_STOCK_CMD" --seed "$MYND_TEST_SEED" \
	--requests 1000

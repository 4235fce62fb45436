#!/usr/bin/env bash
# The adapter of docs/long-running.md in Swoole itself: MYND_SWOOLE=FILE ./dev test swoole, where FILE is its
# module for the same PHP (phpize, ./configure --enable-swoole and make in its sources). Skipped without one.
set -euo pipefail

root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.." && pwd)
if [[ -z ${MYND_SWOOLE:-} ]]; then
	echo "Swoole is not here; MYND_SWOOLE names its module"
	echo "0 passed, 0 failed, 1 skipped"
	exit 0
fi
mkdir -p "$BUILD"
{
	echo '<?php'
	awk '/^```php not-run: Swoole/ { inside = 1; next } /^```/ { inside = 0 } inside' "$root/docs/long-running.md"
} >"$BUILD/adapter.php"
timeout 120 "$MYND_PHP_CMD" -d "extension=$MYND_SWOOLE" "$root/tests/swoole/coroutines.php" "$BUILD/adapter.php"

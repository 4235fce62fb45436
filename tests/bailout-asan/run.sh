#!/usr/bin/env bash
# Each allocation that the driver makes ends the request in turn, as memory_limit may, under AddressSanitizer;
# the same process serves the next request. Run by `./dev test bailout-asan`; `./dev test bailout-debug` does
# it with the engine's assertions instead (BAILOUT_PHP).
set -euo pipefail

here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
mkdir -p "$BUILD"
# shellcheck disable=SC2046
gcc -std=gnu11 -Wall -Wextra -Wno-unused-parameter -Werror -O1 -g -shared -fPIC -DCOMPILE_DL_BAILOUT \
	$("$PHP_CONFIG" --includes) "$here/bailout.c" -o "$BUILD/bailout.so"
export TEST_PHP_EXECUTABLE=${BAILOUT_PHP:-$MYND_PHP_CMD-asan} TEST_PHP_EXTRA_ARGS="-d extension=$BUILD/bailout.so"
"$MYND_PHP_CMD" "$here/run.php"

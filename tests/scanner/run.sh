#!/bin/sh
# The scanner of placeholders against the server, with random texts. The last line is "N passed, N failed".
#   tests/scanner/run.sh [SEED [TEXTS]]    repeats a run: TEXTS for each character set and mode
set -eu
here=$(cd "$(dirname "$0")" && pwd)
wire=$here/../../src/wire
build=${BUILD:-$here/../../build/scanner}

mkdir -p "$build"
gcc -std=gnu11 -g -O1 -Wall -Wextra -fsanitize=address,undefined -fno-sanitize-recover=undefined -DMYND_CHECKED -D_GNU_SOURCE -I"$here/../../src" \
	-o "$build/scan" "$here/scan.c" "$wire/placeholders.c" "$wire/escape.c" "$wire/charset.c" "$wire/charset_table.c" "$wire/error.c"
exec $MYND_STOCK_CMD "$here/compare.php" "$build/scan" "$@"

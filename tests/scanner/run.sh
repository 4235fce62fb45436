#!/bin/sh
# The scanner of placeholders, the lexer, and the reader of SQL words, against the server with random texts.
# The last line is "N passed, N failed".
#   tests/scanner/run.sh [SEED [TEXTS]]    repeats a run: TEXTS for each character set and mode
set -eu
here=$(cd "$(dirname "$0")" && pwd)
wire=$here/../../src/wire
build=${BUILD:-$here/../../build/scanner}

mkdir -p "$build"
compile() { # PROGRAM FILES...
	program=$1
	shift
	gcc -std=gnu11 -g -O1 -Wall -Wextra -fsanitize=address,undefined -fno-sanitize-recover=undefined -DMYND_CHECKED -D_GNU_SOURCE -I"$here/../../src" \
		-o "$build/$program" "$here/$program.c" "$@"
}
compile lexer "$here/../unit/lexer_texts.c" "$wire/lexer.c"
compile scan "$wire/placeholders.c" "$wire/lexer.c" "$wire/escape.c" "$wire/charset.c" "$wire/charset_table.c" "$wire/error.c"
compile words "$wire/sql.c" "$wire/text_facts.c" "$wire/text_parts.c" "$wire/prologue.c" "$wire/builtin.c" "$wire/words.c" "$wire/lexer.c"
"$here/../../fuzz/corpus.sh" unpack sql "$build/seeds"
status=0
$MYND_STOCK_CMD "$here/compare.php" "$build/scan" "$build/seeds" "$@" >"$build/scan.out" || status=1
cat "$build/scan.out"
$MYND_STOCK_CMD "$here/lexer.php" "$build/lexer" "$@" >"$build/lexer.out" || status=1
cat "$build/lexer.out"
$MYND_STOCK_CMD "$here/words.php" "$build/words" ${1:+"$1"} >"$build/words.out" || status=1
cat "$build/words.out"
for part in scan lexer words; do tail -n 1 "$build/$part.out"; done |
	awk '/ passed, / { passed += $1; failed += $3; parts++ } END { print passed + 0 " passed, " failed + 3 - parts " failed" }'
exit $status

#!/usr/bin/env bash
# PHPStan and Psalm over packages/, examples/ and the PHP blocks of the documentation, each set by the
# configurations that stand here; and mynd/stubs against the driver: what it declares must be what the module
# has. Run by `./dev test analysis`; skipped where the analysers cannot be had.
set -uo pipefail

here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
. "$here/../lib.sh"
ROOT=$MYND_ROOT
. "$ROOT/tools/dev/common.sh"
use analysis
set +e
tools=$ROOT/build/analysis

# The configurations name files from the top.
phpstan() { # CONFIGURATION [PATH...]
	(cd "$ROOT" && "$MYND_STOCK_CMD" -d memory_limit=2G "$PACKAGES/vendor/bin/phpstan" analyse -c "$here/$1" --no-progress --error-format=raw "${@:2}" 2>&1)
}

# The composer.json at the top is the extension's: Psalm would look for libraries beside it.
psalm() { # CONFIGURATION
	(cd "$ROOT" && COMPOSER=none.json "$MYND_STOCK_CMD" -d memory_limit=2G "$tools/vendor/bin/psalm" -c "$here/$1" --no-cache --no-progress --threads=1 \
		--output-format=text --no-suggestions 2>&1)
}

count_files() { # FOLDER
	find "$ROOT/$1" -name '*.php' -printf . | wc -c
}

# An analyser that reads no file finds no error, so each must find an error that is made on purpose.
check_that_they_look() {
	local file=$ROOT/build/analysis/docs/wrong.php
	printf '<?php\nfunction wrong(?string $text): int\n{\n\treturn strlen($text) . "";\n}\n' >"$file"
	check_equal "PHPStan finds what is wrong" 1 "$(phpstan phpstan-docs.neon "$file" | grep -c 'wrong.php:4:.*should return int')"
	check_equal "Psalm finds what is wrong" 1 "$(psalm psalm-docs.xml | grep -c 'wrong.php:4:.*InvalidReturnStatement')"
	rm -f "$file"
}

for module in dom simplexml tokenizer; do
	"$MYND_STOCK_CMD" -r 'exit(extension_loaded($argv[1]) ? 0 : 1);' "$module" || skip_suite "PHP has no $module" analysis
done
reason=$(get_analysers "$tools") || skip_suite "$reason" analysis
rm -rf "$tools/docs"
"$MYND_STOCK_CMD" "$ROOT/tests/docs/blocks.php" "$tools/docs" || die "the blocks of docs/ cannot be read"
printf 'files: %d of packages, %d of examples, %d blocks of docs\n' "$(count_files packages)" "$(count_files examples)" "$(count_files build/analysis/docs)"
check_equal "PHPStan, level max: packages" "" "$(phpstan phpstan-packages.neon)"
check_equal "PHPStan, level 8: examples" "" "$(phpstan phpstan-programs.neon examples)"
check_equal "PHPStan, level 8: blocks of docs" "" "$(phpstan phpstan-docs.neon build/analysis/docs)"
check_equal "Psalm, level 1: packages" "" "$(psalm psalm-packages.xml)"
check_equal "Psalm, level 2: examples" "" "$(psalm psalm-programs.xml)"
check_equal "Psalm, level 2: blocks of docs" "" "$(psalm psalm-docs.xml)"
check_that_they_look
check_equal "mynd/stubs is what the module has" "the same" "$("$MYND_PHP_CMD" "$here/stubs.php" "$ROOT/packages/stubs" 2>&1)"
finish

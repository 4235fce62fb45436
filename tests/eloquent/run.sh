#!/usr/bin/env bash
# A program with Laravel's database component, out of Debian's packages: on stock's driver and on mynd, with
# native and with emulated statements. What it prints must be the same. Run by `./dev test eloquent`.
set -uo pipefail

here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
ROOT=$MYND_ROOT
. "$ROOT/tools/dev/common.sh"
use unpacked
. "$here/../lib.sh"
. "$here/../apps/packages.sh"
cache=$MYND_ROOT/build/eloquent
packages=(
	php-illuminate-database php-illuminate-collections php-illuminate-container php-illuminate-contracts php-illuminate-macroable
	php-illuminate-support php-illuminate-events php-illuminate-filesystem php-illuminate-bus php-illuminate-pipeline
	php-doctrine-inflector php-nesbot-carbon php-psr-container php-psr-simple-cache php-voku-portable-ascii
	php-symfony-console php-symfony-finder php-symfony-service-contracts php-symfony-string php-symfony-translation
	php-symfony-translation-contracts php-symfony-deprecation-contracts php-symfony-polyfill-php80
)

skip_both() { # REASON
	skip_suite "$1" "native statements" "emulated statements"
}

program() { # HOW PHP-COMMAND...
	"${@:2}" "$here/program.php" "$cache/files/usr/share/php" "$1" 2>&1
}

"$MYND_STOCK_CMD" -r 'exit(extension_loaded("pdo_mysql") ? 0 : 1);' || skip_both "PHP has no pdo_mysql of its own"
reason=$(get_packages "$cache") || skip_both "$reason"
version=$(version_of "$cache" php-illuminate-database)
[[ $version == 8.* ]] || skip_both "version $version; the program is for 8"
for how in native emulated; do
	stock=$(program "$how" "$MYND_STOCK_CMD")
	check_equal "$how statements: the program runs to its end on stock" "done" "${stock##*$'\n'}"
	check_equal "$how statements: it prints the same on mynd" "$stock" "$(program "$how" "$MYND_PHP_CMD")"
	check_equal "$how statements: and with mynd.preset=web" "$stock" "$(program "$how" "$MYND_PHP_CMD" -d mynd.preset=web)"
done
finish

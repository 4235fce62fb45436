#!/usr/bin/env bash
# A program with Doctrine's DBAL, out of Debian's packages: on stock's driver and on mynd, over PDO and over
# mysqli. What it prints must be the same. Run by `./dev test doctrine`.
set -uo pipefail

here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
ROOT=$MYND_ROOT
. "$ROOT/tools/dev/common.sh"
use unpacked
. "$here/../lib.sh"
cache=$MYND_ROOT/build/doctrine
packages=(php-doctrine-dbal php-doctrine-cache php-doctrine-deprecations php-doctrine-event-manager php-psr-cache php-psr-log)

skip_both() { # REASON
	skip_suite "$1" "over pdo_mysql" "over mysqli"
}

program() { # DRIVER PHP-COMMAND...
	"${@:2}" "$here/program.php" "$cache/files/usr/share/php" "$1" 2>&1
}

"$MYND_STOCK_CMD" -r 'exit(extension_loaded("pdo_mysql") ? 0 : 1);' || skip_both "PHP has no pdo_mysql of its own"
reason=$(get_unpacked "$cache" "${packages[@]}") || skip_both "$reason"
grep -q '^php-doctrine-dbal 3\.' "$cache/files/versions" || skip_both "the program is for DBAL 3"
for driver in pdo_mysql mysqli; do
	stock=$(program "$driver" "$MYND_STOCK_CMD")
	check_equal "$driver: the program runs to its end on stock" "done" "${stock##*$'\n'}"
	check_equal "$driver: it prints the same on mynd" "$stock" "$(program "$driver" "$MYND_PHP_CMD")"
	check_equal "$driver: and with mynd.preset=web" "$stock" "$(program "$driver" "$MYND_PHP_CMD" -d mynd.preset=web)"
done
finish

#!/usr/bin/env bash
# packages/doctrine with the real DBAL, 4 and 3, and Doctrine's ORM, which composer fetches once: over PDO and
# over mysqli. Run by `./dev test doctrine-package`; skipped where the packages cannot be had.
set -uo pipefail

here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
. "$here/../lib.sh"
ROOT=$MYND_ROOT
. "$ROOT/tools/dev/common.sh"
use composer
set +e
programs=(own later watched generated orm tasks)
older=$ROOT/build/packages-dbal3

run_with() { # DBAL LOADER PROGRAMS
	local driver name
	for driver in pdo_mysql mysqli; do
		for name in "${@:3}"; do
			run_program "$1, $driver: $name" timeout 100 "$MYND_PHP_CMD" "$here/$name.php" "$2" "$driver"
		done
	done
}

if reason=$(get_packages_of_packagist); then
	run_with "DBAL 4" "$PACKAGES/vendor/autoload.php" "${programs[@]}"
	# with mysqli there are spans of set_charset() and of prepares, too
	run_program "DBAL 4, pdo_mysql: tracing" timeout 100 "$MYND_PHP_CMD" "$here/tracing.php" "$PACKAGES/vendor/autoload.php" pdo_mysql
else
	skip_check "DBAL 4" "$reason"
fi
if reason=$(get_composed "$here/dbal3.json" "$older"); then
	run_with "DBAL 3" "$older/vendor/autoload.php" "${programs[@]}"
else
	skip_check "DBAL 3" "$reason"
fi
finish

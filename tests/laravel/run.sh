#!/usr/bin/env bash
# packages/laravel with the real Laravel, which composer fetches once: its database component alone, and an
# application; DB::concurrently() in a loop of its own and in Revolt's. Run by `./dev test laravel`; skipped
# where the packages cannot be had.
set -uo pipefail

here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
. "$here/../lib.sh"
ROOT=$MYND_ROOT
. "$ROOT/tools/dev/common.sh"
use composer
set +e

reason=$(get_packages_of_packagist) || skip_suite "$reason" own concurrently revolt application generated
run() { # NAME PROGRAM ARGUMENTS
	run_program "$1" timeout 100 "$MYND_PHP_CMD" "$here/$2.php" "$PACKAGES/vendor/autoload.php" "${@:3}"
}
run own own
run concurrently concurrently
run "concurrently, in Revolt's loop" concurrently revolt
run application application
run generated generated
finish

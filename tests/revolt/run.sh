#!/usr/bin/env bash
# packages/revolt with the real Revolt and Amp, which composer fetches once: waits, cancellations, and that
# many waits leave nothing behind, and 10,000 at once. Run by `./dev test revolt`; skipped where the packages
# cannot be had.
set -uo pipefail

here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
. "$here/../lib.sh"
ROOT=$MYND_ROOT
. "$ROOT/tools/dev/common.sh"
use composer
set +e

reason=$(get_packages_of_packagist) || skip_suite "$reason" waits cancelling closing many interleaved ten_thousand
for name in waits cancelling closing many interleaved; do
	run_program "$name" timeout 100 "$MYND_PHP_CMD" "$here/$name.php" "$PACKAGES/vendor/autoload.php"
done

# The descriptors of 10,000 connections, and of the program.
if ulimit -n 10300 2>/dev/null; then
	run_program ten_thousand timeout 600 "$MYND_PHP_CMD" -d memory_limit=-1 "$here/ten_thousand.php" "$PACKAGES/vendor/autoload.php"
else
	skip_check ten_thousand "the limit of open files is $(ulimit -Hn)"
fi
finish

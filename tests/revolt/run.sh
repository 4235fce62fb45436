#!/usr/bin/env bash
# packages/revolt with the real Revolt and Amp, which composer fetches once: waits, cancellations, and that
# many waits leave nothing behind. Run by `./dev test revolt`; skipped where the packages cannot be had.
set -uo pipefail

here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
. "$here/../lib.sh"
ROOT=$MYND_ROOT
. "$ROOT/tools/dev/common.sh"
use composer
set +e

reason=$(get_packages_of_packagist) || skip_suite "$reason" waits cancelling closing many interleaved
for name in waits cancelling closing many interleaved; do
	run_program "$name" timeout 100 "$MYND_PHP_CMD" "$here/$name.php" "$PACKAGES/vendor/autoload.php"
done
finish

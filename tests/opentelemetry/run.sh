#!/usr/bin/env bash
# packages/opentelemetry with the real API and SDK of OpenTelemetry, which composer fetches once: texts
# without values, spans against the server's general log, metrics, and a program that knows nothing of it. Run
# by `./dev test opentelemetry`; skipped where the packages cannot be had.
set -uo pipefail

here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
. "$here/../lib.sh"
ROOT=$MYND_ROOT
. "$ROOT/tools/dev/common.sh"
use composer
set +e

reason=$(get_packages_of_packagist) || skip_suite "$reason" comments texts spans failures metrics prepended
for name in comments texts spans failures metrics prepended; do
	run_program "$name" timeout 60 "$MYND_PHP_CMD" "$here/$name.php" "$PACKAGES/vendor/autoload.php"
done
finish

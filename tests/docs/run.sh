#!/usr/bin/env bash
# The documentation: pages, links, and every code block that is to be run. Run by `./dev test docs`; with
# pages as arguments only their blocks are run.
set -uo pipefail

here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
ROOT=$MYND_ROOT
. "$ROOT/tools/dev/common.sh"
use composer
set +e
temp=$(mktemp -d "${TMPDIR:-/tmp}/mynd-docs.XXXXXX")
trap 'rm -rf "$temp"' EXIT

export MYND_PHP_INI_FOLDER=${MYND_SO%/obj/modules/mynd.so}/ini-mynd
MYND_PHP_FPM=$(PATH=$PATH:/usr/sbin:/sbin command -v "php-fpm$MYND_PHP_VERSION") || MYND_PHP_FPM=
export MYND_PHP_FPM
MYND_PACKAGES=$PACKAGES/vendor
reason=$(get_packages_of_packagist) || { echo "blocks that need packages are not run: $reason" && MYND_PACKAGES=; }
export MYND_PACKAGES
$MYND_PHP_CMD -d error_reporting=-1 "$here/docs.php" "$temp" "$@"

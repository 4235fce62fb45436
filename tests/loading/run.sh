#!/bin/sh
# Loads mynd beside PHP's own MySQL modules in every order, in the CLI, with opcache, in php-fpm, under
# valgrind. The last line is "N passed, N failed, N skipped". MYND_PHP_BINARY and MYND_SO name PHP and the
# module; without them it is php, and what ./dev build has built for it.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
php=${MYND_PHP_BINARY:-php}
version=$("$php" -n -r 'echo PHP_MAJOR_VERSION, ".", PHP_MINOR_VERSION;')
so=${MYND_SO:-$here/../../build/$version/obj/modules/mynd.so}
[ -f "$so" ] || { echo "there is no $so"; echo "0 passed, 1 failed"; exit 1; }
exec "$php" -n -d memory_limit=256M "$here/run.php" "$(command -v "$php")" "$(readlink -f "$so")"

#!/usr/bin/env bash
# Workers of frameworks that live long, out of Debian's packages, against a server that closes idle
# connections after two seconds: on stock's driver they end, with mynd.reconnect they go on. Run by
# `./dev test workers`.
set -uo pipefail

here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
. "$here/../lib.sh"
ROOT=$MYND_ROOT
. "$ROOT/tools/dev/common.sh"
use server unpacked
cache=$MYND_ROOT/build/workers
packages=(
	php-doctrine-dbal php-doctrine-cache php-doctrine-deprecations php-doctrine-event-manager php-doctrine-persistence
	php-symfony-doctrine-messenger php-symfony-messenger php-symfony-amqp-messenger php-symfony-redis-messenger
	php-symfony-event-dispatcher php-symfony-event-dispatcher-contracts php-symfony-service-contracts php-symfony-console
	php-symfony-string php-symfony-deprecation-contracts php-symfony-polyfill-php80
	php-psr-cache php-psr-container php-psr-event-dispatcher php-psr-log
)
survived=$'handled 1\nhandled 2\nhandled 3\n0 left'
ended=$'handled 1\nthe worker has ended: SQLSTATE[HY000]: General error: 2006 MySQL server has gone away\n3 left'

program() { # PHP-COMMAND OPTION...
	"$@" "$here/messenger.php" "$cache/files/usr/share/php" 2>/dev/null
}

"$MYND_STOCK_CMD" -r 'exit(extension_loaded("pdo_mysql") ? 0 : 1);' || skip_suite "PHP has no pdo_mysql of its own" "Symfony Messenger"
reason=$(get_unpacked "$cache" "${packages[@]}") || skip_suite "$reason" "Symfony Messenger"
temp=$(mktemp -d "${TMPDIR:-/tmp}/mynd-workers.XXXXXX")
at_exit rm -rf "$temp"
at_exit server_stop "$temp/server.env"
server_options=(--wait-timeout=2)
server_start "$temp/server.env" mariadb || die "the server does not start"
. "$temp/server.env"

check_equal "Symfony Messenger on stock: the worker ends" "$ended" "$(program "$MYND_STOCK_CMD" | grep -v '^PHP Warning\|^Warning\|^$')"
check_equal "Symfony Messenger on mynd: so it does without the setting" "$ended" "$(program "$MYND_PHP_CMD")"
check_equal "Symfony Messenger on mynd, with mynd.reconnect=1: it goes on" "$survived" "$(program "$MYND_PHP_CMD" -d mynd.reconnect=1)"
finish

#!/usr/bin/env bash
# ./dev install and ./dev uninstall, there and back, with opcache and php-fpm. Run by `./dev test install`.
# Where the kernel allows it PHP's folders are private copies (a mount namespace), so that nothing else on the
# machine notices; elsewhere the real ones are switched, and put back whatever happens.
set -uo pipefail

here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
. "$here/../lib.sh"
dev=$MYND_ROOT/dev
version=$MYND_PHP_VERSION
php=$MYND_PHP_BINARY
fpm=$(command -v "php-fpm$version" || true)
export MYND_PHP=$version
unset PHP_INI_SCAN_DIR

if [[ $(id -u) -ne 0 ]]; then
	skip_suite "needs root" install
fi
if ! command -v phpenmod >/dev/null; then
	skip_suite "this PHP is not Debian's" install
fi

temp=$(mktemp -d "${TMPDIR:-/tmp}/mynd-install.XXXXXX")
folders=(/etc/php /var/lib/php /usr/lib/php /usr/local/bin)

# Runs this script again in a mount namespace with copies of the folders.
if [[ -z ${MYND_TEST_NAMESPACE:-} ]] && unshare -m --propagation private true 2>/dev/null; then
	trap 'rm -rf "$temp"' EXIT
	for folder in "${folders[@]}"; do
		mkdir -p "$temp$folder"
		cp -a "$folder/." "$temp$folder/"
	done
	# shellcheck disable=SC2016
	MYND_TEST_NAMESPACE=$temp unshare -m --propagation private bash -c '
		set -e
		for folder in /etc/php /var/lib/php /usr/lib/php /usr/local/bin; do mount --bind "$MYND_TEST_NAMESPACE$folder" "$folder"; done
		exec "$0"' "$here/run.sh"
	exit
fi

fpm_pid=
stop_fpm() {
	[[ -z $fpm_pid ]] || kill "$fpm_pid" 2>/dev/null
	[[ -z $fpm_pid ]] || wait "$fpm_pid" 2>/dev/null
	fpm_pid=
}

clean_up() {
	stop_fpm
	[[ ! -e /var/lib/php/mynd/$version ]] || "$dev" uninstall
	rm -rf "$temp"
}
trap clean_up EXIT
trap 'exit 143' TERM HUP INT

# Everything that install touches: links and what they point to, the module manager's markers, extensions.
snapshot() {
	find "/etc/php/$version" "/var/lib/php/modules/$version" -printf '%p %y %l\n' | LC_ALL=C sort
	find "$("$php" -n -r 'echo PHP_EXTENSION_DIR;')" -type f -exec sha256sum {} + | LC_ALL=C sort
	ls -A /var/lib/php /usr/lib/php /usr/local/bin
}

cat >"$temp/page.php" <<'PHP'
<?php
$db = new mysqli('localhost', getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'), 'mynd_test', 0, getenv('MYND_TEST_SOCKET'));
$status = function_exists('opcache_get_status') ? opcache_get_status(false) : false;
echo json_encode([
	'mynd' => extension_loaded('mynd'),
	'mysqli' => extension_loaded('mysqli'),
	'mysqlnd' => extension_loaded('mysqlnd'),
	'pdo_mysql' => extension_loaded('pdo_mysql'),
	'opcache' => $status !== false && $status['opcache_enabled'],
	'answer' => $db->query('SELECT 6 * 7')->fetch_row()[0],
	'class' => (new ReflectionClass('mysqli'))->getExtensionName(),
]);
PHP

page_by_cli() {
	"$php" -d opcache.enable_cli=1 "$temp/page.php" 2>&1
}

start_fpm() {
	cat >"$temp/fpm.conf" <<-CONF
		[global]
		error_log = $temp/fpm.log
		pid = $temp/fpm.pid
		[www]
		user = root
		listen = $temp/fpm.sock
		pm = static
		pm.max_children = 1
		clear_env = no
	CONF
	"$fpm" -R -F -y "$temp/fpm.conf" >"$temp/fpm.out" 2>&1 </dev/null &
	fpm_pid=$!
	local tries
	for ((tries = 0; tries < 100; tries++)); do
		"$php" -n "$here/fastcgi.php" "$temp/fpm.sock" "$temp/page.php" >/dev/null 2>&1 && return
		kill -0 "$fpm_pid" 2>/dev/null || break
		sleep 0.1
	done
	cat "$temp/fpm.out" "$temp/fpm.log"
}

# Starts a fresh php-fpm, makes three requests, and prints the last answer.
page_by_fpm() {
	local answer
	start_fpm
	for _ in 1 2 3; do
		answer=$("$php" -n "$here/fastcgi.php" "$temp/fpm.sock" "$temp/page.php" 2>&1)
	done
	stop_fpm
	echo "$answer"
}

page() { # mynd pdo_mysql: what a page is to say
	printf '{"mynd":%s,"mysqli":true,"mysqlnd":true,"pdo_mysql":%s,"opcache":true,"answer":"42","class":"mysqli"}' "$1" "$2"
}

pages_are() { # TITLE mynd pdo_mysql
	check_equal "$1: command line" "$(page "$2" "$3")" "$(page_by_cli)"
	if [[ -n $fpm ]]; then
		# Not `$(page_by_fpm)`: the server's process id must stay known to clean_up.
		page_by_fpm >"$temp/answer"
		check_equal "$1: php-fpm" "$(page "$2" "$3")" "$(<"$temp/answer")"
	else
		skip_check "$1: php-fpm" "php-fpm$version is not here"
	fi
}

before=$(snapshot)
pages_are "before" false true

check "install" "$dev" install
pages_are "installed" true true
check "the command mynd runs" /usr/local/bin/mynd help
check_equal "with all of its parts" "$(cd "$MYND_ROOT/bin/parts" && find . -type f | sort)" "$(cd "$(dirname -- "$(readlink -f /usr/local/bin/mynd)")/parts" && find . -type f | sort)"
check "30-mynd.ini is there" test -L "/etc/php/$version/cli/conf.d/30-mynd.ini"
check "installing once more" "$dev" install
pages_are "installed twice" true true
check "uninstall" "$dev" uninstall
pages_are "uninstalled" false true
check_equal "everything is as it was" "$before" "$(snapshot)"

check "install --keep-pdo" "$dev" install --keep-pdo
pages_are "with stock's PDO" true true
check "uninstall after --keep-pdo" "$dev" uninstall
check_equal "everything is as it was, after --keep-pdo" "$before" "$(snapshot)"

# Modules that the administrator had disabled stay disabled.
if [[ -n ${MYND_TEST_NAMESPACE:-} ]]; then
	phpdismod -v "$version" -s fpm mysqli
	changed=$(snapshot)
	check "install with mysqli off in php-fpm" "$dev" install
	check "uninstall with mysqli off in php-fpm" "$dev" uninstall
	check_equal "mysqli is still off in php-fpm" "$changed" "$(snapshot)"
else
	skip_check "mysqli off in php-fpm" "only where PHP's folders can be private copies"
fi

# On a machine that has nothing, only the packages of a build are asked for: no server, no tools for tests.
mkdir -p "$temp/bin"
printf '#!/bin/sh\nexit 1\n' >"$temp/bin/dpkg-query"
printf '#!/bin/sh\ncase " $* " in *" install "*) echo "$*" >>"%s/asked" ;; esac\nexit 100\n' "$temp" >"$temp/bin/apt-get"
chmod +x "$temp/bin/"*
PATH=$temp/bin:$PATH "$dev" install >"$temp/said" 2>&1
check_equal "install asks for what a build needs" \
	"gcc libc-ares-dev libc6-dev libsodium-dev libssl-dev libzstd-dev make php$version-cli php$version-dev pkg-config zlib1g-dev" \
	"$(head -n 1 "$temp/asked" | tr ' ' '\n' | sed -n '/^--no-install/,$p' | grep -v '^-' | LC_ALL=C sort | xargs)"

check "uninstall says when there is nothing to do" bash -c '! "$0" uninstall 2>"$1" && grep -q "not installed" "$1"' "$dev" "$temp/said"
finish

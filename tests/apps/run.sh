#!/usr/bin/env bash
# Well-known PHP applications are used over HTTP as their users do, through nginx and php-fpm: once on stock's
# driver, once on mynd, both at the same time, each side with a MariaDB and fresh copies of its own. Their
# answers must be right, and the same. Run by `./dev test apps`; MYND_APPS="wordpress ..." chooses,
# MYND_APPS_KEEP=1 keeps the folder, MYND_APPS_LATER=SECONDS starts mynd's side later.
set -uo pipefail

here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
. "$here/../lib.sh"
ROOT=$MYND_ROOT
. "$ROOT/tools/dev/common.sh"
use server unpacked
set +e
. "$here/packages.sh"
. "$here/sides.sh"

# shellcheck disable=SC2206 # a list of words
applications=(${MYND_APPS:-wordpress mediawiki phpmyadmin postfixadmin})
cache=$ROOT/build/apps
fpm=$(command -v "php-fpm$MYND_PHP_VERSION" || command -v php-fpm || true)
temp=

skip_all() { # REASON
	skip_suite "$1" "${applications[@]}"
}

missing_modules() {
	local module
	for module in xml mbstring intl gd fileinfo; do
		"$MYND_STOCK_CMD" -r 'exit(extension_loaded($argv[1]) ? 0 : 1);' "$module" || echo -n " $module"
	done
}

clean_up() {
	local side
	stop_sides
	for side in stock mynd; do
		server_stop "$temp/$side/server.env"
	done
	[[ -n ${MYND_APPS_KEEP:-} ]] || rm -rf "$temp"
}

ini_folder() { # SIDE
	echo "$(dirname -- "$MYND_SO")/../../ini-$1$([[ $1 == stock ]] || echo "${MYND_WITH_INI:+:$MYND_WITH_INI}")"
}

# Which driver answers there: asked over HTTP, like everything else.
driver_of() { # SIDE
	local app=${applications[0]}
	cat >"$temp/$1/share/$app/which.php" <<-'PHP'
		<?php
		$opcache = function_exists('opcache_get_status') && (opcache_get_status(false)['opcache_enabled'] ?? false);
		echo extension_loaded('mynd') ? 'mynd ' : '', (new ReflectionClass('mysqli'))->getExtensionName(), $opcache ? ' opcache' : '';
	PHP
	mkdir -p "$temp/$1/share/$app/public" # of those that keep the rest away from the web
	cp "$temp/$1/share/$app/which.php" "$temp/$1/share/$app/public/"
	"$PHP" -n -r '$host = stream_context_create(["http" => ["header" => "Host: $argv[2].test"]]);
		echo file_get_contents("http://127.0.0.1:$argv[1]/which.php", false, $host);' "$(<"$temp/$1/port")" "$app"
	rm "$temp/$1/share/$app/"{,public/}which.php
}

visit() { # SIDE APPLICATION
	"$MYND_STOCK_CMD" "$here/visit.php" "$2" "127.0.0.1:$(<"$temp/$1/port")" "$temp/$1" >"$temp/$1/$2.out" 2>&1
}

compare_pages() { # APPLICATION
	local said
	said=$("$MYND_STOCK_CMD" "$here/compare.php" "$1" "$temp/stock" "$temp/mynd" 2>&1)
	if [[ ${said##*$'\n'} =~ ^([0-9]+)\ passed,\ ([0-9]+)\ failed$ ]]; then
		checks_passed=$((checks_passed + BASH_REMATCH[1])) checks_failed=$((checks_failed + BASH_REMATCH[2]))
		[[ ${BASH_REMATCH[2]} -eq 0 ]] || printf '%s\n' "${said%$'\n'*}"
	else
		check_equal "$1: comparing" "N passed, N failed" "$said"
	fi
}

# Counts the rows of each table in every database that the visits have left. MediaWiki queues cleaning jobs at
# random.
rows_of() { # SIDE
	mariadb_sql "$(. "$temp/$1/server.env" && echo "$MYND_TEST_SOCKET")" <<-'SQL'
		SET @q = (SELECT GROUP_CONCAT('SELECT ', QUOTE(CONCAT(table_schema, '.', table_name)), ' AS name, COUNT(*) FROM `',
				REPLACE(table_schema, '`', '``'), '`.`', REPLACE(table_name, '`', '``'), '`' ORDER BY table_schema, table_name SEPARATOR ' UNION ALL ')
			FROM information_schema.tables
			WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('mysql', 'sys', 'information_schema', 'performance_schema')
				AND NOT (table_schema = 'mediawiki' AND table_name = 'job'));
		EXECUTE IMMEDIATE @q;
	SQL
}

# Prints what workers wrote to standard error, which of them ended by a signal, and which answers never came.
complaints_of() { # SIDE
	sed -n 's/^\[[^]]*\] \(WARNING\|ALERT\|ERROR\)/\1/p' "$temp/$1/fpm.log" | sed 's/child [0-9]*/child N/'
	sed -n 's/^[^[]*\[\(error\|alert\|crit\|emerg\)\] [0-9#: *]*/\1: /p' "$temp/$1/nginx.log"
}

test_application() { # NAME
	local app=$1 side started=$SECONDS
	for side in stock mynd; do
		: >"$temp/$side/php.log"
		: >"$temp/$side/mail"
	done
	visit stock "$app" &
	[[ -z ${MYND_APPS_LATER:-} ]] || sleep "$MYND_APPS_LATER" # to see that every time is masked
	visit mynd "$app"
	wait $!
	for side in stock mynd; do
		check "$app: its life on $side" grep -qxE '[0-9]+ pages' "$temp/$side/$app.out" || cat "$temp/$side/$app.out"
	done
	compare_pages "$app"
	check_equal "$app: as many rows in each table" "$(rows_of stock)" "$(rows_of mynd)"
	check_equal "$app: no other complaints" "$(complaints_of stock)" "$(complaints_of mynd)"
	printf '%s %s: %s, %d s\n' "$app" "$(version_of "$cache" "$app")" "$(tail -n 1 "$temp/stock/$app.out")" $((SECONDS - started))
}

[[ -n $fpm ]] || skip_all "php-fpm$MYND_PHP_VERSION is not here"
missing=$(missing_modules)
[[ -z $missing ]] || skip_all "PHP has no$missing"
reason=$(get_packages "$cache") || skip_all "$reason"

temp=$(mktemp -d "${TMPDIR:-/tmp}/mynd-apps.XXXXXX")
# One half of CI's commits sees the applications with the default settings, the other with mynd.preset=web.
if [[ $MYND_TEST_PART == sample && $((MYND_TEST_SEED % 2)) -eq 1 && -z ${MYND_WITH_INI:-} ]]; then
	export MYND_WITH_INI=$temp/with
	mkdir "$MYND_WITH_INI"
	echo 'mynd.preset = web' >"$MYND_WITH_INI/99-with.ini"
fi
trap clean_up EXIT
trap 'exit 143' TERM HUP INT
for side in stock mynd; do
	# A folder shows in some pages; drawn by chance, its name may be masked.
	ln -s "$(mktemp -d "$temp/XXXXXXXX")" "$temp/$side"
	server_start "$temp/$side/server.env" &
done
wait
for side in stock mynd; do
	[[ -f $temp/$side/server.env ]] || die "the server of $side does not start"
	start_side "$(readlink "$temp/$side")" "$(ini_folder "$side")" "$cache/files" "${applications[@]}" ||
		die "the side of $side does not start"
done
check_equal "stock's side runs on stock" "mysqli opcache" "$(driver_of stock)"
check_equal "mynd's side runs on mynd" "mynd mysqli opcache" "$(driver_of mynd)"
for app in "${applications[@]}"; do
	if is_known "$cache" "$app"; then
		test_application "$app"
	else
		skip_check "$app" "version $(version_of "$cache" "$app"); the test knows ${known_versions[$app]}"
	fi
done
finish

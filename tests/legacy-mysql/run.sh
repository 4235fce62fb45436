#!/usr/bin/env bash
# packages/legacy-mysql: the behaviour that PHP 5.6 documents, on stock's mysqli and on mynd; settings of
# php.ini; and an old application: Debian's WordPress with WP_USE_EXT_MYSQL lives the life of tests/apps, on
# mynd, and every page must be as by mysqli. Run by `./dev test legacy-mysql`; what of WordPress cannot be had
# is skipped.
set -uo pipefail

here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
. "$here/../lib.sh"
ROOT=$MYND_ROOT
load=$ROOT/packages/legacy-mysql/load.php
. "$ROOT/tools/dev/common.sh"
use server unpacked
set +e
. "$here/../apps/packages.sh"
. "$here/../apps/sides.sh"
temp=

count_checks() { # TITLE COMMAND...: a program that ends with "N passed, N failed"
	local title=$1 said
	shift
	said=$("$@" 2>&1)
	if [[ ${said##*$'\n'} =~ ^([0-9]+)\ passed,\ ([0-9]+)\ failed$ ]]; then
		checks_passed=$((checks_passed + BASH_REMATCH[1])) checks_failed=$((checks_failed + BASH_REMATCH[2]))
		[[ ${BASH_REMATCH[2]} -eq 0 ]] || printf '=== %s\n%s\n' "$title" "${said%$'\n'*}"
	else
		check_equal "$title: it runs to its end" "N passed, N failed" "$said"
	fi
}

# Settings of php.ini count although no extension has registered them.
check_settings() { # DRIVER PHP-COMMAND
	local said program
	program='error_reporting(E_ALL & ~E_DEPRECATED); require $argv[1]; $link = mysql_connect(); echo mysql_result(mysql_query("SELECT USER()"), 0), "\n";
		$other = mysql_connect(null, null, null, true); echo get_debug_type($other), "\n"; mysql_query("SELEC");
		file_put_contents($argv[2], "1\n2\n"); mysql_query("CREATE TEMPORARY TABLE '"$MYND_TEST_DB"'.t (n INT)");
		echo get_debug_type(mysql_query("LOAD DATA LOCAL INFILE \"$argv[2]\" INTO TABLE '"$MYND_TEST_DB"'.t")), mysql_errno() === 0 ? "" : " refused", "\n";
		$left = mysql_query("SELECT 1");'
	said=$("$2" -d display_errors=1 -d html_errors=0 -d log_errors=0 -d mysql.default_host=localhost -d "mysql.default_socket=$MYND_TEST_SOCKET" \
		-d "mysql.default_user=$MYND_TEST_USER" -d "mysql.default_password=$MYND_TEST_PASSWORD" -d mysql.max_links=1 -d mysql.trace_mode=1 \
		-d mysqli.allow_local_infile=1 -d "mysql.allow_local_infile=$3" -r "$program" "$load" "$temp/infile" 2>&1 | sed 's/ in [^ ]* on line [0-9]*$//' | grep .)
	check_equal "$1: settings, LOCAL INFILE $3" "$MYND_TEST_USER@localhost
Warning: mysql_connect(): Too many open links (1)
bool
Warning: mysql_query(): You have an error in your SQL syntax; check the manual that corresponds to your MariaDB server version for the right syntax to use near 'SELEC' at line 1
${4}Warning: Unknown(): 1 result set(s) not freed. Use mysql_free_result to free result sets which were requested using mysql_query()" "$said"
}

check_functions() {
	local driver command
	for driver in stock mynd; do
		command=$MYND_STOCK_CMD
		[[ $driver == stock ]] || command=$MYND_PHP_CMD
		count_checks "functions on $driver" "$command" "$here/checks.php" "$load"
		count_checks "without a link on $driver" "$command" -d mysqli.default_socket=/not/there -d mysql.default_socket=/not/there \
			"$here/no_link.php" "$load"
	done
}

# The side with the old functions gets them by auto_prepend_file, and a WordPress that is set to use them.
prepare_wordpress() { # SIDE-FOLDER FOLDER
	rm -f "$2"/{.htaccess,wp-config.php}
	[[ $1 == "$(readlink "$temp/legacy")" ]] || return 0
	printf '<?php\nconst WP_USE_EXT_MYSQL = true;\nrequire %s;\n' "'$load'" >"$1/prepend.php"
	printf 'auto_prepend_file = %s\nmysql.default_socket = %s\n' "$1/prepend.php" "$(. "$1/server.env" && echo "$MYND_TEST_SOCKET")" >>"$1/php.ini"
}

clean_up() {
	local side
	stop_sides
	for side in mysqli legacy; do
		[[ ! -f $temp/$side/server.env ]] || server_stop "$temp/$side/server.env"
	done
	rm -rf "$temp"
}

start_sides() {
	local side
	for side in mysqli legacy; do
		ln -s "$(mktemp -d "$temp/XXXXXXXX")" "$temp/$side"
		server_start "$temp/$side/server.env" &
		servers+=($!)
	done
	wait "${servers[@]}"
	for side in mysqli legacy; do
		[[ -f $temp/$side/server.env ]] && start_side "$(readlink "$temp/$side")" "$(dirname -- "$MYND_SO")/../../ini-mynd" "$cache/files" wordpress ||
			return 1
	done
}

# The driver that WordPress itself says it uses.
functions_of() { # SIDE
	cat >"$temp/$1/share/wordpress/which.php" <<-'PHP'
		<?php
		require __DIR__ . '/wp-load.php';
		echo $wpdb->use_mysqli ? 'mysqli' : 'mysql', ' ', is_resource($wpdb->dbh) ? 'resource' : get_debug_type($wpdb->dbh);
	PHP
	"$PHP" -n -r '$host = stream_context_create(["http" => ["header" => "Host: wordpress.test"]]);
		echo file_get_contents("http://127.0.0.1:$argv[1]/which.php", false, $host);' "$(<"$temp/$1/port")"
	rm "$temp/$1/share/wordpress/which.php"
}

# What is of another name there: the page about the machine tells which functions are used, and how WordPress
# reads the driver's version off them; mysql_connect() calls itself deprecated, as in PHP 5.6.
expect_other_names() {
	local page
	for page in "$temp"/legacy/pages/wordpress/*site\ health.http; do
		check "WordPress tells that it uses the old functions" grep -qx 'extension: mysql' "$page"
		sed -i 's/^extension: mysql$/extension: mysqli/; s/^client_version: \([0-9.]*\)$/client_version: mysqlnd \1/
			s/<td>mysql</<td>mysqli</; s#<td>Client version</td><td>#&mysqlnd #' "$page"
	done
	sed -i '/PHP Deprecated:  mysql_connect(): The mysql extension is deprecated/d' "$temp/legacy/php.log"
}

check_wordpress() {
	local side said visits=() servers=()
	start_sides || die "the sides of WordPress do not start"
	for side in mysqli legacy; do
		"$MYND_STOCK_CMD" "$here/../apps/visit.php" wordpress "127.0.0.1:$(<"$temp/$side/port")" "$temp/$side" >"$temp/$side/visit.out" 2>&1 &
		visits+=($!)
	done
	wait "${visits[@]}"
	for side in mysqli legacy; do
		check "WordPress: its life by $side" grep -qxE '[0-9]+ pages' "$temp/$side/visit.out" || cat "$temp/$side/visit.out"
	done
	check_equal "WordPress uses mysqli" "mysqli mysqli" "$(functions_of mysqli)"
	check_equal "WordPress uses the old functions" "mysql resource" "$(functions_of legacy)"
	expect_other_names
	count_checks "WordPress: pages" "$MYND_STOCK_CMD" "$here/../apps/compare.php" wordpress "$temp/mysqli" "$temp/legacy"
}

why_no_wordpress() {
	local module
	fpm=$(command -v "php-fpm$MYND_PHP_VERSION" || command -v php-fpm) || { echo "php-fpm is not here" && return; }
	for module in xml mbstring intl gd fileinfo; do
		"$MYND_STOCK_CMD" -r 'exit(extension_loaded($argv[1]) ? 0 : 1);' "$module" || { echo "PHP has no $module" && return; }
	done
	get_packages "$cache" || return
	is_known "$cache" wordpress || echo "version $(version_of "$cache" wordpress); the test knows ${known_versions[wordpress]}"
}

cache=$ROOT/build/apps
fpm=$(command -v "php-fpm$MYND_PHP_VERSION" || command -v php-fpm)
temp=$(mktemp -d "${TMPDIR:-/tmp}/mynd-apps.XXXXXX") # a name that compare.php masks
trap clean_up EXIT
trap 'exit 143' TERM HUP INT
check_functions
forbidden='Warning: mysql_query(): LOAD DATA LOCAL INFILE is forbidden, check related settings like mysqli.allow_local_infile|'
forbidden+='mysqli.local_infile_directory or PDO::MYSQL_ATTR_LOCAL_INFILE|PDO::MYSQL_ATTR_LOCAL_INFILE_DIRECTORY'
check_settings stock "$MYND_STOCK_CMD" 1 $'bool\n'
check_settings mynd "$MYND_PHP_CMD" 1 $'bool\n'
check_settings stock "$MYND_STOCK_CMD" 0 "$forbidden"$'\nbool refused\n'
check_settings mynd "$MYND_PHP_CMD" 0 "$forbidden"$'\nbool refused\n'
reason=$(why_no_wordpress)
if [[ -z $reason ]]; then
	check_wordpress
else
	skip_check "WordPress with WP_USE_EXT_MYSQL" "$reason"
fi
finish

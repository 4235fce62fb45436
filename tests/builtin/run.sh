#!/usr/bin/env bash
# What works where mysqlnd and mysqli are built into PHP, and PDO without a driver for MySQL: stock's faces
# stay stock's, PDO's driver and the functions of Mynd on PDO objects are mynd's. Run by `./dev test
# builtin`, which builds such a PHP.
set -uo pipefail

here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
. "$here/../lib.sh"
php=$MYND_BUILTIN_PHP so=$MYND_BUILTIN_SO
temp=$(mktemp -d "${TMPDIR:-/tmp}/mynd-builtin.XXXXXX")
trap 'rm -rf "$temp"' EXIT
unset PHP_INI_SCAN_DIR

with_mynd() { # ARGUMENTS...
	"$php" -n -d extension="$so" -d error_log="$temp/log" "$@" 2>&1
}

check_equal "this PHP has stock's modules, and none for PDO" "mysqli mysqlnd pdo" \
	"$("$php" -n -r 'echo implode(" ", array_intersect(["mysqli", "mysqlnd", "pdo", "pdo_mysql"], array_map("strtolower", get_loaded_extensions())));')"

# Stock's mysqlnd lists its plug-ins and the users of its API; mynd's does not.
check_equal "stock's faces stay" "mynd yes, mysqlnd: stock's, PDO: mysql" "$(with_mynd -r '
	ob_start(); (new ReflectionExtension("mysqlnd"))->info(); $info = ob_get_clean();
	echo "mynd ", extension_loaded("mynd") ? "yes" : "no", ", mysqlnd: ", str_contains($info, "API Extensions") ? "stock\x27s" : "mynd\x27s", ", PDO: ", implode(" ", PDO::getAvailableDrivers());')"

# It is said once at the start, whatever the program does.
rm -f "$temp/log"
with_mynd -r 'new ReflectionExtension("mysqli");' >/dev/null
check_equal "the error log says so, once" "1 line: mysqlnd, mysqli" \
	"$(wc -l <"$temp/log") line: $(sed -n 's/.*left to modules of that name that PHP has loaded already: //p' "$temp/log")"
check_equal "phpinfo says so" \
	"mysqlnd: not provided: PHP has loaded another module of this name, mysqli: not provided: PHP has loaded another module of this name, pdo_mysql: provided by mynd" \
	"$(with_mynd -r 'phpinfo(INFO_MODULES);' | sed -n 's/^Extension \([a-z_]*\) => /\1: /p' | paste -sd, | sed 's/,/, /g')"

cat >"$temp/program.php" <<'PHP'
<?php
mysqli_report(MYSQLI_REPORT_ERROR | MYSQLI_REPORT_STRICT);
$stock = new mysqli('localhost', getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'), getenv('MYND_TEST_DB'), 0, getenv('MYND_TEST_SOCKET'));
echo "stock: ", $stock->query('SELECT 6 * 7')->fetch_row()[0], "\n";
$calls = [
	'stats' => fn() => Mynd\stats($stock),
	'last_failure' => fn() => Mynd\last_failure($stock),
	'pipeline' => fn() => iterator_to_array(Mynd\pipeline($stock, ['SELECT 1'])),
	'execute_many' => fn() => Mynd\execute_many($stock, 'DO ?', [[1]]),
	'execute_async' => fn() => Mynd\execute_async($stock->prepare('SELECT 1')),
	'reap' => fn() => Mynd\reap($stock),
	'as_completed' => fn() => iterator_to_array(Mynd\as_completed([$stock])),
	'capture' => fn() => Mynd\capture($stock->query('SELECT 1')),
	'stream' => fn() => Mynd\stream($stock),
	'cancel' => fn() => Mynd\cancel($stock),
	'deadline' => fn() => Mynd\deadline($stock, 1.0),
];
foreach ($calls as $name => $call) {
	try {
		$call();
		echo "$name: taken\n";
	} catch (TypeError $e) {
	} catch (ValueError $e) {
		echo "$name: ", $e->getMessage(), "\n";
	}
}
echo "stock's objects: refused with a TypeError, but for those above\n";
$pdo = new PDO('mysql:unix_socket=' . getenv('MYND_TEST_SOCKET') . ';dbname=' . getenv('MYND_TEST_DB'), getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'));
$insert = $pdo->exec('CREATE TEMPORARY TABLE t (i INT)');
echo "mynd by PDO: ", Mynd\execute_many($pdo, 'INSERT INTO t VALUES (?)', [[1], [2], [39]]), " rows, sum ",
	$pdo->query('SELECT SUM(i) FROM t')->fetchColumn(), ", ", is_array(Mynd\stats($pdo)) ? 'counted' : '', "\n";
PHP
check_equal "Mynd's functions refuse stock's objects, and take those of PDO" "stock: 42
as_completed: Mynd\\as_completed(): Argument #1 (\$pending) must contain only connections and statements that have an outstanding reply
stock's objects: refused with a TypeError, but for those above
mynd by PDO: 3 rows, sum 42, counted" "$(with_mynd "$temp/program.php")"
finish

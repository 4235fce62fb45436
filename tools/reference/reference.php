<?php
// Writes the pages of docs/reference/ into a folder. Arguments: the project's folder, the folder for the
// pages.

foreach (['stubs', 'settings', 'pages', 'pdo'] as $name) {
	require __DIR__ . "/$name.php";
}
[, $root, $out] = $argv;

$mynd = read_stub("$root/stubs/mynd.stub.php");
$mysqli = read_stub("$root/stubs/mysqli.stub.php");
$constants = read_stub("$root/stubs/mysqli/constants.stub.php");
$pdo = read_stub("$root/stubs/pdo/mysql.stub.php");

$pages = [
	'mynd-functions.md' => mynd_functions($mynd),
	'mynd-classes.md' => mynd_classes($mynd),
	'mysqli.md' => mysqli_classes($mysqli, 'mysqli: connections', ['mysqli', 'mysqli_driver', 'mysqli_warning', 'mysqli_sql_exception']),
	'mysqli-results.md' => mysqli_classes($mysqli, 'mysqli: results and statements', ['mysqli_result', 'mysqli_stmt']),
	'mysqli-functions.md' => mysqli_functions($mysqli),
	'mysqli-constants.md' => mysqli_constants($constants),
	'pdo.md' => pdo_page($root, $pdo),
	'settings.md' => page('Settings', 'Every setting of `php.ini` that mynd has: its own, and those of stock under stock\'s names, with stock\'s defaults. Where stock\'s module is loaded ' .
		'beside mynd its settings are stock\'s, and mynd goes by them. "Where" says who may set it: `anywhere` is php.ini, a pool of php-fpm, a directory of Apache and ' .
		'`ini_set()`; `php.ini, pool` is php.ini and `php_admin_value`. A value that is not allowed is refused when PHP starts: a warning names the setting, what is ' .
		'allowed and what is used instead. `ini_set()` of stock\'s settings does what it does in stock.') . "\n" . settings_table($root),
];
$all = array_merge($mynd, $mysqli, $constants, $pdo);
$count = fn(string ...$kinds) => count(array_unique(array_map(fn(Declaration $d) => "$d->class::$d->name", array_filter($all, fn(Declaration $d) => in_array($d->kind, $kinds, true)))));
$pages['README.md'] = page('Reference', sprintf('Everything that mynd declares, made from its stubs and from the code\'s own lists by `./dev reference`: %d functions, %d classes and enums with %d methods, ' .
	'%d constants, the attributes of PDO, and the settings.', $count('function'), $count('class', 'enum'), $count('method'), $count('constant'))) . <<<'MD'

	| page | has |
	|---|---|
	| [Functions and constants of Mynd](mynd-functions.md) | what mynd adds |
	| [Classes of Mynd](mynd-classes.md) | interceptors, outcomes, filters |
	| [mysqli: connections](mysqli.md) | `mysqli`, `mysqli_driver`, `mysqli_warning`, `mysqli_sql_exception` |
	| [mysqli: results and statements](mysqli-results.md) | `mysqli_result`, `mysqli_stmt` |
	| [Functions of mysqli](mysqli-functions.md) | the procedural ones |
	| [Constants of mysqli](mysqli-constants.md) | all of them |
	| [PDO](pdo.md) | attributes, `Pdo\Mysql` |
	| [Settings](settings.md) | every setting of `php.ini` |

	MD;
foreach ($pages as $name => $text) {
	file_put_contents("$out/$name", $text);
}

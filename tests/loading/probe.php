<?php
/*
 * What a program sees of the modules it runs with, as one line of JSON. Run with every order of loading;
 * run.php knows what each must print. Everything that could crash with half a module is touched: reflection,
 * phpinfo, settings, classes, a failing connect.
 */

function sections_of_phpinfo(): array
{
	ob_start();
	phpinfo(INFO_MODULES);
	$text = ob_get_clean();
	if (PHP_SAPI !== 'cli') {
		$text = preg_replace('~<h2><a[^>]*>(.*?)</a></h2>~', "\n$1\n\n", $text);
	}
	return array_values(array_filter(['mynd', 'mysqli', 'mysqlnd', 'pdo_mysql'], fn($name) => str_contains($text, "\n$name\n\n")));
}

/* phpinfo says which extensions mynd provides; a row is "Extension NAME => ..." or its HTML. */
function faces_by_phpinfo(): array
{
	ob_start();
	(new ReflectionExtension('mynd'))->info();
	preg_match_all('~Extension (\w+)\s*(?:=>|</td><td class="v">)\s*(\w+)~', ob_get_clean(), $rows);
	return array_combine($rows[1], $rows[2]);
}

function is_link_of_mynd(object $link): bool
{
	try {
		Mynd\stats($link);
		return true;
	} catch (TypeError) {
		return false;
	}
}

function failing_connect(): string
{
	try {
		new mysqli('localhost', 'nobody', '', '', 0, '/nonexistent/mysqld.sock');
		return 'connected';
	} catch (mysqli_sql_exception $e) {
		return $e->getCode() . ' ' . $e->getMessage();
	}
}

function failing_pdo(): ?string
{
	if (!class_exists('PDO', false)) {
		return null;
	}
	try {
		new PDO('mysql:unix_socket=/nonexistent/mysqld.sock', 'nobody');
		return 'connected';
	} catch (PDOException $e) {
		return $e->getMessage();
	}
}

$modules = ['mysqlnd', 'mysqli', 'pdo', 'pdo_mysql', 'mynd'];
$reflected = 0;
foreach (array_filter($modules, 'extension_loaded') as $name) {
	$reflected += strlen((string) new ReflectionExtension($name)) > 0;
}
$ini = ini_get_all('mysqlnd') + ini_get_all('mysqli');

echo json_encode([
	'loaded' => array_values(array_filter($modules, 'extension_loaded')),
	'reflected' => $reflected,
	'mysqli is mynd' => is_link_of_mynd(mysqli_init()),
	'faces' => faces_by_phpinfo(),
	'provided' => Mynd\provided(),
	'owner of class' => (new ReflectionClass('mysqli'))->getExtensionName(),
	'owner of function' => (new ReflectionFunction('mysqli_connect'))->getExtensionName(),
	'owner of exception' => (new ReflectionClass('mysqli_sql_exception'))->getExtensionName(),
	'versions' => [phpversion('mysqlnd') === 'mysqlnd ' . PHP_VERSION, phpversion('mysqli') === PHP_VERSION],
	'client' => mysqli_get_client_info() . ' ' . (mysqli_get_client_version() === PHP_VERSION_ID ? 'ok' : 'wrong'),
	'settings' => [count(ini_get_all('mysqlnd')), count(ini_get_all('mysqli')), ini_get('mysqlnd.net_read_timeout'),
		ini_get('mysqli.default_port'), ini_get('mysqli.max_links')],
	'all settings' => md5(json_encode($ini)),
	'statistics' => md5(implode(' ', array_keys(mysqli_get_client_stats()))),
	'phpinfo' => sections_of_phpinfo(),
	'connect' => failing_connect(),
	'pdo driver' => class_exists('PDO', false) && in_array('mysql', PDO::getAvailableDrivers()),
	'pdo connect' => failing_pdo(),
]), "\n";

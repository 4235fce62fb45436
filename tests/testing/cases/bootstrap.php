<?php
/* Loads the package, and Laravel's where they are; at the end, how many sockets the driver has tried. */
declare(strict_types=1);

require getenv('MYND_ROOT') . '/packages/testing/load.php';

register_shutdown_function(static function (): void {
	file_put_contents((string) getenv('SOCKETS_FILE'), (string) Mynd\stats()['connects']);
});

if (($laravel = getenv('LARAVEL_FILES')) !== false) {
	error_reporting(E_ALL & ~E_DEPRECATED); /* the component's own */
	set_include_path($laravel);
	require 'Illuminate/Database/autoload.php';
}

function shop_pdo(array $options = []): PDO
{
	$dsn = 'mysql:unix_socket=' . getenv('MYND_TEST_SOCKET') . ';dbname=' . getenv('MYND_TEST_DB') . ';charset=utf8mb4';
	return new PDO($dsn, getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'), $options);
}

function shop_mysqli(): mysqli
{
	mysqli_report(MYSQLI_REPORT_ERROR | MYSQLI_REPORT_STRICT);
	return new mysqli('localhost', getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'), getenv('MYND_TEST_DB'), 0, getenv('MYND_TEST_SOCKET'));
}

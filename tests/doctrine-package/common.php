<?php
/* What the programs of this folder share. Their second argument is the driver: pdo_mysql or mysqli. */
declare(strict_types=1);

require __DIR__ . '/../packages.php';
require __DIR__ . '/../../examples/loop.php';

use Doctrine\DBAL\Configuration;
use Doctrine\DBAL\DriverManager;
use Doctrine\DBAL\Schema\DefaultSchemaManagerFactory;
use Mynd\Doctrine\Connection;
use Mynd\Doctrine\Middleware;

$driver = $argv[2];
Mynd\waiter(Loop::await(...));

/** A connection of DBAL; without a middleware the wrapper class takes its own. */
function dbal(?Middleware $middleware = null, array $more = [], array $middlewares = []): Connection
{
	$config = new Configuration();
	$config->setSchemaManagerFactory(new DefaultSchemaManagerFactory());
	$config->setMiddlewares([...($middleware === null ? [] : [$middleware]), ...$middlewares]);
	$db = DriverManager::getConnection($more + ['driver' => $GLOBALS['driver'], 'wrapperClass' => Connection::class, 'host' => 'localhost', 'unix_socket' => getenv('MYND_TEST_SOCKET'),
		'user' => getenv('MYND_TEST_USER'), 'password' => getenv('MYND_TEST_PASSWORD'), 'dbname' => getenv('MYND_TEST_DB'), 'charset' => 'utf8mb4'], $config);
	assert($db instanceof Connection);
	return $db;
}

/** The number of the connection on the server. */
function number(Doctrine\DBAL\Connection $db): int
{
	return (int) $db->fetchOne('SELECT CONNECTION_ID()');
}

/** The number of the server's error in what was thrown. */
function failure(callable $program): int
{
	try {
		$program();
		return 0;
	} catch (Doctrine\DBAL\Exception $e) {
		return $e instanceof Doctrine\DBAL\Exception\DriverException ? $e->getCode() : -1;
	}
}

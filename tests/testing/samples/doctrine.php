<?php
/* Orders on Doctrine's DBAL and ORM with mynd/doctrine. */
declare(strict_types=1);

require __DIR__ . '/../../../examples/loop.php';
require __DIR__ . '/../../doctrine-package/entities/Order.php';
require __DIR__ . '/../../doctrine-package/entities/Line.php';

use Doctrine\DBAL\Configuration;
use Doctrine\DBAL\DriverManager;
use Doctrine\DBAL\Exception\UniqueConstraintViolationException;
use Doctrine\DBAL\Schema\DefaultSchemaManagerFactory;
use Doctrine\ORM\EntityManager;
use Doctrine\ORM\ORMSetup;
use Doctrine\ORM\Tools\SchemaTool;
use Mynd\Doctrine\Connection;
use Mynd\Doctrine\Middleware;
use Symfony\Component\Cache\Adapter\ArrayAdapter;

Mynd\waiter(Loop::await(...));

$orm = ORMSetup::createAttributeMetadataConfiguration([__DIR__ . '/../../doctrine-package/entities'], true, null, new ArrayAdapter());
if (method_exists($orm, 'enableNativeLazyObjects') && PHP_VERSION_ID >= 80400) {
	$orm->enableNativeLazyObjects(true);
} elseif (method_exists($orm, 'setLazyGhostObjectEnabled')) {
	$orm->setLazyGhostObjectEnabled(true);
}

return [
	'connect' => static function (): object {
		$config = new Configuration();
		$config->setSchemaManagerFactory(new DefaultSchemaManagerFactory());
		$config->setMiddlewares([new Middleware(maximum: 3)]);
		$db = DriverManager::getConnection(['driver' => 'pdo_mysql', 'wrapperClass' => Connection::class, 'host' => 'localhost', 'unix_socket' => getenv('MYND_TEST_SOCKET'),
			'user' => getenv('MYND_TEST_USER'), 'password' => getenv('MYND_TEST_PASSWORD'), 'dbname' => getenv('MYND_TEST_DB'), 'charset' => 'utf8mb4'], $config);
		$db->fetchOne('SELECT 1');
		return $db;
	},
	'migrate' => static function (Connection $db) use ($orm): void {
		$db->executeStatement('DROP TABLE IF EXISTS sample_numbers');
		$db->executeStatement('CREATE TABLE sample_numbers (n INT PRIMARY KEY, name VARCHAR(20))');
		$manager = new EntityManager($db, $orm);
		$classes = $manager->getMetadataFactory()->getAllMetadata();
		$tool = new SchemaTool($manager);
		$tool->dropSchema($classes);
		$tool->createSchema($classes);
	},
	'tests' => [
		'entities' => static function (Connection $db) use ($orm): array {
			$manager = new EntityManager($db, $orm);
			$order = new Order('sample', new DateTimeImmutable('2001-02-03 04:05:06'));
			$order->lines->add(new Line($order, 'one'));
			$order->lines->add(new Line($order, 'two'));
			$manager->persist($order);
			$manager->flush();
			$manager->clear();
			$found = $manager->find(Order::class, $order->id);
			$seen = [$found?->customer, count($found->lines ?? []), $found?->day->format('c')];
			foreach ($found->lines ?? [] as $line) {
				$manager->remove($line);
			}
			$manager->remove($found);
			$manager->flush();
			$seen[] = (int) $manager->createQuery('SELECT COUNT(o) FROM Order o')->getSingleScalarResult();
			return $seen;
		},
		'statements' => static function (Connection $db): array {
			$seen = [$db->insert('sample_numbers', ['n' => 1, 'name' => 'one']), $db->insert('sample_numbers', ['n' => 2, 'name' => "t\0wo"])];
			try {
				$db->insert('sample_numbers', ['n' => 1, 'name' => 'again']);
			} catch (UniqueConstraintViolationException $e) {
				$seen[] = [$e->getCode(), $e->getSQLState()];
			}
			$seen[] = array_map('base64_encode', $db->fetchAllKeyValue('SELECT n, name FROM sample_numbers ORDER BY n'));
			$seen[] = $db->executeStatement('DELETE FROM sample_numbers WHERE n IN (?, ?)', [1, 2]);
			return $seen;
		},
		'transactions' => static function (Connection $db): array {
			$db->beginTransaction();
			$db->insert('sample_numbers', ['n' => 5]);
			$db->beginTransaction();
			$db->insert('sample_numbers', ['n' => 6]);
			$db->rollBack();
			$seen = [$db->fetchFirstColumn('SELECT n FROM sample_numbers'), $db->getTransactionNestingLevel()];
			$db->rollBack();
			$seen[] = [$db->fetchFirstColumn('SELECT n FROM sample_numbers'), $db->isTransactionActive()];
			return $seen;
		},
		'asynchronous' => static function (Connection $db): array {
			$first = $db->executeQueryAsync('SELECT ? AS a', [7]);
			$second = $db->executeQueryAsync("SELECT 'two' AS b");
			return [$second->result()->fetchAllAssociative(), $first->result()->fetchAllAssociative()];
		},
		'side by side' => static function (Connection $db): array {
			$tasks = [];
			for ($i = 10; $i < 14; $i++) {
				$tasks[] = static function () use ($db, $i): array {
					$db->insert('sample_numbers', ['n' => $i]);
					$db->executeQuery('SELECT SLEEP(0.00' . ($i % 4) . ')');
					return [$db->fetchOne('SELECT n FROM sample_numbers WHERE n = ?', [$i]), $db->delete('sample_numbers', ['n' => $i])];
				};
			}
			return Loop::all(...$tasks);
		},
	],
];

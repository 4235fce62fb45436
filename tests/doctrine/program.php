<?php
/*
 * A program with Doctrine's DBAL: a schema and its introspection, inserts of every common type, the query
 * builder, statements that are run again, transactions, classes of errors. What it prints must be the same
 * with either driver; its last line is "done".
 *
 *   program.php FOLDER-OF-PHP-FILES pdo_mysql|mysqli
 */
declare(strict_types=1);

use Doctrine\DBAL\ArrayParameterType;
use Doctrine\DBAL\Connection;
use Doctrine\DBAL\DriverManager;
use Doctrine\DBAL\Exception as DoctrineException;
use Doctrine\DBAL\ParameterType;
use Doctrine\DBAL\Schema\Schema;

error_reporting(E_ALL & ~E_DEPRECATED); // the library's own
set_include_path($argv[1]);
require 'Doctrine/DBAL/autoload.php';

function show(string $what, mixed $value): void
{
	$value = is_resource($value) ? 'stream of ' . bin2hex(stream_get_contents($value)) : $value;
	echo "$what: ", var_export($value, true), "\n";
}

/** What fails is told by the class and the server's number. */
function failing(string $what, callable $call): void
{
	try {
		$call();
		show($what, 'it did not fail');
	} catch (DoctrineException $error) {
		show($what, get_class($error) . ' ' . $error->getCode() . ' ' . $error->getPrevious()?->getMessage());
	}
}

function make_schema(Connection $db): void
{
	$schema = new Schema();
	$people = $schema->createTable('dbal_people');
	$people->addColumn('id', 'integer', ['autoincrement' => true]);
	$people->addColumn('name', 'string', ['length' => 50]);
	$people->addColumn('born', 'datetime_immutable', ['notnull' => false]);
	$people->addColumn('more', 'json', ['notnull' => false]);
	$people->addColumn('picture', 'blob', ['notnull' => false]);
	$people->addColumn('price', 'decimal', ['precision' => 10, 'scale' => 2, 'default' => '0.00']);
	$people->setPrimaryKey(['id']);
	$people->addUniqueIndex(['name'], 'one_name');
	$orders = $schema->createTable('dbal_orders');
	$orders->addColumn('id', 'bigint', ['autoincrement' => true]);
	$orders->addColumn('person', 'integer');
	$orders->setPrimaryKey(['id']);
	$orders->addForeignKeyConstraint('dbal_people', ['person'], ['id'], [], 'whose');
	foreach ($schema->toSql($db->getDatabasePlatform()) as $sql) {
		$db->executeStatement($sql);
	}
	$columns = [];
	foreach ($db->createSchemaManager()->introspectTable('dbal_people')->getColumns() as $column) {
		$columns[$column->getName()] = get_class($column->getType());
	}
	ksort($columns);
	show('columns', $columns);
	$indexes = array_keys($db->createSchemaManager()->listTableIndexes('dbal_people'));
	sort($indexes);
	show('indexes', $indexes);
}

function drop_schema(Connection $db): void
{
	$db->executeStatement('DROP TABLE IF EXISTS dbal_orders');
	$db->executeStatement('DROP TABLE IF EXISTS dbal_people');
}

function fill(Connection $db): void
{
	for ($i = 1; $i <= 40; $i++) {
		$db->insert('dbal_people', ['name' => "né $i", 'born' => new DateTimeImmutable("2001-02-03 04:05:$i"), 'more' => ['i' => $i, 'deep' => [1.5, null]],
			'picture' => "\0\xff'\\$i", 'price' => "$i.25"], ['born' => 'datetime_immutable', 'more' => 'json', 'picture' => ParameterType::LARGE_OBJECT]);
	}
	show('last id', (string) $db->lastInsertId());
	$insert = $db->prepare('INSERT INTO dbal_orders (person) VALUES (?)');
	foreach ([1, 1, 2, 40] as $person) {
		$insert->bindValue(1, $person, ParameterType::INTEGER);
		show('inserted', $insert->executeStatement());
	}
}

function read(Connection $db): void
{
	$some = $db->createQueryBuilder()->select('p.*')->from('dbal_people', 'p')->where('p.id > :id')->andWhere('p.name IN (:names)')->setParameter('id', 5)
		->setParameter('names', ['né 7', 'né 8', "it's"], ArrayParameterType::STRING)->orderBy('p.id', 'DESC')->setMaxResults(5);
	foreach ($some->executeQuery()->iterateAssociative() as $row) {
		foreach ($row as $name => $value) {
			show($name, $value);
		}
	}
	$counts = $db->createQueryBuilder()->select('p.name', 'COUNT(o.id) AS n')->from('dbal_people', 'p')->leftJoin('p', 'dbal_orders', 'o', 'o.person = p.id')
		->groupBy('p.id', 'p.name')->having('n > 0')->orderBy('p.id');
	show('counts', $counts->executeQuery()->fetchAllKeyValue());
	show('numeric', $db->fetchNumeric('SELECT id, price, born, NULL FROM dbal_people WHERE id = ?', [3], [ParameterType::INTEGER]));
	show('column', $db->fetchFirstColumn('SELECT name FROM dbal_people WHERE id <= 3 ORDER BY id'));
	show('nothing', $db->fetchAssociative('SELECT id FROM dbal_people WHERE id = 0'));
	show('expanded', $db->fetchOne('SELECT SUM(price) FROM dbal_people WHERE id IN (?)', [[1, 2, 3]], [ArrayParameterType::INTEGER]));
	$result = $db->executeQuery('SELECT id, name FROM dbal_people ORDER BY id');
	show('rows', [$result->rowCount(), $result->columnCount(), $result->fetchNumeric()]);
	$result->free();
}

function change(Connection $db): void
{
	show('updated', $db->update('dbal_people', ['price' => '9.99'], ['name' => 'né 9']));
	$db->beginTransaction();
	$db->beginTransaction();
	$db->delete('dbal_orders', ['person' => 1]);
	$db->rollBack();
	show('only rollback', $db->isRollbackOnly());
	$db->rollBack();
	$db->setNestTransactionsWithSavepoints(true);
	$db->transactional(function (Connection $db): void {
		$db->delete('dbal_orders', ['person' => 40]);
		$db->beginTransaction();
		$db->delete('dbal_orders', ['person' => 2]);
		$db->rollBack();
	});
	show('orders', $db->fetchFirstColumn('SELECT person FROM dbal_orders ORDER BY id'));
}

function fail(Connection $db): void
{
	failing('unique', fn() => $db->insert('dbal_people', ['name' => 'né 1']));
	failing('not null', fn() => $db->insert('dbal_people', ['name' => null]));
	failing('foreign key', fn() => $db->insert('dbal_orders', ['person' => 999]));
	failing('table', fn() => $db->executeQuery('SELECT 1 FROM dbal_nothing'));
	failing('field', fn() => $db->executeQuery('SELECT nothing FROM dbal_people'));
	failing('syntax', fn() => $db->executeQuery('SELEKT'));
	show('goes on', (string) $db->fetchOne('SELECT 1'));
}

$db = DriverManager::getConnection(['driver' => $argv[2], 'host' => 'localhost', 'unix_socket' => getenv('MYND_TEST_SOCKET'), 'user' => getenv('MYND_TEST_USER'),
	'password' => getenv('MYND_TEST_PASSWORD'), 'dbname' => getenv('MYND_TEST_DB'), 'charset' => 'utf8mb4']);
drop_schema($db);
make_schema($db);
fill($db);
read($db);
change($db);
fail($db);
drop_schema($db);
$db->close();
echo "done\n";

<?php
/*
 * One object, and a connection of DBAL for each fiber behind it: transactions, what is kept of the session,
 * the pool from which the connections come.
 */
declare(strict_types=1);

require __DIR__ . '/common.php';

use Doctrine\DBAL\Connection as DbalConnection;
use Mynd\Doctrine\Connection;
use Mynd\Doctrine\Middleware;

$db = dbal();
$db->executeStatement('DROP TABLE IF EXISTS dbal_own');
$db->executeStatement('CREATE TABLE dbal_own (id INT PRIMARY KEY AUTO_INCREMENT, who INT, n INT) ENGINE=InnoDB');

/* Each has begun when the other goes on. */
$levels = [];
$transaction = static function (int $who, string $end) use ($db, &$levels): array {
	$db->beginTransaction();
	$db->fetchOne('SELECT COUNT(*) FROM dbal_own'); // from now on it sees what is there now
	while (count($levels) < 2) {
		$levels[$who] = $db->getTransactionNestingLevel();
		$db->executeQuery('SELECT SLEEP(0.001)');
	}
	$db->insert('dbal_own', ['who' => $who, 'n' => 1]);
	$id = $db->lastInsertId();
	$seen = [$db->fetchFirstColumn('SELECT DISTINCT who FROM dbal_own'), $db->isTransactionActive(), (int) $db->fetchOne('SELECT n FROM dbal_own WHERE id = ?', [$id])];
	$db->beginTransaction();
	$seen[] = $db->getTransactionNestingLevel();
	$db->rollBack();
	$end === 'commit' ? $db->commit() : $db->rollBack();
	return [...$seen, $db->getTransactionNestingLevel(), number($db)];
};
if (method_exists(DbalConnection::class, 'getEventManager')) {
	$db->setNestTransactionsWithSavepoints(true); // what DBAL 4 always does
}
[$one, $two] = Loop::all(static fn () => $transaction(1, 'commit'), static fn () => $transaction(2, 'roll back'));
ksort($levels);
check('two transactions at a time: each has its own level', [1 => 1, 2 => 1], $levels);
check('each sees its own rows', [[1], true, 1, 2, 0], [array_map(intval(...), $one[0]), ...array_slice($one, 1, 4)]);
check('and the other its own', [[2], true, 1, 2, 0], [array_map(intval(...), $two[0]), ...array_slice($two, 1, 4)]);
check('each has a connection, and the main program has one', 3, count(array_unique([$one[5], $two[5], number($db)])));
check('one was committed, one was not', [1], array_map(intval(...), $db->fetchFirstColumn('SELECT who FROM dbal_own')));
check('the main program has no transaction', [0, false], [$db->getTransactionNestingLevel(), $db->isTransactionActive()]);

/* A fiber that ends: its connection goes back, and nothing of it is left. */
$single = dbal(new Middleware(maximum: 1)); // which the next fiber gets only if it went back
foreach (['returns', 'throws', 'is dropped', 'is kept'] as $how) {
	$fiber = new Fiber(static function () use ($single, $how): int {
		$single->beginTransaction();
		$single->executeStatement('SET @left = 1');
		$single->insert('dbal_own', ['who' => 3, 'n' => 1]);
		$number = number($single);
		if ($how === 'is dropped') {
			Fiber::suspend();
		}
		return $how === 'throws' ? throw new DomainException((string) $number) : $number;
	});
	Mynd\waiter(null); // waits block
	try {
		$fiber->start();
	} catch (DomainException) {
	}
	if ($how !== 'is kept') {
		unset($fiber);
	}
	$next = new Fiber(static fn (): array => [$single->getTransactionNestingLevel(), $single->isConnected(), $single->fetchOne('SELECT @left')]);
	$next->start();
	check("a fiber that $how within a transaction: the next has nothing of it", [0, false, null], $next->getReturn());
	check("a fiber that $how within a transaction: it was rolled back", [1], array_map(intval(...), $db->fetchFirstColumn('SELECT who FROM dbal_own LOCK IN SHARE MODE')));
	unset($next);
}
Mynd\waiter(Loop::await(...));

/* Twenty fibers, three connections; they wait for each other. */
$few = dbal(new Middleware(maximum: 3));
$numbers = Loop::all(...array_fill(0, 20, static function () use ($few): int {
	$number = number($few);
	$few->executeQuery('SELECT SLEEP(0.002)');
	return $number === number($few) ? $number : 0;
}));
check('twenty fibers on three connections', [20, 3, false], [count($numbers), count(array_unique($numbers)), in_array(0, $numbers, true)]);
$one = dbal(new Middleware(maximum: 1, acquireTimeout: 0.01));
$held = new Fiber(static function () use ($one): void {
	number($one);
	Fiber::suspend();
});
Mynd\waiter(null);
$held->start();
Mynd\waiter(Loop::await(...));
check('no connection is free in time', ['Doctrine\DBAL\Exception\DriverException 0 < Mynd\Doctrine\Failed 0 < Mynd\PoolExhausted 0'], Loop::all(static fn (): ?string => thrown(static fn () => number($one))));
unset($held);
check('it was given back', true, Loop::all(static fn (): int => number($one))[0] > 0);
$none = dbal(new Middleware(maximum: 0));
check('without a pool each connects', 2, count(array_unique(Loop::all(static fn (): int => number($none), static fn (): int => number($none)))));

/* What a fiber says of its session is its own. */
$levels = Loop::all(
	static function () use ($db): array {
		$db->setTransactionIsolation(constant(Doctrine\DBAL\TransactionIsolationLevel::class . '::SERIALIZABLE'));
		$db->setAutoCommit(false);
		$db->executeQuery('SELECT SLEEP(0.01)');
		return [$db->getTransactionIsolation() === constant(Doctrine\DBAL\TransactionIsolationLevel::class . '::SERIALIZABLE'), $db->isAutoCommit()];
	},
	static function () use ($db): array {
		$db->executeQuery('SELECT SLEEP(0.005)');
		return [$db->getTransactionIsolation() === constant(Doctrine\DBAL\TransactionIsolationLevel::class . '::SERIALIZABLE'), $db->isAutoCommit()];
	},
);
check('isolation level and autocommit are the fiber\'s', [[true, false], [false, true]], $levels);
$closed = Loop::all(static function () use ($db): array {
	$number = number($db);
	$db->close();
	return [$db->isConnected(), $number];
}, static function () use ($db): bool {
	$number = number($db);
	$db->executeQuery('SELECT SLEEP(0.01)');
	return $number === number($db);
});
check('close() closes the connection of its fiber', [false, true], [$closed[0][0], $closed[1]]);

/* What is made of the object asks through it, in whichever fiber it is used. */
$builder = $db->createQueryBuilder()->select('CONNECTION_ID()');
$schema = $db->createSchemaManager();
[$by_builder, $tables, $given] = Loop::all(
	static fn (): bool => (int) $builder->executeQuery()->fetchOne() === number($db),
	static fn (): bool => $schema->tablesExist(['dbal_own']),
	static fn (): bool => $db->transactional(static fn (DbalConnection $given): bool => $given === $db && $given->getTransactionNestingLevel() === 1),
);
check('builder, schema and transactional()', [true, true, true], [$by_builder, $tables, $given]);
$kept = Loop::all(static fn (): array => [$db->executeQuery('SELECT 7'), $db->prepare('SELECT ?')]);
check('a result outlives its fiber', '7', (string) $kept[0][0]->fetchOne());

/* DBAL tells of an error what it would without this package. */
check('an error has its class', ['Doctrine\DBAL\Exception\TableNotFoundException', 1146], Loop::all(static function () use ($db): array {
	try {
		$db->executeQuery('SELECT 1 FROM dbal_nothing');
		return [];
	} catch (Doctrine\DBAL\Exception\DriverException $e) {
		return [$e::class, $e->getCode()];
	}
})[0]);
$lost = Loop::all(static function () use ($db): array {
	$first = number($db);
	connect()->query("KILL $first");
	$code = failure(static fn () => $db->fetchOne('SELECT 1'));
	return [$code, $db->isConnected(), number($db) !== $first];
});
check('a lost connection: its fiber connects again', [2006, false, true], $lost[0]);

/* A method of DBAL's that a later version has, and that nobody has looked at, is found here. */
$looked_at = ['__construct', '_getNestedTransactionSavePointName', 'convertException', 'convertExceptionDuringQuery', 'convertToDatabaseValue', 'convertToPHPValue', 'createExpressionBuilder',
	'createQueryBuilder', 'createSavepoint', 'createSchemaManager', 'delete', 'exec', 'executeUpdate', 'fetchAllAssociative', 'fetchAllAssociativeIndexed', 'fetchAllKeyValue', 'fetchAllNumeric',
	'fetchAssociative', 'fetchFirstColumn', 'fetchNumeric', 'fetchOne', 'getConfiguration', 'getDatabase', 'getDriver', 'getEventManager', 'getExpressionBuilder', 'getParams', 'getSchemaManager',
	'insert', 'iterateAssociative', 'iterateAssociativeIndexed', 'iterateColumn', 'iterateKeyValue', 'iterateNumeric', 'query', 'quoteIdentifier', 'quoteSingleIdentifier', 'releaseSavepoint',
	'rollbackSavepoint', 'update'];
$methods = array_filter((new ReflectionClass(Connection::class))->getMethods(ReflectionMethod::IS_PUBLIC | ReflectionMethod::IS_PROTECTED), static fn (ReflectionMethod $method): bool => $method->class === DbalConnection::class);
check('DBAL has no method that touches a session and is not the fiber\'s', [], array_values(array_diff(array_column($methods, 'name'), $looked_at)));

$db->executeStatement('DROP TABLE dbal_own');
finish();

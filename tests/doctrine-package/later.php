<?php
/*
 * Asynchronous results, and time limits of commands: both are the middleware's, so they are the same with and
 * without fibers.
 */
declare(strict_types=1);

require __DIR__ . '/common.php';

use Doctrine\DBAL\ArrayParameterType;
use Doctrine\DBAL\ParameterType;
use Mynd\Doctrine\Middleware;
use Mynd\Doctrine\Pending;

$witness = connect();
$db = dbal();
$db->executeStatement('DROP TABLE IF EXISTS dbal_later');
$db->executeStatement('CREATE TABLE dbal_later (id INT PRIMARY KEY AUTO_INCREMENT, day DATETIME, more JSON, body BLOB, n INT UNIQUE) ENGINE=InnoDB');

$holder = connect();
$hold = static fn (): string => ask($holder, "SELECT GET_LOCK('dbal_later', 60)");
$release = static fn (): string => ask($holder, "SELECT RELEASE_LOCK('dbal_later')");
const WAIT = "SELECT GET_LOCK('dbal_later', 60), RELEASE_LOCK('dbal_later'), 'waited'";

$test = static function () use ($db, $hold, $release, $driver): void {
	$hold();
	$first = $db->executeQueryAsync(WAIT);
	check('it is sent, and not waited for', false, $first->isReady());
	$release();
	check('its result comes', 'waited', $first->result()->fetchNumeric()[2]);
	check('and is ready', true, $first->isReady());

	$day = new DateTimeImmutable('2001-02-03 04:05:06');
	$inserted = $db->executeQueryAsync('INSERT INTO dbal_later (day, more, body, n) VALUES (?, ?, ?, ?)', [$day, ['a' => [1]], "\0'\\\xff", 5],
		['datetime_immutable', 'json', ParameterType::LARGE_OBJECT, ParameterType::INTEGER]);
	check('values have their types; rows are counted', [1, 0], [$inserted->result()->rowCount(), $inserted->result()->columnCount()]);
	$row = $db->executeQueryAsync('SELECT day, more, body, n FROM dbal_later WHERE n = :n AND n IN (:all)', ['n' => 5, 'all' => [4, 5]], ['all' => ArrayParameterType::INTEGER])->result();
	check('names of columns', ['day', 4], [method_exists($row, 'getColumnName') ? $row->getColumnName(0) : 'day', $row->columnCount()]);
	$row = $row->fetchAssociative();
	check('what was stored', ['2001-02-03 04:05:06', ['a' => [1]], bin2hex("\0'\\\xff"), '5'],
		[$row['day'], $db->convertToPHPValue($row['more'], 'json'), bin2hex(is_resource($row['body']) ? stream_get_contents($row['body']) : $row['body']), (string) $row['n']]);
	$sync = $db->executeQuery('SELECT 1 AS a, 2.5 AS b, NULL AS c UNION SELECT 3, 4.5, NULL')->fetchAllNumeric();
	check('rows are those of executeQuery()', $sync, $db->executeQueryAsync('SELECT 1 AS a, 2.5 AS b, NULL AS c UNION SELECT 3, 4.5, NULL')->result()->fetchAllNumeric());
	check('with values, too', $db->executeQuery('SELECT ? AS a, ? AS b', [1, 'x'], [ParameterType::INTEGER])->fetchAllAssociative(),
		$db->executeQueryAsync('SELECT ? AS a, ? AS b', [1, 'x'], [ParameterType::INTEGER])->result()->fetchAllAssociative());

	/* Several on one connection, taken in any order. */
	$all = array_map(static fn (int $i): Pending => $db->executeQueryAsync($i % 2 ? "SELECT $i" : 'SELECT ?', $i % 2 ? [] : [$i]), range(0, 5));
	check('several at a time', [5, 0, 3], [(int) $all[5]->result()->fetchOne(), (int) $all[0]->result()->fetchOne(), (int) $all[3]->result()->fetchOne()]);
	check('a command takes what is outstanding', '9', (string) $db->fetchOne('SELECT 9'));
	check('which can be taken afterwards', [1, 2, 4], [(int) $all[1]->result()->fetchOne(), (int) $all[2]->result()->fetchOne(), (int) $all[4]->result()->fetchOne()]);

	/* Errors. */
	$bad = $db->executeQueryAsync('INSERT INTO dbal_later (n) VALUES (5)');
	$good = $db->executeQueryAsync('SELECT 6');
	check('an error is its own, with its class', ['Doctrine\DBAL\Exception\UniqueConstraintViolationException', 6], [explode(' ', (string) thrown($bad->result(...)))[0], (int) $good->result()->fetchOne()]);
	check('it was told', '1', (string) $db->fetchOne('SELECT 1'));
	$bad = $db->executeQueryAsync('INSERT INTO dbal_later (n) VALUES (?)', [5]);
	check('an error of which nobody was told: the next command says it', 1062, failure(static fn () => $db->executeStatement('DELETE FROM dbal_later')));
	check('and was not sent', '1', (string) $db->fetchOne('SELECT COUNT(*) FROM dbal_later'));
	check('the result says it, too', 1062, failure($bad->result(...)));
	$db->beginTransaction();
	$db->executeQueryAsync('INSERT INTO dbal_later (n) VALUES (6)');
	$db->executeQueryAsync('INSERT INTO dbal_later (n) VALUES (5)');
	check('a transaction is not committed over it', 1062, failure($db->commit(...)));
	check('DBAL has it for ended', 0, $db->getTransactionNestingLevel());
	$db->getNativeConnection() instanceof PDO ? $db->getNativeConnection()->rollBack() : $db->getNativeConnection()->rollback();
	$db->beginTransaction();
	$db->executeQueryAsync('INSERT INTO dbal_later (n) VALUES (6)');
	$db->executeQueryAsync('INSERT INTO dbal_later (n) VALUES (5)');
	$db->rollBack();
	check('a rollback is sent in any case', '1', (string) $db->fetchOne('SELECT COUNT(*) FROM dbal_later'));
	check('a malformed one', 1064, failure(static fn () => $db->executeQueryAsync('SELEKT')->result()));
	$db->executeStatement('DELETE FROM dbal_later');
};
$test();
Loop::all($test);

/* The first that answers comes first. */
$others = [dbal(), dbal()];
$hold();
$pending = ['slow' => $others[0]->executeQueryAsync(WAIT), 'quick' => $others[1]->executeQueryAsync('SELECT 2')];
if ($driver === 'pdo_mysql') { // mysqli would wait for the one before it
	$pending['behind it'] = $others[0]->executeQueryAsync('SELECT 1');
}
$order = [];
foreach (Pending::asCompleted($pending) as $key => $one) {
	$order[$key] = (string) $one->result()->fetchOne();
	$key === 'quick' && $release();
}
check('in the order of the replies', ['quick' => '2', 'slow' => '1'] + ($driver === 'pdo_mysql' ? ['behind it' => '1'] : []), $order);
$hold();
check('as many as have come in time', 0, iterator_count(Pending::asCompleted([$others[0]->executeQueryAsync(WAIT)], 0.01)));
$release();

/* A fiber that ends with replies outstanding leaves its place to the next one; what can be taken is taken. */
$few = dbal(new Middleware(maximum: 1, acquireTimeout: 5.0));
$kept = null;
$fibers = Loop::all(
	static fn () => $few->executeQueryAsync('SELECT 1') && $few->executeQueryAsync('SELECT 2'),
	static fn () => $few->executeQueryAsync('INSERT INTO dbal_later (n) VALUES (5)') && $few->executeQueryAsync('SELECT 2'),
	static fn () => (string) $few->fetchOne('SELECT 3'),
	static function () use ($few, &$kept): void {
		$kept = $few->executeQueryAsync('SELECT 4');
	},
);
check('who comes behind a fiber that ends with replies outstanding', '3', $fibers[2]);
check('what its fiber has left to others', '4', (string) $kept->result()->fetchOne());
$kept = null;
check('and its place', ['5'], Loop::all(static fn () => (string) $few->fetchOne('SELECT 5')));

/* Time limits. */
const LONG = 'SELECT COUNT(*) FROM information_schema.columns a, information_schema.columns b, information_schema.columns c';
$limited = dbal(new Middleware(deadline: 0.5));
check('a command that takes too long', true, in_array(failure(static fn () => $limited->fetchOne(LONG)), [1317, 2006], true));
check('in a prepared statement', true, in_array(failure(static fn () => $limited->fetchOne(LONG . ' WHERE a.ordinal_position > ?', [0])), [1317, 2006], true));
check('asynchronous', true, in_array(failure(static fn () => $limited->executeQueryAsync(LONG)->result()), [1317, 2006], true));
check('each command has its own limit', '1', (string) $limited->fetchOne('SELECT 1'));
usleep(600000);
check('nothing of it is left between commands', '1', (string) ($limited->getNativeConnection() instanceof PDO ? $limited->getNativeConnection()->query('SELECT 1')->fetchColumn() : ask($limited->getNativeConnection(), 'SELECT 1')));
$limited->beginTransaction();
check('within a transaction', true, in_array(failure(static fn () => $limited->fetchOne(LONG)), [1317, 2006], true));
$limited->isConnected() && $limited->rollBack();
check('a rollback has a limit of its own', 0, $limited->getTransactionNestingLevel());
$plain = dbal();
Mynd\deadline($plain->getNativeConnection(), 0.4);
check('without the option a deadline of the program stays', true, in_array(failure(static fn () => $plain->fetchOne(LONG)), [1317, 2006], true));
check('too small a number', 3, count(array_filter([thrown(static fn () => new Middleware(deadline: 0.0)), thrown(static fn () => new Middleware(maximum: -1)), thrown(static fn () => new Middleware(acquireTimeout: -0.1))])));

$db->executeStatement('DROP TABLE dbal_later');
finish();

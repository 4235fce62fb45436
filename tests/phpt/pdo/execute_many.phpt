--TEST--
Mynd\execute_many() on a PDO object: its exceptions, whatever the error mode
--EXTENSIONS--
pdo_mysql
mynd
--FILE--
<?php
require __DIR__ . '/pdo.inc';

function code(callable $program): mixed
{
	try {
		return $program();
	} catch (PDOException $e) {
		return [$e->getCode(), $e->errorInfo[1], $e->getPrevious()];
	}
}

foreach ([PDO::ERRMODE_EXCEPTION, PDO::ERRMODE_SILENT] as $mode) {
	echo "-- mode $mode\n";
	$pdo = pdo_for_test([PDO::ATTR_ERRMODE => $mode]);
	$pdo->exec('CREATE TEMPORARY TABLE t (id INT PRIMARY KEY, v VARCHAR(5))');
	$into = 'INSERT INTO t VALUES (?, ?)';
	attempt('rows', fn () => Mynd\execute_many($pdo, $into, [[1, 'a'], [2, null], [3, true]]));
	attempt('generator', fn () => Mynd\execute_many($pdo, $into, (function () { for ($i = 10; $i < 30000; $i++) yield "k$i" => [$i, $i]; })()));
	try {
		Mynd\execute_many($pdo, $into, ['x' => [4, 'd'], 'y' => [2, 'again']]);
	} catch (PDOException $e) {
		$row = $e->getPrevious();
		echo show($e->getCode()), ' ', preg_replace('/for key .*/', '', $e->getMessage()), " $row->key $row->number $row->count\n";
	}
	attempt('errorInfo', fn () => array_slice($pdo->errorInfo(), 0, 2));
	$pdo->exec('DELETE FROM t WHERE id = 4'); /* whether it is there depends on the server */
	attempt('the mode stays', fn () => $pdo->getAttribute(PDO::ATTR_ERRMODE) === $mode);
	attempt('cannot be prepared', fn () => code(fn () => Mynd\execute_many($pdo, 'no such thing ?', [[1]])));
	attempt('no row', fn () => Mynd\execute_many($pdo, $into, [[5, 'e'], [6]]));
	$pdo->beginTransaction();
	attempt('update', fn () => Mynd\execute_many($pdo, 'UPDATE t SET v = ? WHERE id = ?', [['u', 1], ['w', 2]]));
	attempt('in a transaction', fn () => $pdo->inTransaction());
	$pdo->rollBack();
	attempt('then', fn () => $pdo->query('SELECT COUNT(*), MIN(v), MAX(id) FROM t')->fetch(PDO::FETCH_NUM));
	$pdo->setAttribute(PDO::MYSQL_ATTR_USE_BUFFERED_QUERY, false);
	$unread = $pdo->query('SELECT 1 UNION SELECT 2');
	attempt('an unread result', fn () => code(fn () => Mynd\execute_many($pdo, $into, [[7, 'e']])));
	unset($unread);
	attempt('then', fn () => Mynd\execute_many($pdo, $into, [[7, 'e']]));
}
echo "-- other objects\n";
attempt('SQLite', fn () => extension_loaded('pdo_sqlite') ? Mynd\execute_many(new PDO('sqlite::memory:'), 'SELECT ?', []) : throw new TypeError('Mynd\execute_many(): Argument #1 ($connection) must be a connection of mynd, PDO given'));
attempt('a statement', fn () => Mynd\execute_many($pdo->prepare('SELECT 1'), 'SELECT ?', []));
?>
--EXPECT--
-- mode 2
rows: 3
generator: 29990
"23000" SQLSTATE[23000]: Integrity constraint violation: 1062 Duplicate entry '2'  y 1 1
errorInfo: ["23000",1062]
the mode stays: true
cannot be prepared: ["42000",1064,null]
no row: ! ValueError Mynd\execute_many(): a row must have as many values as parameters, 2 needed, 1 present
update: 2
in a transaction: true
then: [29994,"1",29999]
an unread result: ["HY000",2014,null]
then: 1
-- mode 0
rows: 3
generator: 29990
"23000" SQLSTATE[23000]: Integrity constraint violation: 1062 Duplicate entry '2'  y 1 1
errorInfo: ["23000",1062]
the mode stays: true
cannot be prepared: ["42000",1064,null]
no row: ! ValueError Mynd\execute_many(): a row must have as many values as parameters, 2 needed, 1 present
update: 2
in a transaction: true
then: [29994,"1",29999]
an unread result: ["HY000",2014,null]
then: 1
-- other objects
SQLite: ! TypeError Mynd\execute_many(): Argument #1 ($connection) must be a connection of mynd, PDO given
a statement: ! TypeError Mynd\execute_many(): Argument #1 ($connection) must be a connection of mynd, PDOStatement given

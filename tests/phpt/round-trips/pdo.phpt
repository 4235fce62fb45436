--TEST--
mynd.round_trips=fewer: a native prepare of PDO goes with its first execute, also behind other commands that change no session state
--EXTENSIONS--
mysqli
pdo_mysql
mynd
--INI--
mynd.round_trips=fewer
mynd.pipelining=on
--FILE--
<?php
require __DIR__ . '/trips.inc';
$p = pdo_for_trips();
// A session that has created a table may have temporary ones: it knows nothing from before.
$other = mysqli_for_trips();
$other->query('DROP TABLE IF EXISTS trips');
$other->query('CREATE TABLE trips (a INT PRIMARY KEY AUTO_INCREMENT, b VARCHAR(20), c LONGBLOB)');
prepare_before(
	'SELECT ?, `b?`, ":c" FROM (SELECT 2 AS `b?`) t WHERE 1 = ?', "SELECT ?, 'it''s ?'", 'INSERT INTO `trips` (`b`) VALUES (?), (?)', 'SELECT * FROM trips WHERE a < ?',
	'SELECT 1, ?', "SELECT 'one', ?", "SELECT 'two', ?", 'SELECT CONCAT(?, ?)', 'SELECT b FROM trips WHERE a = ? AND b = ?', 'SELECT ?, 1', 'SELECT ?, ?, 2',
	'UPDATE trips SET c = ? WHERE a = 1', 'SELECT a, LENGTH(c) FROM trips WHERE c IS NOT NULL', 'INSERT INTO trips (b) VALUES (?)', 'INSERT INTO trips (c) VALUES (?)',
	'SELECT COUNT(*) FROM trips WHERE a > 2', 'SELECT ?, 8', 'SELECT a FROM trips WHERE b = ?',
);
/** @param array<mixed> $values */
$run = function (string $sql, array $values = []) use ($p): mixed {
	$statement = $p->prepare($sql);
	$statement->execute($values);
	return $statement->columnCount() > 0 ? $statement->fetchAll(PDO::FETCH_NUM) : [$statement->rowCount(), $p->lastInsertId()];
};
trips('names', $p, fn () => $run('SELECT :a, `b?`, ":c" FROM (SELECT 2 AS `b?`) t WHERE 1 = :d', ['a' => 'x', 'd' => '1']));
trips('positions', $p, fn () => $run("SELECT ?, 'it''s ?'", ['x']));
trips('insert', $p, fn () => $run('INSERT INTO `trips` (`b`) VALUES (?), (?)', ['one', 'two']));
trips('no rows', $p, fn () => $run('SELECT * FROM trips WHERE a < ?', ['0']));
trips('never run', $p, fn () => get_class($p->prepare('SELECT 1, ?')));
trips('a new statement', $p, fn () => $run('SELECT 3, :a', ['a' => 'x']));
trips('the same once more', $p, fn () => $run('SELECT 3, :a', ['a' => 'y']));
trips('a new one that fails', $p, fn () => $p->prepare('SELECT no_such_column, ?'));
trips('before it runs', $p, function () use ($p) {
	$s = $p->prepare('SELECT 1, ?');
	return [$s->columnCount(), $s->getColumnMeta(0), $s->rowCount(), $s->errorCode(), $s->getAttribute(PDO::ATTR_EMULATE_PREPARES), $s->fetch(), $s->closeCursor()];
});
trips('two at a time, and a query between', $p, function () use ($p) {
	[$one, $two] = [$p->prepare("SELECT 'one', ?"), $p->prepare("SELECT 'two', ?")];
	$p->query('SELECT 0')->fetchAll();
	$two->execute(['2']);
	$two = $two->fetch(PDO::FETCH_NUM);
	$one->execute(['1']);
	return [$one->fetch(PDO::FETCH_NUM), $two];
});
trips('run three times', $p, function () use ($p) {
	$s = $p->prepare('SELECT CONCAT(?, ?)');
	for ($i = 0, $all = []; $i < 3; $i++) {
		$s->execute(["v$i", 'x']);
		$all[] = $s->fetchColumn();
	}
	return $all;
});
trips('bound', $p, function () use ($p) {
	$s = $p->prepare('SELECT b FROM trips WHERE a = :a AND b = :b');
	$s->bindValue('a', 1, PDO::PARAM_INT);
	$s->bindParam('b', $b);
	$b = 'one';
	$s->execute();
	return $s->fetchAll(PDO::FETCH_COLUMN);
});
trips('a number too many', $p, fn () => $p->prepare('SELECT ?, 1')->bindValue(2, 'x'));
trips('a value is missing', $p, fn () => $p->prepare('SELECT ?, ?, 2')->execute(['x']));
trips('a stream', $p, function () use ($p) {
	$s = $p->prepare('UPDATE trips SET c = ? WHERE a = 1');
	$stream = fopen('php://memory', 'w+');
	fwrite($stream, str_repeat('s', 70000));
	rewind($stream);
	$s->bindParam(1, $stream, PDO::PARAM_LOB);
	return $s->execute();
});
trips('what it has stored', $p, fn () => $run('SELECT a, LENGTH(c) FROM trips WHERE c IS NOT NULL'));
trips('a transaction', $p, function () use ($p, $run) {
	$p->beginTransaction();
	$run('INSERT INTO trips (b) VALUES (?)', ['no']);
	$run('INSERT INTO trips (c) VALUES (?)', ['no']);
	$p->rollBack();
	return $run('SELECT COUNT(*) FROM trips WHERE a > 2');
});
$p->exec('DO 0'); // takes the close of a statement along
trips('query(), a new one', $p, fn () => $p->query('SELECT 5, 6')->fetchAll(PDO::FETCH_NUM));
trips('emulated', $p, function () use ($p) {
	$s = $p->prepare('SELECT ?, 8', [PDO::ATTR_EMULATE_PREPARES => true]);
	$s->execute(['x']);
	return $s->fetch(PDO::FETCH_NUM);
});
attempt('unbuffered', function () use ($p) {
	$p->setAttribute(PDO::MYSQL_ATTR_USE_BUFFERED_QUERY, false);
	$s = $p->prepare('SELECT a FROM trips WHERE a > ? ORDER BY a');
	$s->execute(['0']);
	$first = $s->fetchColumn();
	try {
		$p->prepare('SELECT 7, ?');
	} catch (PDOException $e) {
		$refused = $e->errorInfo[1];
	}
	$all = [$first, $refused ?? null, $s->fetchColumn()];
	$s->closeCursor();
	$p->setAttribute(PDO::MYSQL_ATTR_USE_BUFFERED_QUERY, true);
	return $all;
});
$q = pdo_for_trips();
$kept = function (string $value) use ($q): array {
	$s = $q->prepare('SELECT a FROM trips WHERE b = ?');
	$s->execute([$value]);
	return $s->fetchAll(PDO::FETCH_COLUMN);
};
$prepared = fn (): int => (int) $q->query("SHOW SESSION STATUS LIKE 'Com_stmt_prepare'")->fetchColumn(1);
trips('texts that are kept', $q, fn () => [$kept('one'), $kept('two'), $kept('2020-01-01')]);
$before = $prepared();
$again = [$kept('two'), $kept('one'), $kept('2021-02-03')];
echo 'again: ', json_encode($again), ', prepared: ', $prepared() - $before, "\n";
$p->exec('DROP TABLE trips');
?>
--EXPECTF--
names: [["x",2,":c"]]
	1 trip
positions: [["x","it's ?"]]
	1 trip
insert: [2,"1"]
	1 trip
no rows: []
	1 trip
never run: "PDOStatement"
	0 trips
a new statement: [[3,"x"]]
	2 trips
the same once more: [[3,"y"]]
	1 trip
a new one that fails: ! "42S22" SQLSTATE[42S22]: Column not found: 1054 Unknown column 'no_such_column' in '%s' ["42S22",1054,"Unknown column 'no_such_column' in '%s'"]
	1 trip
before it runs: [0,false,0,"00000",false,false,true]
	0 trips
two at a time, and a query between: [["one","1"],["two","2"]]
	3 trips
run three times: ["v0x","v1x","v2x"]
	3 trips
bound: ["one"]
	1 trip
a number too many: ! "HY093" SQLSTATE[HY093]: Invalid parameter number ["HY093"]
	0 trips
a value is missing: ! "HY093" SQLSTATE[HY093]: Invalid parameter number ["HY093"]
	0 trips
a stream: true
	4 trips
what it has stored: [[1,70000]]
	1 trip
a transaction: [[0]]
	5 trips
query(), a new one: [[5,6]]
	1 trip
emulated: ["x",8]
	1 trip
unbuffered: [1,2014,2]
texts that are kept: [[1],[2],[]]
	3 trips
again: [[2],[1],[]], prepared: 0

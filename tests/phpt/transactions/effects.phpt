--TEST--
Transactions: begin, commit, rollback, savepoints, autocommit
--EXTENSIONS--
mysqli
--FILE--
<?php
require __DIR__ . '/../connect.inc';
$m = link_for_test();
$m->query('CREATE TEMPORARY TABLE t (a INT) ENGINE = InnoDB');
$in_transaction = function () use ($m) { /* SET TRANSACTION is refused in one */
	try {
		return !$m->query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ');
	} catch (mysqli_sql_exception $e) {
		return $e->getCode() === 1568 ?: throw $e;
	}
};
$count = fn() => (int) $m->query('SELECT COUNT(*) FROM t')->fetch_column();
attempt('begin', fn() => $m->begin_transaction());
$m->query('INSERT INTO t VALUES (1)');
attempt('rollback', fn() => [$m->rollback(), $count()]);
attempt('begin', fn() => mysqli_begin_transaction($m, MYSQLI_TRANS_START_READ_WRITE, 'name'));
$m->query('INSERT INTO t VALUES (1)');
attempt('savepoint', fn() => [$m->savepoint('here'), mysqli_savepoint($m, 'and here')]);
$m->query('INSERT INTO t VALUES (2)');
attempt('back to it', fn() => [$m->query('ROLLBACK TO SAVEPOINT here'), $count()]);
attempt('release', fn() => $m->release_savepoint('here'));
attempt('commit', fn() => [$m->commit(), $count()]);
attempt('autocommit off', fn() => [$m->autocommit(false), $m->query('SELECT @@autocommit')->fetch_column()]);
$m->query('INSERT INTO t VALUES (3)');
attempt('rollback', fn() => [mysqli_rollback($m), $count()]);
$m->query('INSERT INTO t VALUES (4)');
attempt('commit', fn() => [mysqli_commit($m), $count()]);
attempt('autocommit on', fn() => [mysqli_autocommit($m, true), $m->query('SELECT @@autocommit')->fetch_column()]);
$m->begin_transaction();
$m->query('INSERT INTO t VALUES (5)');
attempt('rollback and chain', fn() => [$m->rollback(MYSQLI_TRANS_COR_AND_CHAIN), $in_transaction()]);
attempt('commit, no chain', fn() => [$m->commit(MYSQLI_TRANS_COR_AND_NO_CHAIN), $in_transaction(), $count()]);
attempt('read only', fn() => $m->begin_transaction(MYSQLI_TRANS_START_READ_ONLY | MYSQLI_TRANS_START_WITH_CONSISTENT_SNAPSHOT));
attempt('commit and release', fn() => $m->commit(MYSQLI_TRANS_COR_RELEASE));
attempt('released', fn() => $m->query('SELECT 1'));
?>
--EXPECT--
begin: true
rollback: [true,0]
begin: true
savepoint: [true,true]
back to it: [true,1]
release: true
commit: [true,1]
autocommit off: [true,"0"]
rollback: [true,1]
commit: [true,2]
autocommit on: [true,"1"]
rollback and chain: [true,true]
commit, no chain: [true,false,2]
read only: true
commit and release: true
released: ! 2006 HY000 MySQL server has gone away

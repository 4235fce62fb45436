--TEST--
Transactions: the texts that the server gets (mynd doubles back-ticks in savepoints; stock does not)
--EXTENSIONS--
mysqli
--CONFLICTS--
general_log
--FILE--
<?php
require __DIR__ . '/../connect.inc';
print_warnings();
$log = link_for_test(database: 'mysql');
$log->query("SET GLOBAL log_output = 'TABLE', GLOBAL general_log = 1");
$m = link_for_test();
foreach ([0, 1, 2, 3, 4, 5, 6, 7, 8, 100] as $flags) {
	$m->begin_transaction($flags);
}
foreach ([0, 1, 2, 3, 8, 9, 10, 12, 16] as $flags) {
	$m->commit($flags);
	$m->rollback($flags);
}
foreach (['n', 'a*/b;c', '*', "x y`z'\"=\\-_", 'é'] as $name) {
	$m->begin_transaction(0, $name);
	$m->rollback(1, $name);
	$m->begin_transaction(5, $name);
	$m->commit(0, $name);
}
$m->commit(0, '');
$m->begin_transaction();
$m->savepoint('s*/;');
$m->savepoint('s`p');
$m->release_savepoint('s`p');
$m->autocommit(false);
$m->autocommit(true);
$log->query('SET GLOBAL general_log = 0');
foreach ($log->query("SELECT argument FROM general_log WHERE thread_id = $m->thread_id AND command_type = 'Query'") as $row) {
	echo rtrim($row['argument']), "\n";
}
?>
--EXPECT--
  Warning: mysqli::begin_transaction(): Transaction name has been truncated, since it can only contain the A-Z, a-z, 0-9, "\", "-", "_", and "=" characters
  Warning: mysqli::rollback(): Transaction name has been truncated, since it can only contain the A-Z, a-z, 0-9, "\", "-", "_", and "=" characters
  Warning: mysqli::begin_transaction(): Transaction name has been truncated, since it can only contain the A-Z, a-z, 0-9, "\", "-", "_", and "=" characters
  Warning: mysqli::commit(): Transaction name has been truncated, since it can only contain the A-Z, a-z, 0-9, "\", "-", "_", and "=" characters
  Warning: mysqli::begin_transaction(): Transaction name has been truncated, since it can only contain the A-Z, a-z, 0-9, "\", "-", "_", and "=" characters
  Warning: mysqli::rollback(): Transaction name has been truncated, since it can only contain the A-Z, a-z, 0-9, "\", "-", "_", and "=" characters
  Warning: mysqli::begin_transaction(): Transaction name has been truncated, since it can only contain the A-Z, a-z, 0-9, "\", "-", "_", and "=" characters
  Warning: mysqli::commit(): Transaction name has been truncated, since it can only contain the A-Z, a-z, 0-9, "\", "-", "_", and "=" characters
  Warning: mysqli::begin_transaction(): Transaction name has been truncated, since it can only contain the A-Z, a-z, 0-9, "\", "-", "_", and "=" characters
  Warning: mysqli::rollback(): Transaction name has been truncated, since it can only contain the A-Z, a-z, 0-9, "\", "-", "_", and "=" characters
  Warning: mysqli::begin_transaction(): Transaction name has been truncated, since it can only contain the A-Z, a-z, 0-9, "\", "-", "_", and "=" characters
  Warning: mysqli::commit(): Transaction name has been truncated, since it can only contain the A-Z, a-z, 0-9, "\", "-", "_", and "=" characters
  Warning: mysqli::begin_transaction(): Transaction name has been truncated, since it can only contain the A-Z, a-z, 0-9, "\", "-", "_", and "=" characters
  Warning: mysqli::rollback(): Transaction name has been truncated, since it can only contain the A-Z, a-z, 0-9, "\", "-", "_", and "=" characters
  Warning: mysqli::begin_transaction(): Transaction name has been truncated, since it can only contain the A-Z, a-z, 0-9, "\", "-", "_", and "=" characters
  Warning: mysqli::commit(): Transaction name has been truncated, since it can only contain the A-Z, a-z, 0-9, "\", "-", "_", and "=" characters
START TRANSACTION
START TRANSACTION WITH CONSISTENT SNAPSHOT
START TRANSACTION READ WRITE
START TRANSACTION WITH CONSISTENT SNAPSHOT, READ WRITE
START TRANSACTION READ ONLY
START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY
START TRANSACTION READ WRITE
START TRANSACTION WITH CONSISTENT SNAPSHOT, READ WRITE
START TRANSACTION
START TRANSACTION READ ONLY
COMMIT
ROLLBACK
COMMIT AND CHAIN
ROLLBACK AND CHAIN
COMMIT AND NO CHAIN
ROLLBACK AND NO CHAIN
COMMIT
ROLLBACK
COMMIT NO RELEASE
ROLLBACK NO RELEASE
COMMIT AND CHAIN NO RELEASE
ROLLBACK AND CHAIN NO RELEASE
COMMIT AND NO CHAIN NO RELEASE
ROLLBACK AND NO CHAIN NO RELEASE
COMMIT
ROLLBACK
COMMIT
ROLLBACK
START TRANSACTION /*n*/
ROLLBACK /*n*/ AND CHAIN
START TRANSACTION /*n*/ WITH CONSISTENT SNAPSHOT, READ ONLY
COMMIT /*n*/
START TRANSACTION /*abc*/
ROLLBACK /*abc*/ AND CHAIN
START TRANSACTION /*abc*/ WITH CONSISTENT SNAPSHOT, READ ONLY
COMMIT /*abc*/
START TRANSACTION /**/
ROLLBACK /**/ AND CHAIN
START TRANSACTION /**/ WITH CONSISTENT SNAPSHOT, READ ONLY
COMMIT /**/
START TRANSACTION /*x yz=-_*/
ROLLBACK /*x yz=-_*/ AND CHAIN
START TRANSACTION /*x yz=-_*/ WITH CONSISTENT SNAPSHOT, READ ONLY
COMMIT /*x yz=-_*/
START TRANSACTION /**/
ROLLBACK /**/ AND CHAIN
START TRANSACTION /**/ WITH CONSISTENT SNAPSHOT, READ ONLY
COMMIT /**/
COMMIT /**/
START TRANSACTION
SAVEPOINT `s*/;`
SAVEPOINT `s``p`
RELEASE SAVEPOINT `s``p`
SET AUTOCOMMIT=0
SET AUTOCOMMIT=1

--TEST--
Prepared statements: error 1243 of what a statement runs is its own: nothing is run again
--EXTENSIONS--
mysqli
pdo_mysql
--FILE--
<?php
require __DIR__ . '/../connect.inc';

/* A routine that writes and then runs a statement that is not there; how often has it written? */
$set_up = link_for_test();
$set_up->query('DROP TABLE IF EXISTS ran_once');
$set_up->query('CREATE TABLE ran_once (v INT)');
$set_up->query('DROP PROCEDURE IF EXISTS writes_and_fails');
$set_up->query('CREATE PROCEDURE writes_and_fails() BEGIN INSERT INTO ran_once VALUES (1); EXECUTE nowhere; END');
$is = function (string $name, callable $call) use ($set_up) {
	$set_up->query('DELETE FROM ran_once');
	attempt($name, $call);
	echo '  ran ', $set_up->query('SELECT COUNT(*) FROM ran_once')->fetch_column(), " times\n";
};
foreach (['off', 'on'] as $pipelining) {
	ini_set('mynd.pipelining', $pipelining);
	echo "-- mynd.pipelining=$pipelining\n";
	$m = link_for_test();
	$is('execute_query', fn() => $m->execute_query('CALL writes_and_fails()'));
	$is('again', fn() => $m->execute_query('CALL writes_and_fails()'));
	$is('prepare and execute', fn() => $m->prepare('CALL writes_and_fails()')->execute());
	$is('query', fn() => $m->query('CALL writes_and_fails()'));
	$pdo = new PDO('mysql:unix_socket=' . getenv('MYND_TEST_SOCKET') . ';dbname=' . getenv('MYND_TEST_DB'), getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'), [PDO::ATTR_EMULATE_PREPARES => false]);
	$is('PDO', function () use ($pdo) {
		try {
			$pdo->prepare('CALL writes_and_fails()')->execute();
		} catch (PDOException $e) {
			return $e->errorInfo[1];
		}
	});
}
$set_up->query('DROP PROCEDURE writes_and_fails');
$set_up->query('DROP TABLE ran_once');
?>
--EXPECT--
-- mynd.pipelining=off
execute_query: ! 1243 HY000 Unknown prepared statement handler (nowhere) given to EXECUTE
  ran 1 times
again: ! 1243 HY000 Unknown prepared statement handler (nowhere) given to EXECUTE
  ran 1 times
prepare and execute: ! 1243 HY000 Unknown prepared statement handler (nowhere) given to EXECUTE
  ran 1 times
query: ! 1243 HY000 Unknown prepared statement handler (nowhere) given to EXECUTE
  ran 1 times
PDO: 1243
  ran 1 times
-- mynd.pipelining=on
execute_query: ! 1243 HY000 Unknown prepared statement handler (nowhere) given to EXECUTE
  ran 1 times
again: ! 1243 HY000 Unknown prepared statement handler (nowhere) given to EXECUTE
  ran 1 times
prepare and execute: ! 1243 HY000 Unknown prepared statement handler (nowhere) given to EXECUTE
  ran 1 times
query: ! 1243 HY000 Unknown prepared statement handler (nowhere) given to EXECUTE
  ran 1 times
PDO: 1243
  ran 1 times

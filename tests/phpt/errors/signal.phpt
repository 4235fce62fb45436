--TEST--
A server's error may have a number of the client's own (SIGNAL ... SET MYSQL_ERRNO): it is told as it is, the connection and its transaction live
--EXTENSIONS--
mysqli
pdo_mysql
--FILE--
<?php
require __DIR__ . '/../connect.inc';
$m = link_for_test();
$m->query('DROP TABLE IF EXISTS signal_rows, signal_calls');
$m->query('CREATE TABLE signal_rows (id INT PRIMARY KEY, n INT) ENGINE=InnoDB');
$m->query('CREATE TABLE signal_calls (number INT) ENGINE=InnoDB');
$numbers = [1, 1999, 2000, 2001, 2002, 2006, 2009, 2013, 2014, 2027, 2055, 2999, 3000, 65534];
foreach ($numbers as $n) {
	create_anew($m, 'PROCEDURE', "signal_$n", "() BEGIN INSERT INTO signal_calls VALUES ($n); SIGNAL SQLSTATE '45001' SET MYSQL_ERRNO = $n, MESSAGE_TEXT = 'no such user'; END");
}
$m->query("CREATE TRIGGER signal_trigger BEFORE INSERT ON signal_rows FOR EACH ROW BEGIN IF NEW.n < 0 THEN SIGNAL SQLSTATE '45000' SET MYSQL_ERRNO = 2013, MESSAGE_TEXT = 'n is negative'; END IF; END");
function told(string $label, mysqli|PDO $c, callable $program, int $number): void
{
	try {
		$program();
		echo "$label: nothing\n";
	} catch (mysqli_sql_exception $e) {
		$seen = [$e->getCode(), $e->getSqlState(), $e->getMessage()];
	} catch (PDOException $e) {
		$seen = [$e->errorInfo[1], $e->errorInfo[0], $e->errorInfo[2]];
	}
	if ($seen !== [$number, '45001', 'no such user']) {
		echo "$label: ", show($seen), "\n";
	}
	if (function_exists('Mynd\last_failure') && (Mynd\last_failure($c)['cause'] ?? 'server') !== 'server') {
		echo "$label: ", show(Mynd\last_failure($c)), "\n";
	}
}
$pdo = fn (bool $emulate) => new PDO('mysql:unix_socket=' . getenv('MYND_TEST_SOCKET') . ';dbname=' . getenv('MYND_TEST_DB'), getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'), [PDO::ATTR_EMULATE_PREPARES => $emulate]);
$ways = ['query' => fn ($c, $sql) => $c->query($sql), 'prepared' => fn ($c, $sql) => $c->prepare($sql)->execute(), 'async' => function ($c, $sql) { $c->query($sql, MYSQLI_ASYNC); $c->reap_async_query(); },
	'multi' => function ($c, $sql) { $c->multi_query("DO 1; $sql; DO 2"); $c->next_result(); }];
foreach ($ways as $way => $run) {
	$c = link_for_test();
	$id = $c->thread_id;
	foreach ($numbers as $n) {
		told("$way $n", $c, fn () => $run($c, "CALL signal_$n()"), $n);
		if ($c->query('SELECT CONNECTION_ID()')->fetch_row()[0] !== (string) $id) {
			echo "$way $n: another connection\n";
		}
	}
}
foreach ([true, false] as $emulate) {
	$c = $pdo($emulate);
	$id = $c->query('SELECT CONNECTION_ID()')->fetchColumn();
	foreach ($numbers as $n) {
		told("PDO $n", $c, fn () => $c->prepare("CALL signal_$n()")->execute(), $n);
		if ($c->query('SELECT CONNECTION_ID()')->fetchColumn() !== $id) {
			echo "PDO $n: another connection\n";
		}
	}
}
// A statement is not sent again for a number that a loss has as well.
ini_set('mynd.reconnect', '1');
$m->query('DELETE FROM signal_calls');
$c = link_for_test(host: 'localhost');
foreach ([2006, 2013] as $n) {
	told("reconnect $n", $c, fn () => $c->query("CALL signal_$n()"), $n);
}
ini_restore('mynd.reconnect');
echo show($m->query('SELECT COUNT(*) FROM signal_calls')->fetch_row()), "\n";

echo "a transaction\n";
foreach (['mysqli', 'PDO'] as $api) {
	$m->query('DELETE FROM signal_rows');
	$c = $api === 'PDO' ? $pdo(true) : link_for_test();
	$api === 'PDO' ? $c->beginTransaction() : $c->begin_transaction();
	$c->query('INSERT INTO signal_rows VALUES (1, 1)');
	try {
		$c->query('INSERT INTO signal_rows VALUES (2, -1)');
	} catch (Exception $e) {
		echo "$api: {$e->getMessage()}\n";
	}
	$c->query('INSERT INTO signal_rows VALUES (3, 3)');
	$c->commit();
	echo "$api: ", show($m->query('SELECT id FROM signal_rows ORDER BY id')->fetch_all()), "\n";
}
echo "a connection that is lost\n";
$c = link_for_test();
$m->query("KILL $c->thread_id");
try {
	for (;;) {
		$c->query('SELECT 1');
	}
} catch (mysqli_sql_exception $e) {
	echo $e->getCode(), ' ', function_exists('Mynd\last_failure') ? Mynd\last_failure($c)['cause'] : 'lost', "\n";
}
foreach ($numbers as $n) {
	$m->query("DROP PROCEDURE signal_$n");
}
$m->query('DROP TABLE signal_rows, signal_calls');
?>
--EXPECT--
["2"]
a transaction
mysqli: n is negative
mysqli: [["1"],["3"]]
PDO: SQLSTATE[45000]: <<Unknown error>>: 2013 n is negative
PDO: [["1"],["3"]]
a connection that is lost
2006 lost

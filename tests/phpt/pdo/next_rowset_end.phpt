--TEST--
PDO: a statement whose last row set nextRowset() has found leaves the results of others when it goes, as with stock
--EXTENSIONS--
pdo_mysql
mysqli
--FILE--
<?php
require __DIR__ . '/../lost/lost.inc';
procedures();
root()->query('CREATE PROCEDURE ' . SCHEMA . ".fails() BEGIN SELECT 7; SIGNAL SQLSTATE '45000'; END");

foreach (['emulated' => true, 'native' => false] as $name => $emulate) {
	foreach (['buffered' => true, 'unbuffered' => false] as $how => $buffered) {
		$db = handle([PDO::ATTR_EMULATE_PREPARES => $emulate, PDO::MYSQL_ATTR_USE_BUFFERED_QUERY => $buffered]);
		echo "$name, $how:";
		foreach (['SELECT 3', 'DO 0', 'CALL two()', 'CALL fails()'] as $sql) {
			$before = $db->query($sql);
			try {
				while ($before->nextRowset()) {
				}
			} catch (PDOException) {
			}
			$s = $db->query('CALL two()');
			unset($before);
			echo ' ', json_encode($s->nextRowset());
			$s->closeCursor();
		}
		// an error in the place of rows that were not read
		$db->exec('CREATE TEMPORARY TABLE tq (a INT PRIMARY KEY)');
		$s = $db->prepare('SELECT IF(n = 300, (SELECT 1 UNION SELECT 2), n) FROM numbers');
		try {
			$s->execute();
			$answer = json_encode($s->nextRowset());
			echo " $answer";
		} catch (PDOException $e) {
			echo ' ', $e->errorInfo[1];
		}
		try {
			$buffered || $s->execute();
			$answer = json_encode($s->closeCursor());
			echo " $answer";
		} catch (PDOException $e) {
			echo ' ', $e->errorInfo[1];
		}
		// and the end of such a statement, which was closed
		if ($buffered) {
			$before = $s;
			$s = $db->query('CALL two()');
			unset($before);
			echo ' ', json_encode($s->nextRowset());
			$s->closeCursor();
		}
		echo "\n";
	}
}
?>
--EXPECT--
emulated, buffered: true true true true 1242 true true
emulated, unbuffered: true true true true false true
native, buffered: false false false false 1242 true true
native, unbuffered: true true true true 1242 1242

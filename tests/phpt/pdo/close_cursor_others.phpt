--TEST--
PDO: closeCursor() of an emulated statement closes the further results of others, as with stock
--EXTENSIONS--
pdo_mysql
mysqli
--FILE--
<?php
require __DIR__ . '/../lost/lost.inc';
procedures();
foreach ([true, false] as $buffered) {
	foreach (['SELECT 1; SELECT 2; SELECT 3', 'DO 0; SELEC', 'CALL two()'] as $sql) {
		$db = handle([PDO::MYSQL_ATTR_USE_BUFFERED_QUERY => $buffered]);
		$other = $db->prepare('SELECT 4');
		$s = $db->query($sql);
		echo $buffered ? 'buffered' : 'unbuffered', ", $sql:";
		foreach ([fn() => $other->closeCursor(), fn() => $db->query('SELECT 5')->fetchColumn()] as $do) {
			try {
				$answer = json_encode($do());
				echo " $answer";
			} catch (PDOException $e) {
				echo ' ! ', $e->errorInfo[1];
			}
		}
		echo "\n";
	}
}
?>
--EXPECT--
buffered, SELECT 1; SELECT 2; SELECT 3: true 5
buffered, DO 0; SELEC: ! 1064 5
buffered, CALL two(): true 5
unbuffered, SELECT 1; SELECT 2; SELECT 3: false ! 2014
unbuffered, DO 0; SELEC: ! 1064 5
unbuffered, CALL two(): false ! 2014

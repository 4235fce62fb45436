--TEST--
PDO: the ROLLBACK of an object that goes within a transaction is over when it has gone: nobody meets its locks
--EXTENSIONS--
mysqli
pdo_mysql
--FILE--
<?php
require __DIR__ . '/lost.inc';
procedures();
root()->query('CREATE TABLE ' . SCHEMA . '.many (n INT PRIMARY KEY, v INT) ENGINE=InnoDB');
root()->query('INSERT INTO ' . SCHEMA . '.many SELECT a.n * 300 + b.n, 0 FROM ' . SCHEMA . '.numbers a, ' . SCHEMA . '.numbers b WHERE a.n <= 60');

$ends = [
	'unset' => function (PDO $db) { unset($db); },
	'with a statement' => function (PDO $db) { $s = $db->query('SELECT 1'); unset($db); unset($s); },
	'native, unread' => function (PDO $db) { $db->setAttribute(PDO::ATTR_EMULATE_PREPARES, false); $s = $db->query('SELECT n FROM many'); unset($db); unset($s); },
	'persistent' => function (PDO $db) { unset($db); },
];
foreach ($ends as $name => $end) {
	$db = handle($name === 'persistent' ? [PDO::ATTR_PERSISTENT => true] : [PDO::MYSQL_ATTR_USE_BUFFERED_QUERY => false]);
	$other = handle();
	$db->beginTransaction();
	$db->exec('UPDATE many SET v = v + 1'); // to undo that takes a while
	$hold = [$db];
	unset($db);
	$end(array_pop($hold));
	try {
		echo "$name: ", $other->query('SELECT SUM(v) FROM many FOR UPDATE NOWAIT')->fetchColumn(), "\n";
	} catch (PDOException $e) {
		echo "$name: ! ", $e->errorInfo[1], "\n";
	}
}
?>
--EXPECT--
unset: 0
with a statement: 0
native, unread: 0
persistent: 0

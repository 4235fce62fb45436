--TEST--
PDO: a statement that is executed again after its table was changed shows the names of the columns that it brings
--EXTENSIONS--
pdo_mysql
--FILE--
<?php
require __DIR__ . '/pdo.inc';
$other = pdo_for_test();
foreach ([[], [PDO::ATTR_EMULATE_PREPARES => false], [PDO::ATTR_EMULATE_PREPARES => false, PDO::MYSQL_ATTR_USE_BUFFERED_QUERY => false],
	[PDO::ATTR_EMULATE_PREPARES => false, PDO::ATTR_CASE => PDO::CASE_UPPER], [PDO::ATTR_FETCH_TABLE_NAMES => true]] as $options) {
	$other->exec('DROP TABLE IF EXISTS renamed');
	$other->exec('CREATE TABLE renamed (a INT, b INT)');
	$other->exec('INSERT INTO renamed VALUES (1, 2)');
	$p = pdo_for_test($options);
	$statement = $p->prepare('SELECT * FROM renamed');
	$run = function () use ($statement) {
		$statement->execute();
		echo json_encode([$statement->getColumnMeta(0)['name'], $statement->fetchAll(PDO::FETCH_ASSOC)]);
	};
	$run();
	$run();
	foreach (['RENAME COLUMN a TO x', 'RENAME COLUMN b TO a', 'ADD COLUMN c INT DEFAULT 3 FIRST', 'DROP COLUMN x', 'RENAME COLUMN c TO d'] as $change) {
		$other->exec("ALTER TABLE renamed $change");
		$run();
	}
	echo "\n";
	unset($run, $statement, $p);
}

/* Variables that are bound by name follow their columns. */
$other->exec('DROP TABLE renamed');
$other->exec('CREATE TABLE renamed (a INT, b INT)');
$other->exec('INSERT INTO renamed VALUES (1, 2)');
$p = pdo_for_test([PDO::ATTR_EMULATE_PREPARES => false]);
$statement = $p->prepare('SELECT * FROM renamed');
$statement->execute();
$statement->bindColumn('b', $b);
$statement->fetch(PDO::FETCH_BOUND);
$first = $b;
$statement->closeCursor();
$other->exec('ALTER TABLE renamed RENAME COLUMN a TO c');
$other->exec('ALTER TABLE renamed RENAME COLUMN b TO a');
$other->exec('ALTER TABLE renamed RENAME COLUMN c TO b');
$statement->execute();
$statement->fetch(PDO::FETCH_BOUND);
echo json_encode([$first, $b]), "\n";
$statement->closeCursor();

/* A name that no column has is refused as after the first execute, with any name that PDO makes. */
foreach ([[], [PDO::ATTR_FETCH_TABLE_NAMES => true], [PDO::ATTR_CASE => PDO::CASE_UPPER]] as $options) {
	$statement = pdo_for_test($options)->prepare('SELECT a FROM renamed');
	$statement->execute();
	$statement->execute();
	try {
		var_dump($statement->bindColumn('none', $b));
	} catch (PDOException $e) {
		echo $e->getMessage(), "\n";
	}
}
$statement = null;
$other->exec('DROP TABLE renamed');
?>
--EXPECT--
["a",[{"a":1,"b":2}]]["a",[{"a":1,"b":2}]]["x",[{"x":1,"b":2}]]["x",[{"x":1,"a":2}]]["c",[{"c":3,"x":1,"a":2}]]["c",[{"c":3,"a":2}]]["d",[{"d":3,"a":2}]]
["a",[{"a":1,"b":2}]]["a",[{"a":1,"b":2}]]["x",[{"x":1,"b":2}]]["x",[{"x":1,"a":2}]]["c",[{"c":3,"x":1,"a":2}]]["c",[{"c":3,"a":2}]]["d",[{"d":3,"a":2}]]
["a",[{"a":1,"b":2}]]["a",[{"a":1,"b":2}]]["x",[{"x":1,"b":2}]]["x",[{"x":1,"a":2}]]["c",[{"c":3,"x":1,"a":2}]]["c",[{"c":3,"a":2}]]["d",[{"d":3,"a":2}]]
["A",[{"A":1,"B":2}]]["A",[{"A":1,"B":2}]]["X",[{"X":1,"B":2}]]["X",[{"X":1,"A":2}]]["C",[{"C":3,"X":1,"A":2}]]["C",[{"C":3,"A":2}]]["D",[{"D":3,"A":2}]]
["renamed.a",[{"renamed.a":1,"renamed.b":2}]]["renamed.a",[{"renamed.a":1,"renamed.b":2}]]["renamed.x",[{"renamed.x":1,"renamed.b":2}]]["renamed.x",[{"renamed.x":1,"renamed.a":2}]]["renamed.c",[{"renamed.c":3,"renamed.x":1,"renamed.a":2}]]["renamed.c",[{"renamed.c":3,"renamed.a":2}]]["renamed.d",[{"renamed.d":3,"renamed.a":2}]]
["2","1"]
SQLSTATE[HY000]: General error: Did not find column name 'none' in the defined columns; it will not be bound
SQLSTATE[HY000]: General error: Did not find column name 'none' in the defined columns; it will not be bound
SQLSTATE[HY000]: General error: Did not find column name 'none' in the defined columns; it will not be bound

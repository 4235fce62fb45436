--TEST--
getColumnMeta(): the name of every type that the server tells of
--EXTENSIONS--
pdo_mysql
--FILE--
<?php
require __DIR__ . '/pdo.inc';
$db = pdo_for_test();
$names = ['TINYINT' => 'TINY', 'SMALLINT' => 'SHORT', 'MEDIUMINT' => 'INT24', 'INT' => 'LONG', 'BIGINT' => 'LONGLONG', 'FLOAT' => 'FLOAT', 'DOUBLE' => 'DOUBLE',
	'DECIMAL(5,2)' => 'NEWDECIMAL', 'BIT(3)' => 'BIT', 'YEAR' => 'YEAR', 'DATE' => 'DATE', 'TIME' => 'TIME', 'DATETIME' => 'DATETIME', 'TIMESTAMP NULL' => 'TIMESTAMP',
	'CHAR(5)' => 'STRING', 'VARCHAR(5)' => 'VAR_STRING', "ENUM('a')" => 'STRING', "SET('a')" => 'STRING', 'TINYBLOB' => 'BLOB', 'BLOB' => 'BLOB', 'MEDIUMBLOB' => 'BLOB',
	'LONGBLOB' => 'BLOB', 'GEOMETRY' => 'GEOMETRY', 'JSON' => 'JSON'];
if (str_contains($db->getAttribute(PDO::ATTR_SERVER_VERSION), 'MariaDB')) {
	unset($names['JSON']); // another word for LONGTEXT there
}
foreach ($names as $type => $expected) {
	$db->exec('DROP TEMPORARY TABLE IF EXISTS native_type');
	$db->exec("CREATE TEMPORARY TABLE native_type (a $type)");
	$name = $db->query('SELECT a FROM native_type')->getColumnMeta(0)['native_type'] ?? 'NONE';
	if ($name !== $expected) {
		echo "$type: $name\n";
	}
}
echo "named\n";
// MySQL gives a parameter the type of its place.
if (str_contains($db->getAttribute(PDO::ATTR_SERVER_VERSION), 'MariaDB')) {
	$db->setAttribute(PDO::ATTR_EMULATE_PREPARES, false);
	$statement = $db->prepare('SELECT ?');
	foreach ([true, 2, false] as $value) {
		$statement->bindValue(1, $value, is_bool($value) ? PDO::PARAM_BOOL : PDO::PARAM_INT);
		$statement->execute();
		$name = $statement->getColumnMeta(0)['native_type'];
		if ($name !== (is_bool($value) ? 'TINY' : 'LONGLONG') || $statement->fetchColumn() !== (int) $value) {
			echo json_encode($value), " is sent as $name\n";
		}
	}
}
?>
--EXPECT--
named

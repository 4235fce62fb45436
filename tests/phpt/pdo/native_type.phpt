--TEST--
getColumnMeta(): a name for every type that the server tells of
--EXTENSIONS--
pdo_mysql
--FILE--
<?php
require __DIR__ . '/pdo.inc';
$db = pdo_for_test();
$types = ['TINYINT', 'SMALLINT', 'MEDIUMINT', 'INT', 'BIGINT', 'FLOAT', 'DOUBLE', 'DECIMAL(5,2)', 'BIT(3)', 'YEAR', 'DATE', 'TIME', 'DATETIME', 'TIMESTAMP NULL',
	'CHAR(5)', 'VARCHAR(5)', "ENUM('a')", "SET('a')", 'TINYBLOB', 'BLOB', 'MEDIUMBLOB', 'LONGBLOB', 'GEOMETRY', 'JSON'];
if (str_contains($db->getAttribute(PDO::ATTR_SERVER_VERSION), 'MariaDB')) {
	$types = array_diff($types, ['JSON']); // another word for LONGTEXT there
}
foreach ($types as $type) {
	$db->exec('DROP TEMPORARY TABLE IF EXISTS native_type');
	$db->exec("CREATE TEMPORARY TABLE native_type (a $type)");
	$name = $db->query('SELECT a FROM native_type')->getColumnMeta(0)['native_type'] ?? 'NONE';
	if ($name === 'NONE' || $type === 'JSON' && $name !== 'JSON') {
		echo "$type: $name\n";
	}
}
echo "named\n";
?>
--EXPECT--
named

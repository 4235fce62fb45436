--TEST--
PDO: a native statement with columns discards the further results of others when it is executed, as with stock
--EXTENSIONS--
pdo_mysql
mysqli
--FILE--
<?php
require __DIR__ . '/../lost/lost.inc';
procedures();

foreach (['SELECT 5', 'DO 1'] as $sql) {
	foreach (['new', 'executed'] as $state) {
		foreach (['CALL two()', 'fetched', 'unbuffered', 'unbuffered, fetched'] as $before) {
			$db = handle([PDO::ATTR_EMULATE_PREPARES => false, PDO::MYSQL_ATTR_USE_BUFFERED_QUERY => !str_contains($before, 'unbuffered'), PDO::ATTR_ERRMODE => PDO::ERRMODE_SILENT]);
			$s = $db->prepare($sql);
			$state === 'executed' && $s->execute() && $sql !== 'DO 1' && $s->fetchAll();
			$other = $db->query('CALL two()');
			str_contains($before, 'fetched') && $other->fetchAll();
			$done = $s->execute();
			echo "$sql, $state, $before: ", json_encode([$done ?: $s->errorInfo()[1], $done && $s->columnCount() ? $s->fetchAll(PDO::FETCH_COLUMN) : null, $db->exec('DO 1')]), "\n";
		}
	}
}
?>
--EXPECT--
SELECT 5, new, CALL two(): [true,[5],0]
SELECT 5, new, fetched: [true,[5],0]
SELECT 5, new, unbuffered: [2014,null,false]
SELECT 5, new, unbuffered, fetched: [true,[5],0]
SELECT 5, executed, CALL two(): [true,[5],0]
SELECT 5, executed, fetched: [true,[5],0]
SELECT 5, executed, unbuffered: [2014,null,false]
SELECT 5, executed, unbuffered, fetched: [true,[5],0]
DO 1, new, CALL two(): [2014,null,false]
DO 1, new, fetched: [2014,null,false]
DO 1, new, unbuffered: [2014,null,false]
DO 1, new, unbuffered, fetched: [2014,null,false]
DO 1, executed, CALL two(): [2014,null,false]
DO 1, executed, fetched: [2014,null,false]
DO 1, executed, unbuffered: [2014,null,false]
DO 1, executed, unbuffered, fetched: [2014,null,false]
--TEST--
Mynd\filter(): links of PDO have filters like all others
--EXTENSIONS--
pdo_mysql
--FILE--
<?php
require __DIR__ . '/filters.inc';
$passed = 0;
Mynd\filter('string.rot13');
$f = Mynd\filter('test.it', function (string $bytes) use (&$passed) {
	$passed += strlen($bytes);
	return $bytes;
});
Mynd\filter('string.rot13');
$connect = fn(array $options = []) => new PDO('mysql:unix_socket=' . getenv('MYND_TEST_SOCKET') . ';dbname=' . getenv('MYND_TEST_DB'),
	getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'), $options);
foreach ([true, false] as $emulate) {
	$p = $connect([PDO::ATTR_EMULATE_PREPARES => $emulate]);
	$before = $passed;
	$s = $p->prepare('SELECT ?, REPEAT("x", 30000)');
	$s->execute(['value']);
	echo implode(' ', array_map(fn($v) => strlen($v) > 10 ? strlen($v) : $v, $s->fetch(PDO::FETCH_NUM))), ', ', $passed - $before > 30000 ? 'filtered' : 'not filtered', "\n";
	$s = null;
	$p = null;
}
/* A persistent one would outlive the request, and its filters. */
$p = $connect([PDO::ATTR_PERSISTENT => true]);
$id = $p->query('SELECT CONNECTION_ID()')->fetchColumn();
$p = null;
$p = $connect([PDO::ATTR_PERSISTENT => true]);
echo $p->query('SELECT CONNECTION_ID()')->fetchColumn() === $id ? 'kept' : 'not kept', "\n";
Mynd\filter('test.broken', fn() => null);
try {
	$connect();
} catch (PDOException $e) {
	echo $e->getMessage(), "\n";
}
?>
--EXPECT--
value 30000, filtered
value 30000, filtered
not kept
SQLSTATE[HY000] [2006] MySQL server has gone away

--TEST--
The query cache: answers from it are as the server's, of mysqli and PDO, for every way to run a command
--EXTENSIONS--
mysqli
pdo_mysql
--FILE--
<?php
require __DIR__ . '/cache.inc';
error_reporting(E_ALL & ~E_DEPRECATED); /* ping(), from 8.4 on, and PDO's constants, from 8.5 on */
$cache = cache_with();
$m = link_for_test();
$m->set_charset('utf8mb4');
$sql = "/* mynd:ttl=60 */ SELECT 7 i, 1.5 n, 'text' t, NULL z, CAST('2024-02-29' AS DATE) d, CAST(3 AS DOUBLE) f, CAST(-1 AS SIGNED) s";
$with = "$sql FROM (SELECT 1) x WHERE 0 < ?";

function everything(mysqli_result $r): array
{
	$said = [$r->num_rows, $r->field_count, $r->fetch_fields(), $r->fetch_all(MYSQLI_BOTH)];
	$r->free();
	return $said;
}

three_times('query', fn () => everything($m->query($sql)));
three_times('query, unbuffered', fn () => [($r = $m->query("$sql FROM DUAL", MYSQLI_USE_RESULT))->fetch_assoc(), $r->fetch_assoc(), $r->free()]);
three_times('real_query', fn () => [$m->real_query("$sql LIMIT 1"), $m->field_count, $m->errno, everything($m->store_result()), $m->more_results()]);
three_times('multi_query', fn () => [$m->multi_query("$sql LIMIT 2"), everything($m->store_result()), $m->more_results()]);
three_times('async', fn () => [$m->query("$sql LIMIT 3", MYSQLI_ASYNC), everything($m->reap_async_query())]);
three_times('pipeline', function () use ($m, $sql) {
	$said = [];
	foreach (Mynd\pipeline($m, ["$sql LIMIT 4", "$sql LIMIT 5"]) as $key => $result) {
		$said[$key] = everything($result);
	}
	return $said;
});
three_times('execute_query', fn () => everything($m->execute_query($with, [1])));
three_times('execute_query, no row', fn () => everything($m->execute_query($with, [2])));
$statement = $m->prepare($with);
three_times('prepared, get_result', fn () => [$statement->execute([3]), everything($statement->get_result())]);
$three = 3;
$statement->bind_param('i', $three);
three_times('prepared, bind_result', function () use ($statement, &$three) {
	$three = 1;
	$statement->execute();
	$statement->bind_result($i, $n, $t, $z, $d, $f, $s);
	return [$statement->fetch(), $i, $n, $t, $z, $d, $f, $s, $statement->fetch()];
});
three_times('prepared, store_result', fn () => [$statement->execute([4]), $statement->store_result(), $statement->num_rows, $statement->free_result()]);

foreach (['emulated' => true, 'native' => false] as $label => $emulated) {
	$p = new PDO('mysql:dbname=' . getenv('MYND_TEST_DB') . ';charset=utf8mb4;unix_socket=' . getenv('MYND_TEST_SOCKET'), getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'), [PDO::ATTR_EMULATE_PREPARES => $emulated]);
	three_times("PDO $label, query", fn () => ($s = $p->query($sql))->fetchAll() + [$s->rowCount(), $s->getColumnMeta(0)]);
	three_times("PDO $label, execute", function () use ($p, $with) {
		$s = $p->prepare($with);
		$s->execute([1]);
		return [$s->fetchAll(PDO::FETCH_ASSOC), $s->columnCount(), $s->rowCount()];
	});
	$p->setAttribute(PDO::MYSQL_ATTR_USE_BUFFERED_QUERY, false);
	three_times("PDO $label, unbuffered", fn () => $p->query("$sql FROM DUAL LIMIT 1")->fetchAll());
}
$counts = $cache->stats();
echo 'each hit is counted: ', json_encode($counts['hits'] > 0 && $counts['broken'] === 0), "\n";
/* The link is in order after it. */
var_dump($m->query('SELECT 1')->fetch_column(), $m->ping());
?>
--EXPECT--
query: the same, asked 1
query, unbuffered: the same, asked 1
real_query: the same, asked 1
multi_query: the same, asked 1
async: the same, asked 1
pipeline: the same, asked 2
execute_query: the same, asked 1
execute_query, no row: the same, asked 1
prepared, get_result: the same, asked 1
prepared, bind_result: the same, asked 1
prepared, store_result: the same, asked 1
PDO emulated, query: the same, asked 1
PDO emulated, execute: the same, asked 1
PDO emulated, unbuffered: the same, asked 1
PDO native, query: the same, asked 1
PDO native, execute: the same, asked 1
PDO native, unbuffered: the same, asked 1
each hit is counted: true
string(1) "1"
bool(true)

--TEST--
Many queries on one link before the first reap: order, errors in the middle, what waits and what does not
--EXTENSIONS--
mynd
--FILE--
<?php
require __DIR__ . '/../connect.inc';
require __DIR__ . '/../processes.inc';
print_warnings();

function reap(mysqli $link): string
{
	try {
		$r = $link->reap_async_query();
		return $r instanceof mysqli_result ? show($r->fetch_all()) : show($r) . " rows {$link->affected_rows} id {$link->insert_id}";
	} catch (mysqli_sql_exception $e) {
		return '! ' . $e->getCode();
	}
}

$link = link_for_test();
$link->query('CREATE TEMPORARY TABLE t (id INT PRIMARY KEY AUTO_INCREMENT, v VARCHAR(20))');

echo "-- in order, an error is its query's\n";
$queries = ["INSERT INTO t (v) VALUES ('a'), ('b')", 'SELECT v FROM t ORDER BY id', 'no such thing', 'INSERT INTO t VALUES (1, NULL)',
	"UPDATE t SET v = 'c'", 'SELECT COUNT(*), MAX(v) FROM t', 'DELETE FROM t WHERE id = 2', 'SELECT SLEEP(0.01)', "INSERT INTO t (v) VALUES ('z')"];
foreach ($queries as $sql) {
	$link->query($sql, MYSQLI_ASYNC);
}
foreach ($queries as $sql) {
	echo $sql, ': ', reap($link), "\n";
}
echo show($link->reap_async_query()), "\n";

echo "-- as soon as they are there\n";
$link->query('SELECT 1', MYSQLI_ASYNC);
$link->query('SELECT SLEEP(30)', MYSQLI_ASYNC);
$started = microtime(true);
echo reap($link), microtime(true) - $started < 5 ? '' : ' late', "\n";
$other = link_for_test();
$id = $link->thread_id;
while (text_at_server($other, $id) !== 'SELECT SLEEP(30)') {
}
$other->query("KILL QUERY $id");
/* MySQL's SLEEP answers 1 */
echo in_array($r = reap($link), ['[["1"]]', '! 1317'], true) ? 'killed' : $r, "\n";

echo "-- a reply that is not read to its end stands in the way\n";
$link->query('SELECT 1 UNION SELECT 2', MYSQLI_ASYNC | MYSQLI_USE_RESULT);
$link->query('SELECT 3', MYSQLI_ASYNC);
$first = $link->reap_async_query();
attempt('reap', fn () => reap($link));
attempt('async', fn () => $link->query('SELECT 4', MYSQLI_ASYNC));
echo show($first->fetch_row()), "\n";
$first->free();
attempt('async', fn () => $link->query('SELECT 4', MYSQLI_ASYNC));
echo reap($link), reap($link), "\n";
$link->query('SELECT 1 UNION SELECT 2', MYSQLI_ASYNC | MYSQLI_USE_RESULT);
$link->query('SELECT 3', MYSQLI_ASYNC);
$link->reap_async_query(); /* nobody keeps it */
echo reap($link), "\n";

echo "-- several results of one\n";
create_anew($link, 'PROCEDURE', 'async_two', '() BEGIN SELECT 1; SELECT 2, 3; END');
foreach (['CALL async_two()', 'SELECT 4', 'CALL async_two()'] as $sql) {
	$link->query($sql, MYSQLI_ASYNC);
}
function rest(mysqli $link): void
{
	while ($link->more_results()) {
		attempt('reap', fn () => reap($link));
		$link->next_result();
		$r = $link->store_result();
		echo show($r ? $r->fetch_all() : $r), "\n";
	}
}
echo reap($link), "\n";
rest($link);
echo reap($link), "\n";
echo reap($link), "\n";
rest($link);
attempt('query', fn () => $link->query('DROP PROCEDURE async_two'));

echo "-- the session's state\n";
foreach (['SET @a = 1', 'START TRANSACTION', "INSERT INTO t (v) VALUES ('gone')", 'ROLLBACK', "SELECT COUNT(*), @a FROM t WHERE v = 'gone'"] as $sql) {
	$link->query($sql, MYSQLI_ASYNC);
}
for ($i = 0; $i < 5; $i++) {
	echo reap($link), "\n";
}
?>
--EXPECT--
-- in order, an error is its query's
INSERT INTO t (v) VALUES ('a'), ('b'): true rows 2 id 1
SELECT v FROM t ORDER BY id: [["a"],["b"]]
no such thing: ! 1064
INSERT INTO t VALUES (1, NULL): ! 1062
UPDATE t SET v = 'c': true rows 2 id 0
SELECT COUNT(*), MAX(v) FROM t: [["2","c"]]
DELETE FROM t WHERE id = 2: true rows 1 id 0
SELECT SLEEP(0.01): [["0"]]
INSERT INTO t (v) VALUES ('z'): true rows 1 id 3
  Warning: mysqli::reap_async_query(): Connection not opened, clear or has been closed
false
-- as soon as they are there
[["1"]]
killed
-- a reply that is not read to its end stands in the way
reap: "! 2014"
async: ! 2014 HY000 Commands out of sync; you can't run this command now
["1"]
async: true
[["3"]][["4"]]
[["3"]]
-- several results of one
[["1"]]
reap: "! 2014"
[["2","3"]]
reap: "! 2014"
false
[["4"]]
[["1"]]
reap: "! 2014"
[["2","3"]]
reap: "! 2014"
false
query: true
-- the session's state
true rows 0 id 0
true rows 0 id 0
true rows 1 id 4
true rows 0 id 0
[["0","1"]]

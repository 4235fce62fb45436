--TEST--
A link that is connected anew while a pipeline has commands under way: each outcome stays under its own key
--EXTENSIONS--
mynd
--FILE--
<?php
require __DIR__ . '/../connect.inc';

function tell(string $key, mixed $outcome): void
{
	echo "  $key: ", $outcome instanceof mysqli_result ? $outcome->fetch_column() : $outcome->getCode() . ' ' . $outcome->getMessage(), "\n";
}

$m = link_for_test();
echo "-- by its own source\n";
$commands = function () use ($m) {
	yield 'a' => "SELECT 'a' FROM (SELECT SLEEP(1)) AS later"; // no outcome has come by then
	yield 'b' => "SELECT 'b'";
	$m->real_connect(...where());
	yield 'c' => "SELECT 'c'";
	yield 'd' => ['SELECT ?', ['d']];
};
foreach (Mynd\pipeline($m, $commands()) as $key => $outcome) {
	tell($key, $outcome);
}
echo "-- between two outcomes, and another pipeline before it goes on\n";
$first = Mynd\pipeline($m, ['a' => "SELECT 'a'", 'b' => "SELECT 'b'"]);
tell($first->key(), $first->current());
$m->real_connect(...where());
$second = Mynd\pipeline($m, ['c' => "SELECT 'c'", 'd' => "SELECT 'd'"]);
tell($second->key(), $second->current());
for ($first->next(); $first->valid(); $first->next()) {
	tell($first->key(), $first->current());
}
for ($second->next(); $second->valid(); $second->next()) {
	tell($second->key(), $second->current());
}
echo "-- between two results of one command\n";
$m->query('DROP PROCEDURE IF EXISTS pipeline_reconnect');
$m->query("CREATE PROCEDURE pipeline_reconnect() BEGIN SELECT 'a'; SELECT 'b'; END");
$pipeline = Mynd\pipeline($m, ['a' => 'CALL pipeline_reconnect()']);
tell($pipeline->key(), $pipeline->current());
$m->real_connect(...where());
$m->multi_query("SELECT 'c'; SELECT 'd'");
$pipeline->next();
tell($pipeline->key(), $pipeline->current());
do {
	echo '  ', $m->store_result()->fetch_column(), "\n";
} while ($m->more_results() && $m->next_result());
$m->query('DROP PROCEDURE pipeline_reconnect');
?>
--EXPECT--
-- by its own source
  a: 2006 MySQL server has gone away
  b: 2006 MySQL server has gone away
  c: c
  d: d
-- between two outcomes, and another pipeline before it goes on
  a: a
  c: c
  b: 2006 MySQL server has gone away
  d: d
-- between two results of one command
  a: a
  a: 2006 MySQL server has gone away
  c
  d

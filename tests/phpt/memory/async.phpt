--TEST--
Replies that wait count in memory_limit: what cannot fit is 2008 of its query, the others and the link go on
--EXTENSIONS--
mysqli
--INI--
memory_limit=64M
--FILE--
<?php
require __DIR__ . '/memory.inc';

/** Queries that are so long that their predecessors' replies have to be taken in while they are written. */
function send(mysqli $link, int $count, string $what): void
{
	$padding = '/*' . str_repeat('p', 3 * MIB) . '*/';
	for ($i = 0; $i < $count; $i++) {
		$link->query("SELECT $i, $what $padding", MYSQLI_ASYNC);
	}
}

function reap(mysqli $link, int $count): array
{
	$seen = ['fits' => 0, 'out of memory' => 0];
	for ($i = 0; $i < $count; $i++) {
		try {
			$result = $link->reap_async_query();
			$seen['fits'] += $result->fetch_row()[0] === "$i" ? 1 : 1000;
		} catch (mysqli_sql_exception $e) {
			$seen['out of memory'] += $e->getCode() === 2008 ? 1 : 1000;
		}
	}
	return $seen;
}

$link = link_for_test();
$before = memory_get_usage();

send($link, 4, "REPEAT('x', 4000000)");
var_dump(memory_get_usage() - $before > 8000000);
echo json_encode(reap($link, 4)), "\n";
var_dump(memory_get_usage() - $before < MIB);

foreach (["REPEAT('x', 16000000)", "REPEAT('s', 200) FROM seq_1_to_100000", 'REPEAT("t", 100) FROM seq_1_to_100000'] as $what) {
	send($link, 8, $what);
	$seen = reap($link, 8);
	echo $seen['fits'] > 1 && $seen['out of memory'] > 1 && array_sum($seen) === 8 ? "some fit\n" : json_encode($seen) . "\n";
	var_dump(memory_get_usage() - $before < MIB, $link->query('SELECT 1')->fetch_column());
}

/* Not taken at all. */
send($link, 3, "REPEAT('x', 10000000)");
var_dump(memory_get_usage() - $before > 10000000);
$link->close();
var_dump(memory_get_usage() - $before < MIB);

/* The link goes with the request. */
$link = link_for_test();
send($link, 3, "REPEAT('x', 10000000)");
$link->query('SELECT 1', MYSQLI_ASYNC);
?>
--EXPECT--
bool(true)
{"fits":4,"out of memory":0}
bool(true)
some fit
bool(true)
string(1) "1"
some fit
bool(true)
string(1) "1"
some fit
bool(true)
string(1) "1"
bool(true)
bool(true)

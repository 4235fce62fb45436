--TEST--
Pool: twenty fibers with five places: without waiting fifteen are refused, with it all get a connection
--EXTENSIONS--
mysqli
pdo_mysql
--INI--
; it stays so with ./dev test --with: the test counts what a process has itself
mynd.shared_pool=0
mynd.persistent=asked
mysqli.max_links=5
; a spare connection takes one of the five places while it is free
mynd.kill_abandoned=off
--FILE--
<?php
require __DIR__ . '/pool.inc';
print_warnings();

/** Twenty programs at once. Prints how many got a connection, and the most that were open at a time. */
function twenty(callable $connect, callable $use): void
{
	$most = $failed = 0;
	$got = [];
	for ($i = 1; $i <= 20; $i++) {
		Loop::start(function () use ($connect, $use, $i, &$got, &$failed, &$most) {
			try {
				$db = $connect();
				$use($db);
			} catch (Throwable $e) {
				$failed++;
				return;
			}
			$most = max($most, mysqli_get_links_stats()['total']);
			$got[] = $i;
			$use($db);
		});
	}
	Loop::run();
	sort($got);
	echo $got === range(1, count($got)) ? count($got) : json_encode($got), " got one, $failed did not; at most $most at a time; ", links(), "\n";
}

$mysqli = fn() => link_for_test();
$query = fn(mysqli $db) => $db->query('SELECT SLEEP(0.01)')->fetch_all();
$pdo = fn() => pdo_for_test();
$pdo_query = fn(PDO $db) => $db->query('SELECT SLEEP(0.01)')->fetchAll();
$before = Mynd\stats();

echo "-- off\n";
ob_start(); /* fifteen warnings */
twenty($mysqli, $query);
$said = ob_get_clean();
echo substr_count($said, 'Too many open links (5)'), ' warnings; ', substr($said, strrpos($said, "\n", -2) + 1);
twenty($pdo, $pdo_query);

echo "-- on\n";
ini_set('mynd.async', 1);
twenty($mysqli, $query);
twenty($pdo, $pdo_query);
echo "-- persistent ones\n";
$connects = Mynd\stats()['connects'];
twenty(fn() => link_for_test(host: 'p:localhost'), $query);
twenty(fn() => pdo_for_test([PDO::ATTR_PERSISTENT => true]), $pdo_query);
echo Mynd\stats()['connects'] - $connects, " connects\n";
echo "-- by its own setting\n";
ini_set('mynd.async', 0);
ini_set('mynd.acquire_timeout', '20.5');
twenty($mysqli, $query);
$after = Mynd\stats();
echo $after['place_waits'] - $before['place_waits'], ' have waited, ', $after['place_timeouts'] - $before['place_timeouts'], " in vain\n";
?>
--EXPECT--
-- off
15 warnings; 5 got one, 15 did not; at most 5 at a time; 0 in use, 0 idle
5 got one, 15 did not; at most 5 at a time; 0 in use, 0 idle
-- on
20 got one, 0 did not; at most 5 at a time; 0 in use, 0 idle
20 got one, 0 did not; at most 5 at a time; 0 in use, 0 idle
-- persistent ones
20 got one, 0 did not; at most 5 at a time; 0 in use, 5 idle
20 got one, 0 did not; at most 5 at a time; 0 in use, 5 idle
10 connects
-- by its own setting
20 got one, 0 did not; at most 5 at a time; 0 in use, 0 idle
75 have waited, 0 in vain

--TEST--
mynd.shared_pool: limits, connections of other keys, and those that have died, each met by another process than that which handed them back
--EXTENSIONS--
mysqli
pcntl
--INI--
mynd.shared_pool=1
mynd.max_shared=3
mynd.max_idle=1
--FILE--
<?php
require __DIR__ . '/shared.inc';

/** Opens so many and hands them all back: their threads. */
function hand_back(int $number, ?string $database = 'test'): array
{
	$all = array_map(fn() => plink(...$database === 'test' ? [] : ['database' => $database]), array_fill(0, $number, 0));
	$threads = array_map(fn($m) => $m->thread_id, $all);
	array_map(fn($m) => $m->query('DO 1'), $all);
	array_map(fn($m) => $m->close(), $all);
	return $threads;
}

/** Takes so many: their threads, and what the pool says. */
function take(int $number): array
{
	$before = descriptors();
	$all = array_map(fn() => plink(), array_fill(0, $number, 0));
	$more = descriptors() - $before;
	$more === $number || descriptors() === 0 or print "$more descriptors for $number connections\n";
	return [array_map(fn($m) => $m->thread_id, $all), array_filter(pool('made', 'taken_over', 'found_dead', 'idle_timeout', 'max_lifetime', 'max_shared'))];
}

$watch = link_for_test();
echo "the oldest is one too many\n";
$threads = from_child(fn() => [hand_back(5), pool('handed_over', 'max_shared', 'max_idle', 'idle')]);
echo json_encode($threads[1]), ' connections: ', await_connections($watch, $threads[0], 3), "\n";
[$taken, $numbers] = from_child(fn() => take(4));
echo array_slice($taken, 0, 3) === array_slice($threads[0], 2) ? 'the oldest comes out first' : 'in another order', ' ', json_encode($numbers), "\n";
echo 'connections: ', await_connections($watch, $taken, 3), "\n";

echo "other keys go back in\n";
from_child(fn() => take(3));
$threads = from_child(fn() => [...hand_back(1, ''), ...hand_back(1)]);
echo json_encode(from_child(function () {
	$m = plink(database: '');
	$numbers = pool('made', 'taken_over');
	$m->close();
	return [$numbers, Mynd\pools()[0]['shared']];
})), "\n";

echo "dead ones, of another key too\n";
$threads = from_child(fn() => [...hand_back(1, ''), ...hand_back(1)]);
array_map(fn($thread) => kill_from_outside($watch, $thread), $threads);
[$taken, $numbers] = from_child(fn() => take(3)); // one lives
echo json_encode($numbers), "\n";

echo "who is killed loses what it holds, and no more\n";
$threads = from_child(fn() => hand_back(3));
$pid = pcntl_fork();
if ($pid === 0) {
	$m = plink();
	posix_kill(getmypid(), SIGKILL);
}
pcntl_waitpid($pid, $status);
echo 'connections: ', await_connections($watch, $threads, 2), "\n";
[$taken, $numbers] = from_child(fn() => take(2));
echo json_encode($numbers), "\n";
?>
--EXPECT--
the oldest is one too many
{"handed_over":5,"max_shared":2,"max_idle":0,"idle":0} connections: 3
the oldest comes out first {"made":1,"taken_over":3}
connections: 3
other keys go back in
[{"made":0,"taken_over":1},3]
dead ones, of another key too
{"made":2,"taken_over":1,"found_dead":2}
who is killed loses what it holds, and no more
connections: 2
{"taken_over":2}

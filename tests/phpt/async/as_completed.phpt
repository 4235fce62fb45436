--TEST--
Mynd\as_completed(): links and statements in the order in which their replies come
--EXTENSIONS--
mynd
--FILE--
<?php
require __DIR__ . '/hold.inc';
print_warnings();

function reap(object $pending): string
{
	try {
		$r = Mynd\reap($pending);
		return $r instanceof mysqli_result ? implode(' ', array_slice($r->fetch_row(), -1)) : show($r);
	} catch (mysqli_sql_exception $e) {
		return "! {$e->getCode()}";
	}
}

/** @return mysqli[] */
function links(int $count): array
{
	return array_map(fn () => link_for_test(), range(1, $count));
}

echo "-- in the order of the replies\n";
$links = array_combine(['a', 'b', 'c', 'd', 'e'], links(5));
foreach ($links as $key => $link) {
	$link->query(hold($key), MYSQLI_ASYNC);
}
$order = ['c', 'a', 'e', 'b', 'd'];
let_go($order[0]);
foreach (Mynd\as_completed($links) as $key => $link) {
	echo $key, ' ', reap($link), ' ', show($link === $links[$key]), "\n";
	array_shift($order);
	let_go(...array_slice($order, 0, 1));
}

echo "-- statements and texts, several on one link\n";
[$one, $two] = links(2);
$s1 = $one->prepare(hold('s1'));
$s2 = $one->prepare(hold('s2'));
$s3 = $two->prepare(hold('s3'));
Mynd\execute_async($s1);
$one->query(hold('t1'), MYSQLI_ASYNC);
Mynd\execute_async($s2);
Mynd\execute_async($s3);
$two->query(hold('t2'), MYSQLI_ASYNC);
$pending = (function () use ($s2, $one, $s3, $two, $s1) {
	yield 's2' => $s2;
	yield 't1' => $one;
	yield 's3' => $s3;
	yield 't2' => $two;
	yield 's1' => $s1;
})();
let_go('s3');
$next = ['s3' => ['s1'], 's1' => ['t1', 's2'], 't1' => [], 's2' => ['t2'], 't2' => []];
foreach (Mynd\as_completed($pending) as $key => $object) {
	echo $key, ' ', $object::class, ' ', reap($object), "\n";
	let_go(...$next[$key]);
}

echo "-- what stands before is stored if nobody asks for it\n";
Mynd\execute_async($s1);
$one->query("SELECT 'text'", MYSQLI_ASYNC);
foreach (Mynd\as_completed(['text' => $one]) as $key => $object) {
	echo $key, ' ', reap($object), "\n";
}
echo reap($s1), "\n";

echo "-- work for some links\n";
$jobs = range(1, 20);
$done = [];
$workers = links(3);
foreach ($workers as $worker) {
	$worker->query('SELECT ' . array_shift($jobs), MYSQLI_ASYNC);
}
foreach (Mynd\as_completed($workers) as $worker) {
	$done[] = (int) reap($worker);
	if ($jobs) {
		$worker->query('SELECT ' . array_shift($jobs), MYSQLI_ASYNC);
	}
}
sort($done);
echo implode(' ', $done), "\n";
foreach ($workers as $i => $worker) {
	$worker->query("SELECT $i", MYSQLI_ASYNC);
	$worker->query("SELECT 1$i", MYSQLI_ASYNC);
}
$done = [];
foreach (Mynd\as_completed($workers) as $i => $worker) {
	$done[$i][] = reap($worker);
}
ksort($done);
echo json_encode($done), "\n";

echo "-- not taken: it does not come again\n";
$workers[0]->query("SELECT 'zero'", MYSQLI_ASYNC);
$workers[1]->query(hold('one'), MYSQLI_ASYNC);
foreach (Mynd\as_completed($workers = array_slice($workers, 0, 2)) as $key => $worker) {
	echo $key, "\n";
	let_go('one');
}
echo reap($workers[0]), ' ', reap($workers[1]), "\n";
$workers[0]->query("SELECT 'zero'", MYSQLI_ASYNC);
$workers[1]->query("SELECT 'one'", MYSQLI_ASYNC);
foreach (Mynd\as_completed(['x' => $workers[0], 'y' => $workers[1], 'z' => $workers[0]]) as $key => $worker) {
	$seen[] = $worker === $workers[0] ? '0' . reap($worker) : '1' . reap($worker);
}
sort($seen);
echo implode(' ', $seen), "\n";
$workers[0]->query("SELECT 'zero'", MYSQLI_ASYNC);
$workers[1]->query("SELECT 'one'", MYSQLI_ASYNC);
foreach (Mynd\as_completed($workers) as $key => $worker) {
	echo reap($workers[0]), ' ', reap($workers[1]), "\n"; /* both at once */
}

echo "-- time\n";
$workers[0]->query(hold('late'), MYSQLI_ASYNC);
$workers[1]->query("SELECT 'soon'", MYSQLI_ASYNC);
$started = microtime(true);
foreach (Mynd\as_completed($workers, 0.1) as $key => $worker) {
	echo $key, ' ', reap($worker), "\n";
}
$took = microtime(true) - $started;
var_dump($took >= 0.1 && $took < 5);
foreach (Mynd\as_completed([$workers[0]], 0.0) as $worker) {
	echo "too early\n";
}
let_go('late');
foreach (Mynd\as_completed([$workers[0]], 60) as $worker) {
	echo reap($worker), "\n";
}

echo "-- lost, closed and errors\n";
$links = links(4);
$links[0]->query(hold('lost'), MYSQLI_ASYNC);
$links[1]->query('no such thing', MYSQLI_ASYNC);
$links[2]->query(hold('closed'), MYSQLI_ASYNC);
$links[3]->query(hold('last'), MYSQLI_ASYNC);
foreach (Mynd\as_completed($links) as $key => $link) {
	$got = reap($link);
	echo $key, ' ', $key === 0 ? show(in_array($got, ['! 2006', '! 1317', '! 1927'], true)) : $got, "\n";
	if ($key === 1) {
		$holder->query("KILL {$links[0]->thread_id}");
	} elseif ($key === 0) {
		$links[2]->close();
		let_go('last');
	}
}

echo "-- misuse\n";
foreach ([[[$workers[0]]], [['x']], [[new stdClass]], [[mysqli_init()]], [[$links[2]]], [[$s1]], [[], -1.0], [[], NAN], ['x']] as $arguments) {
	attempt('?', fn () => Mynd\as_completed(...$arguments));
}
attempt('a source that throws', fn () => Mynd\as_completed((function () { throw new LogicException('source'); yield; })()));
attempt('nothing', fn () => iterator_to_array(Mynd\as_completed([])));
$workers[0]->query("SELECT 'zero'", MYSQLI_ASYNC);
$workers[1]->query("SELECT 'one'", MYSQLI_ASYNC);
$source = (function () use ($workers) { yield $workers[0]; yield $workers[1]; $workers[0]->close(); })();
foreach (Mynd\as_completed($source) as $key => $worker) {
	echo $key, ' ', reap($worker), "\n";
}
$workers[1]->query("SELECT 'one'", MYSQLI_ASYNC);
$g = Mynd\as_completed([$workers[1]]);
unset($g);
$g = Mynd\as_completed([$workers[1]]);
$g->current();
unset($workers, $worker, $g);
?>
--EXPECT--
-- in the order of the replies
c c true
a a true
e e true
b b true
d d true
-- statements and texts, several on one link
s3 mysqli_stmt s3
s1 mysqli_stmt s1
t1 mysqli t1
s2 mysqli_stmt s2
t2 mysqli t2
-- what stands before is stored if nobody asks for it
text text
s1
-- work for some links
1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20
[["0","10"],["1","11"],["2","12"]]
-- not taken: it does not come again
0
1
zero one
0zero 1one
zero one
-- time
1 soon
bool(true)
late
-- lost, closed and errors
1 ! 1064
0 true
3 last
-- misuse
?: ! ValueError Mynd\as_completed(): Argument #1 ($pending) must contain only connections and statements that have an outstanding reply
?: ! ValueError Mynd\as_completed(): Argument #1 ($pending) must contain only connections and statements that have an outstanding reply
?: ! ValueError Mynd\as_completed(): Argument #1 ($pending) must contain only connections and statements that have an outstanding reply
?: ! ValueError Mynd\as_completed(): Argument #1 ($pending) must contain only connections and statements that have an outstanding reply
?: ! ValueError Mynd\as_completed(): Argument #1 ($pending) must contain only connections and statements that have an outstanding reply
?: ! ValueError Mynd\as_completed(): Argument #1 ($pending) must contain only connections and statements that have an outstanding reply
?: ! ValueError Mynd\as_completed(): Argument #2 ($timeout) must be greater than or equal to 0
?: ! ValueError Mynd\as_completed(): Argument #2 ($timeout) must be greater than or equal to 0
?: ! TypeError Mynd\as_completed(): Argument #1 ($pending) must be of type Traversable|array, string given
a source that throws: ! LogicException source
nothing: []
1 one

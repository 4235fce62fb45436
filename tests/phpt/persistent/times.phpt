--TEST--
Persistent links: mynd.idle_timeout, mynd.max_lifetime and mynd.max_idle
--EXTENSIONS--
mysqli
--INI--
; it stays so with ./dev test --with: it counts what is idle in this process, and the one used last is not taken first
mynd.shared_pool=0
--FILE--
<?php
require __DIR__ . '/persistent.inc';
$watch = link_for_test();
$program = <<<'PHP'
	$connect = fn() => link_for_test(host: 'p:localhost');
	$closed = fn() => array_filter(Mynd\pools()[0]['closed']);
	$ids = fn($links) => array_map(fn($m) => $m->thread_id, $links);
	PHP;
$run = function (string $name, string $settings, string $more) use ($program): void {
	[$output, $code] = run_child($program . $more, $settings);
	echo "$name: $output", $code ? " ($code)" : '', "\n";
};
$run('two idle ones at most', '-d mynd.max_idle=2', <<<'PHP'
	$links = array_map(fn() => $connect(), range(1, 5));
	$links = [];
	echo json_encode([mysqli_get_links_stats()['cached_plinks'], $closed()]);
	PHP);
$run('none', '-d mynd.max_idle=0', <<<'PHP'
	$m = $connect();
	$m->query('SELECT 1');
	$m->close();
	echo json_encode([mysqli_get_links_stats()['cached_plinks'], $closed()]);
	PHP);
$run('idle for a second', '-d mynd.idle_timeout=1', <<<'PHP'
	$timed_out = fn() => Mynd\pools()[0]['closed']['idle_timeout'];
	$m = $connect();
	do { /* a machine with much other work may need the second for these lines */
		$id = $m->thread_id;
		$start = hrtime(true);
		$m->close();
		$m = $connect();
	} while (hrtime(true) - $start > 0.9e9);
	echo $m->thread_id === $id ? 'the same at once, ' : 'another at once, ';
	$before = $timed_out();
	$m->close();
	sleep(2); /* there is nothing to wait for but the time */
	$m = $connect();
	echo $m->thread_id === $id ? 'the same' : 'another', ' later, ', $timed_out() - $before;
	PHP);
$run('the others, too, when any link is taken', '-d mynd.idle_timeout=1', <<<'PHP'
	$links = [$connect(), $connect(), link_for_test(host: 'p:localhost', database: 'mysql')];
	$links = [];
	sleep(3);
	$m = $connect();
	echo json_encode([mysqli_get_links_stats(), array_map(fn($p) => $p['closed']['idle_timeout'], Mynd\pools())]);
	PHP);
$run('old ones', '-d mynd.max_lifetime=1', <<<'PHP'
	$m = $connect();
	$id = $m->thread_id;
	sleep(2);
	echo $m->query("SELECT 'used on'")->fetch_column(), ', ';
	$m->close();
	echo json_encode([mysqli_get_links_stats()['cached_plinks'], $closed()]);
	PHP);
$run('no limits', '-d mynd.max_lifetime=0 -d mynd.idle_timeout=0', <<<'PHP'
	$m = $connect();
	$id = $m->thread_id;
	$m->close();
	sleep(1);
	echo $connect()->thread_id === $id ? 'the same' : 'another', json_encode($closed());
	PHP);
$run('the one used last is taken first', '', <<<'PHP'
	[$a, $b, $c] = $links = [$connect(), $connect(), $connect()];
	$by_id = array_flip($ids($links));
	$links = [];
	$b->close();
	$a->close();
	$c->close();
	echo implode(' ', array_map(fn($id) => 'abc'[$by_id[$id]], $ids([$connect(), $d = $connect(), $e = $connect()])));
	PHP);
$run('settings are the system\'s', '', <<<'PHP'
	var_dump(ini_set('mynd.max_idle', 1), ini_get('mynd.idle_timeout'), ini_get('mynd.max_lifetime'), ini_get('mynd.max_idle'));
	PHP);
?>
--EXPECT--
two idle ones at most: [2,{"max_idle":3}]
none: [0,{"max_idle":1}]
idle for a second: the same at once, another later, 1
the others, too, when any link is taken: [{"total":1,"active_plinks":1,"cached_plinks":0},[2,1]]
old ones: used on, [0,{"max_lifetime":1}]
no limits: the same[]
the one used last is taken first: c a b
settings are the system's: bool(false)
string(2) "60"
string(4) "3600"
string(1) "8"

--TEST--
mynd.kill_abandoned: however a request ends, what it leaves running is killed; limits, forks, several requests
--EXTENSIONS--
mysqli
pcntl
mynd
--INI--
mynd.kill_abandoned=1
; it stays so with ./dev test --with: the limits count what a process has itself
mynd.shared_pool=0
--FILE--
<?php
require __DIR__ . '/abandoned.inc';
require __DIR__ . '/../lifetime/lifetime.inc';
watcher();

$with = 'require ' . var_export(__DIR__ . '/../processes.inc', true) . ';';
$begin = <<<'PHP'
	$m = link_for_test(host: $argv[1]);
	$m->query('SELECT SLEEP(300) FROM seq_1_to_3', MYSQLI_ASYNC);
	echo $m->thread_id, "\n";
	PHP;
$ends = [
	'by itself' => '',
	'exit' => 'exit(3);',
	'an exception' => 'throw new Exception("end");',
	'out of memory' => 'ini_set("memory_limit", "8M"); str_repeat("x", 100 << 20);',
	'the time is over' => 'set_time_limit(1); for (;;) { }',
	'in a shutdown function' => 'register_shutdown_function(function () use ($m) { exit; });',
	'in a fiber' => <<<'PHP'
		Mynd\waiter(fn() => Fiber::suspend());
		$f = new Fiber(function () use ($m) { $o = link_for_test(); $o->query('SELECT SLEEP(300) FROM seq_1_to_3'); });
		$f->start();
		PHP,
	'a fatal error in a wait' => <<<'PHP'
		ini_set('memory_limit', '8M');
		Mynd\waiter(fn() => str_repeat('x', 100 << 20));
		$f = new Fiber(function () use ($m) { $o = link_for_test(); $o->query('SELECT SLEEP(300) FROM seq_1_to_3'); });
		$f->start();
		PHP,
];
foreach ($ends as $name => $end) {
	foreach (['localhost', 'p:localhost'] as $host) {
		$wait = '$w = link_for_test(); for ($i = 0; $i < 5000 && text_at_server($w, $m->thread_id) === null; $i++) usleep(1000); unset($w);';
		[$output] = run_child("$with $begin $wait $end", '-d mynd.kill_abandoned=1', [$host]);
		tell("$name, $host", (int) $output);
	}
}

echo "-- without asynchronous work\n";
$program = <<<'PHP'
	$m = mysqli_init();
	$m->options(MYSQLI_OPT_READ_TIMEOUT, 1);
	$m->real_connect(...where());
	$thread = $m->thread_id;
	attempt('time limit', fn() => $m->query('SELECT SLEEP(300) FROM seq_1_to_3'));
	echo Mynd\stats()['connects'], " connect\n";
	$m = link_for_test();
	for ($i = 0; $i < 5000 && str_contains(text_at_server($m, $thread) ?? '', 'SLEEP(300)'); $i++) {
		usleep(1000);
	}
	echo 'what runs of it: ', show(text_at_server($m, $thread)), ', ', Mynd\stats()['connects'], " connects\n";
	PHP;
echo run_child("$with $program", '-d mynd.kill_abandoned=1')[0];

echo "-- limits\n";
$program = <<<'PHP'
	$m = link_for_test();
	$m->query('SELECT 1', MYSQLI_ASYNC);
	$m->reap_async_query();
	$spare = Mynd\stats()['connects'];
	if ($argv[1] === '1') {
		echo "no room for it: $spare connect\n";
		$m->query('SELECT SLEEP(300) FROM seq_1_to_3', MYSQLI_ASYNC);
		usleep(100000);
		echo 'cancelled over a second one: ', json_encode(Mynd\cancel($m)), ' ', Mynd\stats()['connects'], "\n";
		exit;
	}
	echo "there is: $spare connects\n";
	$n = link_for_test();
	echo 'it gives way: ', $n->query('SELECT 2')->fetch_column(), "\n";
	$m->query('SELECT 1', MYSQLI_ASYNC);
	$m->reap_async_query();
	echo 'no room any more: ', Mynd\stats()['connects'], " connects\n";
	unset($n);
	sleep(1);
	$m->query('SELECT 1', MYSQLI_ASYNC);
	$m->reap_async_query();
	echo 'room again: ', Mynd\stats()['connects'], " connects\n";
	PHP;
foreach ([1, 2] as $most) {
	echo run_child($program, "-d mynd.kill_abandoned=1 -d mysqli.max_links=$most", [$most])[0];
}

echo "-- a fork\n";
$m = busy(...as_own_user());
$before = own_threads();
[$in, $out] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
$pid = pcntl_fork();
if ($pid === 0) {
	fclose($in); // so that it ends with the parent, whatever happens
	unset($m); // the parent's, which goes on
	$n = link_for_test(...as_own_user());
	$n->query(ENDLESS, MYSQLI_ASYNC);
	fwrite($out, "$n->thread_id\n");
	fgets($out);
	unset($n); // the child's own
	fgets($out);
	posix_kill(getmypid(), SIGKILL); // no shutdown functions of the parent's
}
fclose($out);
$childs = (int) fgets($in);
runs($childs) || print "it does not run\n";
fwrite($in, "go on\n");
tell("the child's", $childs);
echo "the parent's: ", at_server($m->thread_id), ', ', own_threads() > $before ? 'a spare connection of its own' : 'none of its own', "\n";
fclose($in);
pcntl_waitpid($pid, $status);
$thread = $m->thread_id;
unset($m);
tell("then the parent's", $thread);
until(fn() => count(own_threads()) === 1);
echo own_threads() === [$before[1]] ? "over the same connection as before\n" : "over another one\n";
?>
--EXPECT--
by itself, localhost: killed
by itself, p:localhost: killed
exit, localhost: killed
exit, p:localhost: killed
an exception, localhost: killed
an exception, p:localhost: killed
out of memory, localhost: killed
out of memory, p:localhost: killed
the time is over, localhost: killed
the time is over, p:localhost: killed
in a shutdown function, localhost: killed
in a shutdown function, p:localhost: killed
in a fiber, localhost: killed
in a fiber, p:localhost: killed
a fatal error in a wait, localhost: killed
a fatal error in a wait, p:localhost: killed
-- without asynchronous work
time limit: ! 2006 HY000 MySQL server has gone away
1 connect
what runs of it: null, 3 connects
-- limits
no room for it: 1 connect
cancelled over a second one: true 2
there is: 2 connects
it gives way: 2
no room any more: 3 connects
room again: 4 connects
-- a fork
the child's: killed
the parent's: runs, a spare connection of its own
then the parent's: killed
over the same connection as before

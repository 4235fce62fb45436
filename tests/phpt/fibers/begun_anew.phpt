--TEST--
Fibers: a statement's object that is closed and begun anew while a call on it waits
--EXTENSIONS--
mysqli
mynd
--FILE--
<?php
require __DIR__ . '/../connect.inc';

Mynd\waiter(function ($stream, $events, $seconds) {
	Fiber::suspend();
	$read = $events & 1 ? [$stream] : [];
	$write = $events & 2 ? [$stream] : [];
	$none = [];
	return stream_select($read, $write, $none, 10) > 0;
});
foreach (['get_result', 'store_result', 'fetch', 'free_result', 'reset'] as $method) {
	$m = link_for_test();
	$holder = link_for_test();
	$holder->query('SELECT GET_LOCK("begun_anew", 10)');
	$waits = false;
	$fiber = new Fiber(function () use ($m, $method, &$s, &$waits) {
		$s = $m->prepare('SELECT seq, REPEAT("x", 100000), IF(seq = 5, GET_LOCK("begun_anew", 60), 0) FROM seq_1_to_6');
		$s->execute();
		if ($method === 'fetch') {
			for ($i = 0; $i < 4; $i++) {
				$s->fetch();
			}
		}
		$waits = true;
		attempt("  $method", fn () => $s->$method());
	});
	$fiber->start();
	while (!$waits) {
		$fiber->resume();
	}
	echo "-- $method\n";
	$s->close();
	$other = link_for_test();
	$s->__construct($other, 'SELECT seq FROM seq_1_to_3');
	$s->bind_result($x);
	attempt('  begun anew', fn () => [$s->execute(), $s->fetch(), $GLOBALS['x']]);
	$holder->close();
	while (!$fiber->isTerminated()) {
		$fiber->resume();
	}
	attempt('  and goes on', fn () => [$s->fetch(), $GLOBALS['x'], $s->fetch(), $GLOBALS['x'], $s->fetch()]);
	unset($s, $fiber, $m);
}
?>
--EXPECT--
-- get_result
  begun anew: [true,true,1]
  get_result: false
  and goes on: [true,2,true,3,null]
-- store_result
  begun anew: [true,true,1]
  store_result: false
  and goes on: [true,2,true,3,null]
-- fetch
  begun anew: [true,true,1]
  fetch: ! 2014 HY000 Commands out of sync; you can't run this command now
  and goes on: [true,2,true,3,null]
-- free_result
  begun anew: [true,true,1]
  free_result: null
  and goes on: [true,2,true,3,null]
-- reset
  begun anew: [true,true,1]
  reset: false
  and goes on: [true,2,true,3,null]

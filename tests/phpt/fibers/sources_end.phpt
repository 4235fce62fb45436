--TEST--
Mynd\pipeline() in fibers: who lets go while the source is suspended, other schedulers, and the setting off
--EXTENSIONS--
mynd
--INI--
mynd.source_fibers=1
--FILE--
<?php
require __DIR__ . '/sources.inc';

echo "-- who lets go\n";
scene('the consumer, while the source waits', function ($note) {
	$gate = new Gate;
	$db = link_for_test();
	[$command, $release] = until_released();
	$over = false;
	$source = (function () use ($gate, $note, $command, $release, &$over) {
		try {
			yield $command;
			$release();
			$gate->wait();
			$note('the wait was over');
			yield 'SELECT 2';
			$note('never');
		} finally {
			$note('unwound');
			$over = true;
		}
	})();
	foreach (Mynd\pipeline($db, $source) as $outcome) {
		$note(told($outcome));
		break;
	}
	unset($source);
	$note('let go');
	$gate->open();
	while (!$over) {
		$db->query('DO 1');
	}
	$note($db->query("SELECT 'goes on'")->fetch_column());
});
scene('the source, of the pipeline that asks it', function ($note) {
	$gate = new Gate;
	$held = new stdClass;
	[$command, $release] = until_released();
	$source = (function () use ($gate, $note, $held, $command, $release) {
		yield $command;
		$release();
		$gate->wait();
		$held->pipeline = null; /* it lives as long as it is asked */
		$note('dropped');
		yield 'SELECT 2';
	})();
	$held->pipeline = Mynd\pipeline(link_for_test(), $source);
	unset($source);
	$note(told($held->pipeline->current()));
	$gate->open();
	$other = link_for_test();
	while ($held->pipeline !== null) {
		$other->query('SELECT SLEEP(0.01)');
	}
});
$fiber = Loop::start(function () {
	$gate = new Gate;
	$source = (function () use ($gate) {
		try {
			yield 'DO 1';
			$gate->wait();
		} finally {
			echo "unwound\n";
		}
	})();
	foreach (Mynd\pipeline(link_for_test(), $source) as $outcome) {
	}
});
while (count(Loop::$waiting) < 2) {
	Loop::turn();
}
unset($fiber);
Loop::drop();
gc_collect_cycles();
echo "both dropped\n";

echo "-- a scheduler that knows the consumer's fiber alone\n";
$fiber = new Fiber(function () {
	$log = [];
	$source = (function () use (&$log) {
		$log[] = Fiber::suspend('first');
		yield 'SELECT 1';
		try {
			Fiber::suspend('second');
		} catch (DomainException $e) {
			$log[] = $e->getMessage();
		}
		$me = Fiber::getCurrent(); /* a variable of its own is nobody who would resume it */
		$log[] = Fiber::suspend();
		yield 'SELECT 2';
	})();
	$outcomes = []; /* that of the first command may come before the source is asked again, or after */
	foreach (Mynd\pipeline(link_for_test(), $source) as $outcome) {
		$outcomes[] = told($outcome);
	}
	return implode(', ', [...$log, ...$outcomes]);
});
Mynd\waiter(null); // the loop is not asked
Mynd\waiter(fn() => null);
$said = [$fiber->start(), $fiber->resume('one'), $fiber->throw(new DomainException('two')), $fiber->resume('three')];
echo json_encode($said), ' ', $fiber->getReturn(), "\n";
Mynd\waiter(Loop::wait(...));

echo "-- no waiter waits for the consumer\n";
Mynd\waiter(null);
Mynd\waiter(fn() => null);
$fiber = new Fiber(function () {
	$source = (function () {
		yield 'SELECT 1';
		$GLOBALS['kept'] = Fiber::getCurrent(); /* somebody would resume it */
		Fiber::suspend();
		yield 'SELECT 2';
	})();
	$link = link_for_test();
	try {
		foreach (Mynd\pipeline($link, $source) as $outcome) {
			echo told($outcome), ', ';
		}
	} catch (Error $e) {
		echo $e->getMessage(), "\n";
	}
	return $link->query("SELECT 'the connection goes on'")->fetch_column();
});
$fiber->start();
echo $fiber->getReturn(), "\n";
$kept = null;
Mynd\waiter(Loop::wait(...));

echo "-- off\n";
ini_set('mynd.source_fibers', '0');
scene('the source runs in the fiber of the consumer', function ($note) {
	$fiber = Fiber::getCurrent();
	$source = (function () use ($fiber, $note) {
		$note(Fiber::getCurrent() === $fiber ? 'the same' : 'another');
		yield 'SELECT 1';
	})();
	foreach (Mynd\pipeline(link_for_test(), $source) as $outcome) {
		$note(told($outcome));
	}
});
?>
--EXPECT--
-- who lets go
the consumer, while the source waits: 1, let go, the wait was over, unwound, goes on
the source, of the pipeline that asks it: 1, dropped
unwound
both dropped
-- a scheduler that knows the consumer's fiber alone
["first","second",null,null] one, two, three, 1, 2
-- no waiter waits for the consumer
1, Mynd\pipeline(): the commands' source is suspended, and this call cannot wait for it
the connection goes on
-- off
the source runs in the fiber of the consumer: the same, 1

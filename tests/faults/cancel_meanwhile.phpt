--TEST--
Faults of Mynd\cancel(): what may happen at each of its waits, while it tells a server again and again
--EXTENSIONS--
mynd
--SKIPIF--
<?php if (!function_exists('pcntl_fork')) die('skip needs pcntl'); ?>
--INI--
mynd.pipelining=on
mysqli.max_links=2
--FILE--
<?php
require __DIR__ . '/cancel.inc';

Mynd\waiter(Loop::wait(...));

/**
 * Runs the event after each number of turns that a cancel takes, and the rest when the cancel is over.
 * Returns what was wrong.
 */
function at_each_wait(callable $event, callable $rest): string
{
	$wrong = [];
	for ($turns = 0, $is_over = false; !$is_over; $turns++) {
		$peer = deaf(100, is_slow: true);
		$link = $peer->connect();
		$link->query('SELECT 1', MYSQLI_ASYNC);
		$cancel = Loop::start(fn() => outcome(fn() => Mynd\cancel($link)));
		for ($i = 0; $i < $turns && !$cancel->isTerminated(); $i++) {
			Loop::turn();
		}
		$is_over = $cancel->isTerminated();
		unset($cancel);
		$event($link);
		Loop::run();
		$rest($link);
		unset($link);
		$peer->end();
		$heard = heard();
		preg_match('/SELECT 2.*KILL QUERY/', $heard) && $wrong[] = $heard;
	}
	$turns > 4 || $wrong[] = "it waited $turns times";
	return implode(', ', $wrong) ?: 'well';
}

function reply(mysqli $link): string
{
	return outcome(fn() => ($result = $link->reap_async_query()) instanceof mysqli_result ? $result->fetch_row() : $result);
}

/** At the limit: the spare connection gives way to it. */
function connect_another(): void
{
	$other = Peer::start(fn(Peer $p) => note_all($p->login()));
	$other->connect()->close();
	$other->end();
}

/** The cancel is over before the fiber wakes that has waited for the same acknowledgement. */
function wait_for_one_acknowledgement(): void
{
	[$told, $tell] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
	[$acknowledge, $to_spare] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
	$peer = peers(function (Peer $p) use ($told) {
		$p->login()->command();
		note(substr($p->heard, 1));
		fgets($told);
		$p->packet(Peer::err(1317, '70100', 'interrupted'));
		note_all($p);
	}, function (Peer $p) use ($tell, $acknowledge) {
		$p->login()->command();
		fwrite($tell, "go on\n");
		fgets($acknowledge);
		note('acknowledged');
		$p->packet(Peer::ok());
		note_all($p);
	});
	$link = $peer->connect();
	$outcomes = [];
	$other = Loop::start(function () use ($link, &$outcomes) {
		$outcomes[] = outcome(fn() => $link->query('SELECT 1'));
		$outcomes[] = outcome(fn() => $link->query('SELECT 2')->fetch_row());
	});
	$cancel = new Fiber(fn() => outcome(fn() => Mynd\cancel($link)));
	turns_until('SELECT 1');
	$cancel->start();
	while ($outcomes === []) {
		Loop::turn();
	}
	$id = array_key_first(array_filter(Loop::$waiting, fn($waiting) => $waiting[0] === $other));
	$held = Loop::$waiting[$id];
	unset(Loop::$waiting[$id]);
	fwrite($to_spare, "go on\n");
	Loop::run();
	Loop::$waiting[$id] = $held;
	Loop::run();
	echo implode(', ', $outcomes), ', ', $cancel->getReturn(), "\n";
	$link->close();
	$peer->end();
	heard();
}

foreach ([0, 1] as $spare) {
	ini_set('mynd.kill_abandoned', (string) $spare);
	echo '-- over ', $spare ? 'the spare' : 'a second', " connection\n";
	echo 'the command ends, and another one is sent: ', at_each_wait(function (mysqli $link) {
		go_on();
		reply($link) === '! 1317 interrupted' || print "not cancelled\n";
		$link->query('SELECT 2', MYSQLI_ASYNC);
	}, function (mysqli $link) {
		go_on();
		$next = reply($link);
		$next === '["1"]' || print "the next one: $next\n";
	}), "\n";
	echo 'it is closed: ', at_each_wait(fn(mysqli $link) => $link->close(), fn() => null), "\n";
	$ends = function (mysqli $link, string ...$others) {
		go_on();
		reply($link) === '! 1317 interrupted' || print "not cancelled\n";
		go_on();
		$next = outcome(fn() => $link->query('SELECT 2')->fetch_row());
		in_array($next, ['["1"]', ...$others], true) || print "the next one: $next\n";
	};
	echo 'another connects: ', at_each_wait(fn() => connect_another(), $ends), "\n";
	/* a KILL was sent, and nobody has waited for its acknowledgement */
	$unknown = '! 2006 MySQL server has gone away';
	echo 'the fiber is dropped: ', at_each_wait(fn() => Loop::drop(), fn(mysqli $link) => $ends($link, $unknown)), "\n";
	echo 'two wait for the acknowledgement: ';
	wait_for_one_acknowledgement();
}
?>
--EXPECT--
-- over a second connection
the command ends, and another one is sent: well
it is closed: well
another connects: well
the fiber is dropped: well
two wait for the acknowledgement: ! 1317 interrupted, ["1"], true
-- over the spare connection
the command ends, and another one is sent: well
it is closed: well
another connects: well
the fiber is dropped: well
two wait for the acknowledgement: ! 1317 interrupted, ["1"], true

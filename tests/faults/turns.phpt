--TEST--
Faults with mynd.fiber_turns: a fiber waits for a row of a PDO statement whose result another fiber closes
--EXTENSIONS--
pdo_mysql
mynd
--SKIPIF--
<?php if (!function_exists('pcntl_fork')) die('skip needs pcntl'); ?>
--INI--
mynd.fiber_turns=on
--FILE--
<?php
require __DIR__ . '/peer.inc';
require __DIR__ . '/../phpt/fibers/loop.inc';

Mynd\waiter(Loop::wait(...));

function outcome(callable $program): string
{
	try {
		return json_encode($program());
	} catch (PDOException $e) {
		return "! {$e->errorInfo[1]}";
	}
}

/** The peer answers a query with two rows, between which it waits until it is told to go on. */
function two_rows(Peer $p, $told): void
{
	$p->login()->command();
	$p->raw(Peer::packets(["\x01", Peer::column('a'), Peer::eof(), Peer::text('one')]));
	fgets($told);
	$p->raw(Peer::frame(Peer::text('two'), 5) . Peer::frame(Peer::eof(), 6));
	$p->serve();
}

foreach (['fetch', 'fetchAll'] as $read) {
	foreach (['closeCursor', 'nextRowset'] as $close) {
		[$told, $tell] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
		$peer = Peer::start(fn(Peer $p) => two_rows($p, $told));
		$pdo = new PDO("mysql:host=127.0.0.1;port=$peer->port", 'u', 'p', [PDO::MYSQL_ATTR_USE_BUFFERED_QUERY => false]);
		$other = $pdo->prepare('SELECT 1');
		Loop::start(function () use ($pdo, $read, &$statement) {
			$statement = $pdo->query('SELECT a', PDO::FETCH_NUM);
			$first = outcome(fn() => $statement->fetch());
			$rest = outcome(fn() => $statement->$read());
			echo "$read: $first, $rest, ", outcome(fn() => $statement->fetch()), "\n";
		});
		while (!$statement) {
			Loop::turn();
		}
		Loop::start(function () use ($other, $statement, $close, $tell) {
			echo "$close of another: ", outcome(fn() => $other->$close()), "\n";
			echo "$close: ", outcome(fn() => $statement->$close()), "\n";
			fwrite($tell, "go on\n");
		});
		Loop::run();
		echo "$close, then: ", outcome(fn() => $statement->$close()), ', ', outcome(fn() => $pdo->query('SELECT 1')->fetchAll(PDO::FETCH_COLUMN)), "\n";
		unset($statement, $other, $pdo);
		$peer->end();
	}
}
?>
--EXPECT--
closeCursor of another: true
closeCursor: ! 2014
fetch: ["one"], ["two"], false
closeCursor, then: true, ["1"]
nextRowset of another: ! 2014
nextRowset: ! 2014
fetch: ["one"], ! 2014, false
nextRowset, then: false, ["1"]
closeCursor of another: true
closeCursor: ! 2014
fetchAll: ["one"], [["two"]], false
closeCursor, then: true, ["1"]
nextRowset of another: ! 2014
nextRowset: ! 2014
fetchAll: ["one"], [["two"]], false
nextRowset, then: false, ["1"]

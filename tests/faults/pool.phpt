--TEST--
Mynd\Pool: a connection that was idle is checked before it is given out; one that does not answer is replaced, and keeps nobody waiting for ever
--EXTENSIONS--
mysqli
mynd
--SKIPIF--
<?php if (!function_exists('pcntl_fork')) die('skip needs pcntl'); ?>
--INI--
mynd.shared_pool=0
mynd.pipelining=off
--FILE--
<?php
require __DIR__ . '/peer.inc';

/** The first connection answers the reset at its give-back, and `check` says what it does at the check. */
function idle(string $name, callable $check, ?int $after = 0): void
{
	$peer = Peer::start(function (Peer $p) use ($check) {
		$p->login(['version' => '5.5.5-10.11.0-MariaDB']);
		$p->command()->raw(Peer::result(['a'], [["connection $p->nth"]]));
		if ($p->nth === 0) {
			$p->command()->raw(Peer::frame(Peer::ok(), 1));
			$check($p);
		}
		while (true) {
			$p->command()->raw(Peer::result(['a'], [["connection $p->nth"]]));
		}
	}, 2);
	$pool = new Mynd\Pool(fn() => new mysqli('127.0.0.1', $name, 'p', null, $peer->port), 1, acquireTimeout: 0.3, checkAfter: $after);
	$work = fn(mysqli $db) => $db->query('SELECT')->fetch_column();
	$first = $pool->use($work);
	$start = hrtime(true);
	try {
		$second = $pool->use($work);
	} catch (mysqli_sql_exception $e) {
		$second = "{$e->getCode()} {$e->getMessage()}";
	}
	$seconds = (hrtime(true) - $start) / 1e9;
	$numbers = $pool->stats();
	echo "$name: $first, $second, ", $seconds < 0.28 ? 'at once' : ($seconds < 3 ? 'after a while' : "after $seconds seconds"), ", created $numbers[created], closed $numbers[closed], in use $numbers[in_use]\n";
	$pool = null;
	$peer->end();
}

$ok = Peer::frame(Peer::ok(), 1);
idle('answers', fn (Peer $p) => $p->command()->raw($ok));
idle('answers slowly', fn (Peer $p) => $p->command()->slowly($ok));
idle('an error', fn (Peer $p) => $p->command()->raw(Peer::frame(Peer::err(1047, '08S01', 'Unknown command'), 1)));
idle('hangs up', fn (Peer $p) => $p->command()->close());
idle('hangs up in the middle', fn (Peer $p) => $p->command()->raw(substr($ok, 0, 6))->close());
idle('says nothing', fn (Peer $p) => $p->command()->stall());
idle('is not checked yet', fn (Peer $p) => null, 60);
idle('is never checked', fn (Peer $p) => null, null);
?>
--EXPECT--
answers: connection 0, connection 0, at once, created 1, closed 0, in use 0
answers slowly: connection 0, connection 0, at once, created 1, closed 0, in use 0
an error: connection 0, connection 1, at once, created 2, closed 1, in use 0
hangs up: connection 0, connection 1, at once, created 2, closed 1, in use 0
hangs up in the middle: connection 0, connection 1, at once, created 2, closed 1, in use 0
says nothing: connection 0, connection 1, after a while, created 2, closed 1, in use 0
is not checked yet: connection 0, connection 0, at once, created 1, closed 0, in use 0
is never checked: connection 0, connection 0, at once, created 1, closed 0, in use 0

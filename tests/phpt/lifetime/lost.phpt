--TEST--
Lifetime: a link that is lost gives its socket back at once, whatever still holds the object; the object can connect again
--EXTENSIONS--
mysqli
pcntl
posix
--FILE--
<?php
require __DIR__ . '/lifetime.inc';
require __DIR__ . '/../../faults/peer.inc';
function sockets(): int
{
	$count = 0;
	foreach (scandir('/proc/self/fd') as $fd) {
		$count += str_starts_with((string) @readlink("/proc/self/fd/$fd"), 'socket:');
	}
	return $count;
}
$before = sockets();
$lost = [
	'closed by the peer' => fn(Peer $p) => $p->command()->close(),
	'reset' => fn(Peer $p) => $p->reset(),
	'silent' => fn(Peer $p) => $p->command()->stall(),
	'malformed' => fn(Peer $p) => $p->command()->packet("\x01\x02\x03")->stall(),
	'a row that is none' => fn(Peer $p) => $p->command()->raw(str_replace("\x01a\x01b", "\x01a\x05b", Peer::result(['x', 'y'], [['a', 'b']])))->stall(),
];
foreach ($lost as $name => $scenario) {
	$peer = Peer::start(fn(Peer $p) => $scenario($p->login()));
	$m = $peer->connect([MYSQLI_OPT_READ_TIMEOUT => 1]);
	echo "$name: ", sockets() - $before, ' socket';
	foreach ([1, 2] as $try) {
		try {
			$m->query('SELECT 1');
		} catch (mysqli_sql_exception $e) {
			echo ', ', $e->getCode(), ', ', sockets() - $before, ' left';
		}
	}
	$peer->end();
	$m->connect(...where());
	echo ', again: ', $m->query('SELECT 1')->fetch_column(), ', ', sockets() - $before, " socket\n";
	unset($m);
}
/* An unbuffered result in whose middle the server goes. */
$m = link_for_test();
$r = $m->query("SELECT seq, REPEAT('x', 1000) FROM seq_1_to_100000", MYSQLI_USE_RESULT);
$r->fetch_row();
link_for_test()->query("KILL $m->thread_id");
attempt('killed', function () use ($r) {
	while ($r->fetch_row());
});
echo sockets() - $before, " left\n";
attempt('and again', fn() => $r->fetch_row());
attempt('all', fn() => $r->fetch_all());
attempt('query', fn() => $m->query('SELECT 1'));
$m->connect(...where());
attempt('connected anew', fn() => $m->query('SELECT 1')->fetch_column());
$new = $m->query("SELECT seq FROM seq_1_to_50000", MYSQLI_USE_RESULT);
$new->fetch_row();
attempt('the old result', fn() => $r->fetch_row());
$r->free();
attempt('the new one', fn() => count($new->fetch_all()));
/* The same, and the old one was in its middle. */
$old = $m->query("SELECT seq, seq FROM seq_1_to_50000", MYSQLI_USE_RESULT);
$old->fetch_row();
$m->connect(...where());
$new = $m->query("SELECT seq FROM seq_1_to_50000", MYSQLI_USE_RESULT);
$new->fetch_row();
attempt('the old result', fn() => $old->fetch_row());
attempt('all of it', fn() => $old->fetch_all());
unset($old);
attempt('the new one', fn() => count($new->fetch_all()));
?>
--EXPECT--
closed by the peer: 1 socket, 2006, 0 left, 2006, 0 left, again: 1, 1 socket
reset: 1 socket, 2006, 0 left, 2006, 0 left, again: 1, 1 socket
silent: 1 socket, 2006, 0 left, 2006, 0 left, again: 1, 1 socket
malformed: 1 socket, 2027, 0 left, 2006, 0 left, again: 1, 1 socket
a row that is none: 1 socket, 2006, 0 left, again: 1, 1 socket
killed: ! 2006 HY000 MySQL server has gone away
0 left
and again: null
all: []
query: ! 2006 HY000 MySQL server has gone away
connected anew: "1"
the old result: null
the new one: 49999
the old result: ! 2014 HY000 Commands out of sync; you can't run this command now
all of it: ! 2014 HY000 Commands out of sync; you can't run this command now
the new one: 49999

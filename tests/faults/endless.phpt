--TEST--
Faults of replies: many results after execute_query()'s first are read to their end, as with stock
--EXTENSIONS--
mynd
--SKIPIF--
<?php
if (!function_exists('pcntl_fork')) die('skip needs pcntl');
?>
--INI--
mynd.pipelining=off
--FILE--
<?php
require __DIR__ . '/peer.inc';

const MORE = 8;

/** Packets with the numbers that are due. */
function number(string $packets, int &$number): string
{
	for ($at = 0; $at < strlen($packets); $at += 4 + (unpack('V', $packets, $at)[1] & 0xffffff)) {
		$packets[$at + 3] = chr($number++ & 255);
	}
	return $packets;
}

/** The first result has rows, or none; 100 others of a MiB each follow it. */
function server(bool $rows): Closure
{
	return function (Peer $p) use ($rows) {
		$p->login();
		for (;;) {
			$p->command();
			switch ($p->heard[0]) {
				case "\x16":
					$p->raw(Peer::prepared(1, $rows ? ['x'] : [], 0));
					break;
				case "\x17":
					$next = 1;
					$first = $rows ? Peer::binary_result(['x'], [['first']], 2 | MORE) : Peer::packets([Peer::ok(0, 2 | MORE)]);
					$p->raw(number($first, $next));
					$further = Peer::binary_result(['x'], array_fill(0, 16, [str_repeat('x', 1 << 16)]), 2 | MORE);
					for ($i = 0; $i < 100; $i++) {
						$p->raw(number($further, $next));
					}
					$p->raw(number(Peer::packets([Peer::ok()]), $next));
					break;
				case "\x19":
					break;
				default:
					$p->packet(Peer::ok());
			}
		}
	};
}

foreach ([false, true] as $rows) {
	$peer = Peer::start(server($rows));
	$m = $peer->connect();
	$result = $m->execute_query('CALL many_results()');
	echo $rows ? json_encode($result->fetch_all()) : json_encode($result), "\n";
	$read = (int) $m->get_connection_stats()['bytes_received'];
	echo 'read: ', $read < 100 << 20 ? 'a part' : 'all', "\n";
	echo json_encode($m->query('DO 1')), "\n";
	$peer->end();
}
?>
--EXPECT--
true
read: all
true
[["first"]]
read: all
true

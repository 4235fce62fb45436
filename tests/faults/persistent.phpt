--TEST--
Faults in the reply to a reset that is still awaited when its link is wanted: the link is replaced, and nothing of the reply is taken for another
--EXTENSIONS--
mysqli
mynd
--SKIPIF--
<?php if (!function_exists('pcntl_fork')) die('skip needs pcntl'); ?>
--INI--
; it stays so with ./dev test --with: who looks for a connection also meets those of other keys that have died
mynd.shared_pool=0
mynd.pipelining=off
--FILE--
<?php
require __DIR__ . '/peer.inc';

/**
 * The first connection's reply to the reset is `reply`, sent when the link is wanted again. Each connection
 * answers queries with its number. Where the login names a database, it is selected behind the reset.
 */
function wanted(string $name, callable $reply, ?string $database = null): void
{
	[$program, $server] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
	$answers = function (Peer $p) {
		while (true) {
			$p->command()->raw(Peer::result(['a'], [["connection $p->nth"]]));
		}
	};
	$peer = Peer::start(function (Peer $p) use ($reply, $server, $answers, $database) {
		$p->login(['version' => '5.5.5-10.11.0-MariaDB']);
		if ($p->nth === 0) {
			$p->command()->raw(Peer::result(['a'], [['connection 0']]))->command(); /* the reset */
			fread($server, 1);
			$reply($p);
			if ($database !== null) {
				$p->command()->raw(Peer::frame(Peer::ok(), 1));
			}
		}
		$answers($p);
	}, 2);
	/* a pool of its own, also when the port is an earlier one's */
	$connect = fn () => new mysqli('p:127.0.0.1', $name, 'p', $database, $peer->port);
	$link = $connect();
	$link->query('SELECT');
	$link->close();
	fwrite($program, 'x');
	try {
		$link = $connect();
		$seen = $link->query('SELECT')->fetch_column();
		[$pool] = array_values(array_filter(Mynd\pools(), fn ($pool) => $pool['key']['user'] === $name));
		echo "$name: $seen, ", json_encode(array_filter($pool['closed'] + ['found_dead' => $pool['found_dead']])), "\n";
	} catch (mysqli_sql_exception $e) {
		echo "$name: {$e->getCode()} {$e->getMessage()}\n";
	}
	unset($link);
	$peer->end();
}

$ok = Peer::frame(Peer::ok(), 1);
wanted('in order', fn (Peer $p) => $p->raw($ok));
wanted('byte by byte', fn (Peer $p) => $p->slowly($ok));
wanted('twice', fn (Peer $p) => $p->raw($ok . $ok));
wanted('and a byte', fn (Peer $p) => $p->raw($ok . 'x'));
wanted('an error', fn (Peer $p) => $p->raw(Peer::frame(Peer::err(1047, '08S01', 'Unknown command'), 1)));
wanted('half of it', fn (Peer $p) => $p->raw(substr($ok, 0, 6))->close());
wanted('nothing', fn (Peer $p) => $p->close());
wanted('with a database', fn (Peer $p) => $p->raw($ok), 'shop');
wanted('with a database, twice', fn (Peer $p) => $p->raw($ok . $ok), 'shop');
wanted('with a database and a byte', fn (Peer $p) => $p->raw($ok . 'x'), 'shop');
?>
--EXPECT--
in order: connection 0, []
byte by byte: connection 0, []
twice: connection 1, {"found_dead":1}
and a byte: connection 1, {"found_dead":1}
an error: connection 1, {"reset_failed":1}
half of it: connection 1, {"found_dead":1}
nothing: connection 1, {"found_dead":1}
with a database: connection 0, []
with a database, twice: connection 1, {"found_dead":1}
with a database and a byte: connection 1, {"reset_failed":1}

--TEST--
Faults of statements: a prepare that fails after the packet which says that it is prepared leaves no statement open at the server
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

/** The reply to a prepare, in whose definitions stands an error. */
function broken(int $id): string
{
	return Peer::packets(["\0" . pack('Vvv', $id, 1, 0) . "\0\0\0", Peer::err(1105, 'HY000', 'no')]);
}

/** Prepares of these numbers break off, the first execute is answered so; a query tells what is open. */
function server(array $breaks, int $error = 0): Closure
{
	return function (Peer $p) use ($breaks, $error) {
		$p->login();
		$open = [];
		$id = 0;
		for (;;) {
			$p->command();
			switch ($p->heard[0]) {
				case "\x16":
					$open[++$id] = $id;
					$p->raw(in_array($id, $breaks, true) ? broken($id) : Peer::prepared($id, ['x'], 0));
					break;
				case "\x17":
					$p->packet($error !== 0 ? Peer::err($error, 'HY000', "lost ($id)") : Peer::ok());
					$error = 0;
					break;
				case "\x03":
					$p->raw(Peer::result(['open'], [[implode(' ', $open)]]));
					break;
				case "\x19":
					unset($open[unpack('V', $p->heard, 1)[1]]);
					break;
				case "\x1a":
					$p->packet(Peer::err(1243, 'HY000', "lost ($id)"));
					break;
				default:
					$p->packet(Peer::ok());
			}
		}
	};
}

function attempt(string $name, callable $do): void
{
	try {
		$said = json_encode($do());
	} catch (mysqli_sql_exception $e) {
		$said = "! {$e->getCode()} {$e->getMessage()}";
	}
	echo "$name: $said\n";
}

$open = fn (mysqli $m) => $m->query('how many')->fetch_column();

echo "-- prepare\n";
$peer = Peer::start(server([1]));
$m = $peer->connect();
attempt('prepare', fn () => $m->prepare('SELECT 1')->param_count);
attempt('open', fn () => $open($m));
$m->close();
$peer->end();

echo "-- execute_query\n";
$peer = Peer::start(server([1]));
$m = $peer->connect();
attempt('execute_query', fn () => $m->execute_query('SELECT 1'));
attempt('open', fn () => $open($m));
$m->close();
$peer->end();

echo "-- once more, after 1243\n";
$peer = Peer::start(server([2], 1243));
$m = $peer->connect();
$s = $m->prepare('SELECT 1');
attempt('execute', fn () => $s->execute());
attempt('open', fn () => $open($m));
$s->close();
attempt('closed', fn () => $open($m));
$m->close();
$peer->end();
?>
--EXPECT--
-- prepare
prepare: ! 1105 no
open: ""
-- execute_query
execute_query: ! 1105 no
open: ""
-- once more, after 1243
execute: ! 1105 no
open: "1"
closed: ""

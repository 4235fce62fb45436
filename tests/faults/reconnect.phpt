--TEST--
Faults with mynd.reconnect: the connection is lost at every point of a command
--EXTENSIONS--
mysqli
mynd
--SKIPIF--
<?php if (!function_exists('pcntl_fork')) die('skip needs pcntl'); ?>
--INI--
mynd.reconnect=1
--FILE--
<?php
require __DIR__ . '/peer.inc';

/* As servers answer without EOF packets: the rows end with an OK. `changes`: session tracking. */
function ok(string $changes = '', int $status = 2, int $id = 0): string
{
	return pack('CCC', 0, 0, $id) . pack('vv', $status | ($changes === '' ? 0 : 0x4000), 0) . ($changes === '' ? '' : Peer::text('') . Peer::text($changes));
}
function rows_of(string $cell, string $changes = '', int $status = 2): string
{
	return Peer::packets(["\1", Peer::column('a'), Peer::text($cell), "\xfe" . substr(ok($changes, $status), 1)]);
}
function prepared(int $id, int $parameters): string
{
	return Peer::packets(["\0" . pack('Vvv', $id, 0, $parameters) . "\0\0\0", ...array_fill(0, $parameters, Peer::column('?'))]);
}

/**
 * A server for several connections: each logs in, answers what asks for reports, and goes on as its part of
 * the script says. What was heard goes to a file, with the number of the connection.
 */
final class Server
{
	public static string $file;
	public static function start(callable ...$parts): Peer
	{
		self::$file = tempnam(sys_get_temp_dir(), 'mynd');
		return Peer::start(function (Peer $p) use ($parts) {
			$p->login(['version' => '8.4.0-peer']);
			self::hear($p);
			$p->packet(ok());
			$parts[$p->nth]($p);
		}, count($parts));
	}
	public static function hear(Peer $p): string
	{
		$p->command();
		if ($p->heard === "\1") { /* a goodbye */
			throw new PeerGone;
		}
		$said = ord($p->heard[0]) === 3 ? substr($p->heard, 1) : ['ping' => 14, 'prepare' => 22, 'execute' => 23, 'close' => 25];
		$said = is_array($said) ? (array_search(ord($p->heard[0]), $said) ?: 'command ' . ord($p->heard[0])) : preg_replace("/^SET SESSION session_track_schema[^']*'[^']*'/", 'reports', $said);
		file_put_contents(self::$file, "{$p->nth}: $said\n", FILE_APPEND);
		return $said;
	}
	public static function answers(string ...$replies): callable
	{
		return function (Peer $p) use ($replies) {
			foreach ($replies as $reply) {
				self::hear($p);
				$p->raw($reply);
			}
			$p->close();
		};
	}
	public static function heard(): string
	{
		$heard = str_replace("\n", '; ', trim(file_get_contents(self::$file)));
		unlink(self::$file);
		return $heard;
	}
}

function lost(string $name, callable $first, ?callable $second, callable $program): void
{
	$peer = Server::start(...array_filter([$first, $second]));
	$link = $peer->connect([MYSQLI_OPT_READ_TIMEOUT => 1]);
	try {
		$seen = json_encode($program($link));
	} catch (mysqli_sql_exception $e) {
		$gone = PHP_VERSION_ID >= 80400 && in_array($e->getCode(), [4031, 1053], true) && !str_ends_with($name, 'reply') ? '2006 MySQL server has gone away' : "{$e->getCode()} {$e->getMessage()}"; /* stock tells it from 8.4 on */
		$seen = "$gone, may have run: " . json_encode(Mynd\last_failure($link)['may_have_run'] ?? null);
	}
	echo "$name: $seen\n";
	unset($link);
	$peer->end();
	echo '    ', Server::heard(), "\n";
}
/* Waits until the peer has said something more, or has hung up: nothing sleeps. */
function wait_for_it(mysqli $link): void
{
	$read = [Mynd\stream($link)];
	$none = null;
	stream_select($read, $none, $none, 5);
}

$idle = Peer::frame(Peer::err(4031, 'HY000', 'The client was disconnected by the server because of inactivity.'), 0);
$down = Peer::frame(Peer::err(1053, '08S01', 'Server shutdown in progress'), 0);
$one = rows_of('one');
$two = Server::answers(rows_of('two'), rows_of('three'));
/* A query, the loss, and a query. */
$again = function (mysqli $link) {
	$seen = [$link->query('SELECT 1')->fetch_column()];
	wait_for_it($link);
	$seen[] = $link->query('SELECT 2')->fetch_column();
	return $seen;
};
$twice = fn (mysqli $link) => [$link->query('SELECT 1')->fetch_column(), $link->query('SELECT 2')->fetch_column()];
$only = fn (mysqli $link) => $link->query('SELECT 1')->fetch_column();

echo "before a byte\n";
lost('closed', Server::answers($one), $two, $again);
lost('closed with 4031', Server::answers($one . $idle), $two, $again);
lost('closed with another error', Server::answers($one . $down), $two, $again);
lost('closed with 1927, numbered as the reply', Server::answers($one . Peer::frame(Peer::err(1927, '70100', 'Connection killed by MaxScale'), 1)), $two, $again);
lost('half of such an error', Server::answers($one . substr($idle, 0, 20)), null, $again);
lost('an OK that nobody asked for', Server::answers($one . Peer::frame(ok(), 0)), null, $again);
lost('4031 with another number', Server::answers($one . Peer::frame(substr($idle, 4), 3)), null, $again);

echo "in the middle of the write\n";
$huge = 'SELECT 1 -- ' . str_repeat('x', 12 << 20);
lost('a long text', function (Peer $p) use ($one) {
	Server::hear($p);
	$p->raw($one)->reset();
}, function (Peer $p) {
	$p->command();
	file_put_contents(Server::$file, $p->nth . ': ' . strlen($p->heard) . " bytes\n", FILE_APPEND);
	$p->raw(rows_of('two'))->stall();
}, fn (mysqli $link) => [$link->query('SELECT 0')->fetch_column(), $link->query($huge)->fetch_column()]);

echo "after the write\n";
lost('closed', Server::answers($one, ''), null, $twice);
lost('4031, which was on its way', Server::answers($one, $idle), $two, $twice);
lost('another error, which was on its way', Server::answers($one, $down), null, $twice);
lost('4031 as the reply', Server::answers($one, Peer::frame(substr($idle, 4), 1)), null, $twice);
lost('4031 behind a reply that has begun', Server::answers(substr($one, 0, 5) . $idle), null, $only);

echo "in the reply\n";
for ($cut = 1; $cut < strlen($one); $cut += 9) {
	ob_start();
	lost('cut', Server::answers($one, substr($one, 0, $cut)), null, $twice);
	$told[ob_get_clean()] = true;
}
echo implode(array_keys($told));

echo "the witnesses\n";
$state = "\2\1" . '1';
lost('a change behind rows', Server::answers(rows_of('one', $state)), null, $again);
lost('a change in an OK', Server::answers(Peer::packets([ok($state)])), null, function (mysqli $link) {
	$link->query('DELETE FROM t');
	wait_for_it($link);
	return $link->query('SELECT 2')->fetch_column();
});
lost('in a transaction', Server::answers(rows_of('one', '', 3)), null, $again);
lost('without autocommit', Server::answers(rows_of('one', '', 0)), null, $again);
lost('GTIDs are no change', Server::answers(rows_of('one', "\3\4\0\2" . 'ab')), $two, $again);
lost('an error', Server::answers(Peer::packets([Peer::err(1146, '42S02', 'No such table')])), null, function (mysqli $link) {
	try {
		$link->query('SELECT 1');
	} catch (mysqli_sql_exception) {
	}
	wait_for_it($link);
	return $link->query('SELECT 2')->fetch_column();
});

echo "the second connection\n";
lost('refused', Server::answers($one), null, $again);
lost('lost as well', Server::answers($one), Server::answers(''), $again);
lost('4031 there as well', Server::answers($one), Server::answers($idle), $again);
lost('no answer there', Server::answers($one), fn (Peer $p) => $p->stall(), $again);
lost('the insert id', Server::answers(Peer::packets([ok('', 2, 7)])), $two, function (mysqli $link) {
	$link->query('INSERT INTO t VALUES ()');
	wait_for_it($link);
	return [$link->query('SELECT 2')->fetch_column(), $link->query('SELECT 3')->fetch_column()];
});

echo "statements\n";
$run = function (mysqli $link) {
	$statement = $link->prepare('INSERT INTO t VALUES (?)');
	$statement->execute(['a']);
	wait_for_it($link);
	return [$statement->execute(['b']), $statement->affected_rows];
};
$done = Peer::packets([ok()]);
lost('prepared again', Server::answers(prepared(5, 1), $done), Server::answers(prepared(9, 1), $done), $run);
lost('refused there', Server::answers(prepared(5, 1), $done), Server::answers(Peer::packets([Peer::err(1146, '42S02', 'No such table')])), $run);
lost('with other parameters', Server::answers(prepared(5, 1), $done), Server::answers(prepared(9, 2)), $run);
lost('lost in the execute', Server::answers(prepared(5, 1), $done), Server::answers(prepared(9, 1), ''), $run);
?>
--EXPECT--
before a byte
closed: ["one","two"]
    0: reports; 0: SELECT 1; 1: reports; 1: SELECT 2
closed with 4031: ["one","two"]
    0: reports; 0: SELECT 1; 1: reports; 1: SELECT 2
closed with another error: ["one","two"]
    0: reports; 0: SELECT 1; 1: reports; 1: SELECT 2
closed with 1927, numbered as the reply: ["one","two"]
    0: reports; 0: SELECT 1; 1: reports; 1: SELECT 2
half of such an error: 2006 MySQL server has gone away, may have run: true
    0: reports; 0: SELECT 1
an OK that nobody asked for: 2027 Packets out of order. Expected 1 received 0. Packet size=7, may have run: true
    0: reports; 0: SELECT 1
4031 with another number: 2027 Malformed packet: a packet that nobody asked for, may have run: false
    0: reports; 0: SELECT 1
in the middle of the write
a long text: ["one","two"]
    0: reports; 0: SELECT 0; 1: reports; 1: 12582925 bytes
after the write
closed: 2006 MySQL server has gone away, may have run: true
    0: reports; 0: SELECT 1; 0: SELECT 2
4031, which was on its way: ["one","two"]
    0: reports; 0: SELECT 1; 0: SELECT 2; 1: reports; 1: SELECT 2
another error, which was on its way: 2006 MySQL server has gone away, may have run: true
    0: reports; 0: SELECT 1; 0: SELECT 2
4031 as the reply: 4031 The client was disconnected by the server because of inactivity., may have run: null
    0: reports; 0: SELECT 1; 0: SELECT 2
4031 behind a reply that has begun: 2027 Packets out of order. Expected 2 received 0. Packet size=73, may have run: true
    0: reports; 0: SELECT 1
in the reply
cut: 2006 MySQL server has gone away, may have run: true
    0: reports; 0: SELECT 1; 0: SELECT 2
the witnesses
a change behind rows: 2006 MySQL server has gone away, may have run: false
    0: reports; 0: SELECT 1
a change in an OK: 2006 MySQL server has gone away, may have run: false
    0: reports; 0: DELETE FROM t
in a transaction: 2006 MySQL server has gone away, may have run: false
    0: reports; 0: SELECT 1
without autocommit: 2006 MySQL server has gone away, may have run: false
    0: reports; 0: SELECT 1
GTIDs are no change: ["one","two"]
    0: reports; 0: SELECT 1; 1: reports; 1: SELECT 2
an error: 2006 MySQL server has gone away, may have run: false
    0: reports; 0: SELECT 1
the second connection
refused: 2006 MySQL server has gone away, may have run: false
    0: reports; 0: SELECT 1
lost as well: 2006 MySQL server has gone away, may have run: true
    0: reports; 0: SELECT 1; 1: reports; 1: SELECT 2
4031 there as well: 2006 MySQL server has gone away, may have run: false
    0: reports; 0: SELECT 1; 1: reports; 1: SELECT 2
no answer there: 2006 MySQL server has gone away, may have run: true
    0: reports; 0: SELECT 1; 1: reports
the insert id: ["two","three"]
    0: reports; 0: INSERT INTO t VALUES (); 1: reports,last_insert_id=7; 1: SELECT 2; 1: SELECT 3
statements
prepared again: [true,0]
    0: reports; 0: prepare; 0: execute; 1: reports; 1: prepare; 1: execute
refused there: 1146 No such table, may have run: false
    0: reports; 0: prepare; 0: execute; 1: reports; 1: prepare
with other parameters: 2031 No data supplied for parameters in prepared statement, may have run: false
    0: reports; 0: prepare; 0: execute; 1: reports; 1: prepare
lost in the execute: 2006 MySQL server has gone away, may have run: true
    0: reports; 0: prepare; 0: execute; 1: reports; 1: prepare; 1: execute

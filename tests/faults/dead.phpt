--TEST--
mynd.dead_after: a silent server that answers a second connection is waited for, one that does not is dead
--EXTENSIONS--
mynd
--SKIPIF--
<?php if (!function_exists('pcntl_fork')) die('skip needs pcntl'); ?>
--INI--
mynd.dead_after=1
--FILE--
<?php
require __DIR__ . '/peers.inc';

/** A way for one connection to tell another that it is to answer now. */
final class Signal
{
	private array $ends;

	public function __construct()
	{
		$this->ends = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
	}

	public function give(): void
	{
		fwrite($this->ends[0], '.');
	}

	public function await(): void
	{
		fread($this->ends[1], 1);
	}
}

/** Logs in, hears a command, and answers it at the signal. */
function answers_at(Signal $signal): callable
{
	return function (Peer $p) use ($signal) {
		$p->login()->command();
		$signal->await();
		$p->raw(Peer::result(['one'], [['1']]))->serve();
	};
}

/** What the program got, when, and what was heard over second connections. */
function told(mysqli $link, callable $program): string
{
	$started = microtime(true);
	$outcome = outcome(fn() => $program($link));
	$took = microtime(true) - $started;
	$failure = Mynd\last_failure($link);
	return $outcome . ($failure ? " ($failure[cause]: $failure[message])" : '') . ', ' . ($took < 0.8 * ini_get('mynd.dead_after') ? 'early' : ($took < 4 ? 'in time' : sprintf('after %.1f s', $took)))
		. (($heard = heard()) === '' ? '' : ", second connections: $heard");
}
/** All cases run at the same time, each in a process of its own; what they print comes in their order. */
$cases = [];
function begin(callable $case): void
{
	[$read, $write] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
	if (pcntl_fork() !== 0) {
		$GLOBALS['cases'][] = $read;
		return;
	}
	[$GLOBALS['hear'], $GLOBALS['say']] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_DGRAM, 0);
	fwrite($write, $case() . "\n");
	posix_kill(getmypid(), SIGKILL);
}

/** `$first` serves the program's connection, `$second` each second one. */
function silence(string $name, callable $first, callable $second, ?callable $program = null): void
{
	begin(function () use ($name, $first, $second, $program) {
		$peer = peers($first, ...array_fill(0, 9, $second));
		$link = $peer->connect([MYSQLI_OPT_READ_TIMEOUT => 3600]);
		$told = told($link, $program ?? fn($link) => rows($link));
		unset($link);
		$peer->end();
		return "$name: $told";
	});
}

silence('no greeting', fn($p) => $p->login()->command()->stall(), fn($p) => $p->stall());
silence('in the middle of a row', fn($p) => $p->login()->command()->raw(substr(Peer::result(['a'], [[str_repeat('x', 100)]]), 0, -50))->stall(), fn($p) => $p->stall());
silence('rows that are fetched one by one', fn($p) => $p->login()->command()->raw(substr(Peer::result(['a'], [['1'], [str_repeat('x', 100)]]), 0, -50))->stall(),
	fn($p) => $p->stall(), function ($link) {
		$rows = $link->query('SELECT something', MYSQLI_USE_RESULT);
		return [$rows->fetch_row(), $rows->fetch_row()];
	});
$large = "SELECT '" . str_repeat('x', 32 << 20) . "'";
$gone = new Signal;
silence('a server that does not read', function ($p) use ($gone) {
	$p->login();
	$gone->await();
}, function ($p) use ($gone) {
	$p->stall();
	$gone->give();
}, fn($link) => $link->query($large));
silence('a blocking recv, from the sixth reply on', function ($p) {
	$p->login();
	for ($i = 0; $i < 6; $i++) {
		$p->command()->raw(Peer::result(['one'], [['1']]));
	}
	$p->command()->stall();
}, fn($p) => $p->stall(), function ($link) {
	for ($i = 0; $i < 6; $i++) {
		rows($link);
	}
	return rows($link);
});

/** Whoever answers is alive: the reply comes with the second one's answer, after a second. */
function alive(string $name, callable $second): void
{
	$signal = new Signal;
	silence($name, answers_at($signal), function (Peer $p) use ($signal, $second) {
		if ($p->nth === 1) {
			note('one');
		} else {
			$signal->give();
		}
		$second($p);
	});
}
alive('a login', function ($p) {
	$p->login()->command();
	$p->nth === 1 && note($p->heard === "\x01" ? 'with a goodbye' : bin2hex($p->heard));
});
alive('too many connections', fn($p) => $p->packet(Peer::err(1040, '08004', 'Too many connections'))->stall());
alive('half a greeting', fn($p) => $p->raw('x')->stall());
alive('a close', fn($p) => null);

/** Asynchronous commands on three connections: all of them have ended, after one second connection. */
function several(string $name, callable $wait): void
{
	begin(function () use ($name, $wait) {
		$stall = fn($p) => $p->login()->command()->stall();
		$peer = peers($stall, $stall, $stall, ...array_fill(0, 9, function ($p) {
			note('one');
			$p->stall();
		}));
		$links = [$peer->connect(), $peer->connect(), $peer->connect()];
		foreach ($links as $link) {
			$link->query('SELECT something', MYSQLI_ASYNC);
		}
		$told = told($links[0], fn() => $wait($links));
		$peer->end();
		return "$name: $told";
	});
}
$reap = fn(mysqli $link) => outcome(fn() => $link->reap_async_query());
several('as_completed()', function (array $links) use ($reap) {
	foreach (Mynd\as_completed($links) as $link) {
		$told[] = $reap($link);
	}
	return $told;
});
several('mysqli_poll()', function (array $links) use ($reap) {
	for ($told = []; $links !== []; $links = array_udiff($links, $ready, fn($a, $b) => spl_object_id($a) <=> spl_object_id($b))) {
		$ready = $error = $rejected = $links;
		mysqli_poll($ready, $error, $rejected, 3600);
		array_push($told, ...array_map($reap, $ready));
	}
	return $told;
});

/* After a login that was refused no other one is tried. */
silence('a login that is refused', function ($p) {
	$p->login()->command();
	usleep(1_300_000); // longer than two halves of a second
	$p->raw(Peer::result(['one'], [['1']]))->serve();
}, function ($p) {
	$p->packet(Peer::greeting())->hear();
	note('a login');
	$p->packet(Peer::err(1045, '28000', 'Access denied'));
	$p->stall();
});

/* The reply that comes while a second connection waits for its greeting is taken at once. */
ini_set('mynd.dead_after', '4');
$signal = new Signal;
silence('the reply meanwhile', answers_at($signal), function ($p) use ($signal) {
	note('one');
	$signal->give();
	$p->stall();
});

ini_set('mynd.dead_after', '1');

/* Nobody listens any more: nothing is known, and the program's own limit comes. */
begin(function () {
	$peer = Peer::start(fn($p) => $p->login()->command()->stall(), 1, $socket = sys_get_temp_dir() . '/dead' . getmypid() . '.sock');
	$link = $peer->connect([MYSQLI_OPT_READ_TIMEOUT => 2]);
	unlink($socket);
	$told = told($link, fn($link) => rows($link));
	$peer->end();
	return "nobody listens: $told";
});

/* A deadline of the program's own comes first. */
begin(function () {
	$peer = peers(fn($p) => $p->login()->command()->stall(), fn($p) => $p->stall());
	$link = $peer->connect();
	Mynd\deadline($link, 0.4);
	$told = told($link, fn($link) => rows($link));
	$peer->end();
	return "a deadline: $told";
});

foreach ($cases as $case) {
	echo fgets($case);
}
?>
--EXPECT--
no greeting: ! 2006 MySQL server has gone away (timed out: The server sent nothing for 1 s, and did not answer a second connection), in time
in the middle of a row: ! 2006 MySQL server has gone away (timed out: The server sent nothing for 1 s, and did not answer a second connection), in time
rows that are fetched one by one: ! 2006 MySQL server has gone away (timed out: The server sent nothing for 1 s, and did not answer a second connection), in time
a server that does not read: ! 2006 MySQL server has gone away (timed out: The server sent nothing for 1 s, and did not answer a second connection), in time
a blocking recv, from the sixth reply on: ! 2006 MySQL server has gone away (timed out: The server sent nothing for 1 s, and did not answer a second connection), in time
a login: [["1"]], in time, second connections: one, with a goodbye
too many connections: [["1"]], in time, second connections: one
half a greeting: [["1"]], in time, second connections: one
a close: [["1"]], in time, second connections: one
as_completed(): ["! 2006 MySQL server has gone away","! 2006 MySQL server has gone away","! 2006 MySQL server has gone away"] (timed out: The server sent nothing for 1 s, and did not answer a second connection), in time, second connections: one
mysqli_poll(): ["! 2006 MySQL server has gone away","! 2006 MySQL server has gone away","! 2006 MySQL server has gone away"] (timed out: The server sent nothing for 1 s, and did not answer a second connection), in time, second connections: one
a login that is refused: [["1"]], in time, second connections: a login
the reply meanwhile: [["1"]], early, second connections: one
nobody listens: ! 2006 MySQL server has gone away (timed out: MySQL server has gone away), in time
a deadline: ! 2006 MySQL server has gone away (timed out: MySQL server has gone away), early

--TEST--
Faults with a deadline: servers that hang, are slow to take a connection, or die
--EXTENSIONS--
mynd
--SKIPIF--
<?php if (!function_exists('pcntl_fork')) die('skip needs pcntl'); ?>
--INI--
mynd.pipelining=on
--FILE--
<?php
require __DIR__ . '/peer.inc';

/** The peer serves one connection at a time: the second one, which is to cancel, gets no greeting. */
$hangs = fn($p) => $p->login()->command()->stall();
$limited = fn(callable $program, float $seconds = 1.0) => function ($link) use ($program, $seconds) {
	Mynd\deadline($link, $seconds);
	$started = microtime(true);
	try {
		$answer = $program($link);
	} catch (mysqli_sql_exception $e) {
		$answer = $e->getCode();
	}
	$took = microtime(true) - $started;
	$failure = Mynd\last_failure($link);
	return [$answer, $failure['cause'] ?? null, $failure['code'] ?? null, $took < $seconds + 4 ? 'in time' : $took];
};

scenario('hangs', $hangs, $limited(fn($link) => rows($link)));
scenario('hangs in the middle of a row', fn($p) => $p->login()->command()->raw(substr(Peer::result(['a'], [[str_repeat('x', 100)]]), 0, -50))->stall(),
	$limited(fn($link) => rows($link)));
scenario('hangs in a batch', $hangs, $limited(function ($link) {
	$link->query('SELECT 1', MYSQLI_ASYNC);
	$link->query('SELECT 2', MYSQLI_ASYNC);
	return $link->reap_async_query();
}));
$large = "SELECT '" . str_repeat('x', 32 << 20) . "'"; /* made before the time runs */
scenario('does not read', fn($p) => $p->login()->hold(), $limited(fn($link) => $link->query($large)));
scenario('dies', fn($p) => $p->login()->reset(), $limited(fn($link) => rows($link), 5.0));
scenario('answers in time', fn($p) => $p->login()->command()->raw(Peer::result(['a'], [['1']]))->serve(), $limited(fn($link) => rows($link)));
scenario('a shorter time limit of its own', $hangs, $limited(fn($link) => rows($link), 5.0), [MYSQLI_OPT_READ_TIMEOUT => 1]);

/* The first connection is over when the second one comes, which is told to kill, and says so. */
$peer = Peer::start(function ($p) {
	$p->nth === 0 ? $p->login()->command()->raw(Peer::frame(Peer::err(1317, '70100', 'interrupted'), 1)) : $p->login()->command()->packet(Peer::ok());
}, 2);
$link = $peer->connect();
$link->query('SELECT 1', MYSQLI_ASYNC);
echo 'told: ', json_encode(Mynd\cancel($link)), "\n";
unset($link);
$peer->end();

/* A connect ends at its deadline, and not when what runs would be cancelled, a little earlier. */
$steps = [
	'no greeting' => fn($p) => $p->stall(),
	'no answer to the password' => function ($p) {
		$p->packet(Peer::greeting())->hear();
		$p->stall();
	},
	'an init command' => fn($p) => $p->login()->command()->stall(),
];
foreach ($steps as $name => $scenario) {
	$peer = Peer::start($scenario);
	$link = mysqli_init();
	$link->options(MYSQLI_INIT_COMMAND, 'DO 1');
	$started = microtime(true);
	Mynd\deadline($link, 0.4);
	try {
		@$link->real_connect('127.0.0.1', 'tester', 'secret', '', $peer->port);
	} catch (mysqli_sql_exception $e) {
		$took = microtime(true) - $started;
		echo "connect, $name: {$e->getCode()} ", $took < 0.4 ? "early: $took" : ($took < 5 ? 'in time' : 'late'), "\n";
	}
	$peer->end();
}

$peer = Peer::start(fn($p) => $p->nth === 0 ? $p->login()->command()->stall() : $p->stall(), 1);
$link = $peer->connect();
$link->options(MYSQLI_OPT_CONNECT_TIMEOUT, 1);
$link->query('SELECT 1', MYSQLI_ASYNC);
try {
	Mynd\cancel($link);
} catch (mysqli_sql_exception $e) {
	echo "cancel: {$e->getCode()}\n";
}
$peer->end();
?>
--EXPECT--
hangs: [2006,"timed out",2006,"in time"]
hangs in the middle of a row: [2006,"timed out",2006,"in time"]
hangs in a batch: [2006,"timed out",2006,"in time"]
does not read: [2006,"timed out",2006,"in time"]
dies: [2006,"lost",2006,"in time"]
answers in time: [[["1"]],null,null,"in time"]
a shorter time limit of its own: [2006,"timed out",2006,"in time"]
told: true
connect, no greeting: 2006 in time
connect, no answer to the password: 2006 in time
connect, an init command: 2006 in time
cancel: 2006

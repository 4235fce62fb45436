--TEST--
Faults between commands: an error that came before the command is told with its number where stock tells it, and the connection is gone
--EXTENSIONS--
mysqli
pdo_mysql
--SKIPIF--
<?php if (!function_exists('pcntl_fork')) die('skip needs pcntl'); ?>
--FILE--
<?php
require __DIR__ . '/peer.inc';
/* The error lies behind the first reply, in the same write; then the server hangs up, or stays. */
function early(string $name, string $behind, bool $stays, callable $program, array $options = []): void
{
	$peer = Peer::start(function ($p) use ($behind, $stays) {
		$p->login()->command()->raw(Peer::result(['a'], [['1']]) . $behind);
		$stays ? $p->stall() : $p->close();
	});
	set_error_handler(function (int $level, string $text) use ($name) {
		echo "$name: warning: $text\n";
		return true;
	});
	try {
		$link = $peer->connect([MYSQLI_OPT_READ_TIMEOUT => 1] + $options);
		$link->query('SELECT 1');
		$seen = json_encode($program($link));
		echo "$name: $seen\n";
	} catch (mysqli_sql_exception $e) {
		$failure = function_exists('Mynd\last_failure') ? Mynd\last_failure($link) : null;
		echo "$name: {$e->getCode()} {$e->getSqlState()} {$e->getMessage()}, ", $failure === null ? 'lost, not run' : $failure['cause'] . ($failure['may_have_run'] ? ', may have run' : ', not run'), "\n";
		after($name, $link);
	}
	restore_error_handler();
	unset($link);
	$peer->end();
}
$query = fn ($link) => $link->query('INSERT INTO t VALUES (1)');
foreach ([4031 => 'inactivity', 1927 => 'Connection killed by MaxScale: session timed out', 1053 => 'Server shutdown in progress', 2013 => 'Lost connection to backend server'] as $code => $text) {
	foreach (['hangs up' => false, 'stays' => true] as $then => $stays) {
		early("$code, $then", Peer::frame(Peer::err($code, '08S01', $text), 1), $stays, $query);
	}
}
early('prepare', Peer::frame(Peer::err(1927, '70100', 'killed'), 1), false, fn ($link) => $link->prepare('SELECT ?'));
early('ping', Peer::frame(Peer::err(1927, '70100', 'killed'), 1), false, fn ($link) => $link->ping());
early('no SQLSTATE in it', Peer::frame("\xff" . pack('v', 1927) . 'killed', 1), false, $query);
early('no error', Peer::frame(Peer::ok(), 1), false, $query);
early('the number of a second packet', Peer::frame(Peer::err(1927, '70100', 'killed'), 2), false, $query);

/* PDO, and a persistent connection: the next user is not told. */
$peer = Peer::start(function ($p) {
	$p->login()->command()->raw(Peer::result(['a'], [['1']]) . Peer::frame(Peer::err(1927, '70100', 'killed'), 1))->close();
}, 1);
$pdo = new PDO("mysql:host=127.0.0.1;port=$peer->port", 'tester', 'secret', [PDO::ATTR_TIMEOUT => 5]);
$pdo->query('SELECT 1')->fetchAll();
try {
	$pdo->exec('INSERT INTO t VALUES (1)');
} catch (PDOException $e) {
	echo 'PDO: ', json_encode($e->errorInfo), "\n";
}
unset($pdo);
$peer->end();
?>
--EXPECT--
4031, hangs up: 4031 08S01 inactivity, lost, not run
4031, stays: 4031 08S01 inactivity, lost, not run
1927, hangs up: 1927 08S01 Connection killed by MaxScale: session timed out, lost, not run
1927, stays: 1927 08S01 Connection killed by MaxScale: session timed out, lost, not run
1053, hangs up: 1053 08S01 Server shutdown in progress, lost, not run
1053, stays: 1053 08S01 Server shutdown in progress, lost, not run
2013, hangs up: 2013 08S01 Lost connection to backend server, lost, not run
2013, stays: 2013 08S01 Lost connection to backend server, lost, not run
prepare: 1927 70100 killed, lost, not run
ping: 1927 70100 killed, lost, not run
no SQLSTATE in it: 1927 HY000 killed, lost, not run
no error: 2027 HY000 Malformed packet: a packet that nobody asked for, malformed, not run
the number of a second packet: 2027 HY000 Malformed packet: a packet that nobody asked for, malformed, not run
PDO: ["70100",1927,"killed"]

--TEST--
Faults of a spare connection (mynd.kill_abandoned): it is for those alone who log in as it has, with the same user and the same password
--EXTENSIONS--
mynd
--SKIPIF--
<?php if (!function_exists('pcntl_fork')) die('skip needs pcntl'); ?>
--INI--
mynd.pipelining=on
mynd.kill_abandoned=1
--FILE--
<?php
require __DIR__ . '/peers.inc';

/*
 * Whoever hears a KILL lets the one go on that was asked to wait. On a busy machine it comes more than once.
 */
[$told, $tell] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
$serve = fn(string $name) => function (Peer $p) use ($name, $told, $tell) {
	for ($p->login();;) {
		$p->command();
		$heard = substr($p->heard, 1);
		if (str_starts_with($heard, 'KILL')) {
			note("$heard over $name");
			fwrite($tell, "go on\n");
			$p->packet(Peer::ok());
		} elseif ($heard === 'SELECT SLEEP(9)') {
			stream_set_blocking($told, false);
			while (fgets($told) !== false);
			stream_set_blocking($told, true);
			fgets($told);
			$p->packet(Peer::err(1317, '70100', 'interrupted'));
		} else {
			$p->packet(Peer::ok());
		}
	}
};
$names = ["the first one's", "the other password's", "the other user's"];
$connections = [];
foreach ($names as $name) {
	array_push($connections, $serve("the connection of $name program"), $serve("$name spare connection"));
}
$peer = peers(...$connections, ...array_fill(0, 3, $serve('a connection of a program')));

$links = [];
$logins = ['the first one' => ['tester', 'secret', ''], 'another password' => ['tester', 'secret too', ''], 'another user' => ['tester2', 'secret', ''],
	'the first one again' => ['tester', 'secret', ''], 'with another database' => ['tester', 'secret', 'shop']];
foreach ($logins as $name => $login) {
	$links[] = $link = mysqli_init();
	$link->options(MYSQLI_OPT_READ_TIMEOUT, 10);
	$link->real_connect('127.0.0.1', ...[...$login, $peer->port]);
	$link->query('SELECT SLEEP(9)', MYSQLI_ASYNC);
	echo "$name: ", outcome(fn() => Mynd\cancel($link)), ', ', outcome(fn() => $link->reap_async_query()), ', ', implode(', ', array_unique(explode(', ', heard()))), "\n";
}
$peer->end();
?>
--EXPECT--
the first one: true, ! 1317 interrupted, KILL QUERY 77 over the first one's spare connection
another password: true, ! 1317 interrupted, KILL QUERY 77 over the other password's spare connection
another user: true, ! 1317 interrupted, KILL QUERY 77 over the other user's spare connection
the first one again: true, ! 1317 interrupted, KILL QUERY 77 over the first one's spare connection
with another database: true, ! 1317 interrupted, KILL QUERY 77 over the first one's spare connection

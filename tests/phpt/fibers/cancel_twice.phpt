--TEST--
Mynd\cancel(): two fibers cancel the same command, each over a connection of its own, and the connection goes on
--EXTENSIONS--
mynd
mysqli
pcntl
posix
--INI--
mynd.kill_abandoned=0
--FILE--
<?php
require __DIR__ . '/fibers.inc';
require __DIR__ . '/held_kill.inc';

foreach (['mysqli', 'PDO'] as $face) {
	$way = HeldKill::start();
	$db = $face === 'mysqli'
		? new mysqli('127.0.0.1', getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'), getenv('MYND_TEST_DB'), $way->port)
		: new PDO("mysql:host=127.0.0.1;port=$way->port;dbname=" . getenv('MYND_TEST_DB'), getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'));
	$fetch = fn(string $sql) => $db instanceof PDO ? $db->query($sql)->fetchColumn() : $db->query($sql)->fetch_column();
	$thread = $fetch('SELECT CONNECTION_ID()');
	echo "-- $face\n";
	Loop::start(function () use ($fetch, $thread) {
		attempt('meant', fn() => $fetch('SELECT SLEEP(30) FROM seq_1_to_3'));
		attempt('the next one', fn() => $fetch("SELECT 'next'"));
		attempt('and then', fn() => $fetch('SELECT CONNECTION_ID()') === $thread ? 'the same connection' : 'another');
	});
	/* Nobody reads the answer to it before both cancels have been sent. */
	$meant = Loop::$waiting;
	Loop::$waiting = [];
	foreach (['first', 'second'] as $name) {
		Loop::start(fn() => attempt("$name cancel", fn() => Mynd\cancel($db)));
	}
	Loop::run();
	Loop::$waiting = $meant;
	$meant = null;
	Loop::run();
	$db = $fetch = null;
	$way->end();
}
?>
--EXPECTREGEX--
-- mysqli
(first|second) cancel: true
(first|second) cancel: true
meant: ! 1317 70100 Query execution was interrupted
the next one: "next"
and then: "the same connection"
-- PDO
(first|second) cancel: true
(first|second) cancel: true
meant: ! PDOException SQLSTATE\[70100\]: <<Unknown error>>: 1317 Query execution was interrupted
the next one: "next"
and then: "the same connection"

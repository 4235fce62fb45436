--TEST--
Faults between commands: bytes and goodbyes on an idle link, results without end, signals
--EXTENSIONS--
mysqli
--SKIPIF--
<?php if (!function_exists('pcntl_fork')) die('skip needs pcntl'); ?>
--FILE--
<?php
require __DIR__ . '/peer.inc';
$short = [MYSQLI_OPT_READ_TIMEOUT => 1];

/* What the peer says with the reply to the first query lies unread when the second one is sent. */
$twice = function ($link) { $first = rows($link); return [$first, rows($link)]; };
$with = fn (string $bytes) => fn ($p) => $p->login()->command()->raw(Peer::result(['a'], [['1']]) . $bytes)->stall();

/* From 8.4 on the error itself is reported, as stock does. */
scenario(PHP_VERSION_ID < 80400 ? 'an unsolicited error' : 'an unsolicited error, itself', $with(Peer::frame(Peer::err(4031, 'HY000', 'The client was disconnected by the server because of inactivity.'), 0)), $twice, $short);
scenario('bytes while idle', $with(Peer::frame(Peer::ok(), 0)), $twice, $short);
scenario('half a packet while idle', $with("\x07\0"), $twice, $short);
scenario('closed while idle', fn ($p) => $p->login()->command()->raw(Peer::result(['a'], [['1']]))->close(), $twice, $short);

scenario('results for ever', function ($p) {
	$p->login()->command();
	for (;;) {
		$p->packet(Peer::ok(1, 2 | 8));
	}
}, function ($link) {
	$link->query('SELECT');
	for ($n = 0; $n < 1000 && $link->next_result(); $n++) {
	}
	return [$n, $link->more_results()];
}, $short);

scenario('packet numbers wrap', function ($p) {
	$p->login()->command()->raw(Peer::result(['a'], array_fill(0, 1000, ['1'])))->serve();
}, fn ($link) => [count(rows($link)), rows($link)], $short);

/* Signals arrive while the link waits: the wait goes on, the answer comes. */
scenario('signals', function ($p) {
	$p->login()->command();
	$parent = posix_getppid();
	for ($i = 0; $i < 200; $i++) {
		posix_kill($parent, SIGUSR1);
		$p->slowly('');
	}
	$p->slowly(Peer::result(['a'], [['after signals']]))->serve();
}, function ($link) {
	pcntl_signal(SIGUSR1, function () {}, false);
	return rows($link);
}, $short);
?>
--EXPECTREGEX--
(an unsolicited error: 2006 HY000 MySQL server has gone away|an unsolicited error, itself: 4031 HY000 The client was disconnected by the server because of inactivity\.)
bytes while idle: 2027 HY000 Packets out of order\. Expected 1 received 0\. Packet size=7
half a packet while idle: 2006 HY000 MySQL server has gone away
closed while idle: 2006 HY000 MySQL server has gone away
results for ever: \[1000,true\]
packet numbers wrap: \[1000,\[\["1"\]\]\]
signals: \[\["after signals"\]\]

--TEST--
Faults of a spare connection that is lost while a fiber waits for its answer, and another part of the program finds out: the event loop keeps the stream that it watches
--EXTENSIONS--
mynd
--SKIPIF--
<?php if (!function_exists('pcntl_fork')) die('skip needs pcntl'); ?>
--INI--
mynd.pipelining=on
mynd.kill_abandoned=1
--FILE--
<?php
require __DIR__ . '/cancel.inc';

Mynd\waiter(Loop::wait(...));
[$told, $tell] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
$peer = peers(function (Peer $p) use ($told) {
	$p->login()->command();
	fgets($told);
	$p->raw(Peer::result(['one'], [['1']]));
	note_all($p);
}, function (Peer $p) {
	$p->login()->command();
	note('the KILL'); /* and it hangs up */
}, function (Peer $p) {
	$p->login()->command();
	note('the KILL again');
	$p->packet(Peer::ok());
	note_all($p);
});
$link = $peer->connect();
$link->query('SELECT 1', MYSQLI_ASYNC);
Loop::start(fn() => print 'cancel: ' . outcome(fn() => Mynd\cancel($link)) . "\n");
$failed = Mynd\stats()['kills_failed'];
while (heard() !== 'the KILL') {
	usleep(1000); // the fiber does not run
}
for ($i = 0; Mynd\stats()['kills_failed'] === $failed && $i < 5000; $i++) {
	usleep(1000); // until the end of the connection is here
}
echo $i < 5000 ? "it is lost\n" : "nobody has noticed\n";
for ($all = ''; $all !== 'the KILL again'; $all = heard() ?: $all) {
	Loop::turn(0.01);
}
fwrite($tell, "go on\n");
Loop::run();
echo 'its reply: ', outcome(fn() => $link->reap_async_query()->fetch_row()), "\n";
$link->close();
$peer->end();
?>
--EXPECT--
it is lost
cancel: true
its reply: ["1"]

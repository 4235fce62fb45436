--TEST--
mynd.reconnect: Mynd\cancel() and a deadline end what runs, and the session survives afterwards
--EXTENSIONS--
mysqli
mynd
--INI--
mynd.reconnect=1
--FILE--
<?php
require __DIR__ . '/reconnect.inc';
require __DIR__ . '/../processes.inc';
$watch = link_for_test();
$m = link_for_test();
$m->query('SELECT SLEEP(300) UNION SELECT 1', MYSQLI_ASYNC);
while (text_at_server($watch, $m->thread_id) === null) { /* what has not begun is not hit */
	usleep(1000);
}
attempt('cancelled', fn() => Mynd\cancel($m));
attempt('its reply', fn() => $m->reap_async_query()->fetch_row());
$m = link_for_test();
Mynd\deadline($m, 0.3);
attempt('a deadline', fn() => $m->query('SELECT SLEEP(300) UNION SELECT 1')->fetch_row());
$m = link_for_test();
kill_from_outside($watch, $m->thread_id);
attempt('another', fn() => $m->query('SELECT 2')->fetch_row());
?>
--EXPECT--
cancelled: true
its reply: ! 1317 70100 Query execution was interrupted
a deadline: ! 1317 70100 Query execution was interrupted
another: ["2"]

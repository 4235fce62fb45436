--TEST--
mynd.pipelining = auto: where a server was seen to bear it when a link was closed; learned once an address, and not counted
--EXTENSIONS--
mysqli
mynd
--INI--
mynd.pipelining=auto
--SKIPIF--
<?php
require __DIR__ . '/counts.inc';
if (!str_contains(link_for_test()->server_info, 'MariaDB')) die('skip MariaDB alone knows "the last statement"');
?>
--FILE--
<?php
require __DIR__ . '/counts.inc';
function network(): array
{
	return array_intersect_key(Mynd\stats(), ['reads' => 0, 'writes' => 0]);
}
$tcp = fn () => link_for_test(host: getenv('MYND_TEST_HOST'));
function close(mysqli $m): string
{
	[$commands, $writes] = [mysqli_get_client_stats(), Mynd\stats()['writes']];
	$m->close();
	$after = mysqli_get_client_stats();
	$writes = Mynd\stats()['writes'] - $writes;
	return ($writes > 2 ? 'a trial' : "$writes writes") . ', ' . $after['packets_sent_command'] - $commands['packets_sent_command'] . ' commands, ' . $after['com_ping'] - $commands['com_ping'] . ' pings';
}

echo 'unknown: ', writes_of_new_text($m = link_for_test()), "\n";
unset($m);
echo 'after a link that was not closed by the program: ', writes_of_new_text($m = link_for_test()), "\n";
$r = $m->query('SELECT 1 UNION SELECT 2', MYSQLI_USE_RESULT);
echo 'closed with unread rows: ', close($m), "\n";
unset($r);
echo 'which teaches nothing: ', writes_of_new_text($m = link_for_test()), "\n";
$other = link_for_test();
@$other->kill($m->thread_id);
close($m); /* one that the server closes, now or in a moment, does not spoil it */
echo 'closed, without a use for it: ', close(link_for_test()), "\n";
writes_of_new_text($m = link_for_test());
echo 'closed: ', close($m), "\n";
echo 'a second time: ', close(link_for_test()), "\n";
echo 'known: ', writes_of_new_text(link_for_test()), "\n";
echo 'a link from before knows it, too: ', writes_of_new_text($other), "\n";
echo 'another address: ', writes_of_new_text($m = $tcp()), "\n";
echo 'closed: ', close($m), "\n";
echo 'is known by itself: ', writes_of_new_text($tcp()), "\n";
$m = mysqli_init();
attempt('not connected', fn () => $m->close());
attempt('closed', fn () => $other->close());
attempt('twice', fn () => $other->close());
?>
--EXPECT--
unknown: 2
after a link that was not closed by the program: 2
closed with unread rows: 0 writes, 0 commands, 0 pings
which teaches nothing: 2
closed, without a use for it: 1 writes, 1 commands, 0 pings
closed: a trial, 1 commands, 0 pings
a second time: 1 writes, 1 commands, 0 pings
known: 1
a link from before knows it, too: 1
another address: 2
closed: a trial, 1 commands, 0 pings
is known by itself: 1
not connected: true
closed: true
twice: ! Error mysqli object is already closed

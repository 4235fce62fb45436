--TEST--
Mynd\stats(): calls, bytes and waits of the network
--EXTENSIONS--
mysqli
--FILE--
<?php
require __DIR__ . '/stats.inc';
$link = link_for_test();
echo implode(' ', array_keys(Mynd\stats())), "\n";
echo 'kinds: ', implode(' ', array_unique(array_map('get_debug_type', Mynd\stats()))), "\n";
echo 'one link is all there is: ';
var_dump(Mynd\stats() === Mynd\stats($link));
function calls(mysqli $link, callable $program): string
{
	$before = Mynd\stats($link);
	$program();
	$after = Mynd\stats($link);
	return $after['reads'] - $before['reads'] . ' reads, ' . $after['writes'] - $before['writes'] . ' writes, ' . $after['connects'] - $before['connects'] . ' connects';
}
echo 'small result: ', calls($link, fn() => $link->query('SELECT 1')->fetch_all()), "\n";
echo 'ping: ', calls($link, fn() => @$link->ping()), "\n";
$before = Mynd\stats($link);
$link->query('SELECT SLEEP(0.2)')->fetch_all();
$after = Mynd\stats($link);
echo 'a wait: ', $after['waits'] - $before['waits'], ' ';
var_dump($after['wait_seconds'] - $before['wait_seconds'] > 0.15);
$untimed = 0;
for ($i = 0; $i < 100; $i++) {
	$before = $after;
	@$link->ping();
	$after = Mynd\stats($link);
	$untimed += $after['waits'] > $before['waits'] && $after['wait_seconds'] <= $before['wait_seconds'];
}
echo "short waits of no time: $untimed\n";
$other = link_for_test();
echo 'two links: ';
var_dump(Mynd\stats()['connects'] === Mynd\stats($link)['connects'] + Mynd\stats($other)['connects']);
$sum = Mynd\stats();
$other->close();
echo 'after a close: ';
var_dump(Mynd\stats()['bytes_read'] >= $sum['bytes_read'], Mynd\stats()['connects']);
foreach ([new stdClass, $other, mysqli_init()] as $object) {
	try {
		echo get_debug_type(Mynd\stats($object)), "\n";
	} catch (Throwable $e) {
		echo get_class($e), ': ', $e->getMessage(), "\n";
	}
}
?>
--EXPECT--
connects tls_handshakes tls_resumed reads bytes_read writes bytes_written waits reconnects logins_renewed kills kills_failed place_waits place_timeouts wait_seconds
kinds: int float
one link is all there is: bool(true)
small result: 1 reads, 1 writes, 0 connects
ping: 1 reads, 1 writes, 0 connects
a wait: 1 bool(true)
short waits of no time: 0
two links: bool(true)
after a close: bool(true)
int(2)
TypeError: Mynd\stats(): Argument #1 ($connection) must be a connection of mynd, stdClass given
Error: mysqli object is already closed
array

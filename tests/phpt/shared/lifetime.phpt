--TEST--
mynd.shared_pool with mynd.max_lifetime: a connection's end travels with it, whoever has used it meanwhile
--EXTENSIONS--
mysqli
pcntl
--INI--
mynd.shared_pool=1
mynd.max_lifetime=3
--FILE--
<?php
require __DIR__ . '/shared.inc';

/** Connects and hands back: what the pool has counted. */
function request(): array
{
	plink()->close();
	return array_filter(pool('made', 'taken_over', 'handed_over', 'max_lifetime'));
}

echo json_encode(from_child(fn() => request())), "\n";
sleep(1);
echo json_encode(from_child(fn() => request())), "\n";
sleep(3);
echo json_encode(from_child(fn() => request())), "\n";
?>
--EXPECT--
{"made":1,"handed_over":1}
{"taken_over":1,"handed_over":1}
{"made":1,"handed_over":1,"max_lifetime":1}

--TEST--
Persistent links: mynd.pipelining=auto learns from a link that is handed back, with what is asked after its reset
--EXTENSIONS--
mysqli
mynd
--INI--
mynd.pipelining=auto
--SKIPIF--
<?php
require __DIR__ . '/../statements/counts.inc';
if (!str_contains(link_for_test()->server_info, 'MariaDB')) die('skip MariaDB alone knows "the last statement"');
?>
--FILE--
<?php
require __DIR__ . '/../statements/counts.inc';
function pings(): int
{
	return mysqli_get_client_stats()['com_ping'];
}
$persistent = fn () => link_for_test(host: 'p:localhost');

$m = $persistent();
$m->query('SELECT 1');
$pings = pings();
$m->close();
echo 'handed back without a use for it, pings: ', pings() - $pings, "\n";
echo 'known: ', writes_of_new_text($m = $persistent()), "\n";
$m->close();
$m = $persistent();
echo 'handed back, pings: ', pings() - $pings, "\n";
echo 'known: ', writes_of_new_text($m), "\n";
$m->close();
echo 'and not asked again, pings: ', pings() - $pings, "\n";
echo 'a plain link knows it: ', writes_of_new_text(link_for_test()), "\n";
?>
--EXPECT--
handed back without a use for it, pings: 0
known: 1
handed back, pings: 0
known: 1
and not asked again, pings: 0
a plain link knows it: 1

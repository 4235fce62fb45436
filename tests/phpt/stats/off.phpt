--TEST--
Statistics: nothing is shown while mysqlnd.collect_statistics is off; Mynd\stats() does not depend on it
--EXTENSIONS--
mysqli
--INI--
mysqlnd.collect_statistics=0
--FILE--
<?php
require __DIR__ . '/stats.inc';
$link = link_for_test();
$link->query('SELECT 1')->fetch_all();
foreach ([mysqli_get_client_stats(), $link->get_connection_stats()] as $stats) {
	echo count($stats), ' ', json_encode(array_unique(array_values($stats))), "\n";
}
var_dump(Mynd\stats($link)['reads'] > 0);
ini_set('mysqlnd.collect_statistics', '1');
echo $link->get_connection_stats()['connect_success'], "\n";
?>
--EXPECT--
163 ["0"]
163 ["0"]
bool(true)
1

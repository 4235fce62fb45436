--TEST--
mynd.reconnect: statements that are prepared anew leave mysqli::$field_count as the program's last command has set it
--EXTENSIONS--
mysqli
--INI--
mynd.reconnect=1
mynd.round_trips=fewer
--FILE--
<?php
require __DIR__ . '/reconnect.inc';
error_reporting(E_ALL & ~E_DEPRECATED); /* ping(), kill() and refresh(), from PHP 8.4 on */
$calls = [
	'ping' => fn($db) => $db->ping(),
	'a query without rows' => fn($db) => $db->query('DO 0'),
	'a query with two columns' => fn($db) => $db->query('SELECT 1, 2')->free(),
	'a new statement' => fn($db) => $db->prepare('SELECT 1, 2, 3, 4')->close(),
];
$killer = link_for_test();
foreach ($calls as $name => $call) {
	$seen = [];
	foreach ([false, true] as $lost) {
		$db = link_for_test();
		$kept = $db->prepare('SELECT 1, 2, 3');
		$kept->execute();
		$kept->get_result()->free();
		$db->query('SELECT 1')->free();
		if ($lost) {
			kill_from_outside($killer, $db->thread_id);
		}
		$call($db);
		$seen[] = $db->field_count;
		$kept->execute();
		$seen[] = json_encode($kept->get_result()->fetch_all());
	}
	echo "$name: ", implode(', ', $seen), "\n";
}
?>
--EXPECT--
ping: 1, [[1,2,3]], 1, [[1,2,3]]
a query without rows: 0, [[1,2,3]], 0, [[1,2,3]]
a query with two columns: 2, [[1,2,3]], 2, [[1,2,3]]
a new statement: 4, [[1,2,3]], 4, [[1,2,3]]

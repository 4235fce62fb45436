--TEST--
mynd.reconnect: a connection that is made anew leaves the numbers of the program's last command as they would be without a loss
--EXTENSIONS--
mysqli
--INI--
mynd.reconnect=1
--FILE--
<?php
require __DIR__ . '/reconnect.inc';
error_reporting(E_ALL & ~E_DEPRECATED); /* ping(), kill() and refresh(), from PHP 8.4 on */
mysqli_report(MYSQLI_REPORT_OFF);
$killer = link_for_test();
create_anew($killer, 'TABLE', 'reconnect_numbers', '(id INT PRIMARY KEY AUTO_INCREMENT, t TINYINT)');
$calls = [
	'ping' => fn($db) => $db->ping(),
	'a new statement' => fn($db) => $db->prepare('SELECT 1, 2'),
	'an unbuffered query' => fn($db) => $db->real_query('SELECT 1'),
];
foreach ($calls as $name => $call) {
	$seen = [];
	foreach ([false, true] as $lost) {
		$db = link_for_test();
		$killer->query('TRUNCATE reconnect_numbers');
		$db->query('INSERT IGNORE INTO reconnect_numbers (t) VALUES (1), (1000), (1000)');
		if ($lost) {
			kill_from_outside($killer, $db->thread_id);
		}
		$result = $call($db);
		$seen[] = [$db->affected_rows, $db->insert_id, $db->warning_count, $db->field_count, $db->info, $db->errno];
	}
	echo "$name: ", json_encode($seen[1]), $seen[0] === $seen[1] ? '' : ', not ' . json_encode($seen[0]), "\n";
}
?>
--CLEAN--
<?php
require __DIR__ . '/../connect.inc';
link_for_test()->query('DROP TABLE IF EXISTS reconnect_numbers');
?>
--EXPECT--
ping: [-1,1,2,0,null,0]
a new statement: [-1,1,0,2,"Records: 3  Duplicates: 0  Warnings: 2",0]
an unbuffered query: [-1,0,0,1,null,0]

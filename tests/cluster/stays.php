<?php
/*
 * Sessions that would move, while no node is a primary: the one that the argument names as a cluster refuses
 * a write, and the session stays where it is, as it was. Says the error, what the session answers afterwards,
 * how many statements its server has prepared for it, and which nodes count as not reached after a limit of
 * time.
 */
mysqli_report(MYSQLI_REPORT_ERROR | MYSQLI_REPORT_STRICT);
$connect = static function (int $flags) use ($argv): mysqli {
	$db = new mysqli();
	$db->real_connect($argv[1], 'mynd', 'throw away', 'mynd_test', null, null, $flags);
	return $db;
};
$prepared = static fn (mysqli $db): string => $db->query("SHOW GLOBAL STATUS LIKE 'Prepared_stmt_count'")->fetch_row()[1];
[$db, $observer] = [$connect(MYSQLI_CLIENT_COMPRESS), $connect(0)];
$before = $prepared($observer);
$statement = $db->prepare('SELECT ? + 1');
$statement->execute([41]);
$statement->get_result()->free();
echo "now\n";
fgets(STDIN);
try {
	$db->query('INSERT INTO moves VALUES (-1)');
} catch (mysqli_sql_exception $e) {
	echo $e->getCode(), ' ', $e->getSqlState(), ', ', $db->query('SELECT REPEAT(7, 3)')->fetch_column(), ', ';
}
$statement->execute([41]);
echo $statement->get_result()->fetch_column(), ', ', $prepared($observer) - $before, " prepared; ";
$observer->kill($db->thread_id);
try {
	Mynd\deadline($db, 0.0005);
	$db->query('SELECT 1');
} catch (mysqli_sql_exception) {
}
echo 'not reached: ', json_encode(array_keys(array_filter(Mynd\clusters()[$argv[1]]['nodes'], static fn (array $node): bool => $node['dead'] !== null))), "\n";

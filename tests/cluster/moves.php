<?php
/*
 * Sessions that write while the primary of a cluster changes: connects to the cluster that its first argument
 * names, writes with each of its sessions, says "now", waits for a line of input, and writes again. Says for
 * each session where it is, or the number of its error. A second argument: a session that has state, too.
 */
mysqli_report(MYSQLI_REPORT_ERROR | MYSQLI_REPORT_STRICT);
ini_set('default_socket_timeout', '60');
$nodes = [];
foreach (['repl1', 'repl2', 'repl3'] as $name) {
	$nodes[getenv("MYND_CLUSTER_{$name}_HOST") . ':' . getenv("MYND_CLUSTER_{$name}_PORT") . ' via TCP/IP'] = $name;
}
$connect = static fn (string $prefix): mysqli => new mysqli($prefix . $argv[1], 'mynd', 'throw away', 'mynd_test');
$next = (int) $connect('')->query('SELECT MAX(a) FROM moves')->fetch_column();
[$plain, $prepared, $persistent] = [$connect(''), $connect(''), $connect('p:')];
$statement = $prepared->prepare('INSERT INTO moves VALUES (?)');
$sessions = [
	'plain' => [$plain, static fn (int $a) => $plain->query("INSERT INTO moves VALUES ($a)")],
	'prepared' => [$prepared, static fn (int $a) => $statement->execute([$a])],
	'persistent' => [$persistent, static fn (int $a) => $persistent->query("INSERT INTO moves VALUES ($a)")],
];
if (isset($argv[2])) {
	$stateful = $connect('');
	$stateful->query('SET @state = 1');
	$sessions['with state'] = [$stateful, static fn (int $a) => $stateful->query("INSERT INTO moves VALUES ($a)")];
}
$write = static function () use ($sessions, $nodes, &$next): void {
	foreach ($sessions as $name => [$db, $insert]) {
		try {
			$insert(++$next);
			$said = "$next " . ($nodes[$db->host_info] ?? $db->host_info);
		} catch (mysqli_sql_exception $e) {
			$said = $e->getCode();
		}
		echo "$name $said; ";
	}
};
$write();
echo "\nnow\n";
fgets(STDIN);
$write();
$killer = $connect('');
$killer->kill($persistent->thread_id); /* it is connected again to the node that it has moved to */
while ($killer->query("SELECT COUNT(*) FROM information_schema.PROCESSLIST WHERE ID = $persistent->thread_id")->fetch_column() > 0) {
}
$persistent->query('SELECT 1');
$persistent->close();
echo 'closed ', implode(' ', array_map(static fn (array $pool): string => json_encode(array_filter($pool['closed'])), Mynd\pools())), "\n";

<?php
/*
 * One request: asks for the answer to a slow query, through the cache. Prints one JSON object: the answer,
 * how long it took, what the cache counted.
 *
 * Parameters: store (apcu, redis), run (a namespace of its own), face (mysqli, prepared, pdo, pdo-native),
 * ttl, grace, lock, wait in seconds, die (the process does, while it asks).
 */
use Mynd\Cache\{ApcuStore, Cache, RedisStore, Rules};

require __DIR__ . '/../../packages/cache/load.php';

const SLOW = 'SELECT value, (SELECT SUM(a.seq * b.seq % 7) FROM seq_1_to_1000 a, seq_1_to_1500 b) AS work FROM hot WHERE id = ';

$start = hrtime(true);
$store = $_GET['store'] === 'redis' ? new RedisStore("unix:{$_SERVER['CACHE_REDIS']}") : new ApcuStore();
$cache = new Cache($store, new Rules(), grace: (float) $_GET['grace'], lock: (float) $_GET['lock'], wait: (float) $_GET['wait'], namespace: $_GET['run']);
Mynd\intercept($cache);
if (isset($_GET['die'])) { /* behind the cache: the lock is ours, the server has not been asked */
	Mynd\intercept(static fn (Mynd\Command $command, callable $next) => str_contains($command->sql ?? '', 'value') ? posix_kill(getmypid(), 9) : $next($command));
}
$sql = "/* mynd:ttl={$_GET['ttl']} */ /* {$_GET['run']} */ " . SLOW;
if (str_starts_with($_GET['face'], 'pdo')) {
	$link = new PDO("mysql:unix_socket={$_SERVER['CACHE_SOCKET']};dbname=mynd_test;charset=utf8mb4", $_SERVER['CACHE_USER'], $_SERVER['CACHE_PASSWORD'], [PDO::ATTR_EMULATE_PREPARES => $_GET['face'] === 'pdo']);
	$statement = $link->prepare($sql . '?');
	$statement->execute([1]);
	$row = $statement->fetch(PDO::FETCH_NUM);
} else {
	$link = new mysqli('localhost', $_SERVER['CACHE_USER'], $_SERVER['CACHE_PASSWORD'], 'mynd_test', null, $_SERVER['CACHE_SOCKET']);
	$link->set_charset('utf8mb4');
	$row = ($_GET['face'] === 'mysqli' ? $link->query($sql . '1') : $link->execute_query($sql . '?', [1]))->fetch_row();
}
echo json_encode(['pid' => getmypid(), 'value' => $row[0], 'ms' => intdiv(hrtime(true) - $start, 1000000), 'counts' => $cache->stats()], JSON_THROW_ON_ERROR);

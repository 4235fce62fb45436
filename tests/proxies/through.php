<?php
/*
 * All that writes several commands, through a proxy: through.php PORT plain|tls. What the program is told is
 * compared with what it has asked for, and with what is in the table, which is read without the proxy.
 */
declare(strict_types=1);

require __DIR__ . '/../cache/checks.php';

mysqli_report(MYSQLI_REPORT_ERROR | MYSQLI_REPORT_STRICT);
$port = (int) $argv[1];
$tls = $argv[2] === 'tls' ? MYSQLI_CLIENT_SSL | MYSQLI_CLIENT_SSL_DONT_VERIFY_SERVER_CERT : 0;
function through(string $host = '127.0.0.1', int $flags = 0): mysqli
{
	global $port, $tls;
	$db = mysqli_init();
	$db->real_connect($host, getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'), getenv('MYND_TEST_DB'), $port, null, $tls | $flags);
	return $db;
}
/** The values of the first column, or the code of what was thrown. */
function first(mixed $outcome): mixed
{
	return match (true) {
		$outcome instanceof mysqli_result => (int) $outcome->fetch_row()[0],
		$outcome instanceof mysqli_sql_exception => "error {$outcome->getCode()}",
		default => $outcome,
	};
}

$direct = new mysqli(null, getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'), getenv('MYND_TEST_DB'), null, getenv('MYND_TEST_SOCKET'));
$direct->query('DROP TABLE IF EXISTS proxies');
$direct->query('CREATE TABLE proxies (id INT AUTO_INCREMENT PRIMARY KEY, k INT)');
$table = fn () => array_map(intval(...), $direct->query('SELECT COUNT(*), COUNT(DISTINCT k), COALESCE(MAX(k), 0) FROM proxies')->fetch_row());

/* the first pipelines of the process */
$db = through();
$db->query('SET @mine = 5');
$seen = [];
foreach (Mynd\pipeline($db, array_map(fn ($i) => "SELECT $i", range(0, 299))) as $outcome) {
	$seen[] = first($outcome);
}
check('a pipeline of SELECTs', range(0, 299), $seen);
check('the session is the same', '5', $db->query('SELECT @mine')->fetch_column());
for ($round = 0; $round < 10; $round++) {
	$other = through();
	$told = 0;
	foreach (Mynd\pipeline($other, (function () use ($round) {
		for ($i = 1; $i <= 20; $i++) {
			yield 'INSERT INTO proxies (k) VALUES (' . ($round * 20 + $i) . ')';
		}
	})()) as $outcome) {
		$told += !$outcome instanceof Throwable;
	}
	check("pipeline $round of INSERTs", 20, $told);
}
check('its rows', [200, 200, 200], $table());
$seen = [];
foreach (Mynd\pipeline($db, array_map(fn ($i) => ['SELECT ? * 2', [$i]], range(0, 99))) as $outcome) {
	$seen[] = first($outcome);
}
check('a pipeline of executes', range(0, 198, 2), $seen);

/* asynchronous queries */
for ($round = 0; $round < 10; $round++) {
	$other = through();
	for ($i = 0; $i < 8; $i++) {
		$other->query("SELECT $i, REPEAT('x', " . $i * 400 . ')', MYSQLI_ASYNC);
	}
	$seen = [];
	for ($i = 0; $i < 8; $i++) {
		$seen[] = first($other->reap_async_query());
	}
	check("asynchronous queries $round", range(0, 7), $seen);
}
$links = [through(), through(), through()];
foreach ($links as $i => $link) {
	$link->query("SELECT $i + 10", MYSQLI_ASYNC);
	$link->query("SELECT $i + 20", MYSQLI_ASYNC);
}
$seen = [];
foreach ($links as $link) {
	array_push($seen, first($link->reap_async_query()), first($link->reap_async_query()));
}
check('several links at once', [10, 20, 11, 21, 12, 22], $seen);

/* bulk */
$direct->query('TRUNCATE proxies');
check('execute_many(), large ones', 40, Mynd\execute_many($db, 'INSERT INTO proxies (id, k) SELECT ?, LENGTH(?)', array_map(fn ($i) => [$i, str_repeat('x', 20000 + $i)], range(1, 40))));
check('what they are', '40', $direct->query('SELECT COUNT(*) FROM proxies WHERE k = 20000 + id')->fetch_column());
$direct->query('TRUNCATE proxies');
check('execute_many()', 5000, Mynd\execute_many($db, 'INSERT INTO proxies (k) VALUES (?)', array_map(fn ($i) => [$i], range(1, 5000))));
check('its rows', [5000, 5000, 5000], $table());

/* pools, resets and prologues: nobody sees what another one has left */
$seen = [];
for ($i = 0; $i < 8; $i++) {
	$p = through('p:127.0.0.1');
	$p->set_charset('latin1');
	$p->query("SET SESSION sql_mode = 'ANSI_QUOTES'");
	$p->select_db(getenv('MYND_TEST_DB'));
	$seen[] = $p->query('SELECT @left')->fetch_column() ?? 'none';
	check("what it has set, $i", ['latin1', 'ANSI_QUOTES'], $p->query('SELECT @@character_set_client, @@sql_mode')->fetch_row());
	$p->query('SET @left = 1');
	$p->begin_transaction();
	$p->query('DELETE FROM proxies');
	$p->close();
}
check('what others have left', array_fill(0, 8, 'none'), $seen);
$pool = Mynd\pools()[0];
check('the pool is of use', true, $pool['reused'] > 4);
check('a transaction that was left', 5000, $table()[0]);
$p = through('p:127.0.0.1');
check('a prepared statement', 42, (int) $p->execute_query('SELECT ? + 1', [41])->fetch_column());
$p->close();

/* cancelling: through a proxy that shares connections the number is the proxy's */
if (!str_contains($db->server_info, 'router')) {
	$db->query('SELECT SLEEP(20)', MYSQLI_ASYNC);
	$begin = microtime(true);
	Mynd\cancel($db);
	try {
		$db->reap_async_query();
	} catch (mysqli_sql_exception) {
	}
	check('a cancel', true, microtime(true) - $begin < 10);
}
check('and then', 3, first($db->query('SELECT 3')));
$direct->query('DROP TABLE proxies');
finish();

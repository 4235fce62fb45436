<?php
/*
 * The application of examples/server with 300 clients. Arguments: Composer's loader, the application's
 * folder, a file to write to when a restart of the database is wanted (run.sh carries it out), how many
 * requests.
 *
 * The application's account may have 22 connections at a time: those of two pools, and one of each worker
 * that tells the server to stop a query. One more, and the server refuses it with an error that the
 * application answers with 500, which no client here takes.
 */
declare(strict_types=1);

require __DIR__ . '/../packages.php';
require __DIR__ . '/clients.php';

const CLIENTS = 300;
const CONNECTIONS = 20;
const PRODUCTS = 200;
const STOCK = 100000;
[, , $folder, $restarts, $wanted] = $argv;
$wanted = (int) $wanted;

function database(): PDO
{
	return new PDO('mysql:unix_socket=' . getenv('MYND_TEST_SOCKET') . ';dbname=shop', (string) getenv('MYND_TEST_USER'), (string) getenv('MYND_TEST_PASSWORD'), [PDO::ATTR_EMULATE_PREPARES => false]);
}

function number(PDO $db, string $sql): int
{
	return (int) $db->query($sql)->fetchColumn();
}

/** What a page must say of a product. */
function is_page(int $id, mixed $page): bool
{
	$product = $page['product'] ?? null;
	$below = array_map(static fn (int $id): array => ['id' => $id, 'name' => "product $id"], array_filter([$id - 1, $id - 2, $id - 3], static fn (int $id): bool => $id > 0));
	return is_array($product) && $product['id'] === $id && $product['name'] === "product $id" && $product['price'] === number_format($id * 1.5, 2, '.', '')
		&& $page['sold']['orders'] <= $page['sold']['pieces'] && $page['neighbours'] === array_values($below);
}

/* The application. */

function free_port(): int
{
	$socket = stream_socket_server('tcp://127.0.0.1:0');
	return (int) substr(strrchr(stream_socket_get_name($socket, false), ':'), 1);
}

$port = free_port();
$environment = ['SHOP_DSN' => 'mysql:unix_socket=' . getenv('MYND_TEST_SOCKET') . ';dbname=shop', 'SHOP_USER' => 'shop', 'SHOP_PASSWORD' => 'throw away',
	'SHOP_PORT' => (string) $port, 'SHOP_CONNECTIONS' => (string) (CONNECTIONS / 2)] + getenv();
$application = proc_open([PHP_BINARY, "$folder/server.php"], [['file', '/dev/null', 'r'], ['pipe', 'w'], STDERR], $pipes, null, $environment);
register_shutdown_function(static function () use ($application): void {
	if (is_resource($application) && proc_get_status($application)['running']) {
		proc_terminate($application);
	}
});
check('the application starts', "ready\n", fgets($pipes[1]));

/* 300 clients. Every third request reads; an order that is answered with 503 is given again, with its key. */

$acknowledged = $answers = [];
$sent = 0;
$restarts_wanted = [intdiv($wanted, 4) => 'KILL', intdiv($wanted, 2) => 'TERM'];
$send = static function (Client $client) use (&$sent, $wanted): void {
	if ($sent === $wanted) {
		return;
	}
	$number = $sent++;
	$id = $number % PRODUCTS + 1;
	if ($number % 3 === 0) {
		$client->send('GET', "/products/$id", '', $id);
	} else {
		$order = ['key' => sprintf('order-%06d', $number), 'product' => $id, 'pieces' => 1 + $number % 3];
		$client->send('POST', '/orders', json_encode($order), $order);
	}
};
$told = static function (Client $client, mixed $note, int $status, mixed $answer) use (&$acknowledged, &$answers, &$restarts_wanted, $restarts, $send): void {
	$is_right = $status === 503 || ($status === 200 && (is_int($note) ? is_page($note, $answer) : is_int($answer['order'])));
	$kind = $is_right ? $status : (count($answers) > 5 ? 'more' : "$status " . json_encode([$note, $answer]));
	$answers[$kind] = ($answers[$kind] ?? 0) + 1;
	if ($status === 503) {
		is_int($note) ? $client->send('GET', "/products/$note", '', $note) : $client->send('POST', '/orders', json_encode($note), $note);
		return;
	}
	if ($is_right && !is_int($note)) {
		$acknowledged[$note['key']] = [$answer['order'], $note['product'], $note['pieces']];
	}
	$how = $restarts_wanted[$answers[200] ?? 0] ?? null;
	if ($status === 200 && $how !== null) {
		file_put_contents($restarts, "$how\n", FILE_APPEND);
	}
	$send($client);
};
$clients = [];
for ($i = 0; $i < CLIENTS; $i++) {
	$clients[] = $client = new Client($port);
	$send($client);
}
run_clients($clients, 150, $told);
$refused = $answers[503] ?? 0;
unset($answers[503]);
check('every request is answered rightly', [200 => $wanted], $answers);
check('it waited for its turn', true, (ask_shop($port, 'GET', '/numbers')[1]['waits'] ?? 0) > 0);

/* The database. */

$db = database();
$rows = [];
foreach ($db->query('SELECT order_key, id, product, pieces FROM orders') as $row) {
	$rows[$row['order_key']] = [$row['id'], $row['product'], $row['pieces']];
}
ksort($rows);
ksort($acknowledged);
check('what was acknowledged is in the table, and nothing else', $acknowledged, $rows);
check('no order counted twice', number($db, 'SELECT SUM(pieces) FROM orders'), PRODUCTS * STOCK - number($db, 'SELECT SUM(stock) FROM products'));
$most = (int) $db->query("SHOW GLOBAL STATUS LIKE 'Max_used_connections'")->fetch()[1];
check('connections of both workers', true, ($most >= CONNECTIONS && $most <= CONNECTIONS + 3) ?: $most);

/* A client that goes while its page is made: the queries are stopped, and the connections stay. */

$watch = database();
$running = "SELECT COUNT(*) FROM information_schema.processlist WHERE user = 'shop' AND info LIKE '%FROM orders%'";
$until = static function (int $wanted) use ($watch, $running): int {
	for ($tries = 0; ($count = number($watch, $running)) !== $wanted && $tries < 500; $tries++) {
		usleep(20000);
	}
	return $count;
};
$before = number($db, "SELECT VARIABLE_VALUE FROM information_schema.global_status WHERE VARIABLE_NAME = 'Connections'");
$db->exec('LOCK TABLES orders WRITE');
$leaves = new Client($port);
$leaves->send('GET', '/products/7', '', 7);
check('its query waits', 1, $until(1));
unset($leaves);
check('the query is stopped when the client has gone', 0, $until(0));
$db->exec('UNLOCK TABLES');
check('other clients get their page', 200, ask_shop($port, 'GET', '/products/7')[0]);
check('and no connection was made for that', $before, number($db, "SELECT VARIABLE_VALUE FROM information_schema.global_status WHERE VARIABLE_NAME = 'Connections'"));

/* A worker that dies is replaced. */

$worker = ask_shop($port, 'GET', '/numbers')[1]['worker'] ?? throw new RuntimeException('the application does not answer');
posix_kill($worker, SIGKILL);
for ($seen = [], $tries = 0; count($seen) < 2 && $tries < 600; $tries++) {
	[$status, $numbers] = ask_shop($port, 'GET', '/numbers');
	if ($status === 200 && $numbers['worker'] !== $worker) {
		$seen[$numbers['worker']] = true;
	}
	usleep(20000);
}
check('a worker that was killed is replaced', 2, count($seen));

/* SIGTERM, with orders that wait for a row. */

$db->beginTransaction();
$db->query('SELECT stock FROM products WHERE id = 7 FOR UPDATE')->fetchAll();
$late = [];
for ($i = 0; $i < 8; $i++) {
	$late[] = $client = new Client($port);
	$client->send('POST', '/orders', json_encode(['key' => "late-order-$i", 'product' => 7, 'pieces' => 1]), $i);
}
for ($waiting = 0, $tries = 0; $waiting < 8 && $tries < 500; $tries++) {
	usleep(20000);
	$waiting = number($watch, "SELECT COUNT(*) FROM information_schema.processlist WHERE user = 'shop' AND info LIKE '%FOR UPDATE%'");
}
check('the orders are under way', 8, $waiting);
proc_terminate($application, SIGTERM);
for ($tries = 0; $tries < 500 && ($client = @stream_socket_client("tcp://127.0.0.1:$port", $code, $text, 1)) !== false; $tries++) {
	fclose($client);
	usleep(20000);
}
check('no new client after SIGTERM', false, $client);
$db->commit();
$answers = [];
run_clients($late, 30, static function (Client $client, mixed $note, int $status) use (&$answers): void {
	$answers[] = $status;
});
check('those under way are answered', array_fill(0, 8, 200), $answers);
check('and are in the table', 8, number($watch, "SELECT COUNT(*) FROM orders WHERE order_key LIKE 'late-%'"));
for ($tries = 0; ($state = proc_get_status($application))['running'] && $tries < 500; $tries++) {
	usleep(20000);
}
check('then the application ends', [false, 0], [$state['running'], $state['exitcode']]);
echo "$wanted requests; $refused times 503\n";
finish();

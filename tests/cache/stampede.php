<?php
/*
 * Many requests at once for one answer, from the workers of php-fpm: the server sees the query once. The
 * answer is not there yet; or it has just expired; or whoever asks for it is killed; or the store breaks.
 *
 *   stampede.php FPM-SOCKET REDIS-SOCKET REDIS-PID
 *
 * What the server sees is counted in its general log.
 */
use Mynd\Cache\RedisStore;

require __DIR__ . '/checks.php';
require __DIR__ . '/../fastcgi.php';
require __DIR__ . '/../../packages/cache/load.php';

const WORKERS = 8; /* as run.sh starts them */

[, $fpm, $redis, $redis_pid] = $argv;
$server = new mysqli('localhost', getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'), 'mynd_test', null, getenv('MYND_TEST_SOCKET'));
$server->query('CREATE OR REPLACE TABLE hot (id INT PRIMARY KEY, value VARCHAR(10))');
$server->query("SET GLOBAL log_output = 'TABLE'");
$server->query('SET GLOBAL general_log = 1');

/** A request that is under way. */
function send(array $query): mixed
{
	global $fpm;
	$socket = stream_socket_client("unix://$fpm", $no, $text, 10);
	fwrite($socket, request(['REQUEST_METHOD' => 'GET', 'SCRIPT_FILENAME' => __DIR__ . '/page.php', 'QUERY_STRING' => http_build_query($query)]));
	return $socket;
}

/** What it printed: JSON as an array, anything else as text. */
function answer(mixed $socket): mixed
{
	$printed = printed(stream_get_contents($socket));
	[, $body] = explode("\r\n\r\n", $printed[0] ?? '', 2) + [1 => ''];
	return json_decode($body, true) ?? [$body, $printed[1] ?? null];
}

function answers(int $number, array $query): array
{
	return array_map(answer(...), array_map(send(...), array_fill(0, $number, $query)));
}

/** How often the server has seen the query of a run. */
function seen(string $run): int
{
	global $server;
	return (int) $server->query("SELECT COUNT(*) FROM mysql.general_log WHERE command_type IN ('Query', 'Execute') AND argument LIKE '%/* $run */ SELECT value%' AND argument NOT LIKE '%general_log%'")->fetch_column();
}

function set_value(string $value): void
{
	global $server;
	$server->query("REPLACE INTO hot VALUES (1, '$value')");
}

/** How many had which value. */
function values(array $answers): array
{
	$values = array_count_values(array_column($answers, 'value'));
	ksort($values);
	return $values;
}

function total(array $answers, string $count): int
{
	return array_sum(array_column(array_column($answers, 'counts'), $count));
}

foreach (['apcu', 'redis'] as $store) {
	foreach (['mysqli', 'prepared', 'pdo', 'pdo-native'] as $face) {
		$run = "$store-$face";
		$query = ['store' => $store, 'run' => $run, 'face' => $face, 'ttl' => 1, 'grace' => 60, 'lock' => 10, 'wait' => 10];
		set_value('old');
		$answers = answers(WORKERS, $query);
		check("$run: all have the answer, once it is there", ['old' => WORKERS], values($answers));
		check("$run: the server saw the query once", 1, seen($run));
		check("$run: one asked", [1, WORKERS - 1], [total($answers, 'misses'), total($answers, 'hits')]);
		check("$run: several workers took part", true, count(array_unique(array_column($answers, 'pid'))) > 2);
		set_value('new');
		usleep(1100000); /* it expires */
		$answers = answers(WORKERS, $query);
		check("$run: who renews has the new answer, the others the old one", ['new' => 1, 'old' => WORKERS - 1], values($answers));
		check("$run: the server saw one query more", 2, seen($run));
		$old = array_column(array_filter($answers, fn ($answer) => $answer['value'] === 'old'), 'ms');
		$new = array_column(array_filter($answers, fn ($answer) => $answer['value'] === 'new'), 'ms');
		check("$run: nobody waited for the one who renews", true, max($old) < max($new));
	}
	$run = "$store-killed";
	$query = ['store' => $store, 'run' => $run, 'face' => 'mysqli', 'ttl' => 60, 'grace' => 0, 'lock' => 3, 'wait' => 10]; /* a lock lasts longer than a query, on a busy machine too */
	answer(send(['die' => 1] + $query));
	$answers = answers(WORKERS, $query);
	check("$run: all have an answer when the lock of who was killed ends", ['new' => WORKERS], values($answers));
	check("$run: the server saw one query", 1, seen($run));
}

/* What lies in the store may be anything. */
$query = ['store' => 'redis', 'face' => 'mysqli', 'ttl' => 60, 'grace' => 60, 'lock' => 10, 'wait' => 10];
$direct = new Redis();
$direct->connect($redis);
foreach (['nothing' => fn ($entry) => '', 'cut' => fn ($entry) => substr($entry, 0, -1), 'a head' => fn ($entry) => substr($entry, 0, 20), 'a byte' => fn ($entry) => substr_replace($entry, chr(ord($entry[40]) ^ 1), 40, 1),
	'a length' => fn ($entry) => substr_replace($entry, '99999', 15, 5), 'rubbish' => fn ($entry) => random_bytes(strlen($entry))] as $name => $spoil) {
	$run = 'spoilt-' . strtr($name, ' ', '-');
	answers(1, ['run' => $run] + $query);
	$keys = $direct->keys("$run:*");
	check("$name: there is an entry", 1, count($keys));
	$direct->set($keys[0], $spoil($direct->get($keys[0])));
	$answers = answers(1, ['run' => $run] + $query);
	check("$name: the server is asked", [['new' => 1], 0, 2], [values($answers), total($answers, 'hits'), seen($run)]);
	check("$name: and that is kept", [['new' => 1], 1], [values($again = answers(1, ['run' => $run] + $query)), total($again, 'hits')]);
}

posix_kill((int) $redis_pid, SIGKILL);
$answers = answers(3, ['run' => 'none'] + $query);
check('no Redis: all have an answer', ['new' => 3], values($answers));
check('no Redis: of the server', 3, seen('none'));
$server->query('SET GLOBAL general_log = 0');
$server->query('SET GLOBAL log_output = DEFAULT');
$server->query('TRUNCATE TABLE mysql.general_log');
$server->query('DROP TABLE hot');
finish();

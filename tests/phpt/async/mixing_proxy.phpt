--TEST--
mynd.pipelining: behind a proxy that answers commands of one write with each other's answers, whatever writes several goes one by one
--EXTENSIONS--
mysqli
mynd
pcntl
posix
--INI--
mynd.pipelining=auto
--FILE--
<?php
require __DIR__ . '/../connect.inc';
require __DIR__ . '/mixing_proxy.inc';

function through(MixingProxy $proxy, string $host = '127.0.0.1'): mysqli
{
	return new mysqli($host, getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'), getenv('MYND_TEST_DB'), $proxy->port);
}
/** How many answers of pipelines and of asynchronous queries are another's. */
function wrong(mysqli $m): int
{
	$wrong = 0;
	foreach (Mynd\pipeline($m, array_map(fn ($i) => "SELECT $i", range(0, 99))) as $i => $outcome) {
		$wrong += !$outcome instanceof mysqli_result || (int) $outcome->fetch_row()[0] !== $i;
	}
	foreach (Mynd\pipeline($m, array_map(fn ($i) => ['SELECT ? + 1', [$i]], range(0, 99))) as $i => $outcome) {
		$wrong += !$outcome instanceof mysqli_result || (int) $outcome->fetch_row()[0] !== $i + 1;
	}
	for ($i = 0; $i < 20; $i++) {
		$m->query("SELECT $i", MYSQLI_ASYNC);
	}
	for ($i = 0; $i < 20; $i++) {
		$wrong += (int) $m->reap_async_query()->fetch_row()[0] !== $i;
	}
	return $wrong;
}

foreach (['nothing is known of it' => '', 'its greeting says what it is' => '-router'] as $name => $as) {
	$proxy = MixingProxy::start(getenv('MYND_TEST_SOCKET'), $as);
	$m = through($proxy);
	$m->query('CREATE TEMPORARY TABLE t (id INT PRIMARY KEY AUTO_INCREMENT, k INT)');
	$m->query('SET @own = 7');
	$m->query("SELECT 'one command alone asks nothing'");
	echo "-- $name\nclients before: ", $proxy->seen()['clients'], "\n";
	echo 'wrong: ', wrong($m), ', mixed up: ', $proxy->seen()['mixed'] > 0 ? 'the trial' : 'none', ', clients: ', $proxy->seen()['clients'], "\n";
	$mixed = $proxy->seen()['mixed'];
	foreach (Mynd\pipeline($m, array_map(fn ($i) => "INSERT INTO t (k) VALUES ($i)", range(1, 50))) as $i => $outcome) {
		$outcome instanceof Throwable && print("$i failed\n");
	}
	echo 'rows in order: ', $m->query('SELECT SUM(id = k) FROM t')->fetch_column(), ', the session is the same: ', $m->query('SELECT @own')->fetch_column(), "\n";
	$m->query('TRUNCATE t');
	echo 'many: ', Mynd\execute_many($m, 'INSERT INTO t (k) VALUES (?)', array_map(fn ($i) => [$i], range(1, 5000))), ' ', $m->query('SELECT SUM(id = k) FROM t')->fetch_column(), "\n";
	$other = through($proxy);
	echo 'another connection: ', wrong($other), "\n";
	for ($i = 0; $i < 5; $i++) {
		$p = through($proxy, 'p:127.0.0.1');
		$left = $p->query('SELECT @left')->fetch_column();
		$p->query('SET @left = 1');
		$p->close();
	}
	echo 'a pool: ', show($left), "\n";
	echo 'mixed up since: ', $proxy->seen()['mixed'] - $mixed, "\n";
	$proxy->end();
}

echo "-- a pool finds out by itself\n";
$proxy = MixingProxy::start(getenv('MYND_TEST_SOCKET'));
for ($i = 0; $i < 5; $i++) {
	$p = through($proxy, 'p:127.0.0.1');
	$left = $p->query('SELECT @left')->fetch_column();
	$p->query('SET @left = 1');
	$p->close();
}
echo show($left), ' clients: ', $proxy->seen()['clients'], ', and then ', wrong(through($proxy)), " wrong\n";
$proxy->end();
?>
--EXPECT--
-- nothing is known of it
clients before: 1
wrong: 0, mixed up: the trial, clients: 2
rows in order: 50, the session is the same: 7
many: 5000 5000
another connection: 0
a pool: null
mixed up since: 0
-- its greeting says what it is
clients before: 1
wrong: 0, mixed up: none, clients: 1
rows in order: 50, the session is the same: 7
many: 5000 5000
another connection: 0
a pool: null
mixed up since: 0
-- a pool finds out by itself
null clients: 2, and then 0 wrong

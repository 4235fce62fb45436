<?php
/*
 * Time limits while each look at the wall clock is a day before or behind the last one (preload.c): none ends
 * early, none lasts longer, and nothing of mynd has looked.
 *
 *     ENVIRONMENT_CLOCK=FILE php -d mynd.slow_log=FILE clock.php PORT     of listeners that drop connects
 *
 * The last line is "N passed, N failed".
 */
require __DIR__ . '/../torn/turns.inc';
require __DIR__ . '/checks.inc';
mysqli_report(MYSQLI_REPORT_ERROR | MYSQLI_REPORT_STRICT);

const SHORT = 1; // seconds: the limit that has to end
const LONG = 3600; // that must not
const MORE = 20; // what a busy machine may add

function connect(array $options = [], string $host = '127.0.0.1', string $prefix = ''): mysqli
{
	$m = mysqli_init();
	foreach ($options as $option => $value) {
		$m->options($option, $value);
	}
	$m->real_connect($prefix . $host, getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'), getenv('MYND_TEST_DB'), (int) getenv('MYND_TEST_PORT'));
	return $m;
}

function pdo(array $options = [], string $host = '127.0.0.1'): PDO
{
	return new PDO("mysql:host=$host;port=" . getenv('MYND_TEST_PORT') . ';dbname=' . getenv('MYND_TEST_DB'), getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'), $options);
}

/** What it says, and whether it has taken as long as SHORT says. */
function limited(string $name, string $expected, callable $program, float $least = 0.9): void
{
	$began = hrtime(true);
	try {
		$said = json_encode($program());
	} catch (Throwable $e) {
		$said = $e instanceof Mynd\PoolExhausted ? 'exhausted' : (string) ($e->errorInfo[1] ?? $e->getCode());
	}
	$took = (hrtime(true) - $began) / 1e9;
	check("$name ends", $said === $expected && $took >= $least && $took < SHORT + MORE, sprintf('%s after %.3f s', $said, $took));
}

function unlimited(string $name, callable $program): void
{
	try {
		check_same("$name does not end early", '0', (string) $program());
	} catch (Throwable $e) {
		check("$name does not end early", false, $e->getMessage());
	}
}

function scalar(mysqli|PDO $link, string $sql): mixed
{
	$result = $link->query($sql);
	return $result instanceof PDOStatement ? $result->fetchColumn() : $result->fetch_column();
}

$file = fopen(getenv('ENVIRONMENT_CLOCK'), 'r');
stream_set_read_buffer($file, 0);
$looks = function () use ($file): array {
	fseek($file, 0);
	return array_values(unpack('q2', fread($file, 16)));
};
const SLOW = 'SELECT SLEEP(0.3)';
const STUCK = 'SELECT SLEEP(60)';

/** The limits of single connections. */
function ordinary(): void
{
	$dead = '127.0.4.1';
	limited('a connect', '2002', fn() => connect([MYSQLI_OPT_CONNECT_TIMEOUT => SHORT], $dead));
	limited('a connect of PDO', '2002', fn() => pdo([PDO::ATTR_TIMEOUT => SHORT], $dead));
	limited('a reply', '2006', fn() => connect([MYSQLI_OPT_READ_TIMEOUT => SHORT])->query(STUCK));
	limited('a reply of PDO', '2006', fn() => pdo([PDO::MYND_ATTR_READ_TIMEOUT => SHORT])->query(STUCK));
	unlimited('a reply', fn() => scalar(connect([MYSQLI_OPT_CONNECT_TIMEOUT => LONG, MYSQLI_OPT_READ_TIMEOUT => LONG]), SLOW));
	unlimited('a reply of PDO', fn() => scalar(pdo([PDO::ATTR_TIMEOUT => LONG, PDO::MYND_ATTR_READ_TIMEOUT => LONG]), SLOW));

	$m = connect();
	Mynd\deadline($m, LONG);
	unlimited('a deadline', fn() => scalar($m, SLOW));
	Mynd\deadline($m, SHORT);
	limited('a deadline', '1317', fn() => scalar($m, 'SELECT COUNT(*) FROM (SELECT SLEEP(60)) s') === '1' ? throw new Exception('cut short', 1317) : 0, 0.4);
	limited('a deadline that has passed', '1317', fn() => [usleep(1000000), $m->query('SELECT 1')]);
	$m = connect();
	$m->query(STUCK, MYSQLI_ASYNC);
	$read = $error = $reject = [$m];
	limited('mysqli_poll()', '0', function () use ($m) {
		$read = $error = $reject = [$m];
		return mysqli_poll($read, $error, $reject, SHORT);
	});
	limited('as_completed()', '[]', fn() => iterator_to_array(Mynd\as_completed([$m], SHORT)));
}

/** Those of pools. */
function pools(): void
{
	$thread = function (): int {
		$m = connect(prefix: 'p:');
		$id = $m->thread_id;
		$m->close();
		return $id;
	};
	$first = $thread();
	ini_get('mynd.idle_timeout') > 100 && check_same('an idle connection of a long limit is used again', [$first, $first], [$thread(), $thread()]);
	if (ini_get('mynd.idle_timeout') < 100 || ini_get('mynd.max_lifetime') < 100) {
		usleep(2200000);
		check('one of a short limit is not', $first !== $thread());
		return;
	}
	$pool = new Mynd\Pool(fn() => connect(), 1, acquireTimeout: LONG, idleTimeout: LONG, maxLifetime: LONG, checkAfter: LONG);
	$of_pool = fn() => $pool->use(fn(mysqli $m) => $m->thread_id);
	$first = $of_pool();
	check_same('so in Mynd\Pool', [$first, $first], [$of_pool(), $of_pool()]);
	check_same('it was connected once', 1, $pool->stats()['created']);
	$m = $pool->acquire();
	$waited = $got = null;
	Turns::run([
		function () use ($pool) {
			limited('acquire()', 'exhausted', fn() => $pool->acquire(SHORT));
		},
		function () use ($pool, &$got) {
			$got = $pool->use(fn(mysqli $m) => $m->thread_id);
		},
		function () use ($pool, &$m) {
			$other = connect();
			scalar($other, 'SELECT SLEEP(1.5)');
			$pool->release($m);
		},
	]);
	check_same('acquire() of a long limit waits', $first, $got);
	$pool->close();
}

check('the wall clock jumps', abs(time() - time()) > 80000);
$before = $looks();
Mynd\waiter(Turns::wait(...));
if ($argv[1] === 'pools') {
	pools();
} else {
	ordinary();
	Turns::run([fn() => limited('a reply in a fiber', '2006', fn() => connect([MYSQLI_OPT_READ_TIMEOUT => SHORT])->query(STUCK)),
		fn() => limited('a connect in a fiber', '2002', fn() => connect([MYSQLI_OPT_CONNECT_TIMEOUT => SHORT], '127.0.4.1')),
		fn() => unlimited('a reply in a fiber', fn() => scalar(connect([MYSQLI_OPT_READ_TIMEOUT => LONG]), SLOW))]);
}
$after = $looks();
ini_get('mynd.slow_log') ? check('the looks of mynd are seen', $after[1] > $before[1]) : check_same('mynd has not looked at the wall clock', $before[1], $after[1]);
finish();

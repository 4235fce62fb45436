<?php
/*
 * The adapter of docs/long-running.md in Swoole itself: coroutines wait for their own connections, not for
 * each other's. Each check prints a line; the last line counts them.
 */
declare(strict_types=1);

use Swoole\Coroutine;

require $argv[1]; // the page's own block
mysqli_report(MYSQLI_REPORT_ERROR | MYSQLI_REPORT_STRICT);
Coroutine::set(['log_level' => SWOOLE_LOG_ERROR]); // it warns of functions that this PHP does not have

$passed = $failed = 0;

function check(string $what, bool $holds, mixed $seen = null): void
{
	global $passed, $failed;
	$holds ? $passed++ : $failed++;
	echo $holds ? 'ok' : 'NOT OK', " $what", $holds ? '' : ': ' . json_encode($seen), "\n";
}

function connect(): mysqli
{
	return new mysqli('127.0.0.1', (string) getenv('MYND_TEST_USER'), (string) getenv('MYND_TEST_PASSWORD'), (string) getenv('MYND_TEST_DB'), (int) getenv('MYND_TEST_PORT'));
}

function connect_pdo(): PDO
{
	$where = 'mysql:host=127.0.0.1;port=' . getenv('MYND_TEST_PORT') . ';dbname=' . getenv('MYND_TEST_DB');
	return new PDO($where, (string) getenv('MYND_TEST_USER'), (string) getenv('MYND_TEST_PASSWORD'), [PDO::ATTR_EMULATE_PREPARES => false]);
}

/**
 * Runs each program in a coroutine of its own.
 *
 * @param array<string, callable(): mixed> $programs
 * @return array{float, array<string, mixed>} seconds, and what each gave
 */
function run_all(array $programs): array
{
	$gave = [];
	$begun = hrtime(true);
	Coroutine\run(function () use ($programs, &$gave): void {
		foreach ($programs as $name => $program) {
			Coroutine::create(function () use ($name, $program, &$gave): void {
				try {
					$gave[$name] = $program();
				} catch (Throwable $e) {
					$gave[$name] = $e::class . ' ' . $e->getCode();
				}
			});
		}
	});
	ksort($gave);
	return [(hrtime(true) - $begun) / 1e9, $gave];
}

// outside of coroutines a query blocks, as ever
check('outside of coroutines', connect()->query('SELECT 1')->fetch_column() === '1');

// twenty sleeps of 0.3 s
$programs = [];
for ($i = 10; $i < 30; $i++) {
	$programs["n$i"] = $i % 2
		? fn () => connect()->query("SELECT $i + SLEEP(0.3)")->fetch_column()
		: function () use ($i) {
			$statement = connect_pdo()->prepare('SELECT ? + SLEEP(0.3)');
			$statement->execute([$i]);
			return (string) $statement->fetchColumn();
		};
}
[$seconds, $gave] = run_all($programs);
check('each coroutine has its own rows', array_values($gave) === array_map('strval', range(10, 29)), $gave);
check('they wait together', $seconds < 3, $seconds);

// the process goes on with other work meanwhile
$ticks = 0;
[$seconds, $gave] = run_all([
	'query' => fn () => connect()->query('SELECT SLEEP(0.5)')->fetch_column(),
	'clock' => function () use (&$ticks): int {
		for ($i = 0; $i < 10; $i++) {
			Coroutine::sleep(0.02);
			$ticks++;
		}
		return $ticks;
	},
	'seen' => function () use (&$ticks): bool {
		connect()->query('SELECT SLEEP(0.4)');
		return $ticks > 0;
	},
]);
check('other coroutines go on meanwhile', $gave['seen'] === true && $gave['query'] === '0', $gave);

// large results, unbuffered ones, transactions
[, $gave] = run_all(array_fill_keys(['a', 'b', 'c', 'd'], function (): string {
	$db = connect();
	$sum = 0;
	foreach ($db->query("SELECT seq, REPEAT('x', 1000) AS x FROM seq_1_to_3000", MYSQLI_USE_RESULT) as $row) {
		$sum += (int) $row['seq'] + strlen($row['x']);
	}
	$db->begin_transaction();
	$id = $db->query('SELECT CONNECTION_ID()')->fetch_column();
	$db->rollback();
	return "$sum " . ($id == $db->thread_id ? 'own' : 'other');
}));
check('rows that do not fit one read', array_unique($gave) === ['a' => '7501500 own'], $gave);

// errors, and a read timeout
[$seconds, $gave] = run_all([
	'error' => fn () => connect()->query('SELECT nothing FROM nowhere'),
	'late' => function (): mixed {
		$db = mysqli_init();
		$db->options(MYSQLI_OPT_READ_TIMEOUT, 1);
		$db->real_connect('127.0.0.1', (string) getenv('MYND_TEST_USER'), (string) getenv('MYND_TEST_PASSWORD'), '', (int) getenv('MYND_TEST_PORT'));
		return $db->query('SELECT SLEEP(20)');
	},
	'killed' => function (): mixed {
		$db = connect();
		$id = $db->thread_id;
		Coroutine::create(function () use ($id): void {
			Coroutine::sleep(0.2);
			connect()->query("KILL $id");
		});
		return $db->query('SELECT SLEEP(20)');
	},
]);
check('errors come to their coroutine', $gave['error'] === 'mysqli_sql_exception 1146', $gave);
check('a read timeout', $gave['late'] === 'mysqli_sql_exception 2006' || $gave['late'] === 'mysqli_sql_exception 2013', $gave);
check('a connection that is killed', preg_match('/^mysqli_sql_exception (2006|2013|1317|1927)$/', (string) $gave['killed']) === 1, $gave);
check('and nothing waits longer', $seconds < 10, $seconds);

// a coroutine that is cancelled in the middle of a query
[$seconds, $gave] = run_all(['cancelled' => function (): string {
	$said = 'nothing';
	$child = Coroutine::create(function () use (&$said): void {
		$db = connect();
		try {
			$db->query('SELECT SLEEP(20)');
			$said = 'it ran';
		} catch (mysqli_sql_exception $e) {
			$said = 'lost ' . $e->getCode();
		}
	});
	Coroutine::sleep(0.2);
	Coroutine::cancel($child);
	Coroutine::sleep(0.2);
	return $said;
}]);
check('a coroutine that is cancelled loses its connection', str_starts_with((string) $gave['cancelled'], 'lost'), $gave);
check('at once', $seconds < 10, $seconds);

// persistent connections: one at a time, and given on
[, $gave] = run_all(array_fill_keys(range(0, 9), function (): int {
	$db = new mysqli('p:127.0.0.1', (string) getenv('MYND_TEST_USER'), (string) getenv('MYND_TEST_PASSWORD'), (string) getenv('MYND_TEST_DB'), (int) getenv('MYND_TEST_PORT'));
	$db->query('SET @mine = ' . Coroutine::getCid());
	$db->query('SELECT SLEEP(0.05)');
	return (int) $db->query('SELECT @mine')->fetch_column() - Coroutine::getCid();
}));
check('persistent connections have one user at a time', array_unique($gave) === [0], $gave);

echo "$passed passed, $failed failed\n";
exit($failed === 0 ? 0 : 1);

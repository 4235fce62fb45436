<?php
/*
 * Tasks that run side by side, recorded once and answered many times, each time in another order: they ask
 * what they have asked, and see what they have seen, whichever of them comes first. Ends with "N passed, N
 * failed".
 *
 *   concurrent.php FOLDER SEED TIMES
 */
declare(strict_types=1);

require __DIR__ . '/cases/bootstrap.php';
require __DIR__ . '/../checks.php';
require __DIR__ . '/../../examples/loop.php';

use Mynd\Testing\{Mode, NotRecorded, Recording};

[, $folder, $seed, $times] = $argv;
mysqli_report(MYSQLI_REPORT_ERROR | MYSQLI_REPORT_STRICT);
Mynd\waiter(Loop::await(...));

/** What a task does and sees: its customer's orders, which nobody else has. */
function buy(mysqli|PDO $db, int $customer): array
{
	$seen = [];
	for ($i = 0; $i < 2 + $customer % 3; $i++) {
		$db->query("INSERT INTO testing_orders (customer, n) VALUES ($customer, $i)");
		$seen[] = ask($db, "SELECT COUNT(*) FROM testing_orders WHERE customer = $customer");
		$customer % 2 === 0 && $seen[] = ask($db, 'SELECT SLEEP(0.0' . (1 + $customer % 3) . ')');
	}
	$seen[] = ask($db, "SELECT SUM(n) FROM testing_orders WHERE customer = $customer");
	return $seen;
}

function ask(mysqli|PDO $db, string $sql): string
{
	$result = $db->query($sql);
	return (string) ($result instanceof mysqli_result ? $result->fetch_column() : $result->fetchColumn());
}

/** Each task by itself, or out of a pool; in this order. */
function run(array $order, ?Closure $connect): array
{
	$pool = new Mynd\Pool($connect ?? shop_mysqli(...), maximum: 2);
	$tasks = [];
	foreach ($order as $customer) {
		$tasks[] = $connect === null
			? static fn (): array => buy($customer % 4 === 0 ? shop_pdo() : shop_mysqli(), $customer)
			: static fn (): array => $pool->use(static fn (mysqli|PDO $db): array => buy($db, $customer));
	}
	$values = array_combine($order, Loop::all(...$tasks));
	ksort($values);
	return $values;
}

/** Of a run in which one has failed. */
function end_others(): void
{
	do {
		$others = false;
		try {
			Loop::all();
		} catch (Throwable) {
			$others = true;
		}
	} while ($others);
}

$socket = (string) getenv('MYND_TEST_SOCKET');
$admin = shop_mysqli();
$admin->query('DROP TABLE IF EXISTS testing_orders');
$admin->query('CREATE TABLE testing_orders (customer INT, n INT)');
mt_srand((int) $seed);
foreach (['connections of their own' => null, 'a pool of mysqli' => shop_mysqli(...), 'a pool of PDO' => shop_pdo(...)] as $kind => $connect) {
	$admin->query('DELETE FROM testing_orders');
	$file = "$folder/concurrent.json";
	putenv("MYND_TEST_SOCKET=$socket");
	$recording = Recording::open($file, Mode::Record);
	$seen = run(range(1, 7), $connect);
	$recording->close();
	putenv('MYND_TEST_SOCKET=/nowhere');
	$wrong = [];
	for ($i = 0; $i < $times; $i++) {
		$order = range(1, 7);
		for ($last = 6; $last > 0; $last--) {
			$other = mt_rand(0, $last);
			[$order[$last], $order[$other]] = [$order[$other], $order[$last]];
		}
		$recording = Recording::open($file, Mode::Replay);
		try {
			run($order, $connect) === $seen || $wrong[] = implode(' ', $order) . ': other answers';
			$recording->close();
		} catch (Throwable $e) {
			end_others();
			$recording->abandon();
			$wrong[] = implode(' ', $order) . ': ' . $e->getMessage();
		}
	}
	check("$kind: $times times in another order", [], array_slice($wrong, 0, 3));
	$recording = Recording::open($file, Mode::Replay);
	try {
		run([1, 2, 3, 4, 5, 6, 7, 7], $connect);
		$told = 'nothing';
	} catch (NotRecorded $e) {
		$told = 'NotRecorded';
	}
	end_others();
	$recording->abandon();
	check("$kind: one task too many", 'NotRecorded', $told);
}
putenv("MYND_TEST_SOCKET=$socket");
$admin->query('DROP TABLE testing_orders');
finish();

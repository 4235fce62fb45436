<?php
/*
 * One table over several servers: a question goes to all of them at once, and the program puts the answers
 * together: as they come, added up, or merged in order. A server that does not answer is named with the
 * answer.
 *
 *   ./dev shards                  starts three servers and runs everything; at the end one of them is stopped
 *   ./dev shards totals busiest   these scenes
 *
 * By hand: SHARDS names the servers, user, password and database are as in php.ini's mysqli.default_* and
 * SHARDS_DB ("shards").
 *
 *   SHARDS='a=/run/a.sock b=/run/b.sock c=10.0.0.3:3306' php shards.php split totals
 *
 * split makes the table anew; the others read it. What they print does not depend on how many servers there
 * are.
 */
declare(strict_types=1);

const SCENES = [
	'split' => 'make the table, rows by customer',
	'counts' => 'every shard is asked at once',
	'totals' => 'sums by region over all shards',
	'top' => 'the largest orders: ORDER BY and LIMIT over all shards',
	'pages' => 'all orders in one order, page by page',
	'everything' => 'all orders in one order, a stream',
	'busy' => 'eight shards that take 0.2 s each, and other work meanwhile',
];
const ORDERS = 30000;
const REGIONS = ['north', 'east', 'south', 'west', 'overseas'];

/** The connections, by the names of their shards, and the shards that have none or have lost it. */
final class Shards
{
	/** @var array<string, mysqli> */
	public array $links = [];
	/** @var array<string, string> why */
	public array $missing = [];

	/** @param array<string, string> $addresses */
	public function __construct(public readonly array $addresses, private readonly string $database)
	{
		foreach (array_keys($addresses) as $name) {
			try {
				$this->links[$name] = $this->connect($name);
			} catch (mysqli_sql_exception $e) {
				$this->lose($name, $e);
			}
		}
	}

	public function connect(string $name): mysqli
	{
		$address = $this->addresses[$name];
		[$host, $port] = explode(':', $address, 2) + [1 => '3306'];
		$link = new mysqli();
		$link->options(MYSQLI_OPT_INT_AND_FLOAT_NATIVE, 1);
		if ($address[0] === '/') {
			$link->real_connect('localhost', database: $this->database, socket: $address);
		} else {
			$link->real_connect($host, database: $this->database, port: (int) $port);
		}
		return $link;
	}

	public function lose(string $name, mysqli_sql_exception $e): void
	{
		unset($this->links[$name]);
		$this->missing[$name] = $e->getMessage();
	}

	/**
	 * Asks all shards before it waits for the first, and yields name => result as they answer.
	 *
	 * @return Generator<string, mysqli_result>
	 */
	public function ask(string $sql, int $mode = MYSQLI_STORE_RESULT): Generator
	{
		$asked = [];
		foreach ($this->links as $name => $link) {
			try {
				$link->query($sql, MYSQLI_ASYNC | $mode);
				$asked[$name] = $link;
			} catch (mysqli_sql_exception $e) {
				$this->lose($name, $e);
			}
		}
		foreach (Mynd\as_completed($asked) as $name => $link) {
			try {
				$result = Mynd\reap($link);
			} catch (mysqli_sql_exception $e) {
				$this->lose($name, $e);
				continue;
			}
			if ($result instanceof mysqli_result) {
				yield $name => $result;
			}
		}
	}

	/**
	 * The rows of all shards as one stream. Each shard sorts its own, by the same order, and sends no more
	 * than can be wanted: `limit` rows after `offset` may all be one shard's. Rows are read as they are
	 * needed, whatever their number.
	 *
	 * @param Closure(array<string, mixed>, array<string, mixed>): int $order the ORDER BY of `sql`, which has
	 * no LIMIT
	 * @return Generator<int, array<string, mixed>>
	 */
	public function merge(string $sql, Closure $order, int $offset = 0, int $limit = PHP_INT_MAX - ORDERS): Generator
	{
		$heap = new /** @extends SplHeap<Generator<int, array<string, mixed>>> */ class($order) extends SplHeap {
			/** @param Closure(array<string, mixed>, array<string, mixed>): int $order */
			public function __construct(private readonly Closure $order)
			{
			}

			protected function compare(mixed $value1, mixed $value2): int
			{
				return ($this->order)($value2->current(), $value1->current());
			}
		};
		foreach ($this->ask($sql . ' LIMIT ' . ($offset + $limit), MYSQLI_USE_RESULT) as $name => $result) {
			$rows = $this->rows($name, $result);
			if ($rows->valid()) {
				$heap->insert($rows);
			}
		}
		for ($i = 0; !$heap->isEmpty() && $i < $offset + $limit; $i++) {
			$rows = $heap->extract();
			if ($i >= $offset) {
				yield $rows->current();
			}
			$rows->next();
			if ($rows->valid()) {
				$heap->insert($rows);
			}
		}
	}

	/** @return Generator<int, array<string, mixed>> ends early where the shard is lost in the middle */
	private function rows(string $name, mysqli_result $result): Generator
	{
		try {
			while ($row = $result->fetch_assoc()) {
				yield $row;
			}
		} catch (mysqli_sql_exception $e) {
			$this->lose($name, $e);
		} finally {
			$result->free();
		}
	}

	/** The shards that are missing in an answer. */
	public function tell(): void
	{
		ksort($this->missing);
		foreach ($this->missing as $name => $why) {
			echo "  missing is shard $name: $why\n";
		}
	}
}

/**
 * What is in an order follows from its number, so that everybody can check the answers.
 *
 * @param positive-int $id
 * @return array{int, int, string, int}
 */
function order_of(int $id): array
{
	return [$id, $id * 7919 % 1009, REGIONS[$id * 31 % 7 % 5], $id * 104729 % 10007];
}

function split(Shards $shards): void
{
	$names = array_keys($shards->links);
	$rows = array_fill_keys($names, []);
	for ($id = 1; $id <= ORDERS; $id++) {
		[, $customer, $region, $cents] = order_of($id);
		$rows[$names[$customer % count($names)]][] = "($id, $customer, '$region', $cents)";
	}
	$asked = $commands = [];
	foreach ($shards->links as $name => $link) {
		$commands[$name] = (function () use ($rows, $name) {
			yield 'DROP TABLE IF EXISTS orders';
			yield 'CREATE TABLE orders (id INT PRIMARY KEY, customer INT NOT NULL, region VARCHAR(20) NOT NULL, cents INT NOT NULL, KEY (cents, id))';
			foreach (array_chunk($rows[$name], 1000) as $some) {
				yield 'INSERT INTO orders VALUES ' . implode(', ', $some);
			}
		})();
		$asked[] = Mynd\pipeline($link, $commands[$name]);
	}
	while ($asked) { /* by turns: while the outcome of one shard is awaited, the others work */
		foreach ($asked as $i => $outcomes) {
			if (!$outcomes->valid()) {
				unset($asked[$i]);
				continue;
			}
			$outcome = $outcomes->current();
			if ($outcome instanceof mysqli_sql_exception) {
				throw $outcome;
			}
			$outcomes->next();
		}
	}
	printf("%d orders\n", array_sum(array_map(count(...), $rows)));
}

function counts(Shards $shards): void
{
	$orders = $customers = 0;
	$asked = [];
	foreach ($shards->ask('SELECT COUNT(*), COUNT(DISTINCT customer) FROM orders') as $name => $result) {
		[$asked[$name], $here] = array_map(intval(...), $result->fetch_row() ?? []);
		$orders += $asked[$name];
		$customers += $here; /* right, because a customer is on one shard only */
	}
	printf("%d orders of %d customers\n", $orders, $customers);
}

/**
 * Counts and sums add up, and the extremes are the extremes of the extremes; an average is made last. A LIMIT
 * can only be applied here.
 */
function totals(Shards $shards): void
{
	$totals = [];
	foreach ($shards->ask('SELECT region, COUNT(*), SUM(cents), MIN(cents), MAX(cents) FROM orders GROUP BY region') as $result) {
		foreach ($result->fetch_all() as [$region, $count, $sum, $least, $most]) {
			$total = $totals[(string) $region] ?? [0, 0, PHP_INT_MAX, 0];
			$totals[(string) $region] = [$total[0] + (int) $count, $total[1] + (int) $sum, min($total[2], (int) $least), max($total[3], (int) $most)];
		}
	}
	uasort($totals, static fn (array $a, array $b) => $b[1] <=> $a[1]);
	foreach ($totals as $region => [$count, $sum, $least, $most]) {
		printf("%-10s %6d orders, %12.2f in all, %8.2f on average, %.2f to %.2f\n", $region, $count, $sum / 100, $sum / $count / 100, $least / 100, $most / 100);
	}
}

const LARGEST_FIRST = 'SELECT id, customer, region, cents FROM orders ORDER BY cents DESC, id';

/**
 * @param array<string, mixed> $a
 * @param array<string, mixed> $b
 */
function largest_first(array $a, array $b): int
{
	return [$b['cents'], $a['id']] <=> [$a['cents'], $b['id']];
}

function top(Shards $shards): void
{
	foreach ($shards->merge(LARGEST_FIRST, largest_first(...), limit: 5) as $order) {
		printf("order %d of customer %d, %s: %.2f\n", ...[...array_slice(array_values($order), 0, 3), $order['cents'] / 100]);
	}
}

function pages(Shards $shards): void
{
	foreach ([0, 1000, 20000, ORDERS - 10] as $offset) {
		$ids = array_column(iterator_to_array($shards->merge(LARGEST_FIRST, largest_first(...), $offset, 10), false), 'id');
		printf("from %d: %s\n", $offset, implode(' ', $ids));
	}
}

function everything(Shards $shards): void
{
	$hash = hash_init('xxh3');
	$count = $unordered = 0;
	$last = null;
	foreach ($shards->merge(LARGEST_FIRST, largest_first(...)) as $order) {
		hash_update($hash, "{$order['id']} {$order['cents']}\n");
		$unordered += $last !== null && largest_first($last, $order) >= 0 ? 1 : 0;
		$last = $order;
		$count++;
	}
	printf("%d orders, %d of them not in order, %s\n", $count, $unordered, hash_final($hash));
}

/** The next prime number: work that does not need a server. */
function primes(): Generator
{
	for ($n = 3;; $n += 2) {
		for ($d = 3; $d * $d <= $n; $d += 2) {
			if ($n % $d === 0) {
				continue 2;
			}
		}
		yield $n;
	}
}

function busy(Shards $shards): void
{
	$names = array_keys($shards->links);
	$links = [];
	for ($i = 0; $i < 8; $i++) {
		$links[] = $shards->connect($names[$i % count($names)]);
	}
	$primes = primes();
	$count = $answers = 0;
	$shown = $started = microtime(true);
	foreach ($links as $i => $link) {
		$link->query("SELECT $i, SLEEP(0.2)", MYSQLI_ASYNC);
	}
	while ($links) {
		foreach (Mynd\as_completed($links, 0.0) as $i => $link) { /* those that are connected */
			$result = Mynd\reap($link);
			$answers += $result instanceof mysqli_result && $result->fetch_column() === $i ? 1 : 0;
			unset($links[$i]);
		}
		for ($until = microtime(true) + 0.001; $links && microtime(true) < $until; $count++) {
			$primes->next();
		}
		if (microtime(true) - $shown > 0.05 && $links) {
			$shown = microtime(true);
			fprintf(STDERR, "  after %.2f s: %d answers, %d prime numbers\n", $shown - $started, $answers, $count);
		}
	}
	$took = microtime(true) - $started;
	fprintf(STDERR, "  after %.3f s: %d answers, %d prime numbers\n", $took, $answers, $count);
	printf("%d answers, %s, %s\n", $answers, $took <= 0.25 ? 'in time' : 'late', $count > 100 ? 'and work was done meanwhile' : 'and nothing else');
}

/** To try what happens, stop a server when this says that it waits. */
function slow(Shards $shards): void
{
	$answers = $shards->ask('SELECT COUNT(*) + SLEEP(1) FROM orders');
	fwrite(STDERR, "waiting\n");
	$orders = 0;
	foreach ($answers as $result) {
		$orders += (int) $result->fetch_column();
	}
	printf("%d orders\n", $orders);
}

mysqli_report(MYSQLI_REPORT_ERROR | MYSQLI_REPORT_STRICT);
preg_match_all('/(\w+)=(\S+)/', (string) getenv('SHARDS'), $words);
$addresses = array_combine($words[1], $words[2]) ?: exit("SHARDS names no server: 'a=/run/a.sock b=10.0.0.2:3306'\n");
foreach (array_slice($argv, 1) ?: array_keys(SCENES) as $scene) {
	if (!isset(SCENES[$scene]) && $scene !== 'slow') {
		exit("There is no scene '$scene'.\n");
	}
	echo '== ', SCENES[$scene] ?? $scene, "\n";
	$shards = new Shards($addresses, getenv('SHARDS_DB') ?: 'shards');
	if (!$shards->links && $scene !== 'split') {
		echo "no shard answers\n";
	} else {
		$scene($shards);
	}
	$shards->tell();
}

<?php
/*
 * The stores over PSR-6 and PSR-16, with the caches of Symfony; and the query cache on them.
 *
 *   psr.php AUTOLOAD
 */
use Mynd\Cache\{Cache, MemoryStore, Psr16Store, Psr6Store, Rules};
use Symfony\Component\Cache\Adapter\{ArrayAdapter, FilesystemAdapter, NullAdapter};
use Symfony\Component\Cache\Psr16Cache;

require $argv[1];
require __DIR__ . '/contract.php';
mysqli_report(MYSQLI_REPORT_ERROR | MYSQLI_REPORT_STRICT);

$folder = sys_get_temp_dir() . '/mynd-psr.' . getmypid();
$pools = ['an array' => fn () => new ArrayAdapter(), 'files' => fn () => new FilesystemAdapter('mynd' . random_int(0, PHP_INT_MAX), 0, $folder)];
foreach ($pools as $name => $make) {
	foreach (['PSR-6' => fn () => new Psr6Store($make(), new MemoryStore()), 'PSR-16' => fn () => new Psr16Store(new Psr16Cache($make()), new MemoryStore())] as $psr => $store) {
		values("$psr, $name", $store());
		locks("$psr, $name", $store());
		counts("$psr, $name", $store());
	}
	foreach ([new Psr6Store($pool = $make()), new Psr16Store(new Psr16Cache($pool))] as $store) {
		check($store::class . ", $name: without another store no locks can be had", [null, []], [$store->lock('l', 1, 1000), $store->stats()]);
		foreach (['none', 7, ['a']] as $other) {
			$pool->save($pool->getItem(hash('sha256', 'other'))->set($other));
			check($store::class . ", $name: something else is nothing", is_string($other) ? $other : null, $store->get('other'));
		}
	}
}

/** It fails at everything, and it warns. */
final class Failing implements Psr\SimpleCache\CacheInterface
{
	private function fail(): never
	{
		trigger_error('it fails', E_USER_WARNING);
		throw new RuntimeException('it fails');
	}

	public function get(string $key, mixed $default = null): mixed { $this->fail(); }
	public function set(string $key, mixed $value, null|int|DateInterval $ttl = null): bool { $this->fail(); }
	public function delete(string $key): bool { $this->fail(); }
	public function clear(): bool { $this->fail(); }
	public function getMultiple(iterable $keys, mixed $default = null): iterable { $this->fail(); }
	public function setMultiple(iterable $values, null|int|DateInterval $ttl = null): bool { $this->fail(); }
	public function deleteMultiple(iterable $keys): bool { $this->fail(); }
	public function has(string $key): bool { $this->fail(); }
}

broken('PSR-16 that fails', new Psr16Store(new Failing()));
broken('PSR-6 that fails', new Psr6Store(new Symfony\Component\Cache\Adapter\Psr16Adapter(new Failing())));
broken('PSR-6 that keeps nothing', new Psr6Store(new NullAdapter()));

/* The query cache: two requests, in turn, with one pool. */
$db = static fn (): mysqli => new mysqli(null, getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'), getenv('MYND_TEST_DB'), 0, getenv('MYND_TEST_SOCKET'));
$admin = $db();
$admin->query('CREATE OR REPLACE TABLE psr_t (id INT PRIMARY KEY, name VARBINARY(20))');
$admin->query("INSERT INTO psr_t VALUES (1, 'one\\0'), (2, NULL)");
foreach ([new Psr6Store(new FilesystemAdapter('q6', 0, $folder)), new Psr16Store(new Psr16Cache(new FilesystemAdapter('q16', 0, $folder)), new MemoryStore())] as $store) {
	$rows = $counts = [];
	foreach ([1, 2] as $request) {
		$interception = Mynd\intercept($cache = new Cache($store, new Rules(tables: ['psr_t' => 60]), invalidates: true));
		$link = $db();
		for ($i = 0; $i < 2; $i++) {
			$rows[] = $link->query('SELECT id, name FROM psr_t ORDER BY id')->fetch_all();
		}
		$counts[] = [$cache->stats()['hits'], $cache->stats()['misses']];
		if ($request === 2) {
			$link->query("UPDATE psr_t SET name = 'two' WHERE id = 2");
			$rows[] = $link->query('SELECT id, name FROM psr_t ORDER BY id')->fetch_all();
		}
		$interception->remove();
	}
	$before = [['1', "one\0"], ['2', null]];
	check($store::class . ': the answers', [$before, $before, $before, $before, [['1', "one\0"], ['2', 'two']]], $rows);
	check($store::class . ': the server was asked once, by the first request', [[1, 1], [2, 0]], $counts);
	$admin->query('UPDATE psr_t SET name = NULL WHERE id = 2');
}
$admin->query('DROP TABLE psr_t');
exec('rm -rf ' . escapeshellarg($folder));
finish();

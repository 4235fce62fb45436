--TEST--
Mynd\Pool: the function may be a method that only the class itself sees
--EXTENSIONS--
mysqli
mynd
--INI--
mynd.shared_pool=0
mynd.persistent=asked
--FILE--
<?php
require __DIR__ . '/pool.inc';
use Mynd\Pool;

class Connects
{
	private function own(): mysqli
	{
		return link_for_test();
	}

	protected static function of_class(): mysqli
	{
		return link_for_test();
	}

	public function __invoke(): mysqli
	{
		return link_for_test();
	}

	/** @return array<string, Pool> */
	public function pools(int $minimum): array
	{
		return [
			'private' => new Pool([$this, 'own'], 2, $minimum),
			'protected, static' => new Pool([self::class, 'of_class'], 2, $minimum),
			'by name' => new Pool(self::class . '::of_class', 2, $minimum),
			'an object' => new Pool($this, 2, $minimum),
			'a closure' => new Pool($this->own(...), 2, $minimum),
			'a function' => new Pool('link_for_test', 2, $minimum),
		];
	}
}

final class Calls
{
	public function __call(string $name, array $arguments): mysqli
	{
		return link_for_test();
	}

	public static function __callStatic(string $name, array $arguments): mysqli
	{
		return link_for_test();
	}
}

foreach ([0, 1] as $minimum) {
	foreach ((new Connects)->pools($minimum) + ['__call' => new Pool([new Calls, 'any'], 2, $minimum), '__callStatic' => new Pool('Calls::any', 2, $minimum)] as $name => $pool) {
		echo "$name: ", outcome(fn() => $pool->use(fn($db) => $db->query("SELECT 'connected'")->fetch_column())), ', ', $pool->stats()['created'], "\n";
	}
}

/* The object goes with the pool. */
$connects = new Connects;
$seen = WeakReference::create($connects);
$pool = (fn() => new Pool([$this, 'own']))->call($connects);
unset($connects);
echo $seen->get() === null ? 'gone too early' : 'held', "\n";
unset($pool);
echo $seen->get() === null ? 'gone' : 'kept', "\n";

echo outcome(fn() => new Pool([new Connects, 'own'])), "\n";
echo outcome(fn() => new Pool([new Calls, 'any'], 0)), "\n";
?>
--EXPECT--
private: connected, 1
protected, static: connected, 1
by name: connected, 1
an object: connected, 1
a closure: connected, 1
a function: connected, 1
__call: connected, 1
__callStatic: connected, 1
private: connected, 1
protected, static: connected, 1
by name: connected, 1
an object: connected, 1
a closure: connected, 1
a function: connected, 1
__call: connected, 1
__callStatic: connected, 1
held
gone
TypeError: Mynd\Pool::__construct(): Argument #1 ($connect) must be a valid callback, cannot access private method Connects::own()
ValueError: Mynd\Pool::__construct(): Argument #2 ($maximum) must be 1 or more

--TEST--
The query cache: what becomes of a miss, by what the store's lock says and what comes meanwhile
--EXTENSIONS--
mysqli
--FILE--
<?php
require __DIR__ . '/cache.inc';
use Mynd\Cache\{MemoryStore, Rules, Store};

/** A store in which things happen just when the lock is asked for. */
final class Scripted implements Store
{
	public array $said = [];
	public ?Closure $at_lock = null;

	public function __construct(public readonly MemoryStore $store = new MemoryStore())
	{
	}

	public function get(string $key): ?string
	{
		return $this->store->get($key);
	}

	public function getAll(array $keys): array
	{
		return $this->store->getAll($keys);
	}

	public function set(string $key, string $value, int $milliseconds): void
	{
		$this->said[] = 'set';
		$this->store->set($key, $value, $milliseconds);
	}

	public function lock(string $key, int $token, int $milliseconds): ?bool
	{
		/* how often somebody asks while he waits is a matter of time */
		end($this->said) === 'lock' || $this->said[] = 'lock';
		return ($this->at_lock ?? fn () => true)($key);
	}

	public function unlock(string $key, int $token): void
	{
		$this->said[] = 'unlock';
	}

	public function count(array $numbers): void
	{
	}

	public function stats(): array
	{
		return [];
	}
}

function ask(string $label, Scripted $store, ?Closure $at_lock, mixed ...$options): void
{
	$cache = cache_with(new Rules(all: 60), $store, ...$options);
	$m = link_for_test();
	$store->at_lock = $at_lock;
	$start = microtime(true);
	$asked = asked(function () use ($m, &$answer) {
		$answer = $m->query("SELECT 'answer'")->fetch_column();
	});
	$took = microtime(true) - $start;
	$counts = array_filter($cache->stats());
	unset($counts['passed']);
	echo "$label: $answer, asked $asked, ", implode(' ', $store->said), ', ', json_encode($counts), $took < 1 ? '' : " in $took s", "\n";
	$store->said = [];
}

/* An entry as another process would leave it. */
$other = new Scripted();
$key = null;
ask('ours', $other, function ($k) use (&$key) {
	$key = $k;
	return true;
});
$entry = $other->get($key);
ask('kept', $other, null);

ask('it came between look and lock', $s = new Scripted(), fn ($key) => $s->store->set($key, $entry, 60000) ?? true);
ask('somebody else has the lock, and it comes', $s = new Scripted(), function ($key) use (&$s, $entry) {
	static $times = 0;
	if (++$times === 3) {
		$s->store->set($key, $entry, 60000);
	}
	return false;
});
ask('somebody else lets go, and it does not come', new Scripted(), function () {
	static $times = 0;
	return ++$times === 3;
});
ask('somebody else never lets go', new Scripted(), fn () => false, wait: 0.05);
ask('there are no locks', new Scripted(), fn () => null);
/* Fresh until a moment ago, and in its grace period. */
$old = substr_replace($entry, sprintf('%013d', microtime(true) * 1000 - 1), 2, 13);
ask('an old one, the lock is ours', $s = new Scripted(), fn ($key) => $s->store->set($key, $old, 60000) ?? true);
ask('it is renewed', $s, null);
$s = new Scripted();
$s->store->set($key, $old, 60000);
ask('an old one, somebody else has the lock', $s, fn () => false);
/* Stores may keep it for longer than its grace period lasts. */
$s = new Scripted();
$s->store->set($key, substr_replace($entry, sprintf('%013d', microtime(true) * 1000 - 1001), 2, 13), 60000);
ask('a very old one, somebody else has the lock', $s, fn () => false, wait: 0.05, grace: 1.0);
ask('too large, somebody else has found', $s = new Scripted(), function ($key) use (&$s, $entry) {
	$s->store->set($key, 'n1' . substr($entry, 2, 18), 60000);
	return false;
});

/* What fails lets go of the lock; so does what throws. */
$store = new Scripted();
cache_with(new Rules(all: 60), $store);
$m = link_for_test();
attempt('an error', fn () => $m->query('SELECT (SELECT 1 UNION SELECT 2)'));
echo implode(' ', $store->said), "\n";
Mynd\intercept(fn (Mynd\Command $command, callable $next) => str_contains($command->sql ?? '', 'thrown') ? throw new Exception('thrown') : $next($command));
$store->said = [];
attempt('an exception', fn () => $m->query("SELECT 'thrown'"));
echo implode(' ', $store->said), "\n";

/* In a fiber nobody waits. */
cache_with(new Rules(all: 60), $s = new Scripted(), wait: 5);
$m = link_for_test();
$s->at_lock = fn () => false;
$fiber = new Fiber(function () use ($m) {
	$start = microtime(true);
	echo $m->query("SELECT 'in a fiber'")->fetch_column(), ': ', microtime(true) - $start < 4 ? 'at once' : 'late', "\n";
});
$fiber->start();

/* Nor does anybody wait for himself: for a reply that is to be reaped, or for one of another fiber. */
function at_once(string $label, callable $program): void
{
	$start = microtime(true);
	echo "$label: ", $program(), microtime(true) - $start < 4 ? ' at once' : ' late', "\n";
}
$cache = cache_with(new Rules(all: 60), wait: 5);
$m = link_for_test();
$other = link_for_test();
$m->query("SELECT 'mine'", MYSQLI_ASYNC);
at_once('under way on another link', fn () => $other->query("SELECT 'mine'")->fetch_column());
$m->reap_async_query()->free();
$suspends = Mynd\intercept(function (Mynd\Command $command, callable $next) {
	Fiber::getCurrent() === null || Fiber::suspend();
	return $next($command);
});
$fiber = new Fiber(fn () => $m->query("SELECT 'of a fiber'")->free());
$fiber->start();
at_once('under way in a fiber', fn () => $other->query("SELECT 'of a fiber'")->fetch_column());
$fiber->resume();
$suspends->remove();
echo 'waits: ', $cache->stats()['waits'], "\n";
/* Behind that, the lock is somebody else's again. */
$cache = cache_with(new Rules(all: 60), $s = new Scripted(), wait: 0.05);
$m = link_for_test();
$s->at_lock = function ($k) use (&$key) {
	$key = $k;
	return true;
};
$m->query("SELECT 'reaped'", MYSQLI_ASYNC);
$m->reap_async_query()->free();
$s->store->set($key, '', 60000);
$s->at_lock = fn () => false;
$m->query("SELECT 'reaped'")->free();
echo 'waits: ', $cache->stats()['waits'], "\n";
?>
--EXPECT--
ours: answer, asked 1, lock set unlock, {"misses":1,"stored":1}
kept: answer, asked 0, , {"hits":1}
it came between look and lock: answer, asked 0, lock unlock, {"hits":1}
somebody else has the lock, and it comes: answer, asked 0, lock, {"hits":1,"waits":1}
somebody else lets go, and it does not come: answer, asked 1, lock set unlock, {"misses":1,"stored":1,"waits":1}
somebody else never lets go: answer, asked 1, lock set, {"misses":1,"stored":1,"waits":1}
there are no locks: answer, asked 1, lock set, {"misses":1,"stored":1}
an old one, the lock is ours: answer, asked 1, lock set unlock, {"misses":1,"stored":1}
it is renewed: answer, asked 0, , {"hits":1}
an old one, somebody else has the lock: answer, asked 0, lock, {"hits":1,"stale":1}
a very old one, somebody else has the lock: answer, asked 1, lock set, {"misses":1,"stored":1,"waits":1}
too large, somebody else has found: answer, asked 1, lock set, {"misses":1,"stored":1,"waits":1}
an error: ! 1242 21000 Subquery returns more than 1 row
lock unlock
an exception: ! Exception thrown
lock unlock
in a fiber: at once
under way on another link: mine at once
under way in a fiber: of a fiber at once
waits: 0
waits: 1

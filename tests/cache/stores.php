<?php
/*
 * What every store does: values with a life, locks that their owner alone lets go, counts; and what a store
 * does that is down, hangs, or holds something else.
 *
 *   stores.php REDIS-SOCKET REDIS-PID
 */
use Mynd\Cache\{ApcuStore, MemoryStore, RedisStore};

require __DIR__ . '/contract.php';
require __DIR__ . '/../../packages/cache/load.php';

/** Many processes want one lock again and again: it is never in two hands, and a store always knows whose. */
function contention(string $name, callable $make): void
{
	$file = tempnam(sys_get_temp_dir(), 'mynd-lock');
	$taken = in_processes(6, function (int $i) use ($make, $file) {
		$store = $make();
		$inside = fopen($file, 'r+');
		$taken = $both = $unknown = 0;
		for ($end = microtime(true) + 0.5, $token = $i * 1000000 + 1; microtime(true) < $end; $token++) {
			$is_ours = $store->lock('contended', $token, 60000);
			$unknown += $is_ours === null ? 1 : 0;
			if ($is_ours) {
				$both += flock($inside, LOCK_EX | LOCK_NB) ? 0 : 1;
				$taken++;
				flock($inside, LOCK_UN);
				$store->unlock('contended', $token);
			}
		}
		return [$taken, $both, $unknown];
	});
	unlink($file);
	check("$name: the lock was never in two hands", 0, array_sum(array_column($taken, 1)));
	check("$name: a lock that ends while another asks for it is no failure", 0, array_sum(array_column($taken, 2)));
	check("$name: it changed hands", true, array_sum(array_column($taken, 0)) > 100);
}

[, $socket, $pid] = $argv;
$stores = ['memory' => fn () => new MemoryStore(), 'APCu' => fn () => new ApcuStore(), 'Redis' => fn () => new RedisStore("unix:$socket")];
foreach ($stores as $name => $make) {
	values($name, $make());
	locks($name, $make());
	counts($name, $make());
	if ($name !== 'memory') {
		contention($name, $make);
	}
}

$small = new MemoryStore(1000);
foreach (range(1, 20) as $i) {
	$small->set("k$i", str_repeat('v', 100), 60000);
}
check('memory: what is too much goes, the oldest first', [null, 100], [$small->get('k1'), strlen($small->get('k20') ?? '')]);
$apcu = new ApcuStore();
$apcu->set('huge', str_repeat('v', 64 << 20), 60000);
check('APCu: what it has no room for', null, $apcu->get('huge'));
apcu_store('number', 7);
check('APCu: something else', [null, [null]], [$apcu->get('number'), $apcu->getAll(['number'])]);
$redis = new Redis();
$redis->connect($socket);
$redis->rPush('list', 'x');
check('Redis: something else', [null, [null]], [$stores['Redis']()->get('list'), $stores['Redis']()->getAll(['list'])]);

/* A child that was forked has a connection of its own. */
$store = $stores['Redis']();
$store->set('parent', 'p', 60000);
in_processes(3, function (int $i) use ($store) {
	for ($n = 0; $n < 200; $n++) {
		$store->set("child$i", "c$i", 60000);
		$store->get("child$i");
	}
});
check('Redis: forked', ['p', ['c0', 'c1', 'c2']], [$store->get('parent'), $store->getAll(['child0', 'child1', 'child2'])]);

broken('no Redis', new RedisStore('unix:/nowhere/redis.sock'));
broken('no Redis at a port', new RedisStore('redis://127.0.0.1:1'));
$store = $stores['Redis']();
$store->get('k');
posix_kill((int) $pid, SIGSTOP);
broken('a Redis that hangs', $store);
broken('a Redis that hangs, asked for the first time', $stores['Redis']());
posix_kill((int) $pid, SIGCONT);
check('afterwards it is asked again', 'p', $stores['Redis']()->get('parent'));
$redis->config('SET', 'requirepass', 'secret');
broken('a Redis with another password', new RedisStore("unix://:wrong@localhost$socket"));
$store = new RedisStore("unix://:secret@localhost$socket");
check('with its password', 'p', $store->get('parent'));
broken('a Redis that wants a password', $stores['Redis']());
finish();

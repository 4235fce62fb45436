<?php
/*
 * What an answer of the query cache takes beside the query itself, for a bench to call: cache_hit($connect, $sql) measures both in this process, in turns. APCu must be there
 * (apc.enable_cli=1). Both must read the same, or it throws.
 */
namespace Mynd\Bench;

use Mynd\Cache\{ApcuStore, Cache, Rules};

require_once dirname(__DIR__) . '/examples/cache/all.php';

/**
 * Seconds of wall-clock time that a query and its rows take, the least of the turns: without an interceptor, and with the cache and the answer in it.
 *
 * @param callable(): \mysqli $connect a link with a default database: the cache leaves those alone that were there before it
 * @param string $sql a text that may be kept; it gets its hint here
 * @return array{query: float, hit: float}
 */
function cache_hit(callable $connect, string $sql, int $times = 2000, int $turns = 7): array
{
	$sql = "/* mynd:ttl=600 */ $sql";
	$rows = $connect()->query($sql)->fetch_all();
	$best = ['query' => INF, 'hit' => INF];
	for ($turn = 0; $turn < 2 * $turns; $turn++) {
		$which = $turn % 2 === 0 ? 'query' : 'hit';
		$cache = new Cache(new ApcuStore(), new Rules(), namespace: 'bench ' . getmypid());
		$interception = $which === 'hit' ? \Mynd\intercept($cache) : null;
		$link = $connect();
		$link->query($sql)->fetch_all();
		$start = hrtime(true);
		for ($i = 0; $i < $times; $i++) {
			$read = $link->query($sql)->fetch_all();
		}
		$best[$which] = min($best[$which], (hrtime(true) - $start) / 1e9 / $times);
		$interception?->remove();
		if ($read !== $rows || ($which === 'hit' && $cache->counts()['hits'] < $times)) {
			throw new \RuntimeException("the $which does not answer as it should");
		}
	}
	return $best;
}

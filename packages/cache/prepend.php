<?php
/*
 * Puts the query cache before a program that knows nothing of it, by php.ini alone:
 *
 *   mynd.prepend_interceptors = /path/to/packages/cache/prepend.php
 *   mynd_cache.tables = "packages=60 sections=300"
 *
 * Each setting is mynd_cache.NAME in php.ini (or -d), or MYND_CACHE_NAME in the environment, which comes
 * first:
 *
 *   store       apcu (the default), unix:/path/of/redis.sock, redis://[user:password@]host[:port]
 *   tables      NAME=SECONDS ...: texts that read no other tables than these
 *   prefixes    SECONDS TEXT; SECONDS TEXT; ...: texts that begin so
 *   ttl         seconds for all other texts (0: none of them is kept)
 *   max_bytes   of a result (1048576)
 *   grace, lock, wait   seconds (10, 10, 2), see Cache::__construct()
 *   namespace   what keys begin with (mynd)
 *   invalidate  1: writes of this program drop the answers that read their tables
 *
 * Texts with a hint of their own, mynd:ttl=30 in a comment, need no setting. What each request has counted is
 * added up in the store: Store::stats(). A store that cannot be had is no error: the program runs without a
 * cache.
 */
declare(strict_types=1);

namespace Mynd\Cache;

require_once __DIR__ . '/load.php';

(static function (): void {
	$setting = static function (string $name, string $default): string {
		$value = getenv('MYND_CACHE_' . strtoupper($name));
		$value = $value === false ? get_cfg_var("mynd_cache.$name") : $value;
		return is_string($value) ? $value : $default;
	};
	/* Names and seconds, in either order. */
	$pairs = static function (string $list, string $separator, string $sign, bool $secondsFirst): array {
		assert($separator !== '' && $sign !== '');
		$pairs = [];
		foreach (array_filter(array_map(trim(...), explode($separator, $list)), static fn (string $entry): bool => $entry !== '') as $entry) {
			[$one, $other] = explode($sign, $entry, 2) + [1 => ''];
			$pairs[$secondsFirst ? $other : $one] = (int) ($secondsFirst ? $one : $other);
		}
		return $pairs;
	};
	$namespace = $setting('namespace', 'mynd');
	try {
		$store = $setting('store', 'apcu');
		$store = $store === 'apcu' ? new ApcuStore($namespace) : new RedisStore($store, $namespace);
	} catch (\Throwable $e) {
		error_log('mynd: no query cache: ' . $e->getMessage());
		return;
	}
	$rules = new Rules($pairs(strtr($setting('tables', ''), ",\t", '  '), ' ', '=', false), $pairs($setting('prefixes', ''), ';', ' ', true), (int) $setting('ttl', '0'));
	$cache = new Cache($store, $rules, (int) $setting('max_bytes', '1048576'), (float) $setting('grace', '10'), (float) $setting('lock', '10'), (float) $setting('wait', '2'),
		$namespace, $setting('invalidate', '0') === '1');
	register_shutdown_function($cache->tell(...));
	\Mynd\intercept($cache);
})();

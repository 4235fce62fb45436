<?php
/*
 * What every store does, and what one does that is broken. Without a warning.
 */
use Mynd\Cache\Store;

require __DIR__ . '/checks.php';

set_error_handler(function (int $kind, string $text) {
	if ($kind & error_reporting()) {
		check('no warning', '', $text);
	}
	return true;
});

/** Keys and values of any bytes, which end. */
function values(string $name, Store $store): void
{
	$key = "a\0key \xff " . str_repeat('k', 5000);
	$value = random_bytes(100000);
	check("$name: nothing", null, $store->get($key));
	$store->set($key, $value, 60000);
	check("$name: a value", true, $store->get($key) === $value);
	$store->set($key, '', 60000);
	check("$name: an empty one", '', $store->get($key));
	$store->set('other', '2', 60000);
	check("$name: several", ['2', null, ''], $store->getAll(['other', 'none', $key]));
	$store->set('short', '1', 300);
	check("$name: a life", '1', $store->get('short'));
	check("$name: its end", true, until(fn () => $store->get('short') === null));
}

function locks(string $name, Store $store): void
{
	check("$name: a lock", true, $store->lock('l', 11, 60000));
	check("$name: it is taken", false, $store->lock('l', 12, 60000));
	check("$name: another one", true, $store->lock('m', 12, 60000));
	$store->unlock('l', 12);
	check("$name: nobody else lets it go", false, $store->lock('l', 13, 60000));
	$store->unlock('l', 11);
	check("$name: its owner does", true, $store->lock('l', 13, 60000));
	$store->unlock('l', 11);
	check("$name: an owner from before does not", false, $store->lock('l', 14, 60000));
	check("$name: a short lock", true, $store->lock('s', 1, 300));
	check("$name: it ends by itself", true, until(fn () => $store->lock('s', 2, 60000)));
	$store->unlock('s', 1);
	check("$name: and is another's then", false, $store->lock('s', 3, 60000));
}

function counts(string $name, Store $store): void
{
	$store->count(['hits' => 3, 'misses' => 0]);
	$store->count(['hits' => 4]);
	check("$name: counts", ['hits' => 7], $store->stats());
}

/** Whatever is wrong with it: it has nothing, and takes no longer than its time limit. */
function broken(string $name, Store $store): void
{
	$start = microtime(true);
	$store->set('k', 'v', 1000);
	check("$name: has nothing", [null, [null, null], null], [$store->get('k'), $store->getAll(['k', 'l']), $store->lock('k', 1, 1000)]);
	$store->unlock('k', 1);
	$store->count(['hits' => 1]);
	check("$name: counts nothing", [], $store->stats());
	check("$name: at once", true, microtime(true) - $start < 0.6);
}

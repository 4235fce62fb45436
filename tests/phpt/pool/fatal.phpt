--TEST--
Mynd\Pool: shutdown functions acquire after a fatal error in the pool's function
--EXTENSIONS--
mysqli
--INI--
memory_limit=16M
--SKIPIF--
<?php
if (getenv('USE_ZEND_ALLOC') === '0') die('skip there is no limit without the engine\'s allocator');
?>
--FILE--
<?php
require __DIR__ . '/pool.inc';
$fatal = true;
$pool = new Mynd\Pool(function () use (&$fatal) {
	return $fatal ? str_repeat('x', 100_000_000) : link_for_test();
}, 2);
register_shutdown_function(function () use ($pool, &$fatal) {
	$fatal = false;
	echo outcome(fn() => link_for_test()->query("SELECT 'its own'")->fetch_column()), "\n";
	echo outcome(fn() => $pool->acquire()->query("SELECT 'of the pool'")->fetch_column()), "\n";
	echo $pool->stats()['created'], " created\n";
});
$pool->acquire();
--EXPECTF--
%AFatal error: Allowed memory size of %d bytes exhausted %s
its own
of the pool
1 created

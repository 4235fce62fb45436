--TEST--
Mynd\filter(): a link with filters is not kept for others, and a kept one gets none
--EXTENSIONS--
mysqli
--INI--
; it stays so with ./dev test --with: it counts what is idle in this process
mynd.shared_pool=0
--FILE--
<?php
require __DIR__ . '/filters.inc';
$passed = 0;
$connect = fn() => link_for_test(host: 'p:localhost');
$idle = fn() => array_sum(array_column(Mynd\pools(), 'idle'));
$m = $connect();
$kept = $m->thread_id;
$m->close();
echo 'kept: ', $idle(), "\n";

$f = Mynd\filter('test.it', function (string $bytes) use (&$passed) {
	$passed += strlen($bytes);
	return $bytes;
});
$m = $connect();
echo 'with a filter it is ', $m->thread_id === $kept ? 'the kept one' : 'a new one', ', and ', $passed > 0 ? 'filtered' : 'not filtered', "\n";
$filtered = $m->thread_id;
$m->close();
echo 'kept: ', $idle(), "\n";
$m = $connect();
echo 'again ', in_array($m->thread_id, [$kept, $filtered], true) ? 'an old one' : 'a new one', "\n";
unset($m);
echo 'kept: ', $idle(), "\n";
$f->remove();
$passed = 0;
$m = $connect();
$m->query('SELECT 1');
echo 'removed: ', $m->thread_id === $kept ? 'the kept one' : 'a new one', ', ', $passed > 0 ? 'filtered' : 'not filtered', "\n";
?>
--EXPECT--
kept: 1
with a filter it is a new one, and filtered
kept: 1
again a new one
kept: 1
removed: the kept one, not filtered

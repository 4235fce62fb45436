--TEST--
Lifetime: connections that have come and gone leave nothing in the process, whatever is switched on
--EXTENSIONS--
mysqli
mynd
--SKIPIF--
<?php
if (getenv('SKIP_ASAN')) die('skip AddressSanitizer keeps what was freed');
?>
--FILE--
<?php
require __DIR__ . '/../connect.inc';
/** Kilobytes. */
function resident(): int
{
	preg_match('/^VmRSS:\s*(\d+)/m', file_get_contents('/proc/self/status'), $m);
	return (int) $m[1];
}
function use_links(int $count): void
{
	for ($i = 0; $i < $count; $i++) {
		$m = link_for_test();
		$m->query('SELECT 1', MYSQLI_ASYNC);
		$m->reap_async_query()->fetch_all();
		$m->execute_query('SELECT ?', [$i])->fetch_all();
	}
}
function grown(string $name): void
{
	use_links(30);
	$before = resident();
	use_links(300);
	$grown = resident() - $before;
	echo "$name: ", $grown < 900 ? 'nothing is left' : "$grown KB are left", "\n";
}
grown('as ever');
foreach (['mynd.kill_abandoned', 'mynd.fiber_turns'] as $setting) {
	ini_set($setting, '1');
	grown($setting);
	ini_restore($setting);
}
Mynd\intercept(fn($command, $next) => $next($command));
grown('an interceptor');
?>
--EXPECT--
as ever: nothing is left
mynd.kill_abandoned: nothing is left
mynd.fiber_turns: nothing is left
an interceptor: nothing is left

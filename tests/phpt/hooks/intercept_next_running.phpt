--TEST--
Mynd\intercept(): $next() is refused while its command runs, in a connect, too
--EXTENSIONS--
mysqli
--FILE--
<?php
require __DIR__ . '/intercept.inc';
$held = null;
$refused = [];
Mynd\intercept(function (Mynd\Command $c, callable $next) use (&$held) {
	$held = [$next, $c];
	try {
		return $next($c);
	} finally {
		$held = null;
	}
});
Mynd\waiter(function ($stream, $events, $seconds) use (&$held, &$refused) {
	if ($held) {
		[$next, $command] = $held;
		$held = null;
		try {
			$next($command);
		} catch (Error $e) {
			$refused[] = "{$command->kind->name}: {$e->getMessage()}";
		}
	}
	return null; /* the driver waits itself */
}, everywhere: true);
$m = new mysqli(...where(host: getenv('MYND_TEST_HOST'), port: getenv('MYND_TEST_PORT'), socket: null));
echo $m->query("SELECT SLEEP(0.05), 'answered'")->fetch_row()[1], "\n";
$m->close();
$m = new mysqli(...where(host: 'p:' . getenv('MYND_TEST_HOST'), port: getenv('MYND_TEST_PORT'), socket: null));
echo $m->query("SELECT SLEEP(0.05), 'answered'")->fetch_row()[1], "\n";
echo implode("\n", array_unique($refused)), "\n";
?>
--EXPECT--
answered
answered
Connect: $next() cannot be called while its command runs
Query: $next() cannot be called while its command runs

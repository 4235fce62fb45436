--TEST--
A fatal error in one fiber while others wait: their calls are never returned to, and nothing of them is left
--EXTENSIONS--
mynd
--FILE--
<?php
require __DIR__ . '/fibers.inc';
// PHP does not tell AddressSanitizer of the stacks of its fibers, so that it may remark on the jump out of
// one.
$links = [];
foreach (['SELECT SLEEP(3)', "SELECT seq, REPEAT('x', 5000), SLEEP(0.01) FROM seq_1_to_300", "SELECT '" . str_repeat('x', 4 << 20) . "', SLEEP(3)"] as $sql) {
	$links[] = $m = link_for_test(host: '127.0.0.1');
	Loop::start(function () use ($m, $sql) {
		$m->query($sql);
		echo "not reached\n";
	});
	$links[] = $m = link_for_test(host: '127.0.0.1');
	Loop::start(function () use ($m, $sql) {
		foreach ($m->query($sql, MYSQLI_USE_RESULT) as $row) {
		}
	});
}
$held = link_for_test();
$s = $held->prepare('SELECT SLEEP(3)');
Loop::start(fn() => $s->execute());
Loop::start(fn() => new mysqli(...where(host: 'p:127.0.0.1')));
Loop::start(fn() => mysqli_init()->real_connect('127.0.0.1', getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'), null, (int) getenv('MYND_TEST_PORT'), null, MYSQLI_CLIENT_SSL));
foreach ([1, 2] as $i) {
	Loop::start(function () {
		$m = link_for_test();
		$m->query('SELECT SLEEP(3)', MYSQLI_ASYNC);
		$read = [$m];
		$error = $reject = [];
		mysqli_poll($read, $error, $reject, 20);
	});
	Loop::start(function () {
		$m = link_for_test();
		$m->query('SELECT SLEEP(3)', MYSQLI_ASYNC);
		foreach (Mynd\as_completed([$m]) as $one) {
		}
	});
}
register_shutdown_function(function () use ($links) {
	foreach ($links as $m) {
		try {
			$m->query('SELECT 1');
		} catch (mysqli_sql_exception $e) {
			echo $e->getCode(), ' ';
		}
	}
	echo link_for_test()->query("SELECT 'well'")->fetch_column(), "\n";
});
Loop::start(function () {
	link_for_test()->query('SELECT 1');
	@trigger_error('over', E_USER_ERROR);
});
Loop::run();
echo "not reached\n";
--EXPECTF--
%AFatal error: over in %s on line %d
%r(==\d+==WARNING: ASan is ignoring requested __asan_handle_no_return[^\n]*\n[^\n]*\n[^\n]*\n)?%r2014 2014 2014 2014 2014 2014 well

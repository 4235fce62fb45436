<?php
/*
 * A pipeline in a fiber, whose source waits before each command but the first until the outcome of the one
 * before has come. While it waits it asks another connection, again and again, so its fiber is suspended.
 *
 *     php -d mynd.async=1 examples/source.php
 *
 * Without the setting it would wait for ever, because outcomes would come only when the source is back. The
 * server is the one of mysqli.default_*, or of MYND_TEST_*.
 */
mysqli_report(MYSQLI_REPORT_ERROR | MYSQLI_REPORT_STRICT);

require __DIR__ . '/loop.php';

function open_link(): mysqli
{
	return new mysqli(null, getenv('MYND_TEST_USER') ?: null, getenv('MYND_TEST_PASSWORD') ?: null, null, null, getenv('MYND_TEST_SOCKET') ?: null);
}

/** @return Generator<int, string> */
function numbers(int &$answered): Generator
{
	$other = open_link();
	for ($i = 1; $i <= 3; $i++) {
		yield $i => "SELECT $i * $i";
		while ($answered < $i) {
			$other->query('DO SLEEP(0.01)');
		}
	}
}

Mynd\waiter(Loop::await(...));
Loop::all(function (): void {
	$answered = 0;
	foreach (Mynd\pipeline(open_link(), numbers($answered)) as $i => $outcome) {
		$answered = (int) $i;
		echo $outcome instanceof mysqli_result ? $outcome->fetch_column() : 'no result', "\n";
	}
});

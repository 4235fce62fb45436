--TEST--
Waits: a reply for which a fiber sleeps, and which another call on the connection has read, wakes it
--EXTENSIONS--
mynd
--FILE--
<?php
require __DIR__ . '/../async/hold.inc';
require __DIR__ . '/loop.inc';

Mynd\waiter(Loop::wait(...));

/** A fiber waits for the first reply; the main program takes the second, and with it reads the first. */
function run(callable $wait): void
{
	foreach (['plain' => ['localhost', 0], 'compressed' => ['localhost', MYSQLI_CLIENT_COMPRESS], 'TLS' => [getenv('MYND_TEST_HOST'), MYSQLI_CLIENT_SSL]] as $how => [$host, $flags]) {
		$link = mysqli_init();
		$link->real_connect($host, getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'), getenv('MYND_TEST_DB'),
			(int) getenv('MYND_TEST_PORT'), getenv('MYND_TEST_SOCKET'), $flags);
		$first = $link->prepare(hold($how));
		$second = $link->prepare("SELECT 'second'");
		array_map(Mynd\execute_async(...), [$first, $second]);
		$fiber = Loop::start(function () use ($wait, $link, $first, $how) {
			$said = $wait($link, $first);
			echo "$how: $said, ", Mynd\reap($first)->fetch_row()[2], "\n";
		});
		let_go($how);
		echo "$how: ", Mynd\reap($second)->fetch_column(), "\n";
		Loop::turn(5.0);
		$fiber->isTerminated() || print("$how: it still sleeps\n");
		Loop::run();
	}
}

echo "-- mysqli_poll()\n";
run(function (mysqli $link): string {
	$read = [$link];
	$error = $reject = [];
	return mysqli::poll($read, $error, $reject, 20) . ' ready';
});

echo "-- as_completed()\n";
run(fn (mysqli $link, mysqli_stmt $first): string => implode(' ', array_keys(iterator_to_array(Mynd\as_completed(['it' => $first], 20.0)))));
?>
--EXPECT--
-- mysqli_poll()
plain: second
plain: 1 ready, plain
compressed: second
compressed: 1 ready, compressed
TLS: second
TLS: 1 ready, TLS
-- as_completed()
plain: second
plain: it, plain
compressed: second
compressed: it, compressed
TLS: second
TLS: it, TLS

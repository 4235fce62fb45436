<?php
require __DIR__ . '/persistent.inc';
require __DIR__ . '/../hooks/filters.inc';

$at_wait = null; // what happens at which of the waits from now on
$waits = 0;
Mynd\waiter(function () use (&$at_wait, &$waits) {
	if ($at_wait !== null && $waits++ === $at_wait[0]) {
		$at_wait[1]();
	}
	return null; // the driver waits by itself
}, everywhere: true);

/** Connects again and again, with a change at each wait in turn; what the next user of the pool is told. */
function at_each_wait(bool $of_idle, callable $change, callable $undo): string
{
	global $at_wait, $waits;
	static $pools = 0;
	$wrong = 0;
	for ($n = 0; ; $n++) {
		$key = [MYSQLI_OPT_NET_CMD_BUFFER_SIZE, 8192 + $pools++]; // a pool of its own
		if ($of_idle) {
			plink_with(fn($m) => $m->options(...$key))->query('SELECT 1');
		}
		$waits = 0;
		$link = mysqli_init();
		$link->options(...$key);
		$at_wait = [$n, fn() => $change($link)];
		$link->real_connect(...where(host: 'p:localhost'));
		$at_wait = null;
		$undo();
		$happened = $waits > $n;
		unset($link);
		$next = plink_with(fn($m) => $m->options(...$key));
		$wrong += $next->query('SELECT @mark')->fetch_column() !== null;
		if (!$happened) {
			return $n === 0 && !$of_idle ? 'no wait' : "$wrong wrong"; // an idle one may be in order at once
		}
	}
}

foreach (['a new one' => false, 'an idle one' => true] as $name => $of_idle) {
	echo "$name, an init command: ", at_each_wait($of_idle, fn($m) => $m->options(MYSQLI_INIT_COMMAND, 'SET @mark = 1'), fn() => null), "\n";
	$filter = null;
	$pieces = 0;
	echo "$name, a filter: ", at_each_wait($of_idle, function () use (&$filter, &$pieces) {
		$filter = Mynd\filter('test.it', function (string $bytes) use (&$pieces) {
			$pieces++;
			return $bytes;
		});
	}, function () use (&$filter, &$pieces) {
		$filter?->remove();
		$pieces = 0;
	}), ", $pieces pieces of later users\n";
}
?>

<?php
/*
 * Many waits leave nothing behind: no callback, no stream, no memory. 20,000 of them, or as many as the
 * second argument says (a million take some minutes). Their kinds take turns: of one connection, with time
 * limits, of several descriptors, cancellable, of connections that come and go.
 */
declare(strict_types=1);

require __DIR__ . '/../packages.php';

use Amp\DeferredCancellation;
use Revolt\EventLoop;
use function Amp\async;
use function Amp\Future\await;

const FIBERS = 8;

/** Counts the waits, and leaves them to Revolt's waiter. */
final class Counted
{
	public static int $waits = 0;

	public static function wait(): null
	{
		self::$waits++;
		return null;
	}
}

function round_of(mysqli $db, DeferredCancellation $source, int $i): void
{
	for ($n = 0; $n < 20; $n++) {
		$db->query('SELECT 1')->free();
	}
	Mynd\Revolt\cancellable(static fn () => $db->query('SELECT 2')->free(), $source->getCancellation(), $db);
	Mynd\deadline($db, 60);
	$db->query('SELECT 3')->free();
	Mynd\deadline($db, null);
	$db->query('SELECT 4', MYSQLI_ASYNC);
	$read = $error = $reject = [$db];
	mysqli_poll($read, $error, $reject, 60);
	Mynd\reap($db);
	if ($i % 5 === 0) {
		ask(connect(), 'SELECT 5');
	}
}

Mynd\Revolt\install();
Mynd\waiter(Counted::wait(...), everywhere: true);
$wanted = (int) ($argv[2] ?? 20000);
$links = array_map(static fn (): mysqli => connect(), range(1, FIBERS));
array_map(Mynd\stream(...), $links); /* those that have waited have one: all, but on a busy machine */
$source = new DeferredCancellation();
$state = static fn (): array => [gc_collect_cycles() >= 0, count(EventLoop::getIdentifiers()), count(get_resources())];
$memory = static function (): int {
	gc_collect_cycles();
	return memory_get_usage();
};
$turn = static function () use ($links, $source): void {
	static $i = 0;
	$i++;
	await(array_map(static fn (mysqli $db) => async(round_of(...), $db, $source, $i), $links));
};
for ($warm = 0; $warm < 20; $warm++) {
	$turn();
}
$then = $state();
$used = $memory();
while (Counted::$waits < $wanted) {
	$turn();
}
$grown = $memory() - $used;
check('callbacks and streams after ' . $wanted . ' waits', $then, $state());
check('memory after them: not a byte a wait', true, $grown < 4096 ?: "$grown bytes in " . Counted::$waits . ' waits');
check('they were waits', true, Counted::$waits >= $wanted);
finish();

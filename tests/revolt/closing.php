<?php
/*
 * Connections that end while the loop watches their streams: closed by another fiber, killed by the server,
 * given up with their fiber. The loop must never have a stream that is closed: stream_select() would throw
 * out of the loop.
 */
declare(strict_types=1);

require __DIR__ . '/../packages.php';

use Revolt\EventLoop;
use function Amp\async;

Mynd\Revolt\install();
$admin = connect();
connect()->query('SELECT 1', MYSQLI_ASYNC); // the spare connection, with what watches it
$before = [EventLoop::getIdentifiers(), count(get_resources('stream'))];
$turns = 0;
$clock = EventLoop::unreference(EventLoop::repeat(0.001, static function () use (&$turns): void {
	$turns++;
}));

/** Until the server runs something on this connection. */
function until_it_runs(int $thread): void
{
	global $admin;
	while (ask($admin, "SELECT COUNT(*) FROM information_schema.processlist WHERE id = $thread AND state = 'User sleep'") !== '1') {
		Amp\delay(0.005);
	}
}

/** How the loop goes on for some turns. */
function turn(): bool
{
	global $turns;
	$now = $turns;
	Amp\delay(0.02);
	return $turns > $now;
}

$ways = [
	'closed by another fiber' => static fn (mysqli $db, int $thread): mixed => $db->close(),
	'killed' => static fn (mysqli $db, int $thread): mixed => $admin->query("KILL $thread"),
	'given up by its variable' => static fn (mysqli $db, int $thread): mixed => null,
];
foreach ($ways as $how => $end) {
	$db = connect();
	$thread = $db->thread_id;
	$waits = async(static fn () => thrown(static fn () => $db->query('SELECT SLEEP(30)')));
	until_it_runs($thread);
	$end($db, $thread);
	if ($how === 'given up by its variable') {
		unset($db, $waits); /* the fiber that waits has the connection; what it waits for comes */
		$admin->query("KILL QUERY $thread");
	} else {
		check("$how: who waits is told", 'mysqli_sql_exception 2006', $waits->await());
	}
	check("$how: the loop goes on", true, turn());
	unset($db, $waits);
}

/*
 * A fiber that nothing resumes any more: it is destroyed while it waits. Only a waiter of its own has it,
 * which was installed later and is asked first.
 */
$forgets = static fn ($stream, int $events, ?float $timeout): mixed => Fiber::suspend();
Mynd\waiter($forgets);
$db = connect();
$fiber = new Fiber(static function () use ($db): void {
	try {
		$db->query('SELECT SLEEP(30)');
	} finally {
		check('a finally in it can still ask another connection', '1', ask(connect(), 'SELECT 1'));
	}
});
$fiber->start();
check('the other waiter stays when this one is removed', [true, false], [Mynd\remove_waiter($forgets), Mynd\remove_waiter($forgets)]);
until_it_runs($thread = $db->thread_id);
unset($fiber, $db);
gc_collect_cycles();
thrown(static fn () => $admin->query("KILL QUERY $thread")); /* it may have ended by itself */
check('a fiber is destroyed: the loop goes on', true, turn());

/* The program watches a stream itself: unwatch before close. */
$db = connect();
$db->query('SELECT SLEEP(0.02)', MYSQLI_ASYNC);
$ready = new Amp\DeferredFuture();
$watch = EventLoop::onReadable(Mynd\stream($db), static function (string $id) use ($ready): void {
	EventLoop::cancel($id);
	$ready->complete('readable');
});
check('a stream that the program watches', 'readable', $ready->getFuture()->await());
Mynd\reap($db)->free();
$db->close();
check('a stream that the program watched: the loop goes on', true, turn());

/* An error out of the loop ends the wait of {main} with its connection. */
$db = connect();
EventLoop::queue(static fn () => throw new DomainException('out of a callback', 5));
check("an exception in the loop ends main's wait", 'Revolt\EventLoop\UncaughtThrowable 5 < DomainException 5', str_replace('UncaughtThrowable 0', 'UncaughtThrowable 5', (string) thrown(static fn () => $db->query('SELECT SLEEP(30)'))));
check('and its connection is closed', 'mysqli_sql_exception 2006', thrown(static fn () => $db->query('SELECT 1')));
unset($db, $ready, $watch);
check('main can wait again', '1', ask(connect(), 'SELECT 1'));

EventLoop::cancel($clock);
gc_collect_cycles();
check('what is left of callbacks and streams', $before, [EventLoop::getIdentifiers(), count(get_resources('stream'))]);
finish();

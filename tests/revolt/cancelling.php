<?php
/*
 * Commands that Amp's cancellations stop: on the server, and where the server says nothing.
 */
declare(strict_types=1);

require __DIR__ . '/../packages.php';

use Amp\CancelledException;
use Amp\DeferredCancellation;
use Amp\NullCancellation;
use Amp\TimeoutCancellation;
use Revolt\EventLoop;
use function Amp\async;
use function Mynd\Revolt\cancellable;

/* Not SLEEP(): on MariaDB one that is killed now and then has a row instead of an error. */
const LONG = 'SELECT COUNT(*) FROM information_schema.columns a, information_schema.columns b, information_schema.columns c';

Mynd\Revolt\install();
$witness = connect();
$before = EventLoop::getIdentifiers();

/** Requests it as soon as the connection with this number runs something. */
function cancel_when_it_runs(DeferredCancellation $source, int $thread): void
{
	global $witness;
	async(static function () use ($source, $thread, $witness): void {
		while (ask($witness, "SELECT COUNT(*) FROM information_schema.processlist WHERE id = $thread AND info LIKE '%columns a,%'") !== '1') {
			Amp\delay(0.005);
		}
		$source->cancel(new RuntimeException('enough', 7));
	});
}

const STOPPED = 'Amp\CancelledException 0 < RuntimeException 7', OVER = 'Amp\CancelledException 0 < Amp\TimeoutException 0';

$db = connect();
$thread = $db->thread_id;
$programs = [
	'a query' => static fn () => $db->query(LONG),
	'a prepared statement' => static fn () => $db->execute_query(LONG . ' WHERE a.ordinal_position > ?', [0]),
	'the second query' => static fn () => [$db->query('SELECT 1'), $db->query(LONG)],
	'a reply that is taken later' => static fn () => [$db->query(LONG, MYSQLI_ASYNC), Mynd\reap($db)],
	'an error that is wrapped' => static function () use ($db): void {
		try {
			$db->query(LONG);
		} catch (mysqli_sql_exception $e) {
			throw new LogicException('wrapped', 3, $e);
		}
	},
];
foreach ($programs as $name => $program) {
	$source = new DeferredCancellation();
	cancel_when_it_runs($source, $thread);
	check("$name, in {main}", STOPPED, thrown(static fn () => cancellable($program, $source->getCancellation(), $db)));
	check("$name, in {main}: the connection goes on", [(string) $thread, '5'], [ask($db, 'SELECT CONNECTION_ID()'), ask($db, 'SELECT 5')]);
	$source = new DeferredCancellation();
	cancel_when_it_runs($source, $thread);
	check("$name, in a fiber", STOPPED, thrown(static fn () => async(static fn () => cancellable($program, $source->getCancellation(), $db))->await()));
	check("$name, in a fiber: the connection goes on", (string) $thread, ask($db, 'SELECT CONNECTION_ID()'));
}

$pdo = connect_pdo();
$number = (int) $pdo->query('SELECT CONNECTION_ID()')->fetchColumn();
$source = new DeferredCancellation();
cancel_when_it_runs($source, $number);
check('PDO', STOPPED, thrown(static fn () => cancellable(static fn () => $pdo->query(LONG), $source->getCancellation(), $pdo)));
check('PDO: the connection goes on', $number, (int) $pdo->query('SELECT CONNECTION_ID()')->fetchColumn());
unset($pdo);

check('a time limit', OVER, thrown(static fn () => cancellable(static fn () => $db->query(LONG), new TimeoutCancellation(0.05), $db)));
check('nothing is cancelled: the value', '3', cancellable(static fn () => ask($db, 'SELECT 3'), new NullCancellation(), $db));
check('another error', 'mysqli_sql_exception 1064', thrown(static fn () => cancellable(static fn () => $db->query('no'), new NullCancellation(), $db)));
check('an interrupted command that nobody has cancelled here', 'mysqli_sql_exception 1317', thrown(static function () use ($db, $witness, $thread): void {
	async(static function () use ($db, $witness, $thread): void {
		while (ask($witness, "SELECT COUNT(*) FROM information_schema.processlist WHERE id = $thread AND info LIKE '%columns a,%'") !== '1') {
			Amp\delay(0.005);
		}
		Mynd\cancel($db);
	});
	cancellable(static fn () => $db->query(LONG), new NullCancellation(), $db);
}));
$source = new DeferredCancellation();
$source->cancel();
$ran = false;
check('it was cancelled before', 'Amp\CancelledException 0', thrown(static fn () => cancellable(static function () use (&$ran): void {
	$ran = true;
}, $source->getCancellation(), $db)));
check('it was cancelled before: nothing has run', false, $ran);
check('no negative time', 'ValueError 0', thrown(static fn () => cancellable(static fn () => 1, new NullCancellation(), $db, -1.0)));

/* Requested between two commands: the one that comes next is stopped. */
$source = new DeferredCancellation();
check('requested while no command runs', 'Amp\CancelledException 0', thrown(static fn () => cancellable(static function () use ($db, $source): void {
	$db->query('SELECT 1');
	$source->cancel();
	Amp\delay(0.001);
	$db->query(LONG);
}, $source->getCancellation(), $db)));
$source = new DeferredCancellation();
check('requested at its end: the value', 9, cancellable(static function () use ($source): int {
	$source->cancel();
	return 9;
}, $source->getCancellation(), $db));
check('and nothing comes later', '1', (static function () use ($db): string {
	Amp\delay(0.05);
	return (string) $db->query('SELECT 1, SLEEP(0.05)')->fetch_column();
})());

/* One within another: the outer one stops what runs in the inner one, and each its own. */
$other = connect();
foreach (['outer', 'inner'] as $which) {
	$sources = ['outer' => new DeferredCancellation(), 'inner' => new DeferredCancellation()];
	cancel_when_it_runs($sources[$which], $other->thread_id);
	$said = new ArrayObject();
	$said[] = thrown(static fn () => cancellable(static function () use ($db, $other, $sources, $said, $which): void {
		$said[] = thrown(static fn () => cancellable(static fn () => $other->query(LONG), $sources['inner']->getCancellation(), $other));
		$said[] = ask($db, $which === 'inner' ? 'SELECT 1' : LONG);
	}, $sources['outer']->getCancellation(), $db));
	check("the $which of two is cancelled", $which === 'inner' ? [STOPPED, '1', null] : [STOPPED, STOPPED], (array) $said);
}
check('both connections go on', ['1', '1'], [ask($db, 'SELECT 1'), ask($other, 'SELECT 1')]);

/* A server that takes the connection and says nothing. */
$silent = stream_socket_server('tcp://127.0.0.1:0');
$port = (int) substr(strrchr((string) stream_socket_get_name($silent, false), ':'), 1);
check('a connect is cut', OVER, thrown(static fn () => cancellable(static fn () => new mysqli('127.0.0.1', 'u', 'p', '', $port), new TimeoutCancellation(0.05))));
$late = mysqli_init();
check('a server that does not answer is given up after the grace', OVER, thrown(static fn () => cancellable(static fn () => $late->real_connect('127.0.0.1', 'u', 'p', '', $port), new TimeoutCancellation(0.02), $late, 0.05)));
$db = connect();
check('a command is cut at once where no connection is given', OVER, thrown(static fn () => cancellable(static fn () => $db->query(LONG), new TimeoutCancellation(0.05))));
check('its connection is closed', 'mysqli_sql_exception 2006', thrown(static fn () => $db->query('SELECT 1')));
check('after a cut nothing waits any more', [OVER, OVER], (static function () use ($port): array {
	$said = new ArrayObject();
	$said[] = thrown(static fn () => cancellable(static function () use ($port, $said): void {
		$said[] = thrown(static fn () => new mysqli('127.0.0.1', 'u', 'p', '', $port));
		new mysqli('127.0.0.1', 'u', 'p', '', $port);
	}, new TimeoutCancellation(0.05)));
	return (array) $said;
})());

$pool = new Mynd\Pool(static fn (): mysqli => connect(), 1);
$of_pool = static fn (bool $twice): array => [thrown(static function () use ($pool, $twice): void {
	$cancellation = new TimeoutCancellation(0.05);
	cancellable(static fn () => $pool->use(static fn (mysqli $db) => $twice ? cancellable(static fn () => $db->query(LONG), $cancellation, $db) : $db->query(LONG)), $cancellation);
}), $pool->query('SELECT 6')->fetch_column(), $pool->stats()['created']];
check('a pool: the inner one stops the query, the connection stays', [OVER, '6', 1], $of_pool(true));
check('a pool: one alone costs the connection', [OVER, '6', 2], $of_pool(false));
$taken = $pool->acquire();
check('a pool: the wait for a connection', OVER, thrown(static fn () => cancellable(static fn () => $pool->query('SELECT 1'), new TimeoutCancellation(0.05))));
check('a pool: a limit of time', 'Mynd\PoolExhausted 0', thrown(static fn () => $pool->query('SELECT 1', within: 0.05)));
$pool->release($taken);
check('a pool: a limit of time in which a query ends', 'mysqli_sql_exception 1317', thrown(static fn () => $pool->query(LONG, within: 1.0)));
check('a pool: the connection stays', [true, '7'], (static function () use ($pool): array {
	$tries = 0; /* a busy server may acknowledge the end too late, and the connection is closed then */
	do {
		$created = $pool->stats()['created'];
		thrown(static fn () => $pool->query(LONG, within: 1.0));
		$seven = $pool->query('SELECT 7')->fetch_column();
	} while ($pool->stats()['created'] !== $created && ++$tries < 5);
	return [$tries < 5, $seven];
})());
unset($taken, $pool);

unset($source, $sources);
gc_collect_cycles();
check('callbacks that are left in the loop', $before, EventLoop::getIdentifiers());
finish();

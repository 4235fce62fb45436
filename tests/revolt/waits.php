<?php
/*
 * Unmodified mysqli and PDO code in the loop. Nothing here hangs on the clock: a lock of the server's, which
 * another fiber or the loop itself releases, shows that a wait lets them go on.
 */
declare(strict_types=1);

require __DIR__ . '/../packages.php';

use Revolt\EventLoop;
use function Amp\async;
use function Amp\Future\await;

const LOCK = "SELECT GET_LOCK('mynd_revolt', 60)", TRY_LOCK = "SELECT GET_LOCK('mynd_revolt', 0)", RELEASE = "SELECT RELEASE_LOCK('mynd_revolt')";

/** Waits until the connection with this number waits for the lock. */
function until_it_waits(mysqli $witness, int $thread): void
{
	for ($tries = 0; $tries < 2000; $tries++) {
		if (ask($witness, "SELECT COUNT(*) FROM information_schema.processlist WHERE id = $thread AND state = 'User lock'") === '1') {
			return;
		}
	}
	throw new RuntimeException('it does not wait');
}

check('no waiter before', null, Mynd\waiter(null));
Mynd\Revolt\install();
check('the setting, where the driver has it', ini_get('mynd.async') === false ? false : '1', ini_get('mynd.async'));
$before = EventLoop::getIdentifiers();

$holder = connect();
$db = connect();
$release = static function () use ($holder, $db): void {
	until_it_waits($holder, $db->thread_id);
	ask($holder, RELEASE);
};
$program = static fn (): string => ask($db, LOCK);
foreach (['a fiber of Amp', 'a fiber', '{main}'] as $where) {
	ask($holder, TRY_LOCK);
	$released = async($release);
	$got = match ($where) {
		'a fiber of Amp' => async($program)->await(),
		'a fiber' => (static function () use ($program, $released): string {
			$fiber = new Fiber($program);
			$fiber->start();
			$released->await();
			for ($tries = 0; !$fiber->isTerminated() && $tries < 1000; $tries++) {
				Amp\delay(0.005);
			}
			return $fiber->getReturn();
		})(),
		'{main}' => $program(),
	};
	check("a wait in $where: the loop goes on", '1', $got);
	$released->await();
	ask($db, RELEASE);
}

$pdo = connect_pdo();
$number = (int) $pdo->query('SELECT CONNECTION_ID()')->fetchColumn();
ask($holder, TRY_LOCK);
$waits = async(static fn (): string => (string) $pdo->query(LOCK)->fetchColumn());
until_it_waits($holder, $number);
ask($holder, RELEASE);
check('PDO waits as well', '1', $waits->await());
unset($pdo, $waits);

/* Each needs all the others: it ends when ten connections hold their locks. */
$all = [];
for ($i = 0; $i < 10; $i++) {
	$all[$i] = async(static function () use ($i): string {
		$db = connect();
		ask($db, "SELECT GET_LOCK('mynd_revolt_$i', 0)");
		while (ask($db, "SELECT COUNT(IS_USED_LOCK(CONCAT('mynd_revolt_', n))) FROM (SELECT 0 n UNION SELECT 1 UNION SELECT 2 UNION SELECT 3 UNION SELECT 4
			UNION SELECT 5 UNION SELECT 6 UNION SELECT 7 UNION SELECT 8 UNION SELECT 9) n") !== '10') {
			Amp\delay(0.001);
		}
		$statement = $db->prepare('SELECT ? * 10');
		Amp\delay(0.05); /* the others see the lock meanwhile */
		$statement->execute([$i]);
		return (string) $statement->get_result()->fetch_column();
	});
}
check('ten connect, meet and prepare side by side', ['0', '10', '20', '30', '40', '50', '60', '70', '80', '90'], array_replace(array_flip(array_keys($all)), await($all)));

/* A wait for several descriptors, and one with a time limit. */
$many = [connect(), connect()];
foreach ($many as $one) {
	$one->query('SELECT SLEEP(0.05)', MYSQLI_ASYNC);
}
$left = $many;
for ($ready = 0; $ready < 2;) {
	$read = $error = $reject = $left;
	$ready += (int) mysqli_poll($read, $error, $reject, 60);
	foreach ($read as $one) {
		Mynd\reap($one);
		$left = array_values(array_filter($left, static fn (mysqli $other): bool => $other !== $one));
	}
}
check('mysqli_poll() of two connections', [], $left);
$many[0]->query('SELECT SLEEP(60)', MYSQLI_ASYNC);
$read = $error = $reject = [$many[0]];
check('mysqli_poll() whose time is over', 0, mysqli_poll($read, $error, $reject, 0, 20000));
Mynd\cancel($many[0]);
check('a command that was cancelled', 'mysqli_sql_exception 1317', thrown(static fn () => Mynd\reap($many[0])));
unset($many, $one, $left, $read, $error, $reject);

/* A fiber that gets its connection from another one goes on in the same turn of the loop. */
$pool = new Mynd\Pool(static fn (): mysqli => connect(), 1);
for ($i = 0; $i < 3; $i++) { /* the first use of a login is followed by a reset */
	$pool->query('SELECT 1');
}
$said = new ArrayObject();
$gives = async(static fn () => $pool->use(static function (mysqli $db) use ($said): void {
	ask($db, 'SELECT 1');
	EventLoop::defer(static function () use ($said): void {
		$said[] = 'the next turn';
	});
}));
$gets = async(static fn () => $pool->use(static function () use ($said): void {
	$said[] = 'another fiber';
}));
await([$gives, $gets]);
Amp\delay(0.001);
check('a connection is passed on within a turn', ['another fiber', 'the next turn'], (array) $said);
unset($pool, $gives, $gets);

check('callbacks that are left in the loop', $before, EventLoop::getIdentifiers());
Mynd\Revolt\uninstall();
$turned = false;
EventLoop::queue(static function () use (&$turned): void {
	$turned = true;
});
check('after uninstall() waits block', ['0', false], [ask($db, 'SELECT SLEEP(0.05)'), $turned]);
finish();

--TEST--
Mynd\cancel(), deadline(), stream(), as_completed() and reap() take PDO and PDOStatement as they take mysqli's
--EXTENSIONS--
mynd
pdo
--FILE--
<?php
require __DIR__ . '/pdo.inc';
set_error_handler(fn(int $level, string $words) => print(preg_replace('/id: \d+/', 'id: N', "[$words]\n")));
const LONG = 'SELECT SLEEP(30) FROM (SELECT 1 UNION ALL SELECT 2) AS two';
$async = [PDO::MYND_ATTR_ASYNC => true];
$watch = pdo_for_test();

/** Until the server runs it. */
function is_running(int $thread): void
{
	global $watch;
	for ($i = 0; $i < 5000 && $watch->query("SELECT COUNT(*) FROM information_schema.processlist WHERE id = $thread AND info LIKE '%SLEEP(30)%'")->fetchColumn() == 0; $i++) {
		usleep(1000);
	}
}

foreach (['native' => [PDO::ATTR_EMULATE_PREPARES => false], 'emulated' => [], 'persistent' => [PDO::ATTR_PERSISTENT => true]] as $name => $options) {
	echo "-- $name\n";
	$db = pdo_for_test($options);
	$thread = (int) $db->query('SELECT CONNECTION_ID()')->fetchColumn();
	attempt('nothing runs', fn() => Mynd\cancel($db));
	$long = $db->prepare(LONG, $async);
	$next = $db->prepare("SELECT 'next'", $async);
	foreach (['the handle' => $db, 'the statement' => $long, 'another statement' => $next] as $which => $object) {
		$long->execute();
		$next->execute();
		is_running($thread);
		attempt("cancel by $which", fn() => Mynd\cancel($object));
		$begun = microtime(true);
		try {
			echo 'its reply: ' . show($long->fetchAll(PDO::FETCH_COLUMN)) . "\n";
		} catch (PDOException $e) {
			echo "its reply: {$e->errorInfo[1]}\n";
		}
		echo microtime(true) - $begun < 10 ? '' : "too late\n";
		attempt('the next one', fn() => $next->fetchColumn());
	}

	Mynd\deadline($next, 0.4);
	try {
		echo 'deadline: ' . show($db->query(LONG)->fetchAll(PDO::FETCH_COLUMN)) . "\n";
	} catch (PDOException $e) {
		echo "deadline: {$e->errorInfo[1]}\n";
	}
	Mynd\deadline($db, null);
	attempt('and none', fn() => $db->query('SELECT 1')->fetchColumn());

	$next->execute();
	$stream = Mynd\stream($db);
	var_dump($stream === Mynd\stream($next));
	$read = [$stream];
	$none = null;
	var_dump(stream_select($read, $none, $none, 30), $next->fetchColumn());
}

echo "-- a server that cannot be told\n";
foreach ([PDO::ERRMODE_EXCEPTION, PDO::ERRMODE_WARNING, PDO::ERRMODE_SILENT] as $mode) {
	foreach ([false, true] as $by_statement) {
		$db = pdo_for_test([PDO::ATTR_ERRMODE => $mode]);
		$thread = (int) $db->query('SELECT CONNECTION_ID()')->fetchColumn();
		$long = $db->prepare(LONG, $async);
		$long->execute();
		is_running($thread);
		$watch->exec("KILL $thread");
		while ($watch->query("SELECT COUNT(*) FROM information_schema.processlist WHERE id = $thread")->fetchColumn() != 0) {
			usleep(1000);
		}
		$object = $by_statement ? $long : $db;
		try {
			var_dump(Mynd\cancel($object));
		} catch (PDOException) {
			echo 'thrown: ';
		}
		echo $object->errorInfo()[1], "\n"; // 1094: there is no such thread
	}
}

echo "-- as_completed\n";
$slow = pdo_for_test();
$fast = pdo_for_test();
$one = $slow->prepare("SELECT 'slow', SLEEP(0.4)", $async);
$two = $fast->prepare("SELECT 'fast'", $async);
$three = $fast->prepare("SELECT 'faster'", $async);
$one->execute();
$two->execute();
$three->execute();
foreach (Mynd\as_completed(['slow' => $slow, 'fast' => $fast]) as $key => $db) {
	$statement = Mynd\reap($db);
	echo "$key: ", $statement->queryString, ' ', show($statement->fetch(PDO::FETCH_NUM)), "\n";
}
$one->execute();
$two->execute();
$three->execute();
foreach (Mynd\as_completed(['slow' => $one, 'faster' => $three, 'fast' => $two]) as $key => $statement) {
	echo "$key: ", show($statement->fetchColumn()), "\n";
}
attempt('a handle without replies', fn() => iterator_to_array(Mynd\as_completed([$slow])));
attempt('a statement without one', fn() => iterator_to_array(Mynd\as_completed([$one])));

echo "-- reap\n";
attempt('nothing', fn() => Mynd\reap($fast));
$two->execute();
$wrong = $fast->prepare('SELECT nonsense', $async);
$wrong->execute();
$gone = $fast->prepare('SELECT 3', $async);
$gone->execute();
$gone_and_wrong = $fast->prepare('SELECT nothing', $async);
$gone_and_wrong->execute();
unset($gone, $gone_and_wrong);
var_dump(Mynd\reap($fast) === $two, $two->fetchColumn());
foreach (['wrong', 'gone', 'gone and wrong'] as $which) {
	try {
		echo "$which: " . show(Mynd\reap($fast)), "\n";
	} catch (PDOException $e) {
		echo "$which: {$e->errorInfo[1]}\n";
	}
}
attempt('no more', fn() => Mynd\reap($fast));
$fast->setAttribute(PDO::ATTR_ERRMODE, PDO::ERRMODE_SILENT);
$wrong->execute();
var_dump(Mynd\reap($fast), $wrong->errorInfo()[1]);
attempt('and then', fn() => $fast->query('SELECT 1')->fetchColumn());

echo "-- no connections of mynd\n";
class Bare extends PDO
{
	public function __construct() {}
}
foreach (['cancel' => [], 'deadline' => [1.0], 'stream' => [], 'reap' => []] as $function => $more) {
	foreach ([new Bare, new ArrayObject] as $object) {
		attempt($function, fn() => ("Mynd\\$function")($object, ...$more));
	}
}
?>
--EXPECT--
-- native
nothing runs: false
cancel by the handle: true
its reply: 1317
the next one: "next"
cancel by the statement: true
its reply: 1317
the next one: "next"
cancel by another statement: true
its reply: 1317
the next one: "next"
deadline: 1317
and none: 1
bool(true)
int(1)
string(4) "next"
-- emulated
nothing runs: false
cancel by the handle: true
its reply: 1317
the next one: "next"
cancel by the statement: true
its reply: 1317
the next one: "next"
cancel by another statement: true
its reply: 1317
the next one: "next"
deadline: 1317
and none: 1
bool(true)
int(1)
string(4) "next"
-- persistent
nothing runs: false
cancel by the handle: true
its reply: 1317
the next one: "next"
cancel by the statement: true
its reply: 1317
the next one: "next"
cancel by another statement: true
its reply: 1317
the next one: "next"
deadline: 1317
and none: 1
bool(true)
int(1)
string(4) "next"
-- a server that cannot be told
thrown: 1094
thrown: 1094
[Mynd\cancel(): SQLSTATE[HY000]: General error: 1094 Unknown thread id: N]
bool(false)
1094
[Mynd\cancel(): SQLSTATE[HY000]: General error: 1094 Unknown thread id: N]
bool(false)
1094
bool(false)
1094
bool(false)
1094
-- as_completed
fast: SELECT 'fast' ["fast"]
fast: SELECT 'faster' ["faster"]
slow: SELECT 'slow', SLEEP(0.4) ["slow",0]
fast: "fast"
faster: "faster"
slow: "slow"
a handle without replies: ! ValueError Mynd\as_completed(): Argument #1 ($pending) must contain only connections and statements that have an outstanding reply
a statement without one: ! ValueError Mynd\as_completed(): Argument #1 ($pending) must contain only connections and statements that have an outstanding reply
-- reap
nothing: ! ValueError Mynd\reap(): Argument #1 ($pending) must have an outstanding reply
bool(true)
string(4) "fast"
wrong: 1054
gone: true
gone and wrong: 1054
no more: ! ValueError Mynd\reap(): Argument #1 ($pending) must have an outstanding reply
bool(false)
int(1054)
and then: 1
-- no connections of mynd
cancel: ! TypeError Mynd\cancel(): Argument #1 ($connection) must be a connection of mynd, Bare given
cancel: ! TypeError Mynd\cancel(): Argument #1 ($connection) must be a connection of mynd, ArrayObject given
deadline: ! TypeError Mynd\deadline(): Argument #1 ($connection) must be a connection of mynd, Bare given
deadline: ! TypeError Mynd\deadline(): Argument #1 ($connection) must be a connection of mynd, ArrayObject given
stream: ! TypeError Mynd\stream(): Argument #1 ($connection) must be a connection of mynd, Bare given
stream: ! TypeError Mynd\stream(): Argument #1 ($connection) must be a connection of mynd, ArrayObject given
reap: ! TypeError Mynd\reap(): Argument #1 ($pending) must be a connection of mynd, Bare given
reap: ! TypeError Mynd\reap(): Argument #1 ($pending) must be a connection of mynd, ArrayObject given

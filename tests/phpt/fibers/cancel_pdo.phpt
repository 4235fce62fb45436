--TEST--
Mynd\cancel(), Mynd\deadline() and Mynd\stream() with a PDO object
--EXTENSIONS--
mynd
pdo_mysql
--FILE--
<?php
require __DIR__ . '/fibers.inc';
require __DIR__ . '/../processes.inc';
const LONG = 'SELECT SLEEP(30) FROM seq_1_to_3';

function pdo(): PDO
{
	return new PDO('mysql:unix_socket=' . getenv('MYND_TEST_SOCKET') . ';dbname=' . getenv('MYND_TEST_DB'), getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'));
}

/** Until the server runs it. */
function is_running(int $thread): void
{
	static $watch;
	$watch ??= link_for_test();
	for ($i = 0; $i < 5000 && !str_contains(text_at_server($watch, $thread) ?? '', 'SLEEP(30)'); $i++) {
		usleep(1000);
	}
}

/** The server's number of the error, or the value. */
function number(callable $program): mixed
{
	try {
		return $program();
	} catch (PDOException $e) {
		return "{$e->errorInfo[1]} {$e->errorInfo[0]}";
	}
}

$pdo = pdo();
$thread = (int) $pdo->query('SELECT CONNECTION_ID()')->fetchColumn();
attempt('nothing runs', fn() => Mynd\cancel($pdo));
$statement = $pdo->prepare(LONG, [PDO::MYND_ATTR_ASYNC => true]);
$statement->execute();
is_running($thread);
attempt('the stream is there', fn() => get_resource_type(Mynd\stream($pdo)));
attempt('cancel', fn() => Mynd\cancel($pdo));
$read = [Mynd\stream($pdo)];
$none = [];
attempt('the stream is ready', fn() => stream_select($read, $none, $none, 20));
attempt('its reply', fn() => number(fn() => Mynd\reap($statement)));
attempt('the connection goes on', fn() => (int) $pdo->query('SELECT CONNECTION_ID()')->fetchColumn() === $thread);

echo "-- from another fiber\n";
$answer = $was_cancelled = null;
Loop::start(function () use ($pdo, &$answer) {
	$answer = number(fn() => $pdo->query(LONG));
});
Loop::start(function () use ($pdo, $thread, &$was_cancelled) {
	is_running($thread);
	$was_cancelled = Mynd\cancel($pdo);
});
Loop::run();
var_dump($answer, $was_cancelled);

echo "-- a deadline\n";
for ($try = 0; $try < 5; $try++) { /* a machine that is at work may be too late to cancel */
	$pdo = pdo();
	Mynd\deadline($pdo, 0.5);
	$answer = number(fn() => $pdo->query(LONG));
	if ($answer !== '2006 HY000') {
		break;
	}
}
var_dump($answer, number(fn() => $pdo->query('SELECT 1')));
Mynd\deadline($pdo, null);
var_dump(number(fn() => $pdo->query('SELECT 1')->fetchColumn()));
attempt('below zero', fn() => Mynd\deadline($pdo, -1.0));

echo "-- the server cannot be told\n";
$admin = link_for_test();
create_anew($admin, 'USER', "mynd_once@'%'", "IDENTIFIED BY 'one'");
foreach ([PDO::ERRMODE_EXCEPTION, PDO::ERRMODE_SILENT] as $mode) {
	$admin->query("ALTER USER mynd_once@'%' IDENTIFIED BY 'one'");
	$pdo = new PDO('mysql:unix_socket=' . getenv('MYND_TEST_SOCKET'), 'mynd_once', 'one', [PDO::ATTR_ERRMODE => $mode]);
	$thread = (int) $pdo->query('SELECT CONNECTION_ID()')->fetchColumn();
	$statement = $pdo->prepare('SELECT SLEEP(30) UNION SELECT 1', [PDO::MYND_ATTR_ASYNC => true]);
	$statement->execute();
	is_running($thread);
	$admin->query("ALTER USER mynd_once@'%' IDENTIFIED BY 'two'");
	attempt('cancel', fn() => number(fn() => Mynd\cancel($pdo)));
	$admin->query("KILL QUERY $thread");
	attempt('its reply', fn() => number(fn() => Mynd\reap($statement)));
}
$admin->query("DROP USER mynd_once@'%'");

echo "-- no connection\n";
attempt('a statement', fn() => Mynd\cancel($statement));
attempt('never connected', fn() => Mynd\cancel((new ReflectionClass(PDO::class))->newInstanceWithoutConstructor()));
?>
--EXPECT--
nothing runs: false
the stream is there: "stream"
cancel: true
the stream is ready: 1
its reply: "1317 70100"
the connection goes on: true
-- from another fiber
string(10) "1317 70100"
bool(true)
-- a deadline
string(10) "1317 70100"
string(10) "1317 70100"
int(1)
below zero: ! ValueError Mynd\deadline(): Argument #2 ($seconds) must be greater than or equal to 0
-- the server cannot be told
cancel: "1045 HY000"
its reply: "1317 70100"
cancel: false
its reply: false
-- no connection
a statement: false
never connected: ! TypeError Mynd\cancel(): Argument #1 ($connection) must be a connection of mynd, PDO given

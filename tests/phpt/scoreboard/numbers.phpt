--TEST--
mynd.scoreboard: what each kind of command adds to the numbers
--EXTENSIONS--
mysqli
pdo_mysql
--INI--
mynd.scoreboard={PWD}/numbers.board
mynd.round_trips=stock
mynd.pipelining=on
mynd.persistent=asked
mynd.shared_pool=0
mynd.reconnect=0
--FILE--
<?php
require __DIR__ . '/scoreboard.inc';
error_reporting(E_ALL & ~E_DEPRECATED); /* ping() and kill(), from PHP 8.4 on */
mysqli_report(MYSQLI_REPORT_OFF);
var_dump(own());
added('a connect', function () use (&$db) { $db = link_for_test(); });
added('a connect that fails', fn() => @mysqli_connect('localhost', 'nobody', 'x', '', 0, getenv('MYND_TEST_SOCKET')));
added('no server', fn() => @mysqli_connect('localhost', 'nobody', 'x', '', 0, '/nowhere/at/all'));
connections('now');

echo "--- texts\n";
added('three rows', fn() => $db->query('SELECT 1 UNION SELECT 2 UNION SELECT 3'));
added('no rows', fn() => $db->query('DO 1'));
added('ten', function () use ($db) { for ($i = 0; $i < 10; $i++) $db->query('SELECT 1'); });
added('unbuffered', function () use ($db) {
	foreach ($db->query('SELECT 1 UNION SELECT 2', MYSQLI_USE_RESULT) as $row);
});
added('unbuffered, not read', function () use ($db) {
	$db->query('SELECT 1 UNION SELECT 2', MYSQLI_USE_RESULT)->free();
	$db->query('DO 1');
});
added('two texts in one', function () use ($db) {
	$db->multi_query('SELECT 1; SELECT 2');
	while ($db->store_result() && $db->more_results() && $db->next_result());
});
added('ping', fn() => $db->ping());

echo "--- statements\n";
added('prepare', function () use ($db, &$s) { $s = $db->prepare('SELECT ? UNION SELECT 7'); });
added('execute', fn() => $s->execute([1]) && $s->get_result());
added('execute, rows one by one', function () use ($s) {
	$s->execute([2]);
	while ($s->fetch());
});
added('close', fn() => $s->close() && $db->query('DO 1'));
added('a cursor', function () use ($db) {
	$s = $db->prepare('SELECT 1 UNION SELECT 2');
	$s->attr_set(MYSQLI_STMT_ATTR_CURSOR_TYPE, MYSQLI_CURSOR_TYPE_READ_ONLY);
	$s->execute();
	while ($s->fetch());
});

echo "--- later\n";
added('async', function () use ($db) {
	$db->query('SELECT 1', MYSQLI_ASYNC);
	$db->reap_async_query();
});
added('a pipeline of five', function () use ($db) {
	/* all are sent before the first reply is here */
	foreach (Mynd\pipeline($db, ['SELECT SLEEP(0.2)', ...array_fill(0, 4, 'SELECT 1')]) as $result);
});

echo "--- PDO\n";
$pdo = null;
added('PDO', function () use (&$pdo) {
	$pdo = new PDO('mysql:unix_socket=' . getenv('MYND_TEST_SOCKET') . ';dbname=' . getenv('MYND_TEST_DB'), getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'));
	$pdo->query('SELECT 1')->fetchAll();
});
connections('now');

echo "--- errors\n";
$db->query('CREATE TEMPORARY TABLE board_once (id INT PRIMARY KEY)');
added('syntax', fn() => $db->query('SELEC 1'));
added('constraint', fn() => $db->query('INSERT INTO board_once VALUES (1), (1)'));
added('other', fn() => $db->query('SELECT * FROM nowhere_at_all'));
added('in a prepare', fn() => $db->prepare('SELEC ?'));
added('async', fn() => $db->query('SELEC 2', MYSQLI_ASYNC) && $db->reap_async_query());
$victim = link_for_test();
$id = $victim->thread_id;
added('lost', function () use ($db, $victim, $id) {
	$db->query("KILL $id");
	usleep(100000);
	$victim->query('SELECT 1');
});
$pdo = null;
$db->close();
$victim->close();
connections('at the end');
unset($db, $victim, $s);
$t = total();
var_dump($t['replies'] === $t['reply_times.+Inf'], $t['bytes_received'] > 1000, $t['bytes_sent'] > 500, $t['waits'] > 30, $t['wait_seconds'] > 0);
?>
--CLEAN--
<?php @unlink(__DIR__ . '/numbers.board'); ?>
--EXPECT--
NULL
a connect: connects 1
a connect that fails: connects_failed 1, errors.refused 1
no server: connects_failed 1, errors.unreachable 1
now: 1 in use, 0 idle
--- texts
three rows: commands 1, round_trips 1, rows 3, replies 1
no rows: commands 1, round_trips 1, replies 1
ten: commands 10, round_trips 10, rows 10, replies 10
unbuffered: commands 1, round_trips 1, rows 2, replies 1
unbuffered, not read: commands 2, round_trips 2, rows 2, replies 2
two texts in one: commands 2, round_trips 2, rows 2, replies 2
ping: commands 1, round_trips 1, replies 1
--- statements
prepare: commands 1, round_trips 1, replies 1
execute: commands 1, round_trips 1, rows 2, replies 1
execute, rows one by one: commands 1, round_trips 1, rows 2, replies 1
close: commands 3, round_trips 2, replies 2
a cursor: commands 4, round_trips 4, rows 2, replies 4
--- later
async: commands 2, round_trips 1, rows 1, replies 1
a pipeline of five: commands 5, round_trips 1, rows 5, replies 5
--- PDO
PDO: commands 1, round_trips 1, rows 1, connects 1, replies 1
now: 2 in use, 0 idle
--- errors
syntax: commands 1, round_trips 1, replies 1, errors.syntax 1
constraint: commands 1, round_trips 1, replies 1, errors.constraint 1
other: commands 1, round_trips 1, replies 1, errors.other 1
in a prepare: commands 1, round_trips 1, replies 1, errors.syntax 1
async: commands 1, round_trips 1, replies 1, errors.syntax 1
lost: commands 1, round_trips 1, replies 1, errors.lost 1
at the end: 0 in use, 0 idle
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)

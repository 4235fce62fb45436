--TEST--
Mynd\pipeline() with stop_on_error: nothing is sent behind an error, and nothing of a transaction runs outside of it
--EXTENSIONS--
mynd
pdo
--FILE--
<?php
require __DIR__ . '/../connect.inc';

function told(mixed $outcome): string
{
	return match (true) {
		$outcome instanceof mysqli_result => show($outcome->fetch_all()),
		$outcome instanceof PDOStatement => show($outcome->fetchAll(PDO::FETCH_NUM)),
		$outcome instanceof mysqli_sql_exception && in_array($outcome->getCode(), [1317, 1927, 2006], true) => '! lost',
		$outcome instanceof mysqli_sql_exception => "! {$outcome->getCode()}",
		$outcome instanceof PDOException => "! {$outcome->errorInfo[1]}",
		$outcome instanceof Mynd\NotRun => $outcome->sent ? 'not run, sent' : 'not run',
		$outcome instanceof Mynd\Done => "$outcome->affected_rows rows",
	};
}

function run(mysqli|PDO $link, iterable $commands): void
{
	global $story, $asked_to_the_end;
	$story = [];
	$asked_to_the_end = false;
	try {
		foreach (Mynd\pipeline($link, $commands, stop_on_error: true) as $key => $outcome) {
			$story[] = "$key " . told($outcome);
		}
	} catch (Throwable $e) {
		$story[] = $e::class . ': ' . $e->getMessage();
	}
	echo implode('; ', $story), $asked_to_the_end ? '; asked to the end' : '', "\n";
}

function source(array $commands): Generator
{
	foreach ($commands as $key => $command) {
		yield $key => $command;
	}
	$GLOBALS['asked_to_the_end'] = true;
}

$watch = link_for_test();
create_anew($watch, 'TABLE', 'mynd_stop', '(id INT PRIMARY KEY, v VARCHAR(20)) ENGINE=InnoDB');
function rows(): void
{
	global $watch;
	echo '  ', show($watch->query('SELECT * FROM mynd_stop ORDER BY id')->fetch_all()), "\n";
	$watch->query('DELETE FROM mynd_stop');
}

$pdo = fn() => new PDO('mysql:unix_socket=' . getenv('MYND_TEST_SOCKET') . ';dbname=' . getenv('MYND_TEST_DB'), getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'));
foreach (['mysqli' => link_for_test(...), 'PDO' => $pdo] as $face => $new) {
	echo "-- $face\n";
	$link = $new();
	$insert = fn(int $id) => ['INSERT INTO mynd_stop VALUES (?, ?)', [$id, 'v']];
	run($link, source(['a' => $insert(1), 'b' => "INSERT INTO mynd_stop VALUES (2, 'v')", 'c' => 'SELECT COUNT(*) FROM mynd_stop']));
	run($link, ['begin' => 'BEGIN', 'a' => $insert(3), 'duplicate' => $insert(1), 'b' => $insert(4), 'commit' => 'COMMIT']);
	$link->query('ROLLBACK');
	rows();

	// the program has begun the transaction
	$link->query('START TRANSACTION');
	run($link, ['a' => $insert(3), 'wrong' => 'nonsense', 'b' => $insert(4), 'commit' => 'COMMIT']);
	$link->query('COMMIT');
	rows();

	// without autocommit; DDL ends a transaction
	$link->query('SET autocommit = 0');
	run($link, ['a' => $insert(3), 'wrong' => ['SELECT nonsense', []], 'b' => $insert(4), 'commit' => 'COMMIT']);
	$link->query('ROLLBACK');
	run($link, ['a' => $insert(5), 'ddl' => 'CREATE TABLE mynd_stop (a INT)', 'b' => $insert(6)]);
	$link->query('ROLLBACK');
	$link->query('SET autocommit = 1');
	rows();

	// transactions that others begin
	run($link, ['off' => 'SET autocommit = 0', 'a' => $insert(1), 'duplicate' => $insert(1), 'b' => $insert(2)]);
	$link->query('ROLLBACK');
	$link->query('SET autocommit = 1');
	run($link, ['/* */ begin' => '/* a comment */ BEGIN', 'a' => $insert(1), 'duplicate' => $insert(1), 'b' => $insert(2)]);
	$link->query('ROLLBACK');
	run($link, (function () use ($link, $insert) { // by the source, on the connection itself
		yield 'a' => $insert(1);
		yield null;
		$link->query('BEGIN');
		yield 'b' => $insert(2);
		yield 'duplicate' => $insert(1);
		yield 'c' => $insert(3);
	})());
	$link->query('ROLLBACK');
	rows();

	// outside of a transaction: what is on its way runs, what may not be on its way does not
	run($link, ['a' => 'SELECT 1', 'b' => $insert(1), 'c' => "INSERT INTO mynd_stop SELECT 1, SLEEP(0.3)", 'd' => "INSERT INTO mynd_stop VALUES (2, 'v')", 'begin' => 'BEGIN', 'e' => $insert(3)]);
	rows();

	// a source that fails, and a malformed command
	run($link, (function () use ($insert) { yield 'a' => $insert(1); throw new LogicException('the source'); })());
	run($link, ['b' => $insert(2), 'malformed' => 12]);
	// it does stop at the error, whatever stands behind
	run($link, ['duplicate' => $insert(1), 'begin' => 'BEGIN', 'malformed' => 12]);
	rows();
}

echo "-- several statements in a text of PDO\n";
$link = $pdo();
run($link, ['a' => 'SELECT 1', 'b' => "INSERT INTO mynd_stop VALUES (1, 'v'); BEGIN", 'c' => "INSERT INTO mynd_stop VALUES (2, 'v')", 'duplicate' => "INSERT INTO mynd_stop VALUES (1, 'v')", 'd' => "INSERT INTO mynd_stop VALUES (3, 'v')"]);
$link->query('ROLLBACK');
run($link, ['a' => 'SELECT 1', 'b' => 'SELECT 2; SELECT nonsense; SELECT 3', 'c' => 'SELECT 4']);
rows();

echo "-- a deadlock, which ends the transaction\n";
{
	$watch->query("INSERT INTO mynd_stop VALUES (1,'-'),(2,'-'),(3,'-'),(4,'-'),(5,'-')");
	$link = link_for_test();
	$other = link_for_test();
	$other->query('BEGIN');
	$other->query("UPDATE mynd_stop SET v = 'other' WHERE id BETWEEN 2 AND 4");
	$link->query('BEGIN');
	$link->query("UPDATE mynd_stop SET v = 'me' WHERE id = 1");
	$other->query("UPDATE mynd_stop SET v = 'other' WHERE id = 1", MYSQLI_ASYNC);
	/* InnoDB makes this table anew only if nobody has read it for a tenth of a second */
	while ($watch->query("SELECT COUNT(*) FROM information_schema.innodb_trx WHERE trx_state = 'LOCK WAIT' AND trx_mysql_thread_id = $other->thread_id")->fetch_column() !== '1') {
		usleep(150000);
	}
	run($link, ['lock' => "UPDATE mynd_stop SET v = 'me' WHERE id = 2", 'half' => "INSERT INTO mynd_stop VALUES (10, 'half of it')", 'other half' => "UPDATE mynd_stop SET v = 'half of it' WHERE id = 5", 'commit' => 'COMMIT']);
	Mynd\reap($other);
	$other->query('ROLLBACK');
	rows();
}

echo "-- outside of transactions many are under way\n";
$link = link_for_test();
$given = $taken = $most = 0;
foreach (Mynd\pipeline($link, (function () use (&$given) { for (; $given < 3000; $given++) { yield 'SELECT SLEEP(0)'; } })(), true) as $outcome) {
	$most = max($most, $given - ++$taken);
}
echo $most > 8 ? 'many' : $most, "; $taken in all\n";

echo "-- a connection that is lost, or made anew\n";
$link = link_for_test();
run($link, ['a' => 'SELECT 1', 'kill' => "KILL $link->thread_id", 'b' => "INSERT INTO mynd_stop VALUES (1, 'v')"]);
$link = link_for_test();
$count = ['NotRun' => 0, 'lost' => 0, 'ran' => 0];
$first = null;
foreach (Mynd\pipeline($link, (function () use ($link, $watch) {
	yield 'SELECT 1';
	yield 'SELECT SLEEP(20)';
	for ($i = 0; $i < 400; $i++) {
		yield "INSERT INTO mynd_stop VALUES ($i, 'v') /* " . str_repeat('x', 2000) . ' */';
	}
	$watch->query("KILL $link->thread_id");
})(), true) as $i => $outcome) {
	if ($i > 0) {
		$first ??= told($outcome);
		$count[match (true) { $outcome instanceof Mynd\NotRun => 'NotRun', $outcome instanceof mysqli_sql_exception => 'lost', default => 'ran' }]++;
	}
}
echo "first $first; ", $count['NotRun'] > 100 && $count['lost'] > 1 && $count['ran'] === 0 && array_sum($count) === 401 ? 'right' : json_encode($count), "\n";
rows();
$link = link_for_test();
run($link, (function () use ($link) {
	yield 'begin' => 'BEGIN';
	yield 'a' => "INSERT INTO mynd_stop VALUES (1, 'v')";
	yield null;
	$link->real_connect(...where());
	yield 'b' => "INSERT INTO mynd_stop VALUES (2, 'v')";
	yield 'c' => "INSERT INTO mynd_stop VALUES (3, 'v')";
})());
rows();


echo "-- an interceptor that sends something else\n";
$link = link_for_test();
$interceptor = Mynd\intercept(fn($command, $next) => $next($command->sql === 'SELECT 2' ? $command->withSql('BEGIN') : $command));
run($link, ['a' => 'SELECT 1', 'b' => 'SELECT 2', 'c' => "INSERT INTO mynd_stop VALUES (1, 'v')", 'wrong' => 'SELECT nonsense', 'd' => "INSERT INTO mynd_stop VALUES (2, 'v')"]);
$interceptor->remove();
$link->query('ROLLBACK');
rows();
$watch->query('DROP TABLE mynd_stop');
?>
--EXPECT--
-- mysqli
a 1 rows; b 1 rows; c [["2"]]; asked to the end
begin 0 rows; a 1 rows; duplicate ! 1062
  [["1","v"],["2","v"]]
a 1 rows; wrong ! 1064
  [["3","v"]]
a 1 rows; wrong ! 1054
a 1 rows; ddl ! 1050
  [["5","v"]]
off 0 rows; a 1 rows; duplicate ! 1062
/* */ begin 0 rows; a 1 rows; duplicate ! 1062
a 1 rows; b 1 rows; duplicate ! 1062
  [["1","v"]]
a [["1"]]; b 1 rows; c ! 1062; d 1 rows; begin not run
  [["1","v"],["2","v"]]
a 1 rows; LogicException: the source
b 1 rows; TypeError: Mynd\pipeline(): a command must be a string or [string, list of values], int given
duplicate ! 1062
  [["1","v"],["2","v"]]
-- PDO
a 1 rows; b 1 rows; c [[2]]; asked to the end
begin 0 rows; a 1 rows; duplicate ! 1062
  [["1","v"],["2","v"]]
a 1 rows; wrong ! 1064
  [["3","v"]]
a 1 rows; wrong ! 1054
a 1 rows; ddl ! 1050
  [["5","v"]]
off 0 rows; a 1 rows; duplicate ! 1062
/* */ begin 0 rows; a 1 rows; duplicate ! 1062
a 1 rows; b 1 rows; duplicate ! 1062
  [["1","v"]]
a [[1]]; b 1 rows; c ! 1062; d 1 rows; begin not run
  [["1","v"],["2","v"]]
a 1 rows; LogicException: the source
b 1 rows; TypeError: Mynd\pipeline(): a command must be a string or [string, list of values], int given
duplicate ! 1062
  [["1","v"],["2","v"]]
-- several statements in a text of PDO
a [[1]]; b 1 rows; b 0 rows; c 1 rows; duplicate ! 1062
a [[1]]; b [[2]]; b ! 1054
  [["1","v"]]
-- a deadlock, which ends the transaction
lock ! 1213
  [["1","-"],["2","-"],["3","-"],["4","-"],["5","-"]]
-- outside of transactions many are under way
many; 3000 in all
-- a connection that is lost, or made anew
a [["1"]]; kill ! lost
first ! lost; right
  []
begin 0 rows; a 1 rows; b ! lost
  []
-- an interceptor that sends something else
a [["1"]]; b 0 rows; c 1 rows; wrong ! 1054
  []

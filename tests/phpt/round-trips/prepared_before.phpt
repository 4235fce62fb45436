--TEST--
mynd.round_trips=fewer: which prepares are deferred: those of statements that this process has prepared well in that database, with no definition since
--EXTENSIONS--
mysqli
pdo_mysql
mynd
--INI--
mynd.round_trips=fewer
mynd.pipelining=on
--FILE--
<?php
require __DIR__ . '/trips.inc';
$other = mysqli_for_trips();
$other->query('DROP TABLE IF EXISTS trips_before');
$other->query('CREATE TABLE trips_before (a INT)');

/** Whether a connection's prepare is deferred, or its error. */
function way(mysqli $m, string $query): string
{
	$writes = Mynd\stats($m)['writes'];
	try {
		$s = $m->prepare($query);
		return Mynd\stats($m)['writes'] > $writes ? 'at once' : 'deferred';
	} catch (mysqli_sql_exception $e) {
		return 'error ' . $e->getCode();
	}
}
$is = fn (string $label, string ...$ways) => print("$label: " . implode(', ', $ways) . "\n");
$m = mysqli_for_trips();
const QUERY = 'SELECT a, ? FROM trips_before';
$is('twice', way($m, QUERY), way($m, QUERY));
$is('another connection', way(mysqli_for_trips(), QUERY));
$is('other spaces', way($m, 'SELECT  a, ? FROM trips_before'));
$m->query('SET @a = 1');
$m->query("DO 'a;b'");
$is('after a SET, and a DO', way($m, QUERY));

echo "-- another database\n";
$m->select_db('information_schema');
$is('by select_db()', way($m, QUERY), way($m, 'SELECT 1, ?'), way($m, 'SELECT 1, ?'));
$m->query('USE ' . getenv('MYND_TEST_DB'));
$is('back by USE', way($m, QUERY), way($m, 'SELECT 1, ?'));
$none = new mysqli(null, getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'), null, 0, getenv('MYND_TEST_SOCKET'));
$none->prepare('SELECT 1')->field_count;
$is('none', way($none, 'SELECT 1, ?'), way($none, 'SELECT 1, ?'), way($none, QUERY));
$changed = mysqli_for_trips();
$changed->change_user(getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'), getenv('MYND_TEST_DB'));
$is('after a change to the same user', way($changed, QUERY), way($changed, QUERY));
$changed->change_user(getenv('MYND_TEST_USER_NOPASS'), '', getenv('MYND_TEST_DB'));
$is('to another', way($changed, 'SELECT 1, ?'), way($changed, 'SELECT 1, ?'));

echo "-- definitions\n";
$is('before', way($m, QUERY));
$other->query('ALTER TABLE trips_before ADD b INT');
$is('after one of another connection', way($m, QUERY), way($m, QUERY));
$is('of the connection that sent it', way($other, QUERY), way($other, QUERY));
$temporary = mysqli_for_trips();
$temporary->query('CREATE TEMPORARY TABLE trips_temporary (a INT)');
$is('a temporary table', ...array_fill(0, 2, way($temporary, 'SELECT ? FROM trips_temporary')));
$is('where it is not', way($m, 'SELECT ? FROM trips_temporary'));
$temporary->close();
foreach (['one', 'two'] as $of) {
	$p = new mysqli('p:localhost', getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'), getenv('MYND_TEST_DB'), 0, getenv('MYND_TEST_SOCKET'));
	$of === 'one' and $p->query('CREATE TEMPORARY TABLE trips_temporary (a INT)');
	$is("a persistent connection's program $of", way($p, 'SELECT ? FROM trips_temporary'), way($p, 'SELECT ? FROM trips_temporary'));
	$p->close();
}

echo "-- errors\n";
$is('before', way($m, QUERY), way($m, QUERY));
run_elsewhere('DROP TABLE trips_before');
$s = $m->prepare(QUERY);
attempt('of the deferred one', fn () => $s->execute([1]));
$is('from then on', way($m, QUERY), way($m, QUERY));

echo "-- migrations\n";
$run = function (string $query) use ($m): mixed {
	try {
		$s = $m->prepare($query);
	} catch (mysqli_sql_exception $e) {
		$m->query('CREATE TABLE trips_before (c INT)');
		$s = $m->prepare($query);
	}
	return $s->execute([1]);
};
attempt('a program that makes what is missing', fn () => $run('SELECT c, ? FROM trips_before'));

echo "-- PDO\n";
$p = pdo_for_trips();
foreach (['prepare', 'query'] as $how) {
	foreach ([1, 2] as $time) {
		$writes = Mynd\stats($p)['writes'];
		$s = $p->$how("SELECT 1 AS $how FROM trips_before");
		echo "$how(), time $time: ", Mynd\stats($p)['writes'] - $writes, " writes\n";
	}
}
$other->query('DROP TABLE trips_before');
?>
--EXPECT--
twice: at once, deferred
another connection: deferred
other spaces: at once
after a SET, and a DO: deferred
-- another database
by select_db(): error 1109, at once, deferred
back by USE: deferred, at once
none: at once, deferred, error 1046
after a change to the same user: deferred, deferred
to another: at once, at once
-- definitions
before: deferred
after one of another connection: at once, deferred
of the connection that sent it: at once, deferred
a temporary table: at once, at once
where it is not: error 1146
a persistent connection's program one: at once, deferred
a persistent connection's program two: error 1146, error 1146
-- errors
before: at once, deferred
of the deferred one: ! mysqli_sql_exception Table 'mynd_test.trips_before' doesn't exist
from then on: error 1146, error 1146
-- migrations
a program that makes what is missing: true
-- PDO
prepare(), time 1: 1 writes
prepare(), time 2: 0 writes
query(), time 1: 1 writes
query(), time 2: 1 writes

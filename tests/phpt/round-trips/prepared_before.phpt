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
$m->query("DO 'a;b'");
$is('after a DO', way($m, QUERY));
$is('names that look alike', way($m, 'SELECT ?, a AS t1R FROM trips_before'), way($m, 'SELECT ?, a AS t21 FROM trips_before'));

echo "-- sessions that were altered\n";
$set = mysqli_for_trips();
$set->query("SET sql_mode = 'ANSI_QUOTES'");
$is('in the first', way($set, 'SELECT "a", ? FROM trips_before'), way($set, 'SELECT "a", ? FROM trips_before'));
$same = mysqli_for_trips();
$same->query("SET sql_mode = 'ANSI_QUOTES'");
$is('in one like it', way($same, 'SELECT "a", ? FROM trips_before'));
$m->prepare('SELECT "b", ? FROM trips_before')->close();
$is('what is known in others', way($set, 'SELECT "b", ? FROM trips_before'));
$set->query('LOCK TABLES trips_before READ');
$is('with locks', way($set, 'SELECT "a", ? FROM trips_before'));
$set->query('UNLOCK TABLES');
$again = mysqli_init();
$again->real_connect(null, getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'), getenv('MYND_TEST_DB'), 0, getenv('MYND_TEST_SOCKET'));
$again->prepare('SELECT 1')->field_count; // MySQL's first one tells the driver its ids
$again->query("SET sql_mode = 'ANSI_QUOTES'");
$is('another connect of the same object, before', way($again, 'SELECT "a", ? FROM trips_before'));
$again->real_connect(null, getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'), getenv('MYND_TEST_DB'), 0, getenv('MYND_TEST_SOCKET'));
$again->prepare('SELECT 1')->field_count;
$is('after', way($again, 'SELECT "a", ? FROM trips_before'), way($again, QUERY));
foreach (["SET sql_mode = 'ANSI_QUOTES'", 'SET sql_mode = DEFAULT'] as $init) {
	$with = mysqli_init();
	$with->options(MYSQLI_INIT_COMMAND, $init);
	$with->real_connect(null, getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'), getenv('MYND_TEST_DB'), 0, getenv('MYND_TEST_SOCKET'));
	$with->prepare('SELECT 1')->field_count;
	$is("init command $init", way($with, 'SELECT "a", ? FROM trips_before'));
}

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
$changed->prepare('SELECT 1')->field_count;
$is('after a change to the same user', way($changed, QUERY), way($changed, QUERY));
$changed->change_user(getenv('MYND_TEST_USER_NOPASS'), '', getenv('MYND_TEST_DB'));
$is('to another', way($changed, 'SELECT 1, ?'), way($changed, 'SELECT 1, ?'));

echo "-- definitions\n";
$is('before', way($m, QUERY));
$other->query('ALTER TABLE trips_before ADD b INT');
$is('after one of another connection', way($m, QUERY), way($m, QUERY));
$is('of the connection that sent it', way($other, QUERY), way($other, QUERY));
$waits = $m->prepare(QUERY);
$m->query('ALTER TABLE trips_before DROP b');
$is('of one whose prepare waited', way($m, QUERY), way($m, QUERY));
$definition = $other->prepare('ALTER TABLE trips_before ADD b INT');
$is('a definition that was prepared, before', way($m, QUERY));
$definition->execute();
$is('after', way($m, QUERY));
$other->query('CREATE TABLE IF NOT EXISTS trips_before (a INT)');
$other->multi_query("INSERT INTO trips_before (a) VALUES (1); SET @s = ';a:1:{}'");
while ($other->more_results()) {
	$other->next_result();
}
$other->query('ANALYZE TABLE trips_before')->free();
$is('what changes no table', way($m, QUERY));
$temporary = mysqli_for_trips();
$temporary->query('CREATE TEMPORARY TABLE trips_temporary (a INT)');
$is('a temporary table', ...array_fill(0, 2, way($temporary, 'SELECT ? FROM trips_temporary')));
$is('where it is not', way($m, 'SELECT ? FROM trips_temporary'));
$temporary->close();
foreach (['one', 'two'] as $of) {
	$p = new mysqli('p:localhost', getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'), getenv('MYND_TEST_DB'), 0, getenv('MYND_TEST_SOCKET'));
	$p->prepare('SELECT 1')->field_count;
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
after a DO: deferred
names that look alike: at once, at once
-- sessions that were altered
in the first: at once, deferred
in one like it: deferred
what is known in others: error 1054
with locks: at once
another connect of the same object, before: deferred
after: at once, deferred
init command SET sql_mode = 'ANSI_QUOTES': at once
init command SET sql_mode = DEFAULT: at once
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
of one whose prepare waited: at once, deferred
a definition that was prepared, before: at once
after: at once
what changes no table: deferred
a temporary table: at once, at once
where it is not: error 1146
a persistent connection's program one: deferred, deferred
a persistent connection's program two: error 1146, error 1146
-- errors
before: deferred, deferred
of the deferred one: ! mysqli_sql_exception Table 'mynd_test.trips_before' doesn't exist
from then on: error 1146, error 1146
-- migrations
a program that makes what is missing: true
-- PDO
prepare(), time 1: 1 writes
prepare(), time 2: 0 writes
query(), time 1: 1 writes
query(), time 2: 1 writes

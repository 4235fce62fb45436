--TEST--
The query cache: what it leaves alone
--EXTENSIONS--
mysqli
--FILE--
<?php
require __DIR__ . '/cache.inc';
use Mynd\Cache\Rules;
mysqli_report(MYSQLI_REPORT_OFF);

$early = [link_for_test(), link_for_test(host: 'p:localhost')];
cache_with(new Rules(all: 60), maxBytes: 2000);
$m = link_for_test();
$m->query('DROP TABLE IF EXISTS cache_refused');
$m->query('CREATE TABLE cache_refused (a INT) ENGINE=InnoDB');
$m->query('INSERT INTO cache_refused VALUES (1), (2)');
$all = function () {
	global $m;
	return $m->query("SELECT * FROM cache_refused")->fetch_all();
};

three_times('at first', $all);
three_times('a function that changes', fn () => is_string($m->query('SELECT NOW()')->fetch_column()));
three_times('a variable', fn () => $m->query('SELECT @@version')->fetch_column());
three_times('it locks', fn () => $m->query('SELECT * FROM cache_refused FOR UPDATE')->fetch_all());
three_times('the hint says no', fn () => $m->query('SELECT /* mynd:ttl=0 */ * FROM cache_refused')->fetch_all());
three_times('an error', fn () => [$m->query('SELECT nothing FROM cache_refused'), $m->errno]);
three_times('warnings', fn () => [$m->query('SELECT 1 + "x" FROM cache_refused')->fetch_all(), $m->warning_count]);
three_times('too large', fn () => $m->query("SELECT REPEAT('x', 3000) FROM cache_refused")->fetch_all());
three_times('more results', fn () => [$m->multi_query('SELECT 1; SELECT 2'), $m->store_result()->fetch_all(), $m->next_result(), $m->store_result()->fetch_all()]);
three_times('and after that on this link', $all);

$m = link_for_test();
three_times('another link', $all);
$m->begin_transaction();
three_times('in a transaction', $all);
$m->commit();
three_times('behind it', $all);
$m->autocommit(false);
three_times('without autocommit', $all);
$m->rollback();
$m->autocommit(true);
echo 'behind a BEGIN that is under way: asked ', asked(function () use ($m) {
	$m->query('BEGIN', MYSQLI_ASYNC);
	$m->query('SELECT * FROM cache_refused', MYSQLI_ASYNC);
	$m->reap_async_query();
	$m->reap_async_query()->free();
}), "\n";
$m->query('ROLLBACK');
three_times('and then', $all);
$m->query('CREATE TEMPORARY TABLE cache_refused (a INT)');
three_times('a temporary table hides it', $all);

$m = link_for_test();
$m->set_charset('gbk');
three_times('characters that may hide a sign', fn () => $m->query("SELECT '\xb0\xa1' FROM cache_refused")->fetch_all());
three_times('none of those', fn () => $m->query("SELECT 'a' FROM cache_refused")->fetch_all());

$m = link_for_test(database: null);
three_times('no database', fn () => $m->query('SELECT * FROM ' . getenv('MYND_TEST_DB') . '.cache_refused')->fetch_all());
$m->select_db(getenv('MYND_TEST_DB'));
three_times('one is selected', $all);
$m->select_db('information_schema');
three_times("one of the server's own", fn () => $m->query('SELECT COUNT(*) > 0 FROM SCHEMATA')->fetch_column());
foreach (['SET time_zone = (SELECT \'+01:00\')', 'SET @a = 1', 'CALL nothing()', 'LOCK TABLES cache_refused READ', '/*! SET time_zone = \'+01:00\' */', 'SET NAMES gbk', 'DO 1'] as $sql) {
	$m = link_for_test();
	$m->query($sql);
	three_times($sql, $all);
	$m->query('UNLOCK TABLES');
}
foreach ($early as $m) {
	three_times('connected before the cache was there', $all);
	$m->change_user(getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'), getenv('MYND_TEST_DB'));
	three_times('and a new session of it', $all);
}
$m->query('DROP TABLE cache_refused');
?>
--EXPECT--
at first: the same, asked 1
a function that changes: the same, asked 3
a variable: the same, asked 3
it locks: the same, asked 3
the hint says no: the same, asked 3
an error: the same, asked 3
warnings: the same, asked 3
too large: the same, asked 3
more results: the same, asked 3
and after that on this link: the same, asked 3
another link: the same, asked 0
in a transaction: the same, asked 3
behind it: the same, asked 0
without autocommit: the same, asked 3
behind a BEGIN that is under way: asked 1
and then: the same, asked 0
a temporary table hides it: the same, asked 3
characters that may hide a sign: the same, asked 3
none of those: the same, asked 1
no database: the same, asked 3
one is selected: the same, asked 0
one of the server's own: the same, asked 3
SET time_zone = (SELECT '+01:00'): the same, asked 3
SET @a = 1: the same, asked 0
CALL nothing(): the same, asked 3
LOCK TABLES cache_refused READ: the same, asked 3
/*! SET time_zone = '+01:00' */: the same, asked 3
SET NAMES gbk: the same, asked 3
DO 1: the same, asked 0
connected before the cache was there: the same, asked 3
and a new session of it: the same, asked 3
connected before the cache was there: the same, asked 3
and a new session of it: the same, asked 0

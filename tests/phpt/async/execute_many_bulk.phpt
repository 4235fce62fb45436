--TEST--
Mynd\execute_many() in bulk: indicators, which row it was through triggers, batches and the server's limit
--EXTENSIONS--
mynd
--SKIPIF--
<?php
require __DIR__ . '/../connect.inc';
if (!preg_match('/^(5\.5\.5-)?1[0-9]\.([0-9]+).*MariaDB/', link_for_test()->server_info, $m) || link_for_test()->server_version < 100700) die('skip needs MariaDB 10.7');
?>
--FILE--
<?php
require __DIR__ . '/../connect.inc';
use Mynd\Indicator;

$link = link_for_test();
$link->query("CREATE OR REPLACE TABLE bulk (id INT PRIMARY KEY, v VARCHAR(5) DEFAULT 'd', n INT DEFAULT 7) ENGINE=InnoDB");
$link->query('CREATE OR REPLACE TABLE bulk_log (id INT PRIMARY KEY, n INT) ENGINE=InnoDB');

/** Answer or failure, and in how many commands. */
function run(string $sql, iterable $rows): void
{
	global $link;
	$count = fn () => [(int) $link->query("SHOW SESSION STATUS LIKE 'Com_stmt_execute'")->fetch_row()[1], (int) $link->get_connection_stats()['packets_sent']];
	$before = $count();
	try {
		$said = Mynd\execute_many($link, $sql, $rows);
	} catch (mysqli_sql_exception $e) {
		$row = $e->getPrevious();
		$said = "! {$e->getCode()} at " . show($row->key) . ($row->count === 1 ? '' : ": {$row->getMessage()}") . ", $row->sent sent";
	}
	$after = $count();
	echo $said, ', ', $after[1] - $before[1], " packets\n";
}

function all(): void
{
	global $link;
	echo show($link->query('SELECT * FROM bulk ORDER BY id')->fetch_all()), "\n";
}
$into = 'INSERT INTO bulk VALUES (?, ?, ?)';

echo "-- indicators\n";
run($into, [[1, 'a', 1], [2, Indicator::Default, 2], [3, null, Indicator::Default], [4, Indicator::Ignore, Indicator::Ignore]]);
run('INSERT INTO bulk VALUES (?, DEFAULT, ?)', [[5, Indicator::Default], [6, 6]]);
run('REPLACE INTO bulk VALUES (?, ?, ?)', [[1, 'r', Indicator::Default]]);
all();
run('UPDATE bulk SET v = ?, n = ? WHERE id = ?', [['u', 10, 1], ['w', 20, 2], [Indicator::Ignore, 30, 3], ['x', Indicator::Default, 4], ['y', 50, 5]]);
all();
run('UPDATE bulk SET v = ?, n = ? WHERE id = ?', [['1', 1, 1], ['too long', 2, 2], ['3', 3, 3], [Indicator::Ignore, 4, 4]]);
run('UPDATE bulk SET v = ?, n = ? WHERE id = ?', [['5', 5, 1], [Indicator::Ignore, 6, 2], ['too long', 7, 3], [Indicator::Ignore, 8, 4]]);
all();
run('DELETE FROM bulk WHERE id = ? RETURNING id', [[1], [2], [99]]);
run('INSERT INTO bulk (id) VALUES (?) RETURNING id, v', [[1], [2]]);
$link->query('TRUNCATE bulk');

$link->query('CREATE OR REPLACE TABLE bulk_delayed (id INT) ENGINE=MyISAM');
/* in bulk the server would drop all but the first */
run('INSERT DELAYED INTO bulk_delayed VALUES (?)', [[1], [2], [3]]);
attempt('an indicator where there is no bulk', fn () => Mynd\execute_many($link, 'INSERT DELAYED INTO bulk_delayed VALUES (?)', [[1], [Indicator::Default]]));
$link->query('DROP TABLE bulk_delayed');

echo "-- one command, one statement: all or nothing\n";
$hundred = fn (int $twice) => array_map(fn ($n) => [$n === $twice ? 5 : $n, 'v', $n], range(0, 99));
run($into, $hundred(50));
all();
run($into, $hundred(5));
$link->query('DELETE FROM bulk WHERE id > 2');

echo "-- errors in triggers have the number of our row\n";
$link->query('CREATE TRIGGER bulk_insert AFTER INSERT ON bulk FOR EACH ROW INSERT INTO bulk_log VALUES (NEW.n * 10, 1), (NEW.n * 10 + 1, 2)');
run($into, [[11, 'a', 1], [12, 'b', 2], [13, 'c', 1]]);
run($into, [[11, 'a', 1], [12, 'b', 2], [1, 'c', 3]]);
$link->query('CREATE TRIGGER bulk_again AFTER INSERT ON bulk_log FOR EACH ROW IF NEW.id = 41 THEN SIGNAL SQLSTATE "45000" SET MYSQL_ERRNO = 5000; END IF');
run($into, [[11, 'a', 1], [12, 'b', 2], [13, 'c', 3], [14, 'd', 4], [15, 'e', 5]]);
$link->query('DROP TRIGGER bulk_insert');

echo "-- where it cannot be known\n";
$link->query('SET max_error_count = 2, sql_mode = ""');
run($into, [[21, 'too long', 1], [22, 'too long', 2], [1, 'c', 3]]);
$link->query('SET max_error_count = 64');
run($into, [[21, 'too long', 1], [22, 'too long', 2], [1, 'c', 3]]);
run('INSERT INTO bulk (id, v) VALUES (?, ?), (?, 1)', [[21, 1, 22], [23, 1, 1], [24, 1, 25]]);
run('INSERT INTO bulk (id, v) VALUES (?, UPPER(?)) -- comment', [[21, 1], [23, 1], [1, 1]]);

echo "-- batches\n";
$link->query('TRUNCATE bulk');
run($into, (function () { for ($i = 0; $i < 40000; $i++) yield [$i, 'v', $i]; })());
run($into, (function () { for ($i = 0; $i < 40000; $i++) yield [$i === 25000 ? 3 : 50000 + $i, 'v', $i]; })());
attempt('sum', fn () => $link->query('SELECT COUNT(*), MIN(id), MAX(id) FROM bulk')->fetch_row());
$link->query('CREATE TEMPORARY TABLE long_ones (id INT, v LONGTEXT)');
run('INSERT INTO long_ones VALUES (?, ?)', (function () { foreach ([1000, 400000, 300000, 1 << 20, 1, 524200, 100] as $i => $n) yield [$i, str_repeat(chr(97 + $i), $n)]; })());
echo show($link->query('SELECT id, LENGTH(v), LEFT(v, 1), RIGHT(v, 1) FROM long_ones ORDER BY id')->fetch_all()), "\n";

echo "-- a first batch of about the length up to which no limit is asked for\n";
$link->query('CREATE OR REPLACE TABLE bulk_long (v VARCHAR(2000)) ENGINE=InnoDB');
for ($length = 980; $length < 1005; $length++) {
	Mynd\execute_many(link_for_test(), 'INSERT INTO bulk_long VALUES (?)', [[str_repeat('v', $length)], ['w'], [str_repeat('x', 1100)]]);
}
echo show($link->query('SELECT LEFT(v, 1), COUNT(*) FROM bulk_long GROUP BY LEFT(v, 1)')->fetch_all()), "\n";
$link->query('DROP TABLE bulk_long');

echo "-- the source uses the link before anything is sent\n";
$link->query('TRUNCATE bulk');
run('INSERT INTO bulk (id) VALUES (?)', (function () use ($link) { yield [1]; yield [(int) $link->query('SELECT 2')->fetch_column()]; })());
attempt('a command of its own', fn () => Mynd\execute_many($link, 'INSERT INTO bulk (id) VALUES (?)', (function () use ($link) { yield [3]; $link->query('SELECT 5', MYSQLI_ASYNC); yield [4]; })()));
attempt('mine', fn () => $link->reap_async_query()->fetch_row());
attempt('not known while a reply is outstanding', function () use ($link) {
	try {
		Mynd\execute_many($link, 'INSERT INTO bulk (id) VALUES (?)', (function () use ($link) { yield [5]; $link->query('SELECT 6', MYSQLI_ASYNC); yield [1]; })());
	} catch (mysqli_sql_exception $e) {
		return [$e->getCode(), $e->getPrevious()->number, $e->getPrevious()->count, $link->reap_async_query()->fetch_row()];
	}
});
run('INSERT INTO bulk (id) VALUES (?)', (function () use ($link) { yield [7]; $link->change_user(getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'), getenv('MYND_TEST_DB')); })());
$link->query('DROP TABLE bulk, bulk_log');
?>
--EXPECT--
-- indicators
4, 4 packets
2, 4 packets
2, 4 packets
[["1","r","7"],["2","d","2"],["3",null,"7"],["4","d","7"],["5","d","7"],["6","d","6"]]
5, 6 packets
[["1","u","10"],["2","w","20"],["3","d","30"],["4","x","7"],["5","y","50"],["6","d","6"]]
! 1406 at 1, 3 sent, 6 packets
! 1406 at 1: One of the 3 rows from row 1 on, 4 sent, 5 packets
[["1","5","5"],["2","w","6"],["3","3","3"],["4","x","7"],["5","y","50"],["6","d","6"]]
2, 6 packets
2, 4 packets
3, 6 packets
an indicator where there is no bulk: ! ValueError Mynd\execute_many(): indicators need a server and a statement that run in bulk
-- one command, one statement: all or nothing
! 1062 at 50, 100 sent, 6 packets
[]
100, 4 packets
-- errors in triggers have the number of our row
! 1062 at 2, 3 sent, 5 packets
! 1062 at 2, 3 sent, 5 packets
! 5000 at 3, 5 sent, 5 packets
-- where it cannot be known
! 1062 at 0: One of the 3 rows from row 0 on, 3 sent, 5 packets
! 1062 at 2, 3 sent, 5 packets
! 1062 at 0: One of the 3 rows from row 0 on, 3 sent, 4 packets
! 1062 at 2, 3 sent, 5 packets
-- batches
40000, 6 packets
! 1062 at 25000, 32768 sent, 6 packets
sum: ["56384","0","66383"]
7, 8 packets
[["0","1000","a","a"],["1","400000","b","b"],["2","300000","c","c"],["3","1048576","d","d"],["4","1","e","e"],["5","524200","f","f"],["6","100","g","g"]]
-- a first batch of about the length up to which no limit is asked for
[["v","25"],["w","25"],["x","25"]]
-- the source uses the link before anything is sent
2, 5 packets
a command of its own: 2
mine: ["5"]
not known while a reply is outstanding: [1062,0,2,["6"]]
! 1243 at 0, 0 sent, 4 packets

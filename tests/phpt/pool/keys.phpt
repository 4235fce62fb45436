--TEST--
Pool: mynd.max_per_key, places of several keys, and the idle connections of an asynchronous process
--EXTENSIONS--
mysqli
pdo_mysql
--INI--
mynd.shared_pool=0
mynd.persistent=asked
mynd.async=1
mysqli.max_links=3
mynd.max_per_key=2
mynd.max_idle=1
--FILE--
<?php
require __DIR__ . '/pool.inc';
print_warnings();

/** A fiber that waits for a connection to a database, and gives it back when it has noted that it has it. */
function holder(string $name, string $database, string $host = 'localhost'): void
{
	Loop::start(function () use ($name, $database, $host) {
		$db = link_for_test(database: $database, host: $host);
		note("$name:" . substr($db->query('SELECT DATABASE()')->fetch_column(), 0, 5));
	});
}

echo "-- outside of fibers\n";
$a = [link_for_test(database: 'mysql'), link_for_test(database: 'mysql')];
attempt('a third one of the key', fn() => mysqli_connect(...where(database: 'mysql')));
attempt('PDO has keys of its own', fn() => pdo_for_test()->query('SELECT 1')->fetchColumn());
$b = link_for_test();
attempt('a fourth one', fn() => mysqli_connect(...where()));

echo "-- the first who can use it\n";
holder('1', 'mysql');
holder('2', getenv('MYND_TEST_DB'));
holder('3', 'mysql');
$b->close(); /* two of mysql are in use: this is for 2, who then leaves it to nobody */
run_until_noted(1);
print_log();
echo links(), "\n";
$a = null;
Loop::run();
sort($log); /* the two connect side by side */
print_log();
echo links(), "\n";

echo "-- another key's idle connection gives way\n";
$p = array_map(fn() => link_for_test(host: 'p:localhost', database: 'mysql'), [1, 2]);
$q = link_for_test(host: 'p:localhost', database: 'information_schema');
$p[0]->close();
$p[1]->close();
echo links(), "\n";
$r = link_for_test();
$s = pdo_for_test();
holder('4', 'mysql', 'p:localhost');
echo links(), "\n";
$r->close();
Loop::run();
print_log();
echo links(), ', gave way: ', pools_sum('max_links'), "\n";
$q = $s = null;
Loop::run();

echo "-- so does one of its own key to an ordinary one\n";
$p = array_map(fn() => link_for_test(host: 'p:localhost', database: 'mysql'), [1, 2]);
$p = null;
echo links(), "\n";
$o = link_for_test(database: 'mysql');
echo links(), "\n";
$o = null;

echo "-- a limit is raised, or lifted, while they wait\n";
ini_set('mynd.max_per_key', '1');
$a = link_for_test(database: 'mysql');
holder('5', 'mysql');
holder('6', 'mysql');
ini_set('mynd.max_per_key', '2');
$b = link_for_test(database: 'information_schema'); /* any connect looks at those who wait */
run_until_noted(2);
print_log();
$a->close();
$b->close();
ini_set('mynd.max_per_key', '-1');

echo "-- as many are kept idle as may be in use\n";
$connects = Mynd\stats()['connects'];
for ($round = 0; $round < 20; $round++) {
	$many = array_map(fn() => link_for_test(host: 'p:localhost', database: 'mysql'), [1, 2, 3]);
	array_map(fn($db) => $db->query('DO 1'), $many);
	$many = null;
}
echo links(), ', ', Mynd\stats()['connects'] - $connects <= 3 ? 'no more connects than needed' : 'too many connects', "\n";
ini_set('mynd.async', '0');
$many = array_map(fn() => link_for_test(host: 'p:localhost', database: 'mysql'), [1, 2, 3]);
$many = null;
echo links(), " with max_idle alone\n";
?>
--EXPECT--
-- outside of fibers
  Warning: mysqli_connect(): Too many open links of one key (2)
a third one of the key: false
PDO has keys of its own: 1
  Warning: mysqli_connect(): Too many open links (3)
a fourth one: false
-- the first who can use it
2:mynd_
2 in use, 0 idle
1:mysql 3:mysql
0 in use, 0 idle
-- another key's idle connection gives way
1 in use, 2 idle
3 in use, 0 idle
4:mysql
2 in use, 1 idle, gave way: 2
-- so does one of its own key to an ordinary one
0 in use, 3 idle
1 in use, 1 idle
-- a limit is raised, or lifted, while they wait
5:mysql 6:mysql
-- as many are kept idle as may be in use
0 in use, 3 idle, no more connects than needed
0 in use, 1 idle with max_idle alone

--TEST--
Links with replies outstanding that are closed, freed, forked, or left at the end
--EXTENSIONS--
mysqli
pcntl
--FILE--
<?php
require __DIR__ . '/../connect.inc';
print_warnings();

function sends(int $count = 3): mysqli
{
	$link = link_for_test();
	for ($i = 0; $i < $count; $i++) {
		$link->query("SELECT $i, REPEAT('x', 1000)", MYSQLI_ASYNC);
	}
	return $link;
}

$link = sends();
var_dump($link->close());
attempt('reap', fn () => $link->reap_async_query());

$link = sends();
$result = $link->reap_async_query();
$id = $link->thread_id;
unset($link);
attempt('a stored result stays', fn () => strlen($result->fetch_row()[1]));

echo "-- connected anew\n";
$link = sends();
$link->real_connect(...where());
attempt('reap', fn () => $link->reap_async_query());
attempt('query', fn () => $link->query('SELECT 1')->fetch_column());

echo "-- the server's connection is killed in the middle\n";
$link = link_for_test();
$other = link_for_test();
$other->query("SELECT GET_LOCK('closed', 0)");
foreach (['SELECT 1', "SELECT GET_LOCK('closed', 60)", 'SELECT 3'] as $sql) {
	$link->query($sql, MYSQLI_ASYNC);
}
attempt('reap', fn () => $link->reap_async_query()->fetch_column());
$other->query("KILL $link->thread_id");
try {
	$link->reap_async_query();
} catch (mysqli_sql_exception $e) {
	var_dump(in_array($e->getCode(), [1317, 1927, 2006], true));
}
attempt('reap', fn () => $link->reap_async_query());
attempt('query', fn () => $link->query('SELECT 1'));
attempt('async query', fn () => $link->query('SELECT 1', MYSQLI_ASYNC));

echo "-- a forked child\n";
$link = sends();
flush();
$pid = pcntl_fork();
if ($pid === 0) {
	attempt('reap', fn () => $link->reap_async_query());
	attempt('query', fn () => $link->query('SELECT 1', MYSQLI_ASYNC));
	$own = sends(1);
	$read = $error = $reject = [$own];
	attempt('poll', fn () => mysqli_poll($read, $error, $reject, 60));
	attempt('own', fn () => $own->reap_async_query()->fetch_row()[0]);
	exit(0);
}
pcntl_waitpid($pid, $status);
for ($i = 0; $i < 3; $i++) {
	attempt('parent', fn () => $link->reap_async_query()->fetch_row()[0]);
}

echo "-- change_user\n";
$link = sends(1);
attempt('change_user', fn () => $link->change_user(getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'), getenv('MYND_TEST_DB')));
attempt('reap', fn () => $link->reap_async_query()->fetch_row()[0]);

echo "-- multi_query before\n";
$link->multi_query('SELECT 1; SELECT 2');
attempt('too early', fn () => $link->query('SELECT 3', MYSQLI_ASYNC));
do {
	$link->store_result();
} while ($link->next_result());
attempt('query', fn () => $link->query('SELECT 3', MYSQLI_ASYNC));
attempt('reap', fn () => $link->reap_async_query()->fetch_row()[0]);
attempt('query', fn () => $link->query('SELECT 4; SELECT 5', MYSQLI_ASYNC));
attempt('reap', fn () => get_debug_type($link->reap_async_query()));

echo "-- a persistent link handed back: closed if replies are still to come\n";
function handed_back(string $sql): array
{
	$link = link_for_test(host: 'p:localhost');
	$id = $link->thread_id;
	$link->query('SET @a = 1');
	for ($i = 0; $i < 3; $i++) {
		$link->query($sql, MYSQLI_ASYNC);
	}
	$read = [$link];
	$error = $reject = [];
	while (str_starts_with($sql, 'SELECT 1') && mysqli_poll($read, $error, $reject, 60) === 1 && $link->reap_async_query() && $i-- > 2) {
	}
	$link->close();
	$again = link_for_test(host: 'p:localhost');
	return [$again->thread_id === $id, $again->query('SELECT @a')->fetch_column()];
}
attempt('still to come', fn () => handed_back('SELECT SLEEP(60)'));
attempt('some are here', fn () => handed_back('SELECT 1')[1]);

echo "-- left at the end\n";
$link = sends();
$use = link_for_test();
$use->query('SELECT 1 UNION SELECT 2', MYSQLI_ASYNC | MYSQLI_USE_RESULT);
$use->query('SELECT 3', MYSQLI_ASYNC);
$result = $use->reap_async_query();
?>
--EXPECTF--
bool(true)
reap: ! Error mysqli object is already closed
a stored result stays: 1000
-- connected anew
  Warning: mysqli::reap_async_query(): Connection not opened, clear or has been closed
reap: false
query: "1"
-- the server's connection is killed in the middle
reap: "1"
bool(true)
reap: ! 2006 HY000 MySQL server has gone away
query: ! 2006 HY000 MySQL server has gone away
async query: ! 2006 HY000 MySQL server has gone away
-- a forked child
reap: ! 2006 HY000 MySQL server has gone away
query: ! 2006 HY000 MySQL server has gone away
poll: 1
own: "0"
parent: "0"
parent: "1"
parent: "2"
-- change_user
change_user: ! 2014 HY000 Commands out of sync; you can't run this command now
reap: "0"
-- multi_query before
too early: ! 2014 HY000 Commands out of sync; you can't run this command now
query: true
reap: "3"
query: true
reap: ! 1064 42000 You have an error in your SQL syntax; check the manual that corresponds to your %s server version for the right syntax to use near 'SELECT 5' at line 1
-- a persistent link handed back: closed if replies are still to come
still to come: [false,null]
some are here: null
-- left at the end

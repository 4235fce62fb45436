--TEST--
Interceptors: one that removes itself goes while the link is in the call, and what its destructors do leaves the outcome as it is
--EXTENSIONS--
mysqli
pdo_mysql
mynd
--FILE--
<?php
require __DIR__ . '/../connect.inc';
error_reporting(E_ALL & ~E_DEPRECATED); /* PDO's constants, from 8.5 on */

class Ending
{
	public function __construct(private Closure $what)
	{
	}
	public function __destruct()
	{
		try {
			($this->what)();
			echo "    ran\n";
		} catch (Exception $e) {
			echo '    ', $e->getCode(), ' ', substr($e->getMessage(), 0, 60), "\n";
		}
	}
}
/** The next command's interceptor goes when the command has run, and with it an object that does this. */
function at_its_end(Closure $what): void
{
	$ending = new Ending($what);
	$interception = Mynd\intercept(function ($command, $next) use ($ending, &$interception) {
		$reply = $next($command);
		$interception->remove();
		$interception = null;
		return $reply;
	});
}
$m = link_for_test();
$m->query('CREATE TEMPORARY TABLE t (a INT)');
$insert = fn () => $GLOBALS['m']->query('INSERT INTO t VALUES (1), (2)');
$close = function () {
	$GLOBALS['m']->close();
};
$ways = [
	'query' => fn () => [$GLOBALS['m']->query('INSERT INTO t VALUES (1), (2), (3)'), $GLOBALS['m']->affected_rows],
	'a result' => fn () => $GLOBALS['m']->query('SELECT 5')->fetch_row(),
	'prepare' => fn () => $GLOBALS['m']->prepare('SELECT ?')->param_count,
	'execute_query' => fn () => $GLOBALS['m']->execute_query('SELECT ?', ['x'])->fetch_row(),
	'asynchronous' => fn () => [$GLOBALS['m']->query('SELECT 6', MYSQLI_ASYNC), $GLOBALS['m']->reap_async_query()->fetch_row()],
	'stat' => fn () => strlen($GLOBALS['m']->stat()) > 0,
	'select_db' => fn () => $GLOBALS['m']->select_db(getenv('MYND_TEST_DB')),
	'pipeline' => fn () => array_map(get_debug_type(...), iterator_to_array(Mynd\pipeline($GLOBALS['m'], ['SELECT 1', 'SELECT 2']))),
	'execute_many' => fn () => Mynd\execute_many($GLOBALS['m'], 'INSERT INTO t VALUES (?)', [[1], [2]]),
];
foreach ($ways as $name => $way) {
	echo "$name\n";
	at_its_end($insert);
	attempt('  another query', $way);
	at_its_end($close);
	attempt('  close()', $way);
	$m = link_for_test();
	$GLOBALS['m']->query('CREATE TEMPORARY TABLE t (a INT)');
}
echo "an execute\n";
$s = $m->prepare('SELECT ?');
at_its_end(fn () => $GLOBALS['s']->execute(['inner']));
attempt('  the same', fn () => [$GLOBALS['s']->execute(['x']), $GLOBALS['s']->get_result()->fetch_row()]);
at_its_end(fn () => $GLOBALS['s']->close());
attempt('  closed', fn () => $GLOBALS['s']->execute(['x']));
echo "connect\n";
$m = mysqli_init();
at_its_end(fn () => $GLOBALS['m']->query('SELECT 1'));
attempt('  another query', fn () => $GLOBALS['m']->real_connect(...where()));
$m = mysqli_init();
at_its_end($close);
attempt('  close()', fn () => $GLOBALS['m']->real_connect(...where()));
echo "PDO\n";
foreach ([true, false] as $emulate) {
	$p = new PDO('mysql:unix_socket=' . getenv('MYND_TEST_SOCKET') . ';dbname=' . getenv('MYND_TEST_DB'), getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'),
		[PDO::ATTR_EMULATE_PREPARES => $emulate]);
	$s = $p->prepare('SELECT ?');
	at_its_end(fn () => $GLOBALS['s']->execute(['inner']));
	attempt('  the same', fn () => [$GLOBALS['s']->execute(['x']), $GLOBALS['s']->fetchAll(PDO::FETCH_COLUMN)]);
}
?>
--EXPECT--
query
    2014 Commands out of sync; you can't run this command now: an int
  another query: [true,3]
    ran
  close(): ! 2006 HY000 MySQL server has gone away
a result
    2014 Commands out of sync; you can't run this command now: an int
  another query: ["5"]
    ran
  close(): ! 2006 HY000 MySQL server has gone away
prepare
    2014 Commands out of sync; you can't run this command now: an int
  another query: 1
    ran
  close(): ! 2006 HY000 MySQL server has gone away
execute_query
    2014 Commands out of sync; you can't run this command now: an int
  another query: ["x"]
    ran
  close(): ! 2006 HY000 MySQL server has gone away
asynchronous
    2014 Commands out of sync; you can't run this command now: an int
  another query: [true,["6"]]
    ran
  close(): ! 2006 HY000 MySQL server has gone away
stat
    2014 Commands out of sync; you can't run this command now: an int
  another query: true
    ran
  close(): false
select_db
    2014 Commands out of sync; you can't run this command now: an int
  another query: true
    ran
  close(): ! 2006 HY000 MySQL server has gone away
pipeline
    2014 Commands out of sync; you can't run this command now: an int
  another query: ["mysqli_result","mysqli_result"]
    ran
  close(): ["mysqli_sql_exception","mysqli_sql_exception"]
execute_many
    2014 Commands out of sync; you can't run this command now: an int
  another query: 2
    ran
  close(): ! 2006 HY000 MySQL server has gone away
an execute
    2014 Commands out of sync; you can't run this command now: an int
  the same: [true,["x"]]
    ran
  closed: ! Error mysqli_stmt object is already closed
connect
  another query: ! Error mysqli object is not fully initialized
    ran
  close(): ! 2006 HY000 MySQL server has gone away
PDO
    HY000 SQLSTATE[HY000]: General error: 2014 Commands out of sync; y
  the same: [true,["x"]]
    HY000 SQLSTATE[HY000]: General error: 2014 Commands out of sync; y
  the same: [true,["x"]]

--TEST--
The example tracing: spans of mysqli and PDO, prepared, asynchronous and in pipelines; those last until the reply is taken; what is prepared has no comment, unless that is asked for
--EXTENSIONS--
mysqli
pdo_mysql
--CONFLICTS--
general_log
--FILE--
<?php
require __DIR__ . '/tracing.inc';
$m = link_for_test();
$emulated = pdo(true);
$native = pdo(false);

function reap(mysqli $m): mysqli_result
{
	$links = [$m];
	$none = [];
	while (mysqli_poll($links, $none, $none, 10) === 0);
	return $m->reap_async_query();
}

trace([
	'asynchronous' => function () use ($m) {
		$m->query('SELECT SLEEP(0.1)', MYSQLI_ASYNC);
		reap($m)->fetch_row();
	},
	'asynchronous, it fails' => function () use ($m) {
		$m->query('SELECT nonsense', MYSQLI_ASYNC);
		reap($m);
	},
	'a pipeline, of which the second fails' => function () use ($m) {
		foreach (Mynd\pipeline($m, ["SELECT 'in a pipeline'", 'SELECT nonsense', ['SELECT ? + 1', [5]], 'DO SLEEP(0.1)']) as $result);
	},
	'prepare, execute twice' => function () use ($m) {
		$s = $m->prepare('SELECT ?');
		$s->execute([1]);
		$s->get_result();
		$s->execute([2]);
		$s->get_result();
	},
	'a prepare that fails' => fn () => $m->prepare('SELECT nonsense'),
	'execute_query' => fn () => $m->execute_query('SELECT ? + 2', [1])->fetch_row(),
	'PDO, emulated' => function () use ($emulated) {
		$emulated->query("SELECT 'PDO'")->fetchAll();
		$emulated->prepare('SELECT ?')->execute(['emulated']);
		$emulated->exec('DO 1');
		$emulated->exec('DO nonsense');
	},
	'PDO, native' => function () use ($native) {
		$s = $native->prepare('SELECT ?');
		$s->execute(['native']);
		$s->fetchAll();
		$native->query("SELECT 'PDO'")->fetchAll();
	},
]);

echo "-- a comment in what is prepared, too\n";
$said = [];
Mynd\intercept(new Mynd\Tracing\Tracer(fn () => null, comment_prepared: true));
Mynd\intercept(function ($command, $next) use (&$said) {
	$said[] = $command->kind->name . ' ' . preg_replace('/[0-9a-f]{16,32}/', '...', $command->sql);
	return $next($command);
});
$s = $m->prepare('SELECT ?');
$s->execute([1]);
$s->get_result();
$m->execute_query('SELECT ? + 2', [1]);
echo implode("\n", $said), "\n";
?>
--EXPECT--
asynchronous
  SELECT (Query, mysqli, async), logged: SELECT SLEEP(0.1), a tenth of a second
asynchronous, it fails
  SELECT (Query, mysqli, async), logged: SELECT nonsense ! 1054 Unknown column
a pipeline, of which the second fails
  SELECT (Query, mysqli, async), logged: SELECT 'in a pipeline'
  SELECT (Query, mysqli, async), logged: SELECT nonsense ! 1054 Unknown column
  Prepare (Prepare, mysqli): SELECT ? + 1
  SELECT (Execute, mysqli, async): SELECT ? + 1
  DO (Query, mysqli, async), logged: DO SLEEP(0.1), a tenth of a second
prepare, execute twice
  Prepare (Prepare, mysqli): SELECT ?
  SELECT (Execute, mysqli): SELECT ?
  SELECT (Execute, mysqli): SELECT ?
a prepare that fails
  Prepare (Prepare, mysqli): SELECT nonsense ! 1054 Unknown column
execute_query
  SELECT (Execute, mysqli): SELECT ? + 2
PDO, emulated
  SELECT (Query, pdo_mysql), logged: SELECT 'PDO'
  SELECT (Query, pdo_mysql), logged: SELECT 'emulated'
  DO (Query, pdo_mysql), logged: DO 1
  DO (Query, pdo_mysql), logged: DO nonsense ! 1054 Unknown column
PDO, native
  Prepare (Prepare, pdo_mysql): SELECT ?
  SELECT (Execute, pdo_mysql): SELECT ?
  Prepare (Prepare, pdo_mysql): SELECT 'PDO'
  SELECT (Execute, pdo_mysql): SELECT 'PDO'
-- a comment in what is prepared, too
Prepare SELECT ? /*traceparent='00-...-...-01'*/
Execute SELECT ? /*traceparent='00-...-...-01'*/
Execute SELECT ? + 2

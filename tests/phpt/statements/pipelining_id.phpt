--TEST--
An execute that goes with its prepare never hits another statement: neither one from before nor one that was prepared in SQL
--EXTENSIONS--
mysqli
mynd
--INI--
mynd.pipelining=on
--CONFLICTS--
all
--SKIPIF--
<?php
require __DIR__ . '/counts.inc';
if (!str_contains(link_for_test()->server_info, 'MariaDB')) die('skip MariaDB alone knows "the last statement"');
?>
--FILE--
<?php
require __DIR__ . '/counts.inc';
$m = link_for_test();
$m->query('CREATE OR REPLACE TABLE pipelining_id (a INT)');
$m->query('INSERT INTO pipelining_id VALUES (1), (2), (3)');
$m->query("CREATE OR REPLACE PROCEDURE pipelining_id() BEGIN PREPARE x FROM 'DELETE FROM pipelining_id'; END");
function fresh(): mysqli
{
	$m = link_for_test();
	$m->execute_query('SELECT 1'); /* the link knows a number now */
	return $m;
}
/** Runs texts that nobody has run yet; the table must not change. */
function run(string $label, mysqli $m): void
{
	static $n = 0;
	$costs = costs($m, function () use ($m, &$n, &$answers) {
		for ($i = 0; $i < 3; $i++) {
			$n++;
			$answers[] = $m->execute_query("SELECT $n, ?", [$n])->fetch_row() === [$n, (string) $n];
		}
	});
	echo $label, ': ', show($answers), ' in ', $costs['writes'], ' writes, rows: ', $m->query('SELECT COUNT(*), SUM(a) FROM pipelining_id')->fetch_row() === ['3', '6'] ? 'all' : 'LOST', "\n";
}
run('at once', fresh());

$m = fresh();
$m->query("PREPARE x FROM 'DELETE FROM pipelining_id'");
run('PREPARE in SQL', $m);
$m = fresh();
$own = $m->prepare('SELECT ?'); /* the last one, and open */
$m->query("PREPARE x FROM 'DELETE FROM pipelining_id'");
run('PREPARE in SQL behind a statement of ours', $m);
foreach (['query' => fn ($m) => $m->query('CALL pipelining_id()'), 'execute_query' => fn ($m) => $m->execute_query('CALL pipelining_id()'),
	'prepare' => fn ($m) => $m->prepare('CALL pipelining_id()')->execute(), 'multi_query' => fn ($m) => $m->multi_query('CALL pipelining_id()')] as $way => $call) {
	foreach ([false, true] as $open) {
		$m = fresh();
		$own = $open ? $m->prepare('SELECT ?') : null;
		$call($m);
		run("by a procedure, $way" . ($open ? ', behind a statement of ours' : ''), $m);
	}
}
$m = link_for_test();
$call = $m->prepare('CALL pipelining_id()');
$m->execute_query('SELECT 1');
$call->execute();
run('by a statement that was prepared long ago', $m);
$m = link_for_test();
$m->query("PREPARE x FROM 'DELETE FROM pipelining_id'"); /* the first one of all */
$own = $m->prepare('SELECT ?');
$m->query("PREPARE y FROM 'SELECT 1'");
run('the first and the last one in SQL, one of ours between', $m);

echo "\nno room for a statement:\n";
$admin = link_for_test();
$limit = $admin->query('SELECT @@GLOBAL.max_prepared_stmt_count')->fetch_column();
register_shutdown_function(fn () => link_for_test()->query("SET GLOBAL max_prepared_stmt_count = $limit"));
$delete = 'DELETE FROM pipelining_id WHERE a > ?';
foreach (['the last one is cached' => fn ($m) => $m->execute_query($delete, [10]), 'the last one is the program\'s' => fn ($m) => $m->prepare($delete),
	'one was prepared in SQL' => function ($m) {
		$own = $m->prepare('SELECT ?');
		$m->query("PREPARE x FROM 'DELETE FROM pipelining_id'");
		return $own;
	}] as $label => $before) {
	$m = fresh();
	$last = $before($m);
	$admin->query('SET GLOBAL max_prepared_stmt_count = 0');
	attempt($label, fn () => $m->execute_query('SELECT ?', [0]));
	$admin->query("SET GLOBAL max_prepared_stmt_count = $limit");
	run('and then', $m);
}

echo "\nstatements that are left and closed in every order:\n";
$m = link_for_test();
$open = [];
$writes = [];
for ($i = 0; $i < 12; $i++) {
	if ($i % 3 === 0) {
		$open[] = $m->prepare("SELECT -1, $i, ?");
	} elseif ($i % 4 === 1) {
		array_pop($open)?->close();
	} elseif ($i % 5 === 0) {
		try {
			$m->execute_query('SELEC');
		} catch (mysqli_sql_exception) {
		}
	}
	$writes[] = costs($m, function () use ($m, $i) {
		if ($m->execute_query("SELECT 1, $i, ?", [$i])->fetch_row() !== [1, $i, (string) $i]) {
			echo "wrong at $i\n";
		}
	})['writes'];
}
foreach ($open as $s) {
	$s->execute([1]);
	$row = $s->get_result()->fetch_row();
	if ($row[0] !== -1 || $row[2] !== '1') {
		echo "wrong\n";
	}
}
echo implode(' ', $writes), "\n";
$m = fresh();
$m->change_user(getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'), getenv('MYND_TEST_DB'));
run('change_user', $m);
$m->query('DROP TABLE pipelining_id');
$m->query('DROP PROCEDURE pipelining_id');
?>
--EXPECT--
at once: [true,true,true] in 3 writes, rows: all
PREPARE in SQL: [true,true,true] in 3 writes, rows: all
PREPARE in SQL behind a statement of ours: [true,true,true] in 4 writes, rows: all
by a procedure, query: [true,true,true] in 3 writes, rows: all
by a procedure, query, behind a statement of ours: [true,true,true] in 4 writes, rows: all
by a procedure, execute_query: [true,true,true] in 3 writes, rows: all
by a procedure, execute_query, behind a statement of ours: [true,true,true] in 3 writes, rows: all
by a procedure, prepare: [true,true,true] in 3 writes, rows: all
by a procedure, prepare, behind a statement of ours: [true,true,true] in 3 writes, rows: all
by a procedure, multi_query: [true,true,true] in 3 writes, rows: all
by a procedure, multi_query, behind a statement of ours: [true,true,true] in 4 writes, rows: all
by a statement that was prepared long ago: [true,true,true] in 3 writes, rows: all
the first and the last one in SQL, one of ours between: [true,true,true] in 4 writes, rows: all

no room for a statement:
the last one is cached: ! 1461 42000 Can't create more than max_prepared_stmt_count statements (current value: 0)
and then: [true,true,true] in 3 writes, rows: all
the last one is the program's: ! 1461 42000 Can't create more than max_prepared_stmt_count statements (current value: 0)
and then: [true,true,true] in 3 writes, rows: all
one was prepared in SQL: ! 1461 42000 Can't create more than max_prepared_stmt_count statements (current value: 0)
and then: [true,true,true] in 4 writes, rows: all

statements that are left and closed in every order:
1 1 1 1 1 1 1 1 1 1 1 1
change_user: [true,true,true] in 3 writes, rows: all

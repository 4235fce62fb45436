--TEST--
Persistent connections: a resource group, and what performance_schema watches of a session, do not pass to the next user
--EXTENSIONS--
mysqli
--SKIPIF--
<?php
require __DIR__ . '/persistent.inc';
$m = link_for_test();
if (is_mariadb($m)) die('skip MariaDB has no resource groups');
if (!extension_loaded('mynd')) die('skip stock passes resource groups on');
?>
--FILE--
<?php
require __DIR__ . '/persistent.inc';

function all_results(mysqli $m, string $sql): void
{
	$m->multi_query($sql);
	do {
		$result = $m->store_result();
		$result && $result->free();
	} while ($m->more_results() && $m->next_result());
}

$watch = link_for_test();
try {
	$watch->query('DROP RESOURCE GROUP persistent_thread FORCE');
} catch (mysqli_sql_exception) {
}
$watch->query('CREATE RESOURCE GROUP persistent_thread TYPE = USER VCPU = 0');
$state = fn(mysqli $m) => implode(' ', $m->query('SELECT INSTRUMENTED, HISTORY, RESOURCE_GROUP FROM performance_schema.threads WHERE PROCESSLIST_ID = CONNECTION_ID()')->fetch_row());
$where = fn(string $column) => "UPDATE performance_schema.threads SET $column = 'NO' WHERE PROCESSLIST_ID = CONNECTION_ID()";
$ways = [
	'a resource group' => fn($m) => $m->query('SET RESOURCE GROUP persistent_thread'),
	'prepared' => fn($m) => $m->prepare('SET RESOURCE GROUP persistent_thread')->execute(),
	'one of several' => fn($m) => all_results($m, 'SELECT 1; SET RESOURCE GROUP persistent_thread'),
	'INSTRUMENTED' => fn($m) => $m->query($where('INSTRUMENTED')),
	'HISTORY' => fn($m) => $m->execute_query($where('HISTORY')),
	'by another name' => function ($m) {
		$m->select_db('performance_schema');
		$m->query("UPDATE threads SET HISTORY = 'NO' WHERE PROCESSLIST_ID = CONNECTION_ID()");
	},
	'by sys' => fn($m) => all_results($m, 'CALL sys.ps_setup_disable_thread(CONNECTION_ID())'),
	'nothing of this' => fn($m) => $m->query('SET @resource = 1'),
];
foreach ($ways as $name => $way) {
	$m = plink();
	$thread = $m->thread_id;
	try {
		$way($m);
	} catch (mysqli_sql_exception $e) {
		echo $e->getMessage(), "\n";
	}
	$own = $state($m);
	$m->close();
	$m = plink();
	echo "$name: $own, then ", $state($m), $m->thread_id === $thread ? ', the same connection' : '', "\n";
	$m->close();
}
$watch->query('DROP RESOURCE GROUP persistent_thread FORCE');
?>
--EXPECT--
a resource group: YES YES persistent_thread, then YES YES USR_default
prepared: YES YES persistent_thread, then YES YES USR_default
one of several: YES YES persistent_thread, then YES YES USR_default
INSTRUMENTED: NO YES USR_default, then YES YES USR_default
HISTORY: YES NO USR_default, then YES YES USR_default
by another name: YES NO USR_default, then YES YES USR_default
by sys: NO YES USR_default, then YES YES USR_default
nothing of this: YES YES USR_default, then YES YES USR_default, the same connection

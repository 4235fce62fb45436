--TEST--
mynd.scoreboard: what is told when a connection is closed or handed back: dropped rows, large commands, statements for one execute
--EXTENSIONS--
mysqli
--INI--
mynd.scoreboard={PWD}/at_the_end.board
mysqlnd.net_cmd_buffer_size=4096
mynd.round_trips=stock
mynd.persistent=asked
mynd.shared_pool=0
mynd.reconnect=0
--FILE--
<?php
require __DIR__ . '/scoreboard.inc';
const LATE = ['rows_dropped', 'command_buffer_too_small', 'prepares', 'prepared_for_once'];
function late(): array {
	return array_intersect_key(total(), array_flip(LATE));
}
/* What a session of its own adds, on a connection that is closed and on one of a pool, thrice. */
function session(string $what, Closure $do): void {
	foreach (['localhost', 'p:localhost', 'p:localhost', 'p:localhost'] as $host) {
		$before = late();
		$db = mysqli_connect($host, getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'), getenv('MYND_TEST_DB'), 0, getenv('MYND_TEST_SOCKET'));
		$do($db);
		$db->close();
		unset($db);
		$added = [];
		foreach (late() as $name => $value) {
			if ($value !== ($before[$name] ?? 0)) {
				$added[] = "$name " . ($value - ($before[$name] ?? 0));
			}
		}
		$all[] = implode(', ', $added) ?: 'nothing';
	}
	echo $what, ': ', implode(' | ', array_unique($all)), "\n";
}
const THREE = 'SELECT 1 UNION SELECT 2 UNION SELECT 3';
link_for_test()->close();
session('all rows fetched', fn($db) => $db->query(THREE)->fetch_all());
session('one of three', fn($db) => $db->query(THREE)->fetch_row());
session('one of three, unbuffered', function ($db) {
	$result = $db->query(THREE, MYSQLI_USE_RESULT);
	$result->fetch_row();
	$result->free();
});
session('one of three, of a statement', fn($db) => $db->execute_query(THREE)->fetch_row());
session('rows fetched twice', function ($db) {
	$result = $db->query(THREE);
	$result->fetch_all();
	$result->data_seek(0);
	$result->fetch_all();
});
session('two large texts of three', function ($db) {
	foreach ([4000, 5000, 100000] as $length) {
		$db->query("SELECT LENGTH('" . str_repeat('x', $length) . "')")->fetch_all();
	}
});
session('run once, and never', function ($db) {
	$statement = $db->prepare('SELECT ?');
	$statement->execute([1]);
	$statement->get_result()->fetch_all();
	$statement->close();
	$db->prepare('DO ?')->close();
});
session('run twice', function ($db) {
	$statement = $db->prepare('SELECT ?');
	foreach ([1, 2] as $value) {
		$statement->execute([$value]);
		$statement->get_result()->fetch_all();
	}
	$statement->close();
});
$db = link_for_test();
$statement = $db->prepare('DO ?');
$statement->execute([1]);
added('closed, with a statement whose object is left', function () use (&$db) {
	$db->close();
	$db = null;
});
added('without it', function () use (&$statement) { $statement = null; });
var_dump(total()['connects_in_clear'], total()['connects_unverified']);
?>
--CLEAN--
<?php @unlink(__DIR__ . '/at_the_end.board'); ?>
--EXPECT--
all rows fetched: nothing
one of three: rows_dropped 2
one of three, unbuffered: rows_dropped 2
one of three, of a statement: rows_dropped 2, prepares 1
rows fetched twice: nothing
two large texts of three: command_buffer_too_small 2
run once, and never: prepares 2, prepared_for_once 2
run twice: prepares 1
closed, with a statement whose object is left: 
without it: commands 1, prepares 1, prepared_for_once 1
int(0)
int(0)

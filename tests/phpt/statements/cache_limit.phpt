--TEST--
Statement cache: where the server has no room for more statements (1461) the cache makes room, and stays off for that link
--EXTENSIONS--
mysqli
mynd
--INI--
mynd.pipelining=off
--CONFLICTS--
all
--FILE--
<?php
require __DIR__ . '/counts.inc';
$admin = link_for_test();
$limit = $admin->query('SELECT @@GLOBAL.max_prepared_stmt_count')->fetch_column();
register_shutdown_function(fn () => link_for_test()->query("SET GLOBAL max_prepared_stmt_count = $limit"));
/**
 * Lets the server have so many statements. Those of the link before go when the server has noticed that it
 * was closed.
 */
function allow(mysqli $admin, int $many): void
{
	for ($until = hrtime(true) + 10e9; hrtime(true) < $until;) {
		if ($admin->query("SHOW GLOBAL STATUS LIKE 'Prepared_stmt_count'")->fetch_row()[1] == 0) {
			break;
		}
	}
	$admin->query("SET GLOBAL max_prepared_stmt_count = $many");
}
$ask = fn (mysqli $m, int $n) => $m->execute_query("SELECT $n, ?", [$n])->fetch_row();

$m = link_for_test();
allow($admin, 3);
say('three fit', costs($m, function () use ($ask, $m) {
	foreach ([1, 2, 3] as $n) {
		$ask($m, $n);
	}
}));
say('the fourth takes their room', costs($m, fn () => attempt('', fn () => $ask($m, 4))));
say('nothing is kept any more', costs($m, fn () => attempt('', fn () => $ask($m, 4))));
say('nor later', costs($m, fn () => attempt('', fn () => $ask($m, 1))));

$m = link_for_test();
allow($admin, 2);
$ask($m, 1);
$ask($m, 2);
say("a program's own statement takes it, too", costs($m, fn () => attempt('', function () use ($m) {
	$s = $m->prepare('SELECT ?');
	$s->execute([5]);
	return $s->get_result()->fetch_row();
})));

$m = link_for_test();
allow($admin, 0);
attempt('none at all: execute_query', fn () => $ask($m, 1));
attempt('none at all: prepare', fn () => $m->prepare('SELECT 1'));
attempt('the link', fn () => $m->query('SELECT 1')->fetch_column());
allow($admin, 1);
attempt('room again', fn () => $ask($m, 1));
say('but this link does without', costs($m, fn () => attempt('', fn () => $ask($m, 1))));
?>
--EXPECT--
three fit: 3 prepare, 3 execute, 6 writes
: [4,"4"]
the fourth takes their room: 2 prepare, 1 execute, 4 close, 3 writes
: [4,"4"]
nothing is kept any more: 1 prepare, 1 execute, 1 close, 2 writes
: [1,"1"]
nor later: 1 prepare, 1 execute, 1 close, 2 writes
: ["5"]
a program's own statement takes it, too: 2 prepare, 1 execute, 3 close, 4 writes
none at all: execute_query: ! 1461 42000 Can't create more than max_prepared_stmt_count statements (current value: 0)
none at all: prepare: ! 1461 42000 Can't create more than max_prepared_stmt_count statements (current value: 0)
the link: "1"
room again: [1,"1"]
: [1,"1"]
but this link does without: 1 prepare, 1 execute, 1 close, 2 writes

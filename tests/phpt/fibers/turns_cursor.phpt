--TEST--
Turns: a cursor that another fiber opens anew while a call on the old one waits in line
--EXTENSIONS--
mysqli
mynd
--INI--
mynd.fiber_turns=on
--FILE--
<?php
require __DIR__ . '/fibers.inc';
require __DIR__ . '/turns.inc';

const TEN = 'SELECT seq FROM (SELECT 1 AS seq UNION SELECT 2 UNION SELECT 3 UNION SELECT 4 UNION SELECT 5) AS five ORDER BY seq';

function with_cursor(mysqli $m): mysqli_stmt
{
	$s = $m->prepare(TEN);
	$s->attr_set(MYSQLI_STMT_ATTR_CURSOR_TYPE, MYSQLI_CURSOR_TYPE_READ_ONLY);
	return $s;
}

/** What a call of the first fiber answers that waits in line, while the second one executes the statement. */
function wait_in_line(string $label, callable $before, callable $call, ?callable $ends = null): void
{
	$m = link_for_test();
	$s = with_cursor($m);
	$s->bind_result($n);
	$ready = $opened = false;
	fibers([
		function () use ($label, $m, $s, $before, $call, &$ready, &$opened) {
			$before($s);
			$ready = true;
			while (!$opened) {
				pause();
			}
			attempt("$label, the first", fn() => $call($s));
			attempt("$label, the connection", fn() => all($m, 'SELECT 1'));
		},
		function () use ($label, $m, $s, $ends, &$n, &$ready, &$opened) {
			while (!$ready) {
				pause();
			}
			$m->begin_transaction();
			$opened = true;
			pause();
			pause();
			$ends === null ? $s->execute() : $ends($s);
			$m->commit();
			if ($ends === null) {
				pause();
				pause();
				attempt("$label, the second", function () use ($s, &$n) {
					for ($rows = []; $s->fetch(); $rows[] = $n);
					return $rows;
				});
			}
		},
	]);
}

$fetches_one = function (mysqli_stmt $s) {
	$s->execute();
	$s->fetch();
};
wait_in_line('fetch', $fetches_one, fn($s) => $s->fetch());
wait_in_line('fetch, reset', $fetches_one, fn($s) => $s->fetch(), fn($s) => $s->reset());
wait_in_line('fetch, freed', $fetches_one, fn($s) => $s->fetch(), fn($s) => $s->free_result());
wait_in_line('fetch, closed', $fetches_one, fn($s) => $s->fetch(), fn($s) => $s->close());
$executes = fn(mysqli_stmt $s) => $s->execute();
wait_in_line('get_result', $executes, fn($s) => $s->get_result()->fetch_all());
wait_in_line('get_result, reset', $executes, fn($s) => $s->get_result(), fn($s) => $s->reset());
wait_in_line('get_result, taken', $executes, fn($s) => $s->get_result(), function ($s) {
	echo 'the second: ', json_encode($s->get_result()->fetch_all()), "\n";
});
wait_in_line('get_result, closed', $executes, fn($s) => $s->get_result(), fn($s) => $s->close());
wait_in_line('store_result', $executes, fn($s) => $s->store_result());
?>
--EXPECT--
fetch, the first: ! 2014 HY000 Commands out of sync; you can't run this command now
fetch, the connection: "1"
fetch, the second: [1,2,3,4,5]
fetch, reset, the first: ! 2014 HY000 Commands out of sync; you can't run this command now
fetch, reset, the connection: "1"
fetch, freed, the first: ! 2014 HY000 Commands out of sync; you can't run this command now
fetch, freed, the connection: "1"
fetch, closed, the first: ! 2014 HY000 Commands out of sync; you can't run this command now
fetch, closed, the connection: "1"
get_result, the first: ! 2014 HY000 Commands out of sync; you can't run this command now
get_result, the connection: "1"
get_result, the second: [1,2,3,4,5]
get_result, reset, the first: ! 2014 HY000 Commands out of sync; you can't run this command now
get_result, reset, the connection: "1"
the second: [[1],[2],[3],[4],[5]]
get_result, taken, the first: ! 2014 HY000 Commands out of sync; you can't run this command now
get_result, taken, the connection: "1"
get_result, closed, the first: ! Error mysqli_stmt object is already closed
get_result, closed, the connection: "1"
store_result, the first: ! 2014 HY000 Commands out of sync; you can't run this command now
store_result, the connection: "1"
store_result, the second: [1,2,3,4,5]

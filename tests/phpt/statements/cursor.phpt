--TEST--
Cursors: rows come in batches, other commands and other cursors run in between, and all that ends one
--EXTENSIONS--
mysqli
mynd
--SKIPIF--
<?php if (PHP_VERSION_ID >= 80400) die('skip sets the size of batches, for which 8.4 has no constant'); ?>
--FILE--
<?php
require __DIR__ . '/counts.inc';
$m = link_for_test();
function with_cursor(mysqli $m, string $sql, ?int $prefetch = null): mysqli_stmt
{
	$s = $m->prepare($sql);
	$s->attr_set(MYSQLI_STMT_ATTR_CURSOR_TYPE, MYSQLI_CURSOR_TYPE_READ_ONLY);
	if ($prefetch !== null) {
		$s->attr_set(MYSQLI_STMT_ATTR_PREFETCH_ROWS, $prefetch);
	}
	return $s;
}
function next_row(mysqli_stmt $s): array
{
	$s->bind_result($value);
	return [$s->fetch(), $value];
}
function rest(mysqli_stmt $s): array
{
	$s->bind_result($value);
	for ($rows = []; $s->fetch(); $rows[] = $value);
	return $rows;
}
const TEN = 'SELECT seq FROM seq_1_to_10';

foreach ([1, 3, 5, 10, 11, 1000] as $prefetch) {
	$s = with_cursor($m, TEN, $prefetch);
	$s->execute();
	say("batches of $prefetch", costs($m, fn () => print(implode(' ', rest($s)) . "\n")));
	echo $s->num_rows, ' ', show($s->fetch()), "\n";
}
$s = with_cursor($m, 'SELECT seq FROM seq_1_to_20000', 1000);
$s->execute();
say('20000 rows by 1000', costs($m, fn () => print(array_sum(rest($s)) . "\n")));
$s = with_cursor($m, "SELECT REPEAT('x', 100000) FROM seq_1_to_20");
$s->execute();
echo "by themselves: ";
$s = with_cursor($m, 'SELECT seq FROM seq_1_to_20000');
$s->execute();
$fetches = costs($m, fn () => print(count(rest($s)) . " rows\n"))['fetch'];
echo 'few fetches: ', show($fetches > 1 && $fetches < 30), "\n";
$s = with_cursor($m, "SELECT REPEAT('x', 100000) FROM seq_1_to_20");
$s->execute();
say('large rows', costs($m, fn () => print(count(rest($s)) . "\n")));
$s->execute();
echo 'large rows: ', count(array_filter(rest($s), fn ($v) => strlen($v) === 100000)), "\n";
$s = with_cursor($m, 'SELECT 1 FROM DUAL WHERE FALSE');
$s->execute();
echo 'no rows: ', show(rest($s)), ' ', $s->num_rows, "\n";

echo "\ntwo at once, and other commands between:\n";
$a = with_cursor($m, 'SELECT seq FROM seq_1_to_7 WHERE seq > ?', 2);
$b = with_cursor($m, 'SELECT seq FROM seq_101_to_107', 3);
$a->execute([2]);
$b->execute();
$a->bind_result($x);
$b->bind_result($y);
for ($i = 0; $i < 8; $i++) {
	$row = [$a->fetch() ? $x : null, $b->fetch() ? $y : null, $m->query('SELECT 1')->fetch_column(), $m->execute_query('SELECT ?', [$i])->fetch_column()];
	echo show($row), "\n";
}
echo 'each sees the data of its execute: ';
$m->query('CREATE TEMPORARY TABLE t (id INT)');
$m->query('INSERT INTO t VALUES (1), (2), (3)');
$s = with_cursor($m, 'SELECT id FROM t', 1);
$s->execute();
$s->bind_result($id);
$s->fetch();
$m->query('DELETE FROM t');
echo $id, ' ', implode(' ', rest($s)), "\n";

echo "\nan unread result of another command:\n";
$s = with_cursor($m, TEN, 2);
$s->execute();
$s->bind_result($id);
$s->fetch();
$s->fetch();
$r = $m->query('SELECT 1 UNION SELECT 2', MYSQLI_USE_RESULT);
attempt('fetch', fn () => $s->fetch());
$r->free();
attempt('and then', fn () => next_row($s));

echo "\nstored:\n";
$s = with_cursor($m, TEN, 3);
$s->execute();
say('store_result', costs($m, fn () => attempt('', fn () => [$s->store_result(), $s->num_rows, $s->affected_rows])));
attempt('rows', fn () => rest($s));
$s->execute();
say('get_result', costs($m, fn () => attempt('', fn () => array_merge(...$s->get_result()->fetch_all()))));
$s->execute();
$s->bind_result($id);
$s->fetch();
attempt('get_result after fetch', fn () => $s->get_result());
attempt('goes on', fn () => rest($s));

echo "\nends:\n";
$s = with_cursor($m, TEN, 2);
$s->execute();
$s->bind_result($id);
$s->fetch();
$s->execute();
attempt('executed again', fn () => rest($s));
$s->execute();
$s->bind_result($id);
$s->fetch();
$s->reset();
attempt('reset', fn () => $s->fetch());
$s->execute();
$s->free_result();
attempt('freed untaken', fn () => $s->fetch());
$s->execute();
$s->bind_result($id);
$s->fetch();
$s->free_result();
attempt('freed', fn () => $s->fetch());
$s->execute();
say('closed', costs($m, fn () => $s->close()));
attempt('the link', fn () => $m->query('SELECT 1')->fetch_column());
$s = with_cursor($m, TEN, 2);
$s->execute();
$s->bind_result($id);
$s->fetch();
$m->change_user(getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'), getenv('MYND_TEST_DB'));
$new = $m->prepare('SELECT 5');
$new->execute();
$new->store_result();
attempt('change_user: what is here', fn () => next_row($s));
attempt('and then', fn () => $s->fetch());
$m = link_for_test();
$s = with_cursor($m, TEN, 2);
$s->execute();
$s->bind_result($id);
$s->fetch();
$m->close();
attempt('closed link: what is here', fn () => next_row($s));
attempt('and then', fn () => $s->fetch());
?>
--EXPECTF--
1 2 3 4 5 6 7 8 9 10
batches of 1: 11 fetch, 11 writes
10 null
1 2 3 4 5 6 7 8 9 10
batches of 3: 4 fetch, 4 writes
10 null
1 2 3 4 5 6 7 8 9 10
batches of 5: 3 fetch, 3 writes
10 null
1 2 3 4 5 6 7 8 9 10
batches of 10: 2 fetch, 2 writes
10 null
1 2 3 4 5 6 7 8 9 10
batches of 11: 1 fetch, 1 writes
10 null
1 2 3 4 5 6 7 8 9 10
batches of 1000: 1 fetch, 1 writes
10 null
200010000
20000 rows by 1000: 21 fetch, 21 writes
by themselves: 20000 rows
few fetches: true
20
large rows: 21 fetch, 21 writes
large rows: 20
no rows: [] 0

two at once, and other commands between:
[3,101,"1","0"]
[4,102,"1","1"]
[5,103,"1","2"]
[6,104,"1","3"]
[7,105,"1","4"]
[null,106,"1","5"]
[null,107,"1","6"]
[null,null,"1","7"]
each sees the data of its execute: 1 2 3

an unread result of another command:
fetch: ! 2014 HY000 Commands out of sync; you can't run this command now
and then: [true,3]

stored:
: [true,10,10]
store_result: 1 fetch, 1 writes
rows: [1,2,3,4,5,6,7,8,9,10]
: [1,2,3,4,5,6,7,8,9,10]
get_result: 1 fetch, 1 writes
get_result after fetch: ! 2014 HY000 Commands out of sync; you can't run this command now
goes on: [2,3,4,5,6,7,8,9,10]

ends:
executed again: [1,2,3,4,5,6,7,8,9,10]
reset: null
freed untaken: ! 2014 HY000 Commands out of sync; you can't run this command now
freed: ! 2014 HY000 Commands out of sync; you can't run this command now
closed: 1 close, 1 writes
the link: "1"
change_user: what is here: [true,2]
and then: ! 1243 HY000 Unknown prepared statement handler (%d) given to mysqld_stmt_fetch
closed link: what is here: [true,2]
and then: ! 2006 HY000 MySQL server has gone away

--TEST--
Statements after a fork: the child neither runs nor closes those of its parent
--EXTENSIONS--
mysqli
mynd
pcntl
--SKIPIF--
<?php if (PHP_VERSION_ID >= 80400) die('skip sets the size of batches, for which 8.4 has no constant'); ?>
--FILE--
<?php
require __DIR__ . '/counts.inc';
require __DIR__ . '/../fork.inc';
$m = link_for_test();
$s = $m->prepare('SELECT ?');
$s->execute([1]);
$s->get_result();
$cursor = $m->prepare('SELECT seq FROM seq_1_to_10');
$cursor->attr_set(MYSQLI_STMT_ATTR_CURSOR_TYPE, MYSQLI_CURSOR_TYPE_READ_ONLY);
$cursor->attr_set(MYSQLI_STMT_ATTR_PREFETCH_ROWS, 2);
$cursor->execute();
$cursor->bind_result($seq);
$cursor->fetch();
$m->execute_query('SELECT 1');

in_child(function () use ($m, $s, $cursor, &$seq) {
	attempt('child: execute', fn () => $s->execute([2]));
	attempt('child: a new one', fn () => $m->prepare('SELECT 1'));
	attempt('child: cached', fn () => $m->execute_query('SELECT 1'));
	attempt('child: not cached', fn () => $m->execute_query('SELECT 2'));
	attempt('child: what is here of the cursor', fn () => $cursor->fetch());
	attempt('child: more of the cursor', fn () => $cursor->fetch());
	attempt('child: reset', fn () => @$s->reset());
	attempt('child: close', fn () => $s->close());
	attempt('child: close the link', fn () => $m->close());
});
in_child(fn () => null);
attempt('execute', fn () => $s->execute([3]) ? $s->get_result()->fetch_row() : null);
say('cached', costs($m, fn () => $m->execute_query('SELECT 1')));
for ($rows = []; $cursor->fetch(); $rows[] = $seq);
echo 'the cursor: ', show($rows), "\n";

echo "in the middle of a result\n";
$s = $m->prepare("SELECT seq, REPEAT('x', 1000) FROM seq_1_to_20000");
$s->execute();
$s->bind_result($seq, $x);
$s->fetch();
in_child(function () use ($s) {
	$s = null;
	gc_collect_cycles();
});
in_child(fn () => attempt('  child: fetch', function () use ($s) {
	while ($s->fetch());
}));
for ($n = 1; $s->fetch(); $n++);
echo "  $n rows\n";
?>
--EXPECT--
child: execute: ! 2006 HY000 MySQL server has gone away
child: a new one: ! 2006 HY000 MySQL server has gone away
child: cached: ! 2006 HY000 MySQL server has gone away
child: not cached: ! 2006 HY000 MySQL server has gone away
child: what is here of the cursor: true
child: more of the cursor: ! 2006 HY000 MySQL server has gone away
child: reset: false
child: close: true
child: close the link: true
execute: ["3"]
cached: 1 execute, 1 writes
the cursor: [2,3,4,5,6,7,8,9,10]
in the middle of a result
  child: fetch: ! 2006 HY000 MySQL server has gone away
  20000 rows

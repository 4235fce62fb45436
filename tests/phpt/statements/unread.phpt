--TEST--
What a statement has not read: its own next execute drops it, that of others waits for nobody
--EXTENSIONS--
mysqli
mynd
--FILE--
<?php
require __DIR__ . '/counts.inc';
$m = link_for_test();
$sync = fn () => attempt('  the link', fn () => $m->query('SELECT 1')->fetch_column());
const MANY = "SELECT seq, REPEAT('x', 1000) FROM seq_1_to_20000"; /* more than the buffers on the way hold */

echo "executed, not taken\n";
$s = $m->prepare(MANY);
$other = $m->prepare('SELECT 2');
$s->execute();
$sync();
attempt('  another prepare', fn () => $m->prepare('SELECT 1'));
attempt('  another execute', fn () => $other->execute());
attempt('  execute_query', fn () => $m->execute_query('SELECT 1'));
attempt('  its own execute', fn () => $s->execute());
attempt('  its own reset', fn () => $s->reset());
$sync();

echo "partly read\n";
$s->execute();
$s->bind_result($seq, $x);
$s->fetch();
$s->fetch();
attempt('  another execute', fn () => $other->execute());
attempt('  its own execute', fn () => $s->execute());
$s->fetch();
echo "  from the start: $seq\n";
attempt('  its own reset', fn () => $s->reset());
$sync();

echo "closed untaken\n";
$s->execute();
$s->close();
$sync();
echo "closed in the middle\n";
$s = $m->prepare(MANY);
$s->execute();
$s->bind_result($seq, $x);
$s->fetch();
$s->close();
$sync();
echo "gone untaken, gone in the middle\n";
foreach ([0, 1] as $rows) {
	$s = $m->prepare(MANY);
	$s->execute();
	$s->bind_result($seq, $x);
	for ($i = 0; $i < $rows; $i++) {
		$s->fetch();
	}
	unset($s);
	$sync();
}
echo "gone while another command reads\n";
$s = $m->prepare('SELECT 1');
$r = $m->query(MANY, MYSQLI_USE_RESULT);
$r->fetch_row();
unset($s);
attempt('  the rest', fn () => count($r->fetch_all()));
$sync();
echo "prepared anew\n";
$s = $m->stmt_init();
$s->prepare(MANY);
$s->execute();
attempt('  prepare', fn () => $s->prepare('SELECT 5') && $s->execute() ? $s->get_result()->fetch_column() : null);
$sync();
echo "a result that outlives its statement\n";
$s = $m->prepare(MANY);
$s->execute();
$r = $s->get_result();
$s->close();
attempt('  rows', fn () => count($r->fetch_all()));
$r->data_seek(19999);
attempt('  the last', fn () => $r->fetch_row()[0]);
echo "a result, and its statement executed again\n";
$s = $m->prepare('SELECT seq FROM seq_1_to_3 WHERE seq > ?');
$s->execute([1]);
$r = $s->get_result();
$s->execute([2]);
$q = $s->get_result();
attempt('  both', fn () => [$r->fetch_all(), $q->fetch_all()]);
echo "an error among its rows\n";
$s = $m->prepare('SELECT seq, (SELECT 1 UNION SELECT seq) FROM seq_1_to_3');
attempt('  execute', fn () => [$s->execute(), $s->fetch()]);
attempt('  again', fn () => $s->execute());
attempt('  rows', fn () => [$s->fetch(), $s->fetch()]);
$sync();
echo "of a closed link\n";
$s = $m->prepare('SELECT 1');
$s->execute();
$m->close();
attempt('  execute', fn () => $s->execute());
attempt('  close', fn () => $s->close());
?>
--EXPECT--
executed, not taken
  the link: ! 2014 HY000 Commands out of sync; you can't run this command now
  another prepare: ! 2014 HY000 Commands out of sync; you can't run this command now
  another execute: ! 2014 HY000 Commands out of sync; you can't run this command now
  execute_query: ! 2014 HY000 Commands out of sync; you can't run this command now
  its own execute: true
  its own reset: true
  the link: "1"
partly read
  another execute: ! 2014 HY000 Commands out of sync; you can't run this command now
  its own execute: true
  from the start: 1
  its own reset: true
  the link: "1"
closed untaken
  the link: "1"
closed in the middle
  the link: "1"
gone untaken, gone in the middle
  the link: "1"
  the link: "1"
gone while another command reads
  the rest: 19999
  the link: "1"
prepared anew
  prepare: 5
  the link: "1"
a result that outlives its statement
  rows: 20000
  the last: 20000
a result, and its statement executed again
  both: [[[2],[3]],[[3]]]
an error among its rows
  execute: [true,true]
  again: true
  rows: ! 1242 21000 Subquery returns more than 1 row
  the link: "1"
of a closed link
  execute: ! 2006 HY000 MySQL server has gone away
  close: true

--TEST--
Statements: CALL brings several results, which are taken, skipped, or left behind
--EXTENSIONS--
mysqli
--FILE--
<?php
require __DIR__ . '/../connect.inc';
$m = link_for_test();
create_anew($m, 'PROCEDURE', 'statement_results', '(n INT, OUT twice INT)
	BEGIN SELECT n AS a; SELECT seq, n * seq AS b FROM seq_1_to_3; SET twice = 2 * n; END');
create_anew($m, 'PROCEDURE', 'statement_fails', '() BEGIN SELECT 1; SELECT * FROM nothing; END');
$sync = fn () => attempt('the link', fn () => $m->query('SELECT 1')->fetch_column());
function results(mysqli_stmt $s): void
{
	do {
		$r = $s->get_result();
		echo '  ', $r ? show($r->fetch_all(MYSQLI_ASSOC)) : show($r), ' ', show([$s->field_count, $s->affected_rows, $s->more_results()]), "\n";
	} while ($s->more_results() && $s->next_result());
}

$s = $m->prepare('CALL statement_results(?, @twice)');
$n = 5;
$s->bind_param('i', $n);
echo "all of them\n";
$s->execute();
results($s);
attempt('the OUT parameter', fn () => $m->query('SELECT @twice')->fetch_column());
$n = 6;
echo "again\n";
$s->execute();
results($s);
echo "bound\n";
$s->execute();
$s->bind_result($a);
$s->fetch();
echo '  ', show([$a, $s->fetch()]), "\n";
$s->next_result();
$s->store_result();
$s->bind_result($seq, $b);
while ($s->fetch()) {
	echo '  ', show([$seq, $b]), "\n";
}
echo '  ', show([$s->next_result(), $s->more_results(), $s->next_result()]), "\n";
$sync();
echo "one taken, the rest left\n";
$s->execute();
$s->get_result();
$sync();
attempt('executed again', fn () => $s->execute());
echo "next over an untaken one\n";
attempt('next_result', fn () => $s->next_result());
results($s);
$sync();
echo "closed with all left\n";
$s->execute();
$s->close();
$sync();
echo "closed with one in the middle\n";
$s = $m->prepare('CALL statement_results(1, @twice)');
$s->execute();
$s->get_result();
$s->next_result();
$s->bind_result($seq, $b);
$s->fetch();
$s->close();
$sync();
echo "an error in a later one\n";
$s = $m->prepare('CALL statement_fails()');
$s->execute();
attempt('first', fn () => $s->get_result()->fetch_all());
attempt('next_result', fn () => $s->next_result());
$sync();
attempt('executed again', fn () => $s->execute());
attempt('and again, nothing taken', fn () => $s->execute());
$s->close();
$sync();
echo "OUT parameters as placeholders vanish, as in stock\n";
$s = $m->prepare('CALL statement_results(?, ?)');
$s->execute([3, 0]);
results($s);
$sync();
echo "metadata changes with the results\n";
$s = $m->prepare('CALL statement_results(2, @twice)');
attempt('before', fn () => $s->result_metadata());
$s->execute();
attempt('first', fn () => array_column($s->result_metadata()->fetch_fields(), 'name'));
$s->get_result();
$s->next_result();
attempt('second', fn () => array_column($s->result_metadata()->fetch_fields(), 'name'));
$s->close();
echo "execute_query\n";
$r = $m->execute_query('CALL statement_results(?, @twice)', [7]);
attempt('first', fn () => $r->fetch_all());
while ($m->more_results() && $m->next_result()) {
	$r = $m->store_result();
	echo '  ', show($r ? $r->fetch_all() : $r), "\n";
}
$sync();
$m->query('DROP PROCEDURE statement_results');
$m->query('DROP PROCEDURE statement_fails');
?>
--EXPECT--
all of them
  [{"a":5}] [1,1,true]
  [{"seq":1,"b":5},{"seq":2,"b":10},{"seq":3,"b":15}] [2,3,true]
  false [2,0,false]
the OUT parameter: "10"
again
  [{"a":6}] [1,1,true]
  [{"seq":1,"b":6},{"seq":2,"b":12},{"seq":3,"b":18}] [2,3,true]
  false [2,0,false]
bound
  [6,null]
  [1,6]
  [2,12]
  [3,18]
  [true,false,false]
the link: "1"
one taken, the rest left
the link: ! 2014 HY000 Commands out of sync; you can't run this command now
executed again: true
next over an untaken one
next_result: false
  [{"a":6}] [1,1,true]
  [{"seq":1,"b":6},{"seq":2,"b":12},{"seq":3,"b":18}] [2,3,true]
  false [2,0,false]
the link: "1"
closed with all left
the link: "1"
closed with one in the middle
the link: "1"
an error in a later one
first: [[1]]
next_result: ! 1146 42S02 Table 'mynd_test.nothing' doesn't exist
the link: "1"
executed again: true
and again, nothing taken: true
the link: "1"
OUT parameters as placeholders vanish, as in stock
  [{"a":3}] [1,1,true]
  [{"seq":1,"b":3},{"seq":2,"b":6},{"seq":3,"b":9}] [2,3,true]
  false [2,0,false]
the link: "1"
metadata changes with the results
before: false
first: ["a"]
second: ["seq","b"]
execute_query
first: [[7]]
the link: "1"

--TEST--
Queries: results outlive their link object, and values their result
--EXTENSIONS--
mysqli
--FILE--
<?php
require __DIR__ . '/../connect.inc';
$m = link_for_test();
$r = $m->query("SELECT REPEAT('x', 100000) AS a UNION ALL SELECT REPEAT('y', 10)");
unset($m);
attempt('buffered, its link gone', fn() => strlen($r->fetch_column()));
attempt('the second row', fn() => $r->fetch_row());
$m = link_for_test();
$r = $m->query('SELECT 1 UNION SELECT 2', MYSQLI_USE_RESULT);
unset($m);
attempt('unbuffered, its link gone', fn() => $r->fetch_row());
mysqli_report(MYSQLI_REPORT_OFF);
attempt('the same without reports', fn() => [$r->fetch_row(), $r->fetch_assoc(), $r->fetch_array(), $r->fetch_object(), $r->fetch_column(), $r->fetch_all()]);
mysqli_report(MYSQLI_REPORT_ERROR | MYSQLI_REPORT_STRICT);
$m = link_for_test();
$r = $m->query('SELECT 1 UNION SELECT 2', MYSQLI_USE_RESULT);
$m->close();
attempt('closed', fn() => $r->fetch_row());
attempt('freed', fn() => $r->free());
$m = link_for_test();
$r = $m->query("SELECT REPEAT('x', 100000) AS a");
$row = $r->fetch_row();
$row[0][0] = 'y';
$r->data_seek(0);
$again = $r->fetch_row();
attempt('a value that was written to changes no other', fn() => [$row[0][0], $again[0][0]]);
$r->free();
unset($r, $m);
attempt('a value lives on', fn() => [strlen($again[0]), $again[0][99999]]);
class Last
{
	public function __construct(public mysqli $m)
	{
	}

	public function __destruct()
	{
		echo 'at the end: ', $this->m->query('SELECT 77')->fetch_column(), "\n";
	}
}
$last = new Last(link_for_test());
class Cycle extends mysqli
{
	public $self, $result;
}
$cycle = new Cycle(...where());
$cycle->self = $cycle;
$cycle->result = $cycle->query('SELECT 1 UNION SELECT 2', MYSQLI_USE_RESULT);
unset($cycle);
attempt('cycles collected', fn() => gc_collect_cycles() > 0);
$m = link_for_test();
$rows = (function () use ($m) {
	foreach ($m->query('SELECT 1 UNION SELECT 2', MYSQLI_USE_RESULT) as $row) {
		yield $row;
	}
})();
$rows->current();
unset($rows);
attempt('a generator given up', fn() => $m->query('SELECT 3')->fetch_column());
?>
--EXPECT--
buffered, its link gone: 100000
the second row: ["yyyyyyyyyy"]
unbuffered, its link gone: ! 2014 HY000 Commands out of sync; you can't run this command now
the same without reports: [false,false,false,false,false,[]]
closed: ! 2014 HY000 Commands out of sync; you can't run this command now
freed: null
a value that was written to changes no other: ["y","x"]
a value lives on: [100000,"x"]
cycles collected: true
a generator given up: "3"
at the end: 77

--TEST--
Lifetime: cycles through links, results, iterators and generators are collected, and the connections with them (mynd; stock keeps those through an iterator)
--EXTENSIONS--
mysqli
--FILE--
<?php
require __DIR__ . '/lifetime.inc';
const MANY = "SELECT seq, REPEAT('x', 1000) FROM seq_1_to_20000";

class Link extends mysqli
{
	public $held;
}
class Result extends mysqli_result
{
	public $held;
}
#[AllowDynamicProperties]
class Row
{
	public $held;

	public function __construct(Link $link, Result $result)
	{
		$this->held = [$link, $result];
		$result->held = $this;
	}
}
const CYCLES = ['link and itself', 'link and result', 'result made of a link', 'row and result', 'closure', 'generator', 'iterator'];
function cycle(string $kind, int $mode): void
{
	$m = new Link(...where());
	switch ($kind) {
	case 'link and itself':
		$m->held = $m;
		$m->query(MANY, $mode)->fetch_row();
		break;
	case 'link and result':
		$m->real_query(MANY);
		$m->held = $r = new Result($m, $mode);
		$r->held = $m;
		$r->fetch_row();
		break;
	case 'result made of a link':
		$m->real_query(MANY);
		$r = new Result($m, $mode);
		$r->held = [$r, $m];
		break;
	case 'row and result':
		$m->real_query(MANY);
		$r = new Result($m, $mode);
		$r->fetch_object('Row', [$m, $r]);
		break;
	case 'closure':
		$r = $m->query(MANY, $mode);
		$m->held = fn() => $r->fetch_row() && $m;
		($m->held)();
		break;
	case 'generator':
		$rows = (function () use ($m, $mode, &$rows) {
			foreach ($m->query(MANY, $mode) as $row) {
				yield $row;
			}
		})();
		$m->held = $rows;
		$rows->current();
		break;
	case 'iterator':
		$m->real_query(MANY);
		$r = new Result($m, $mode);
		$r->held = (function () use ($m, $r) {
			foreach ($r as $row) {
				yield $row;
			}
		})();
		$r->held->current();
		break;
	}
}
function open(): int
{
	return (int) mysqli_get_client_stats()['active_connections'];
}
foreach (CYCLES as $kind) {
	foreach (['stored' => MYSQLI_STORE_RESULT, 'used' => MYSQLI_USE_RESULT] as $how => $mode) {
		cycle($kind, $mode);
		echo "$kind, $how: ", open(), ' open, ', gc_collect_cycles() > 0 ? 'collected' : 'nothing to collect', ', ', open(), " open\n";
	}
}
?>
--EXPECT--
link and itself, stored: 1 open, collected, 0 open
link and itself, used: 1 open, collected, 0 open
link and result, stored: 1 open, collected, 0 open
link and result, used: 1 open, collected, 0 open
result made of a link, stored: 1 open, collected, 0 open
result made of a link, used: 1 open, collected, 0 open
row and result, stored: 1 open, collected, 0 open
row and result, used: 1 open, collected, 0 open
closure, stored: 1 open, collected, 0 open
closure, used: 1 open, collected, 0 open
generator, stored: 1 open, collected, 0 open
generator, used: 1 open, collected, 0 open
iterator, stored: 1 open, collected, 0 open
iterator, used: 1 open, collected, 0 open

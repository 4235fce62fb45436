--TEST--
Mynd\pipeline(): memory does not grow with the number of commands, nor with the size of all replies
--EXTENSIONS--
mysqli
--INI--
memory_limit=24M
--FILE--
<?php
require __DIR__ . '/memory.inc';

$link = link_for_test();
function many(int $count, string $sql): Generator
{
	for ($i = 0; $i < $count; $i++) {
		yield $i => "$sql /* $i */";
	}
}

foreach ([1000, 100000] as $count) {
	$kib = peak(function () use ($link, $count) {
		$seen = 0;
		foreach (Mynd\pipeline($link, many($count, 'DO 1')) as $key => $outcome) {
			$seen += $outcome instanceof Mynd\Done && $key === $seen ? 1 : 1000000;
		}
		echo $seen, "\n";
	}) >> 10;
	echo $kib < 512 ? "constant\n" : "$kib KiB\n";
}

/* Replies of 200 MB in all: one at a time is ours. */
echo peak(function () use ($link) {
	$bytes = 0;
	foreach (Mynd\pipeline($link, many(200, "SELECT REPEAT('r', 1000000)")) as $outcome) {
		$bytes += strlen($outcome->fetch_column());
	}
	echo $bytes, "\n";
}) < 5 * MIB ? "one at a time\n" : "more\n";

/* Commands of 60 MB in all, in both directions. */
$padding = '/*' . str_repeat('p', MIB) . '*/';
echo peak(function () use ($link, $padding) {
	$bytes = 0;
	foreach (Mynd\pipeline($link, many(60, "SELECT REPEAT('r', 1000000) $padding")) as $outcome) {
		$bytes += strlen($outcome->fetch_column());
	}
	echo $bytes, "\n";
}) < 8 * MIB ? "a few at a time\n" : "more\n";

/* What cannot fit is its command's failure. */
foreach (Mynd\pipeline($link, ['SELECT 1', "SELECT REPEAT('x', 16000000), REPEAT('y', 16000000)", 'SELECT 2']) as $outcome) {
	echo $outcome instanceof mysqli_result ? $outcome->fetch_column() : $outcome->getCode(), "\n";
	unset($outcome);
}


/*
 * A Generator that hangs in a cycle with its source, in the middle, is collected; what it had under way is
 * dropped.
 */
function cycle(mysqli $link): WeakReference
{
	$box = new stdClass;
	$box->generator = Mynd\pipeline($link, (function () use ($box) { yield 'SELECT 1'; yield 'SELECT 2'; yield $box; })());
	$box->generator->current();
	return WeakReference::create($box);
}
$box = cycle($link);
gc_collect_cycles();
var_dump($box->get());
echo $link->query('SELECT 3')->fetch_column(), "\n";
?>
--EXPECT--
1000
constant
100000
constant
200000000
one at a time
60000000
a few at a time
1
2008
2
NULL
3

--TEST--
Mynd\pipeline(): hundreds of megabytes in both directions, larger than all buffers on the way, in bounded memory
--EXTENSIONS--
mynd
--FILE--
<?php
require __DIR__ . '/../connect.inc';
/** Kilobytes that the process has had at most. */
function resident_peak(): int
{
	preg_match('/^VmHWM:\s+(\d+) kB/m', file_get_contents('/proc/self/status'), $m);
	return (int) $m[1];
}
$asan = getenv('SKIP_ASAN');
$count = $asan ? 20 : 300;
$text = str_repeat('abcdefgh', 1 << 16); /* half a megabyte there, one back */
$commands = function () use ($count, $text) {
	for ($i = 0; $i < $count; $i++) {
		yield $i % 2 ? "SELECT $i, REPEAT('$text', 2)" : ['SELECT ?, REPEAT(?, 2)', [$i, $text]];
	}
};
foreach (['unix socket' => [], 'TCP' => ['host' => '127.0.0.1']] as $way => $where) {
	$link = link_for_test(...$where);
	file_put_contents('/proc/self/clear_refs', '5'); /* begins the peak anew */
	memory_reset_peak_usage();
	[$engine, $resident] = [memory_get_usage(), resident_peak()];
	$right = 0;
	foreach (Mynd\pipeline($link, $commands()) as $i => $result) {
		[$number, $long] = $result->fetch_row();
		$right += (int) $number === $i && strlen($long) === 1 << 20 && str_starts_with($long, $text) && str_ends_with($long, $text);
	}
	$engine = memory_get_peak_usage() - $engine >> 10;
	$resident = resident_peak() - $resident;
	echo "$way: ", $right === $count ? 'all right' : "$right of $count", $engine < 8 << 10 ? '' : ", the engine had $engine KB",
		$asan || $resident < 16 << 10 ? '' : ", the process had $resident KB", "\n";
}
?>
--EXPECT--
unix socket: all right
TCP: all right

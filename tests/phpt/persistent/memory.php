<?php
require __DIR__ . '/persistent.inc';
/** Megabytes of address space. */
function space(): int
{
	preg_match('/^VmSize:\s*(\d+)/m', file_get_contents('/proc/self/status'), $m);
	return $m[1] >> 10;
}
function use_links(int $count): void
{
	$links = array_map(fn() => plink(), range(1, $count));
	foreach ($links as $m) {
		$m->query("SELECT REPEAT('x', 100000)")->fetch_all();
		$kept[] = $m->prepare('SELECT ?');
	}
}
use_links(1);
mysqli_get_links_stats();
$space = space();
attempt('links', fn() => mysqli_get_links_stats());
$memory = [0, 0, 0];
foreach ($memory as $i => $_) { /* of the same program; the first time it fills its caches */
	$memory[$i] = memory_get_usage();
	use_links(20);
}
attempt('links', fn() => mysqli_get_links_stats());
attempt('memory of the request', fn() => $memory[2] === $memory[1] ? 'none' : $memory);
$grown = space() - $space;
/* The thread keeps four buffers for the links that read next. */
attempt('buffers', fn() => $grown < 5 * 16 || getenv('SKIP_ASAN') ? 'the spare ones at most' : "$grown MB");
?>

--TEST--
A read buffer of 5 MB costs a connect/close loop no more page faults and system calls than one of 32 KB
--EXTENSIONS--
mysqli
--SKIPIF--
<?php
if (!getenv('MYND_PHP_CMD')) die('skip needs MYND_PHP_CMD');
if (!preg_match('/^strace -- version/', (string) shell_exec('strace -V 2>&1'))) die('skip needs strace');
?>
--FILE--
<?php
require __DIR__ . '/run.inc';

function buffer(int $bytes): array
{
	return ['-d', "mysqlnd.net_read_buffer_size=$bytes"];
}

/** Calls that change the memory map, of so many connects. */
function map_calls(int $bytes, int $times): int
{
	$errors = child('mynd', [buffer($bytes), 'connects', (string) $times], ['strace', '-f', '-c', '-e', 'trace=mmap,munmap,mremap,brk,madvise'])['errors'];
	preg_match('/^100[.,]00\s+\S+\s+\S+\s+(\d+).*total$/m', $errors, $total);
	return (int) $total[1];
}

$faults = array_map(fn($bytes) => min(array_map(fn() => child('mynd', [buffer($bytes), 'connects', '300'])['faults'], range(1, 3))), [32768, 5 << 20]);
echo 'page faults: ', $faults[1] <= $faults[0] + 3 ? 'alike' : implode(' ', $faults), "\n";
$calls = array_map(fn($bytes) => map_calls($bytes, 220) - map_calls($bytes, 20), [32768, 5 << 20]);
echo 'memory map: ', $calls[1] <= $calls[0] + 2 ? 'alike' : implode(' ', $calls), "\n";
?>
--EXPECT--
page faults: alike
memory map: alike

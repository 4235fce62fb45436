--TEST--
Statistics: cells handed out by reference and cells that were copied; memory of results
--EXTENSIONS--
mysqli
--INI--
mysqlnd.collect_memory_statistics=1
--FILE--
<?php
require __DIR__ . '/stats.inc';
$link = link_for_test();
const NAMES = ['copy_on_write_saved', 'copy_on_write_performed'];
function copies(mysqli $link, string $title, callable $program): void
{
	$before = $link->get_connection_stats();
	$program();
	$after = $link->get_connection_stats();
	echo "$title: ", implode(' ', array_map(fn($name) => "$name+" . $after[$name] - $before[$name], NAMES)), "\n";
}
copies($link, 'two large cells and one small, buffered', fn() => $link->query("SELECT REPEAT('x', 100000), REPEAT('y', 200000), 'small'")->fetch_row());
copies($link, 'the same, unbuffered', fn() => $link->query("SELECT REPEAT('x', 100000), REPEAT('y', 200000), 'small'", MYSQLI_USE_RESULT)->fetch_all());
copies($link, 'the same row twice', function () use ($link) {
	$result = $link->query("SELECT REPEAT('x', 100000), REPEAT('y', 200000), 'small'");
	$result->fetch_row();
	$result->data_seek(0);
	$result->fetch_row();
});
copies($link, 'not fetched', fn() => $link->query("SELECT REPEAT('x', 100000)"));

$before = $link->get_connection_stats();
$result = $link->query("SELECT REPEAT('x', 100000)");
$held = $link->get_connection_stats();
unset($result);
$freed = $link->get_connection_stats();
echo 'memory: ';
var_dump($held['mem_emalloc_count'] > $before['mem_emalloc_count'],
	$held['mem_emalloc_amount'] - $before['mem_emalloc_amount'] >= 100000,
	$held['mem_emalloc_amount'] - $before['mem_emalloc_amount'] === $freed['mem_efree_amount'] - $before['mem_efree_amount'],
	$held['mem_emalloc_count'] - $before['mem_emalloc_count'] === $freed['mem_efree_count'] - $before['mem_efree_count']);
?>
--EXPECT--
two large cells and one small, buffered: copy_on_write_saved+2 copy_on_write_performed+1
the same, unbuffered: copy_on_write_saved+2 copy_on_write_performed+1
the same row twice: copy_on_write_saved+4 copy_on_write_performed+2
not fetched: copy_on_write_saved+0 copy_on_write_performed+0
memory: bool(true)
bool(true)
bool(true)
bool(true)

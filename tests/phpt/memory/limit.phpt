--TEST--
Results count in memory_limit: what cannot fit gives 2008, and the link works or says 2006
--EXTENSIONS--
mysqli
--INI--
memory_limit=64M
--FILE--
<?php
require __DIR__ . "/memory.inc";
$link = link_for_test();
function fits(string $what, callable $program): void
{
	global $link;
	try {
		$program();
		echo "$what: fits\n";
	} catch (mysqli_sql_exception $e) {
		echo "$what: {$e->getCode()} {$e->getSqlState()} {$e->getMessage()}\n";
	}
	try {
		echo 'then ', $link->query('SELECT 1')->fetch_row()[0], "\n";
	} catch (mysqli_sql_exception $e) {
		echo 'then ', $e->getCode(), "\n";
		$link = link_for_test();
	}
}
fits('one cell, store', fn () => $link->query("SELECT REPEAT('b', 16000000), REPEAT('b', 16000000), REPEAT('b', 16000000), REPEAT('b', 16000000), REPEAT('b', 16000000)"));
fits('one cell, use', fn () => $link->query("SELECT REPEAT('b', 16000000), REPEAT('b', 16000000), REPEAT('b', 16000000), REPEAT('b', 16000000), REPEAT('b', 16000000)", MYSQLI_USE_RESULT)->fetch_row());
fits('many small cells', fn () => $link->query("SELECT REPEAT('s', 200) FROM seq_1_to_400000"));
fits('many large cells', fn () => $link->query("SELECT REPEAT('l', 2000) FROM seq_1_to_40000"));
fits('a small result', fn () => $link->query("SELECT REPEAT('s', 200) FROM seq_1_to_1000"));
mysqli_report(MYSQLI_REPORT_OFF);
var_dump($link->query("SELECT REPEAT('s', 200) FROM seq_1_to_400000"), $link->errno, $link->error);
mysqli_report(MYSQLI_REPORT_ERROR);
var_dump($link->query("SELECT REPEAT('s', 200) FROM seq_1_to_400000"));
var_dump(memory_get_usage() < 8 * MIB);
?>
--EXPECTF--
one cell, store: 2008 HY000 Out of memory
then 1
one cell, use: 2008 HY000 Out of memory
then 1
many small cells: 2008 HY000 Out of memory
then %r(1|2006)%r
many large cells: 2008 HY000 Out of memory
then %r(1|2006)%r
a small result: fits
then 1
bool(false)
int(2008)
string(13) "Out of memory"

Warning: mysqli::query(): (HY000/2008): Out of memory in %s on line %d
bool(false)
bool(true)

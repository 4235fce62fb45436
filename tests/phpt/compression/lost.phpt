--TEST--
Compression: a link that is killed in the middle of a reply, or between two
--EXTENSIONS--
mysqli
--FILE--
<?php
require __DIR__ . '/compression.inc';
$other = link_for_test();
function kill(mysqli $m): void
{
	global $other;
	$other->query("KILL $m->thread_id");
	do { /* until the server has taken it down */
		$alive = $other->query("SELECT COUNT(*) FROM information_schema.processlist WHERE id = $m->thread_id")->fetch_column();
	} while ($alive);
}
$m = compressed();
$result = $m->query("SELECT seq, REPEAT(seq, 500) FROM " . seq($m, 1000000), MYSQLI_USE_RESULT);
$result->fetch_row();
kill($m);
attempt('in the middle', function () use ($result) {
	for ($n = 2; $row = $result->fetch_row(); $n++) {
		if ($row !== ["$n", str_repeat($n, 500)]) {
			return 'a row that was not whole';
		}
	}
	return 'no error';
});
attempt('then', fn() => $m->query('SELECT 1'));
$m = compressed();
kill($m);
attempt('between two', fn() => $m->query('SELECT 1'));
$m = compressed();
$m->query('SET wait_timeout = 1');
do {
	$alive = $other->query("SELECT COUNT(*) FROM information_schema.processlist WHERE id = $m->thread_id")->fetch_column();
} while ($alive && $other->query('SELECT SLEEP(0.05)'));
try { /* stock, too, reports the reason that MySQL gives from 8.4 on, if without compression */
	$m->query('SELECT 1');
} catch (mysqli_sql_exception $e) {
	$expected = PHP_VERSION_ID >= 80400 && !is_mariadb($m) ? 4031 : 2006;
	echo 'after wait_timeout: ', $e->getCode() === $expected ? 'gone' : "$e", "\n";
}
$m->real_connect(...[...where(), MYSQLI_CLIENT_COMPRESS]);
echo 'connected anew: ', is_compressed($m), "\n";
attempt('a long query and a read timeout', function () {
	$m = mysqli_init();
	$m->options(MYSQLI_OPT_READ_TIMEOUT, 1);
	$m->real_connect(...[...where(), MYSQLI_CLIENT_COMPRESS]);
	$m->query('SELECT SLEEP(5)');
});
?>
--EXPECT--
in the middle: ! 2006 HY000 MySQL server has gone away
then: ! 2006 HY000 MySQL server has gone away
between two: ! 2006 HY000 MySQL server has gone away
after wait_timeout: gone
connected anew: ON
a long query and a read timeout: ! 2006 HY000 MySQL server has gone away

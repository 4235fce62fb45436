--TEST--
Compression: prepared statements, long data, commands that go together, LOAD DATA LOCAL
--EXTENSIONS--
mysqli
--INI--
mynd.pipelining=on
mysqli.allow_local_infile=1
--FILE--
<?php
require __DIR__ . '/compression.inc';
$m = compressed();
$m->query('CREATE TEMPORARY TABLE t (id INT PRIMARY KEY AUTO_INCREMENT, n INT, b LONGBLOB)');
$blob = text(700_000) . noise(300_000);

$insert = $m->prepare('INSERT INTO t (n, b) VALUES (?, ?)');
foreach ([1 => 'short', 2 => $blob, 3 => null] as $n => $value) {
	$insert->execute([$n, $value]);
}
$null = null;
$n = 4;
$insert->bind_param('ib', $n, $null);
foreach (str_split($blob, 300_000) as $piece) {
	$insert->send_long_data(1, $piece);
}
$insert->execute();
$insert->close();

$select = $m->prepare('SELECT n, b FROM t WHERE n > ? ORDER BY n');
$select->execute([0]);
var_dump($select->get_result()->fetch_all() === [[1, 'short'], [2, $blob], [3, null], [4, $blob]]);
$select->execute([1]);
$select->bind_result($n, $b);
while ($select->fetch()) {
	echo $n, ' ', $b === $blob ? 'the blob' : show($b), "\n";
}
$select->close();

echo 'several frames in one write: ';
$asked = [];
/* each text is new: prepare and execute go together, and the close of one that leaves the cache */
for ($i = 0; $i < 300; $i++) {
	$asked[] = $m->execute_query("SELECT ? + $i, ? * 2", [$i, $i])->fetch_row();
}
var_dump($asked == array_map(fn($i) => [2 * $i, 2 * $i], range(0, 299)));
$before = Mynd\stats($m)['writes'];
$m->execute_query('SELECT ? + 1000' . str_repeat(' + 1', 100), [1]);
$writes = Mynd\stats($m)['writes'] - $before;
echo 'prepare and execute: ', $writes === 1 || !str_contains($m->server_info, 'MariaDB') ? 'one' : $writes, " write\n"; /* MariaDB has a name for the statement before */

$file = __DIR__ . '/statements.tmp';
foreach ([3, 40000] as $lines) {
	file_put_contents($file, implode('', array_map(fn($i) => "$i\t" . noise(20) . "\n", range(1, $lines))));
	$m->query('DELETE FROM t');
	$m->query("LOAD DATA LOCAL INFILE '$file' INTO TABLE t (n, b)");
	echo $m->info, ' ', show($m->query("SELECT COUNT(*), SUM(n), MIN(b) = MAX(b) FROM t")->fetch_row()), "\n";
}
file_put_contents($file, str_repeat('a line of text', 300_000));
$m->query('DELETE FROM t');
$m->query("LOAD DATA LOCAL INFILE '$file' INTO TABLE t (b)");
echo $m->info, ' ', $m->query('SELECT LENGTH(b) FROM t')->fetch_row()[0], "\n";
attempt('a file that is not there', fn() => $m->query("LOAD DATA LOCAL INFILE '$file.not' INTO TABLE t (b)"));
attempt('several texts', function () use ($m, $file) {
	$m->multi_query("SELECT 1; LOAD DATA LOCAL INFILE '$file' INTO TABLE t (b); SELECT 3");
	$seen = [];
	do {
		$result = $m->store_result();
		$seen[] = $result ? $result->fetch_row()[0] : $m->affected_rows;
	} while ($m->more_results() && $m->next_result());
	return $seen;
});
echo $m->query("SELECT 'goes on'")->fetch_row()[0], "\n";
?>
--CLEAN--
<?php
@unlink(__DIR__ . '/statements.tmp');
?>
--EXPECTF--
bool(true)
2 the blob
3 null
4 the blob
several frames in one write: bool(true)
prepare and execute: one write
Records: 3  Deleted: 0  Skipped: 0  Warnings: 0 ["3","6","1"]
Records: 40000  Deleted: 0  Skipped: 0  Warnings: 0 ["40000","800020000","1"]
Records: 1  Deleted: 0  Skipped: 0  Warnings: 0 4200000
a file that is not there: ! %d HY000 Can't find file '%s'.
several texts: ["1",1,"3"]
goes on

--TEST--
Statements: long data, in pieces of any size, with and after everything else
--EXTENSIONS--
mysqli
--FILE--
<?php
require __DIR__ . '/../connect.inc';
print_warnings();
$m = link_for_test();
$m->query('CREATE TEMPORARY TABLE t (id INT PRIMARY KEY AUTO_INCREMENT, a LONGBLOB, b VARCHAR(30), c LONGTEXT)');
$s = $m->prepare('INSERT INTO t (a, b, c) VALUES (?, ?, ?)');
$none = null;
$text = 'text';
$stored = fn() => $m->query('SELECT LENGTH(a), SHA2(a, 256), b, LENGTH(c), SHA2(c, 256) FROM t ORDER BY id DESC LIMIT 1')->fetch_row();
attempt('nothing bound', fn() => [$s->send_long_data(0, 'x'), $s->errno, $s->error, $m->errno]);
$s->bind_param('bsb', $none, $text, $none);
attempt('a number below 0', fn() => $s->send_long_data(-1, 'x'));
attempt('no such parameter', fn() => [$s->send_long_data(3, 'x'), $s->errno, $s->error, $m->errno]);
attempt('not a blob', fn() => [$s->send_long_data(1, 'x'), $s->errno, $s->error, $m->errno]);
attempt('it works', fn() => [$s->send_long_data(0, 'x'), $s->errno]);
attempt('executed', fn() => [$s->execute(), $stored()]);
attempt('the data is gone then', fn() => [$s->execute(), $stored()]);
foreach ([1, 7, 4096, 32768, 100000, 1 << 20] as $size) {
	$whole = '';
	for ($i = 0; $i < 5; $i++) {
		$piece = str_repeat(chr(65 + $i), $size);
		$whole .= $piece;
		mysqli_stmt_send_long_data($s, 0, $piece);
		$s->send_long_data(2, strtolower($piece));
	}
	$s->execute();
	[$length, $hash, $b, , $lower] = $stored();
	echo "5 pieces of $size: ", $length == strlen($whole) && $hash === hash('sha256', $whole) && $lower === hash('sha256', strtolower($whole)) && $b === 'text' ? 'ok' : "$length $hash", "\n";
}
attempt('an empty piece', fn() => [$s->send_long_data(0, ''), $s->execute(), $stored()]);
attempt('one of two', fn() => [$s->send_long_data(2, 'two'), $s->execute(), $stored()]);
$value = 'the value of the variable is not sent';
attempt('a value', fn() => [$s->bind_param('bsb', $value, $text, $value), $s->execute(), $stored()]);
attempt('bound anew after it was sent', fn() => [$s->send_long_data(0, 'sent'), $s->bind_param('bsb', $none, $text, $none), $s->execute(), $stored()[0]]);
attempt('reset in between', fn() => [$s->send_long_data(0, 'sent'), $s->reset(), $s->execute(), $stored()]);
attempt('an error, and then again', function () use ($m, $s, $stored, $text, $none) {
	$s->send_long_data(0, 'sent');
	$too_long = str_repeat('x', 100);
	$s->bind_param('bsb', $none, $too_long, $none);
	$s->send_long_data(0, ' and more');
	try {
		$s->execute();
	} catch (mysqli_sql_exception $e) {
		echo '  ', $e->getMessage(), "\n";
	}
	$too_long = 'fits';
	return [$s->execute(), $stored()];
});
attempt('a query in between', fn() => [$s->send_long_data(0, 'before'), $m->query('SELECT 1')->fetch_column(), $s->send_long_data(0, ' after'), $s->execute(), $stored()[0]]);
attempt('values at once', fn() => [$s->send_long_data(0, 'in the way'), $s->execute(['x', 'y', 'z']), $stored()]);
attempt('not for those', fn() => [$s->send_long_data(0, 'x'), $s->errno]);
attempt('rows unread', function () use ($m, $s, $none, $text) {
	$s->bind_param('bsb', $none, $text, $none);
	$r = $m->query('SELECT seq FROM seq_1_to_3', MYSQLI_USE_RESULT);
	$answer = [$s->send_long_data(0, 'x')];
	$r->free();
	return [...$answer, $s->send_long_data(0, 'yes'), $s->execute()];
});
attempt('stored', fn() => $stored()[0]);
attempt('a closed statement', fn() => [$s->close(), $s->send_long_data(0, 'x')]);
attempt('no parameters', fn() => [($s = $m->prepare('SELECT 1'))->send_long_data(0, 'x'), $s->errno]);

echo "--- 16 MB in pieces of 32 KB\n";
$s = $m->prepare('SELECT LENGTH(?), SHA2(?, 256)');
$s->bind_param('bb', $none, $none);
$hash = hash_init('sha256');
gc_mem_caches();
$memory = memory_get_usage();
$most = 0;
for ($i = 0; $i < 512; $i++) {
	$piece = str_repeat(chr($i & 255), 32768);
	hash_update($hash, $piece);
	$s->send_long_data(0, $piece);
	$s->send_long_data(1, $piece);
	$most = max($most, memory_get_usage() - $memory);
}
$s->execute();
echo $s->get_result()->fetch_row() === [16 << 20, hash_final($hash)] ? 'received' : 'lost', ', ', $most < 100000 ? 'a piece in memory at a time' : "$most bytes in memory", "\n";
?>
--EXPECT--
nothing bound: [false,2014,"Commands out of sync; you can't run this command now",0]
a number below 0: ! ValueError mysqli_stmt::send_long_data(): Argument #1 ($param_num) must be greater than or equal to 0
no such parameter: [false,2034,"Invalid parameter number",0]
not a blob: [false,2035,"Can't send long data for non-string/non-binary data types",0]
it works: [true,0]
executed: [true,["1","2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881","text",null,null]]
the data is gone then: [true,[null,null,"text",null,null]]
5 pieces of 1: ok
5 pieces of 7: ok
5 pieces of 4096: ok
5 pieces of 32768: ok
5 pieces of 100000: ok
5 pieces of 1048576: ok
an empty piece: [true,true,["0","e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855","text",null,null]]
one of two: [true,true,[null,null,"text","3","3fc4ccfe745870e2c0d99f71f30ff0656c8dedd41cc1d7d3d376b0dbe685e2f3"]]
a value: [true,true,["0","e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855","text","0","e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"]]
bound anew after it was sent: [true,true,true,"4"]
reset in between: [true,true,true,[null,null,"text",null,null]]
  Data too long for column 'b' at row 1
an error, and then again: [true,[null,null,"fits",null,null]]
a query in between: [true,"1",true,true,"12"]
values at once: [true,true,["1","2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881","y","1","594e519ae499312b29433b7dd8a97ff068defcba9755b6d5d00e84c524d67b06"]]
not for those: [false,2035]
rows unread: [false,true,true]
stored: "3"
a closed statement: ! Error mysqli_stmt object is already closed
no parameters: [false,2014]
--- 16 MB in pieces of 32 KB
received, a piece in memory at a time

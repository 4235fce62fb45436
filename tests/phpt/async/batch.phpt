--TEST--
A batch that is larger than all buffers on the way, in both directions
--EXTENSIONS--
mynd
--INI--
memory_limit=-1
--FILE--
<?php
require __DIR__ . '/../connect.inc';

function batch(int $flag, string|int|null ...$where): void
{
	$link = mysqli_init();
	$link->real_connect(...[...where(...$where), $flag]);
	$text = str_repeat('abcdefgh', 1 << 16);
	for ($i = 0; $i < 60; $i++) {
		$link->query("SELECT $i, REPEAT('$text', 2)", MYSQLI_ASYNC | ($i % 3 ? MYSQLI_STORE_RESULT : MYSQLI_USE_RESULT));
	}
	$link->query('SELECT 60', MYSQLI_ASYNC);
	$wrong = 0;
	for ($i = 0; $i < 60; $i++) {
		$result = $link->reap_async_query();
		$type = $result->type;
		$row = $result->fetch_row();
		if ((int) $row[0] !== $i || $row[1] !== $text . $text || $result->fetch_row() !== null || $type !== ($i % 3 ? 0 : 1) || $result->num_rows !== 1) {
			$wrong++;
		}
	}
	echo $wrong, ' wrong, ', $link->reap_async_query()->fetch_column(), "\n";
}

batch(0);
batch(0, host: '127.0.0.1');
batch(MYSQLI_CLIENT_SSL, host: '127.0.0.1');
batch(MYSQLI_CLIENT_COMPRESS);

/* Small ones, many: each has its place in the queue, none may wait for another. */
$link = link_for_test();
$link->query('CREATE TEMPORARY TABLE many (id INT PRIMARY KEY, v INT)');
for ($i = 0; $i < 20000; $i++) {
	$link->query("INSERT INTO many VALUES ($i, $i)", MYSQLI_ASYNC);
}
$affected = 0;
for ($i = 0; $i < 20000; $i++) {
	$link->reap_async_query();
	$affected += $link->affected_rows;
}
echo $affected, ' of ', $link->query('SELECT COUNT(*) FROM many')->fetch_column(), "\n";
?>
--EXPECT--
0 wrong, 60
0 wrong, 60
0 wrong, 60
0 wrong, 60
20000 of 20000

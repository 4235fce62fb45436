--TEST--
Wide rows, stored: lengths longer than needed, cells around what takes a longer length, rows longer than the read buffer of small cells alone
--EXTENSIONS--
mysqli
--INI--
memory_limit=512M
--SKIPIF--
<?php if (!function_exists('pcntl_fork')) die('skip needs pcntl'); ?>
--FILE--
<?php
require __DIR__ . '/peer.inc';

/** A cell after a length of 9 bytes, which says no more than one of fewer. */
function longest(string $cell): string
{
	return "\xfe" . pack('P', strlen($cell)) . $cell;
}

/** The rows, fetched from a stored result; each is a list of cells and its bytes on the wire. */
function stored(array $rows, bool $binary, int $read_buffer): array
{
	$columns = count($rows[0][0]);
	$bitmap = str_repeat("\0", 1 + intdiv($columns + 9, 8));
	$definitions = array_map(fn ($i) => Peer::column("c$i"), range(1, $columns));
	$payloads = array_map(fn ($row) => ($binary ? $bitmap : '') . $row[1], $rows);
	$result = Peer::packets([Peer::lenenc($columns), ...$definitions, Peer::eof(), ...$payloads, Peer::eof()]);
	$peer = Peer::start(function (Peer $p) use ($result, $binary) {
		$p->login()->command();
		if ($binary) {
			$p->raw(Peer::prepared(1, ['a']))->command();
		}
		$p->raw($result)->serve();
	});
	ini_set('mysqlnd.net_read_buffer_size', (string) $read_buffer);
	$link = $peer->connect();
	if ($binary) {
		$statement = $link->prepare('SELECT');
		$statement->execute();
		$got = $statement->get_result()->fetch_all();
	} else {
		$got = $link->query('SELECT')->fetch_all();
	}
	$peer->end();
	return $got;
}

function show(string $title, array $rows, int $read_buffer = 32768): void
{
	foreach ([false, true] as $binary) {
		$good = stored($rows, $binary, $read_buffer) === array_column($rows, 0);
		echo $title, $binary ? ', binary: ' : ', text: ', $good ? 'right' : 'WRONG', "\n";
	}
}

/** One row of these cells. */
function row(array $cells, ?callable $pack = null): array
{
	return [$cells, implode('', array_map($pack ?? Peer::text(...), $cells))];
}

$large = str_repeat('A', 300);
show('a large cell and 2999 empty ones behind long lengths', [row([$large, ...array_fill(0, 2999, '')], longest(...))]);
show('a large cell and 500 of 250 bytes behind long lengths', [row([$large, ...array_fill(0, 500, str_repeat('b', 250))], longest(...))]);

/* The row ends within a few bytes of a page's end, and so of a chunk's. */
foreach ([16300, 16330, 16379, 16380, 16381, 16400, 32700, 32764] as $size) {
	$cells = array_fill(0, intdiv($size - 700, 258), str_repeat('c', 255));
	$left = $size - count($cells) * 258 - 303;
	array_push($cells, $large, str_repeat('d', min(250, $left - 1)));
	$left -= min(250, $left - 1) + 1;
	array_push($cells, ...($left > 0 ? array_map(fn ($n) => str_repeat('e', $n), array_fill(0, $left >> 1, 1)) : []));
	show("a large cell and some of 255 bytes in a row of $size", [row($cells)]);
}

/* So large a store that rows are received in place; a row takes more than both halves of such a part. */
foreach ([[330, 40, 32768], [100, 80, 8192], [500, 12, 65536], [1500, 10, 32768]] as [$columns, $count, $read_buffer]) {
	$rows = [];
	for ($n = 1; $n <= $count; $n++) {
		$rows[] = row(array_fill(0, $columns, str_pad((string) $n, 200, chr(97 + $n % 26))));
		if ($n % 3 === 0) {
			$rows[] = row(array_fill(0, $columns, "short $n"));
		}
	}
	show("$columns cells of 200 bytes, read buffer of $read_buffer", $rows, $read_buffer);
}
?>
--EXPECT--
a large cell and 2999 empty ones behind long lengths, text: right
a large cell and 2999 empty ones behind long lengths, binary: right
a large cell and 500 of 250 bytes behind long lengths, text: right
a large cell and 500 of 250 bytes behind long lengths, binary: right
a large cell and some of 255 bytes in a row of 16300, text: right
a large cell and some of 255 bytes in a row of 16300, binary: right
a large cell and some of 255 bytes in a row of 16330, text: right
a large cell and some of 255 bytes in a row of 16330, binary: right
a large cell and some of 255 bytes in a row of 16379, text: right
a large cell and some of 255 bytes in a row of 16379, binary: right
a large cell and some of 255 bytes in a row of 16380, text: right
a large cell and some of 255 bytes in a row of 16380, binary: right
a large cell and some of 255 bytes in a row of 16381, text: right
a large cell and some of 255 bytes in a row of 16381, binary: right
a large cell and some of 255 bytes in a row of 16400, text: right
a large cell and some of 255 bytes in a row of 16400, binary: right
a large cell and some of 255 bytes in a row of 32700, text: right
a large cell and some of 255 bytes in a row of 32700, binary: right
a large cell and some of 255 bytes in a row of 32764, text: right
a large cell and some of 255 bytes in a row of 32764, binary: right
330 cells of 200 bytes, read buffer of 32768, text: right
330 cells of 200 bytes, read buffer of 32768, binary: right
100 cells of 200 bytes, read buffer of 8192, text: right
100 cells of 200 bytes, read buffer of 8192, binary: right
500 cells of 200 bytes, read buffer of 65536, text: right
500 cells of 200 bytes, read buffer of 65536, binary: right
1500 cells of 200 bytes, read buffer of 32768, text: right
1500 cells of 200 bytes, read buffer of 32768, binary: right

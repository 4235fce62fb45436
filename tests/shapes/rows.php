<?php
/*
 * src/session and src/rows, by the extension of tests/rows: bytes in pieces of any size, rows out of the
 * store in any order, or built at once.
 */
require __DIR__ . '/cases.inc';

const ASSOC = 1, NUM = 2, BOTH = 3;

/** A payload as packets; $number is that of the next one. */
function packets(string $payload, int &$number): string
{
	$bytes = '';
	for ($at = 0; ; $at += FRAME) {
		$length = min(FRAME, strlen($payload) - $at);
		$bytes .= substr(pack('V', $length), 0, 3) . chr($number++ & 255) . ($length === strlen($payload) ? $payload : substr($payload, $at, $length));
		if ($length < FRAME) {
			return $bytes;
		}
	}
}

/** What a server says until the login is over; it can everything but bit 0 (MariaDB's). */
function hello(): string
{
	$number = 0;
	$greeting = "\x0a8.0.36-shapes\0" . pack('V', 7) . "abcdefgh\0" . "\xfe\xff\x2d" . pack('v', 2) . "\xff\xff\x15" . str_repeat("\0", 10) . "ijklmnopqrst\0mysql_native_password\0";
	$bytes = packets($greeting, $number);
	$number = 2;
	return $bytes . packets("\0\0\0\x02\0\0\0", $number);
}

function reply(Shape $shape, bool $deprecate_eof): string
{
	$number = 1;
	$eof = $deprecate_eof ? "\xfe\0\0\x02\0\0\0" : "\xfe\0\0\x02\0";
	$parts = [packets($shape->count_packet(), $number)];
	foreach ($shape->definitions() as $payload) {
		$parts[] = packets($payload, $number);
	}
	$parts[] = $deprecate_eof ? '' : packets($eof, $number);
	for ($row = 0; $row < $shape->rows; $row++) {
		$parts[] = packets($shape->payload($row), $number);
	}
	/* not grown piece by piece: under a sanitizer each growth is a copy */
	return implode('', $parts) . packets($eof, $number);
}

/** The row as an array of this form; an index takes no place that a name has. */
function keyed(array $names, array $values, int $form): array
{
	$row = [];
	foreach ($values as $i => $value) {
		if ($form & NUM && !array_key_exists($i, $row)) {
			$row[$i] = $value;
		}
		if ($form & ASSOC) {
			$row[$names[$i]] = $value;
		}
	}
	return $row;
}

/** @return array<string, int> how the session is read */
function choose_how(Shape $shape, int $bytes): array
{
	mt_srand($shape->seed + 1);
	$piece = Shape::pick([0, 0, 0, 100000, 20000, 3000, 2 * $shape->buffer, 700]);
	return [
		'binary' => $shape->binary, 'read_buffer' => $shape->buffer, 'random' => $shape->seed,
		'piece' => $bytes < 30000 && Shape::chance(40) ? Shape::pick([1, 3, 20]) : ($bytes > 10 << 20 ? $piece * 10 : $piece),
		'deprecate_eof' => Shape::chance(30), 'parts' => Shape::chance(85), 'native' => Shape::chance(25),
		'shape' => Shape::chance(70) ? 0 : Shape::pick([ASSOC, NUM, BOTH, -ASSOC, -NUM, -BOTH]),
		'until' => Shape::chance(6) && $shape->rows > 0 ? mt_rand(0, $shape->rows - 1) : -1,
		'fail' => Shape::chance(10) ? mt_rand(0, 40) : -1,
	];
}

/** The values of the row at the store's position, by one of the ways there are. */
function check_next(Shape $shape, int $at, bool $native): void
{
	$should = $shape->row($at, $native);
	if (Shape::chance(20)) {
		$i = mt_rand(0, $shape->columns - 1);
		must_be([store_column($i)], [$should[$i]], "row $at, column $i alone");
		return;
	}
	$form = Shape::pick([NUM, NUM, NUM, ASSOC, BOTH]);
	must_be(store_fetch($form), keyed($shape->names, $should, $form), "row $at in form $form");
}

function check_store(Shape $shape, int $rows, bool $native): void
{
	must(store_count() === $rows, store_count() . " rows, should be $rows");
	for ($at = 0; $at < $rows; $at++) {
		must_be(store_fetch(NUM), $shape->row($at, $native), "row $at");
	}
	must(store_fetch(NUM) === null && store_position() === $rows, 'there is a row behind the last');
	for ($n = min($rows, 30); $n > 0; $n--) {
		store_seek($at = mt_rand(0, $rows - 1));
		check_next($shape, $at, $native);
		must(store_position() === $at + 1, "position after row $at");
		if ($at + 1 < $rows && Shape::chance(30)) {
			check_next($shape, $at + 1, $native);
		}
	}
}

/** All rows as a list that outlives the store. */
function check_all(Shape $shape, int $rows, bool $native): void
{
	store_seek($from = Shape::chance(70) ? 0 : mt_rand(0, $rows));
	$list = store_all($form = Shape::pick([NUM, ASSOC, BOTH]));
	store_free();
	must(count($list) === $rows - $from, 'all: ' . count($list) . " rows from $from on");
	foreach ($list as $i => $row) {
		must_be($row, keyed($shape->names, $shape->row($from + $i, $native), $form), 'row ' . $from + $i . " of all in form $form");
	}
}

/** The store has given back all that it took. */
function check_counts(): void
{
	$counts = rows_counts();
	must($counts['allocations'] === $counts['frees'] && $counts['allocated_bytes'] === $counts['freed_bytes'], 'memory was taken and not given back: ' . json_encode($counts));
}

function check_list(Shape $shape, array $list, int $rows, int $form, bool $native): void
{
	must(count($list) === $rows, count($list) . " rows, should be $rows");
	foreach ($list as $at => $row) {
		must_be($row, keyed($shape->names, $shape->row($at, $native), $form), "row $at built at once in form $form");
	}
}

run_cases(function (string $case): void {
	$shape = Shape::of($case);
	note("$shape");
	mt_srand($shape->seed + 1);
	$deprecate_eof = Shape::chance(30);
	$reply = reply($shape, $deprecate_eof);
	$how = ['deprecate_eof' => $deprecate_eof] + choose_how($shape, strlen($reply));
	note("$shape\n" . json_encode($how));
	rows_free();
	rows_counts();
	$read = session_read($how, hello(), $reply);
	$outlived = false;
	$native = $how['native'] && !$shape->binary;
	if (isset($read['failure'])) {
		must($how['fail'] >= 0 && $read['failure'] === 'memory', "it failed: {$read['failure']}, after {$read['rows']} rows");
	}
	must($read['over'] && $read['left'] === 0, "the reply is not over, {$read['left']} bytes are unread");
	if ($how['shape'] === 0) {
		$rows = isset($read['failure']) ? store_count() : ($how['until'] >= 0 ? $how['until'] : $shape->rows);
		$replay = Shape::chance(25);
		if ($how['fail'] < 0 || Shape::chance(50)) {
			must(!$replay || store_replay(), 'rows as bytes are no rows');
			check_store($shape, $rows, $native);
			$outlived = Shape::chance(50);
			$outlived && check_all($shape, $rows, $native);
		}
	} elseif (!isset($read['failure'])) {
		check_list($shape, $read['list'], $how['until'] >= 0 ? $how['until'] : $shape->rows, abs($how['shape']), $native);
	}
	rows_free();
	$how['shape'] !== 0 || $outlived || check_counts(); /* a large cell that the program has is its own */
});

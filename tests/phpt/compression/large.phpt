--TEST--
Compression: commands and cells at the borders of our frames and of 16 MiB
--EXTENSIONS--
mysqli
--INI--
memory_limit=512M
--FILE--
<?php
require __DIR__ . '/compression.inc';
$m = compressed();
const FRAME = (1 << 24) - 1;
const CHUNK = 1 << 18; /* how much of a command mynd puts into one compressed frame */

/**
 * A query whose packet has so many bytes, command byte and the first header included; it answers with its own
 * text's checksum.
 */
function of_size(mysqli $m, int $bytes, string $text): string
{
	$head = "SELECT CRC32('";
	$body = substr($text, 0, $bytes - 5 - strlen($head) - 2);
	$crc = $m->query("$head$body')")->fetch_row()[0];
	return $crc === sprintf('%u', crc32($body)) ? 'ok' : "wrong at $bytes";
}
$text = text(2 * CHUNK) . noise(CHUNK);
echo 'commands around a frame:';
foreach ([-1, 0, 1, 4, 5] as $off) {
	echo ' ', of_size($m, CHUNK + $off, $text), ' ', of_size($m, 2 * CHUNK + $off, $text);
}
echo "\ncommands that do not compress: ", of_size($m, 3 * CHUNK, noise(3 * CHUNK)), "\n";
$text = str_repeat(text(1 << 20), 40);
echo 'commands around 16 MiB:';
foreach ([-1, 0, 1, 4, 5] as $off) {
	echo ' ', of_size($m, FRAME + 4 + $off, $text), ' ', of_size($m, 2 * FRAME + 8 + $off, $text);
}
unset($text);

echo "\ncells around 16 MiB:";
foreach ([MYSQLI_STORE_RESULT, MYSQLI_USE_RESULT] as $mode) {
	foreach ([FRAME - 20, FRAME - 9, FRAME - 8, FRAME - 5, FRAME - 4, FRAME, FRAME + 1, 2 * FRAME] as $size) {
		$row = $m->query("SELECT 'a', LEFT(REPEAT('0123456789', 4000000), $size), 'b'", $mode)->fetch_row();
		$ok = $row[0] === 'a' && $row[2] === 'b' && strlen($row[1]) === $size && crc32($row[1]) === crc32(substr(str_repeat('0123456789', 4000000), 0, $size));
		echo $ok ? ' ok' : " wrong at $size";
		unset($row);
	}
}

echo "\nboth at once: ";
$noise = noise(6_000_000);
$row = $m->query("SELECT '$noise', REPEAT('$noise', 3), 'end'")->fetch_row();
var_dump($row === [$noise, $noise . $noise . $noise, 'end']);
unset($row);

echo 'a command over 256 frames: ';
foreach ([256, 257, 300] as $frames) { /* their numbers begin anew */
	$bytes = $frames * CHUNK - 4 * (1 + intdiv($frames, 64)) - 1;
	echo $m->query("SELECT LENGTH('" . str_repeat('x', $bytes - 17) . "')")->fetch_row()[0] === (string) ($bytes - 17) ? 'ok ' : 'wrong ';
}
echo $m->query("SELECT 'and then'")->fetch_row()[0], "\n";
?>
--EXPECT--
commands around a frame: ok ok ok ok ok ok ok ok ok ok
commands that do not compress: ok
commands around 16 MiB: ok ok ok ok ok ok ok ok ok ok
cells around 16 MiB: ok ok ok ok ok ok ok ok ok ok ok ok ok ok ok ok
both at once: bool(true)
a command over 256 frames: ok ok ok and then

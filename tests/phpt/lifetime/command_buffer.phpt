--TEST--
Command buffer: a command that fits exactly with its five bytes of header, and one that is a byte longer
--EXTENSIONS--
mysqli
--FILE--
<?php
require __DIR__ . '/lifetime.inc';

/** How often the buffer was too small for a text of this length, and whether the text arrived whole. */
function try_text(mysqli $m, int $length): string
{
	$sql = "SELECT LENGTH('";
	$text = str_repeat('x', $length - strlen($sql) - 2);
	$before = $m->get_connection_stats()['command_buffer_too_small'];
	$whole = $m->query("$sql$text')")->fetch_column() === (string) strlen($text);
	return $m->get_connection_stats()['command_buffer_too_small'] - $before . ($whole ? '' : ', not whole');
}
$m = link_for_test();
foreach ([100, 4090, 4091, 4092, 4093, 100000, 4091] as $length) {
	echo "4096: $length bytes: ", try_text($m, $length), "\n";
}
$other = mysqli_init();
var_dump($other->options(MYSQLI_OPT_NET_CMD_BUFFER_SIZE, 8192));
$other->real_connect(...where());
foreach ([4092, 8187, 8188] as $length) {
	echo "8192: $length bytes: ", try_text($other, $length), "\n";
}
echo "nothing changes on open links\n";
var_dump($m->options(MYSQLI_OPT_NET_CMD_BUFFER_SIZE, 16384), ini_set('mysqlnd.net_cmd_buffer_size', 5000));
foreach ([$m, $other] as $link) {
	echo try_text($link, 4091), try_text($link, 4092), try_text($link, 8187), try_text($link, 8188), "\n";
}
$ini = link_for_test();
echo '5000 by ini_set: ', try_text($ini, 4995), try_text($ini, 4996), "\n";
$m->connect(...where());
echo 'connected anew, 16384 as it was told: ', try_text($m, 16379), try_text($m, 16380), "\n";
var_dump(ini_set('mysqlnd.net_cmd_buffer_size', 4095), mysqli_init()->options(MYSQLI_OPT_NET_CMD_BUFFER_SIZE, 4095));
?>
--EXPECT--
4096: 100 bytes: 0
4096: 4090 bytes: 0
4096: 4091 bytes: 0
4096: 4092 bytes: 1
4096: 4093 bytes: 1
4096: 100000 bytes: 1
4096: 4091 bytes: 0
bool(true)
8192: 4092 bytes: 0
8192: 8187 bytes: 0
8192: 8188 bytes: 1
nothing changes on open links
bool(true)
string(4) "4096"
0111
0001
5000 by ini_set: 01
connected anew, 16384 as it was told: 01
bool(false)
bool(false)

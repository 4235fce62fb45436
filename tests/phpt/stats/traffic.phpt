--TEST--
Statistics: packets and bytes are those of the wire
--EXTENSIONS--
mysqli
--FILE--
<?php
require __DIR__ . '/stats.inc';
$link = link_for_test();

moved('ping', $link, fn($link) => @$link->ping(), TRAFFIC);
moved('DO', $link, fn($link) => $link->query('DO 1'), TRAFFIC);
moved('SELECT', $link, fn($link) => $link->query("SELECT 1 AS a, 'xyz' AS b")->free(), '/^bytes_sent|rset_row|rset_header|packets_received_rset_field/');
moved('change_user', $link, fn($link) => $link->change_user(getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'), null), '/change_user/');
moved('stat', $link, fn($link) => $link->stat(), '/^(bytes|packets)_sent/');

echo 'a reply is the sum of its packets: ';
$kinds = ['ok', 'eof', 'rset_header', 'rset_field_meta', 'rset_row'];
$before = $link->get_connection_stats();
$link->query("SELECT 1 AS a, 'xyz' AS b UNION SELECT 2, 'abc'")->free();
$moved = difference($before, $link->get_connection_stats(), TRAFFIC);
$of_kinds = fn(string $what, string $packet) => array_sum(array_map(fn($kind) => $moved["{$what}_received_$kind$packet"] ?? 0, $kinds));
var_dump($of_kinds('bytes', '_packet') === $moved['bytes_received'], $of_kinds('packets', '') === $moved['packets_received']);

echo "sums: ";
$stats = $link->get_connection_stats();
var_dump((int) $stats['protocol_overhead_in'] === 4 * $stats['packets_received'], (int) $stats['protocol_overhead_out'] === 4 * $stats['packets_sent']);
$network = Mynd\stats($link);
var_dump((int) $stats['bytes_sent'] === $network['bytes_written'], (int) $stats['bytes_received'] === $network['bytes_read']);

echo "a packet of 16 MiB: ";
$before = $link->get_connection_stats();
$link->query("SELECT LENGTH('" . str_repeat('x', (1 << 24) - 1 - strlen("SELECT LENGTH('')") - 1) . "')")->free();
$after = $link->get_connection_stats();
echo $after['packets_sent'] - $before['packets_sent'], ' packets, ', $after['bytes_sent'] - $before['bytes_sent'], ' bytes, ',
	$after['packets_sent_command'] - $before['packets_sent_command'], " command\n";
?>
--EXPECT--
ping: bytes_sent+5 bytes_received+11 packets_sent+1 packets_received+1 protocol_overhead_in+4 protocol_overhead_out+4 bytes_received_ok_packet+11 packets_sent_command+1 packets_received_ok+1
DO: bytes_sent+9 bytes_received+11 packets_sent+1 packets_received+1 protocol_overhead_in+4 protocol_overhead_out+4 bytes_received_ok_packet+11 packets_sent_command+1 packets_received_ok+1
SELECT: bytes_sent+30 bytes_received_rset_header_packet+5 bytes_received_rset_row_packet+10 packets_received_rset_header+1 packets_received_rset_field_meta+2 packets_received_rset_row+1
change_user: bytes_received_change_user_packet+11 packets_received_change_user+1 com_change_user+1
stat: bytes_sent+5 packets_sent+1 packets_sent_command+1
a reply is the sum of its packets: bool(true)
bool(true)
sums: bool(true)
bool(true)
bool(true)
bool(true)
a packet of 16 MiB: 2 packets, 16777223 bytes, 1 command

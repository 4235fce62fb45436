--TEST--
Compression: bytes_sent and bytes_received are those that crossed the network
--EXTENSIONS--
mysqli
--FILE--
<?php
require __DIR__ . '/compression.inc';
$m = compressed();
function bytes(mysqli $m): array
{
	$stats = $m->get_connection_stats();
	return [(int) $stats['bytes_sent'], (int) $stats['bytes_received'], (int) $stats['packets_received'], (int) $stats['bytes_received_rset_row_packet']];
}
function moved(string $name, mysqli $m, string $sql): void
{
	$before = bytes($m);
	$m->query($sql)->fetch_all();
	$by = array_map(fn($a, $b) => $a - $b, bytes($m), $before);
	$network = Mynd\stats($m);
	[$sent, $received] = bytes($m);
	echo "$name: ", json_encode(['sent' => $by[0] < strlen($sql) / 5 ? 'few' : $by[0] - strlen($sql), 'received' => $by[1] < $by[3] / 5 ? 'few' : $by[1] - $by[3]]),
		" in $by[2] packets with $by[3] bytes of rows; ", $sent === $network['bytes_written'] && $received === $network['bytes_read'] ? 'as the network counts' : 'WRONG', "\n";
}
moved('short', $m, 'SELECT 1');
moved('a long text', $m, "SELECT LENGTH('" . str_repeat('long ', 20000) . "')");
moved('a long result', $m, "SELECT REPEAT('long ', 200000)");
moved('many rows', $m, "SELECT seq, REPEAT('long ', 10) FROM " . seq($m, 1000));
$client = mysqli_get_client_stats();
$m->close();
var_dump(mysqli_get_client_stats()['bytes_received'] === $client['bytes_received']);
?>
--EXPECTF--
short: {"sent":12,"received":%d} in 5 packets with 6 bytes of rows; as the network counts
a long text: {"sent":"few","received":%d} in 5 packets with %d bytes of rows; as the network counts
a long result: {"sent":12,"received":"few"} in 5 packets with 1000008 bytes of rows; as the network counts
many rows: {"sent":%i,"received":"few"} in 1005 packets with 58893 bytes of rows; as the network counts
bool(true)

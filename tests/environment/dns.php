<?php
/*
 * A DNS on loopback, and addresses on which connects hang: a listener whose backlog is full drops them.
 *
 *     php dns.php PORT     of the server on 127.0.0.1; prints the DNS' own port, and runs until it is ended
 *
 * The name says its answer: live.test, refuse.test, drop.test (twenty addresses each that do so),
 * last.test and last-refused.test (the twentieth is the server's), mixed.test (nineteen refuse, one drops).
 * silent.test is never answered.
 */
$port = (int) $argv[1];
$refusing = array_map(fn($i) => "127.0.3.$i", range(1, 20));
$dropping = array_map(fn($i) => "127.0.4.$i", range(1, 20));
$zone = [
	'live.test' => ['127.0.0.1'],
	'refuse.test' => $refusing,
	'drop.test' => $dropping,
	'last.test' => [...array_slice($dropping, 0, 19), '127.0.0.1'],
	'last-refused.test' => [...array_slice($refusing, 0, 19), '127.0.0.1'],
	'mixed.test' => [...array_slice($refusing, 0, 10), $dropping[0], ...array_slice($refusing, 10, 9)],
];
const REFUSALS = ['again.test' => 2, 'fail.test' => 1]; // RCODE; others: 3, there is no such name

$held = [];
foreach ($dropping as $address) {
	$held[] = stream_socket_server("tcp://$address:$port", $code, $text, context: stream_context_create(['socket' => ['backlog' => 0]])) ?: exit("$address:$port: $text\n");
	do {
		$held[] = $last = stream_socket_client("tcp://$address:$port", $code, $text, 0, STREAM_CLIENT_CONNECT | STREAM_CLIENT_ASYNC_CONNECT);
		$none = null;
		$write = [$last];
	} while (stream_select($none, $write, $none, 0, 200000) > 0);
}

$dns = stream_socket_server('udp://127.0.0.1:0', $code, $text, STREAM_SERVER_BIND) ?: exit("$text\n");
echo substr(strrchr(stream_socket_get_name($dns, false), ':'), 1), "\n";
while (($question = stream_socket_recvfrom($dns, 512, 0, $from)) !== false) {
	$labels = [];
	for ($at = 12; $length = ord($question[$at]); $at += $length + 1) {
		$labels[] = substr($question, $at + 1, $length);
	}
	$name = strtolower(implode('.', $labels));
	if ($name === 'silent.test') {
		continue;
	}
	$asks_v4 = substr($question, $at + 1, 2) === "\0\1";
	$addresses = $asks_v4 ? $zone[$name] ?? [] : [];
	$code = isset($zone[$name]) ? 0 : REFUSALS[$name] ?? 3;
	$answer = substr($question, 0, 2) . pack('n5', 0x8180 | $code, 1, count($addresses), 0, 0) . substr($question, 12, $at + 5 - 12);
	foreach ($addresses as $address) {
		$answer .= "\xc0\x0c" . pack('nnNn', 1, 1, 60, 4) . inet_pton($address);
	}
	stream_socket_sendto($dns, $answer, 0, $from);
}

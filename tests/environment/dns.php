<?php
/*
 * A DNS on loopback, and addresses on which connects hang: a listener whose backlog is full drops them.
 *
 *     php dns.php PORT     of the server on 127.0.0.1; prints the DNS' own port, and runs until it is ended
 *
 * The name says its answer: live.test, refuse.test, drop.test (twenty addresses each that do so),
 * last.test and last-refused.test (the twentieth is the server's), mixed.test (nineteen refuse, one drops).
 * silent.test is never answered; long.test as a datagram is truncated, and whole over TCP.
 */
$port = (int) $argv[1];
$refusing = array_map(fn($i) => "127.0.3.$i", range(1, 20));
$dropping = array_map(fn($i) => "127.0.4.$i", range(1, 20));
$zone = [
	'live.test' => ['127.0.0.1'],
	'long.test' => ['127.0.0.1'],
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


/** The answer to a question; null: there is none. */
function answer(string $question, array $zone, bool $truncated): ?string
{
	$labels = [];
	for ($at = 12; $length = ord($question[$at]); $at += $length + 1) {
		$labels[] = substr($question, $at + 1, $length);
	}
	$name = strtolower(implode('.', $labels));
	if ($name === 'silent.test') {
		return null;
	}
	$truncated = $truncated && $name === 'long.test';
	$asks_v4 = substr($question, $at + 1, 2) === "\0\1";
	$addresses = $asks_v4 && !$truncated ? $zone[$name] ?? [] : [];
	$code = isset($zone[$name]) ? 0 : REFUSALS[$name] ?? 3;
	$answer = substr($question, 0, 2) . pack('n5', 0x8180 | ($truncated ? 0x200 : 0) | $code, 1, count($addresses), 0, 0) . substr($question, 12, $at + 5 - 12);
	foreach ($addresses as $address) {
		$answer .= "\xc0\x0c" . pack('nnNn', 1, 1, 60, 4) . inet_pton($address);
	}
	return $answer;
}

/** What a client over TCP has sent: questions, each behind its length, in pieces maybe. It may leave. */
function hear($client, string &$held, array $zone): bool
{
	$bytes = fread($client, 4096);
	if ($bytes === '' || $bytes === false) {
		return !feof($client);
	}
	$held .= $bytes;
	while (strlen($held) >= 2 && strlen($held) >= 2 + ($length = unpack('n', $held)[1])) {
		$answer = answer(substr($held, 2, $length), $zone, false);
		$held = substr($held, 2 + $length);
		$answer === null || @fwrite($client, pack('n', strlen($answer)) . $answer);
	}
	return true;
}

/* The same port for both. */
$dns = stream_socket_server('udp://127.0.0.1:0', $code, $text, STREAM_SERVER_BIND) ?: exit("$text\n");
$own = substr(strrchr(stream_socket_get_name($dns, false), ':'), 1);
$tcp = stream_socket_server("tcp://127.0.0.1:$own", $code, $text) ?: exit("$text\n");
echo $own, "\n";
for ($clients = $pieces = []; true;) {
	$read = [$dns, $tcp, ...$clients];
	$none = null;
	stream_select($read, $none, $none, null);
	foreach ($read as $ready) {
		if ($ready === $dns) {
			$question = stream_socket_recvfrom($dns, 512, 0, $from);
			$answer = strlen($question) < 17 ? null : answer($question, $zone, true);
			$answer === null || stream_socket_sendto($dns, $answer, 0, $from);
		} elseif ($ready === $tcp) {
			$client = stream_socket_accept($tcp);
			stream_set_blocking($client, false);
			$clients[(int) $client] = $client;
			$pieces[(int) $client] = '';
		} elseif (!hear($ready, $pieces[(int) $ready], $zone)) {
			unset($clients[(int) $ready], $pieces[(int) $ready]);
			fclose($ready);
		}
	}
}

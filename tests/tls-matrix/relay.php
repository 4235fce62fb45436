<?php
/*
 * Who stands in the middle: takes connections on a loopback port and hands them on to the server.
 *
 *     relay.php strip LOG        takes TLS out of the greeting
 *     relay.php middle LOG PEM   speaks TLS to both sides, with a certificate of its own (PEM: with its key)
 *
 * The first line that it prints is its port. In LOG there is, for each connection, a line of what the client
 * has sent after the greeting (strip), or of what has come through it in clear (middle), in hexadecimal.
 */
[, $mode, $log, $pem] = $argv + [3 => null];
$listener = stream_socket_server('tcp://127.0.0.1:0');
echo substr(strrchr(stream_socket_get_name($listener, false), ':'), 1), "\n";

const CAPABILITY_TLS = 0x800;

/** A packet, with its header. */
function packet($from): string
{
	$head = exactly($from, 4);
	return $head . exactly($from, unpack('V', substr($head, 0, 3) . "\0")[1]);
}

function exactly($from, int $count): string
{
	$bytes = '';
	while (strlen($bytes) < $count) {
		$more = fread($from, $count - strlen($bytes));
		if ($more === false || $more === '') {
			throw new Exception('closed');
		}
		$bytes .= $more;
	}
	return $bytes;
}

/** The greeting without TLS: the lower half of the capabilities is behind version, thread and scramble. */
function without_tls(string $greeting): string
{
	$at = strpos($greeting, "\0", 5) + 1 + 4 + 8 + 1;
	$capabilities = unpack('v', substr($greeting, $at, 2))[1] & ~CAPABILITY_TLS;
	return substr_replace($greeting, pack('v', $capabilities), $at, 2);
}

/** Bytes of either side for the other, until one leaves. */
function carry($client, $server): string
{
	$heard = '';
	stream_set_blocking($client, false);
	stream_set_blocking($server, false);
	for (;;) {
		$readable = [$client, $server];
		$none = null;
		if (stream_select($readable, $none, $none, 20) < 1) {
			return $heard;
		}
		foreach ($readable as $from) {
			$bytes = fread($from, 65536);
			if ($bytes === false || ($bytes === '' && feof($from))) {
				return $heard;
			}
			$heard .= $from === $client ? $bytes : '';
			fwrite($from === $client ? $server : $client, $bytes);
		}
	}
}

function serve($client, string $mode, ?string $pem): string
{
	$server = stream_socket_client('tcp://127.0.0.1:' . getenv('MYND_TEST_PORT'), context: stream_context_create(['ssl' => ['verify_peer' => false, 'verify_peer_name' => false]]));
	stream_set_read_buffer($server, 0);
	stream_set_read_buffer($client, 0);
	$greeting = packet($server);
	fwrite($client, $mode === 'strip' ? without_tls($greeting) : $greeting);
	if ($mode === 'strip') {
		return carry($client, $server);
	}
	fwrite($server, packet($client)); /* the wish for TLS */
	stream_context_set_option($client, 'ssl', 'local_cert', $pem);
	stream_context_set_option($client, 'ssl', 'verify_peer', false);
	if (!@stream_socket_enable_crypto($client, true, STREAM_CRYPTO_METHOD_TLS_SERVER) || !stream_socket_enable_crypto($server, true, STREAM_CRYPTO_METHOD_TLS_CLIENT)) {
		return '';
	}
	return carry($client, $server);
}

while ($client = @stream_socket_accept($listener, 600)) {
	try {
		$heard = serve($client, $mode, $pem);
	} catch (Exception) {
		$heard = '';
	}
	file_put_contents($log, bin2hex($heard) . "\n", FILE_APPEND);
	fclose($client);
}

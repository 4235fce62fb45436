<?php
/*
 * One FastCGI request over a unix socket (FastCGI specification 1.0): returns what the application wrote,
 * headers included.
 */

function fastcgi_record(int $type, string $content): string
{
	return pack('CCnnCC', 1, $type, 1, strlen($content), 0, 0) . $content;
}

function fastcgi_params(array $params): string
{
	$out = '';
	foreach ($params as $name => $value) {
		foreach ([$name, $value] as $text) {
			$out .= strlen($text) < 128 ? chr(strlen($text)) : pack('N', strlen($text) | 0x80000000);
		}
		$out .= $name . $value;
	}
	return $out;
}

function fastcgi_read(mixed $stream, int $length): string
{
	$bytes = $length > 0 ? stream_get_contents($stream, $length) : '';
	if (strlen($bytes) !== $length) {
		throw new RuntimeException('the application closed the connection');
	}
	return $bytes;
}

/* Returns [standard output, standard error]. */
function fastcgi_request(string $socket, string $script): array
{
	$stream = stream_socket_client("unix://$socket", $errno, $error, 10);
	stream_set_timeout($stream, 20);
	fwrite($stream, fastcgi_record(1, pack('nCx5', 1, 0)) . fastcgi_record(4, fastcgi_params([
		'SCRIPT_FILENAME' => $script, 'SCRIPT_NAME' => '/', 'REQUEST_METHOD' => 'GET', 'REQUEST_URI' => '/',
		'SERVER_PROTOCOL' => 'HTTP/1.1', 'GATEWAY_INTERFACE' => 'CGI/1.1',
	])) . fastcgi_record(4, '') . fastcgi_record(5, ''));
	$text = [6 => '', 7 => ''];
	do {
		$head = unpack('Cversion/Ctype/nid/nlength/Cpadding', fastcgi_read($stream, 8));
		$content = fastcgi_read($stream, $head['length']);
		fastcgi_read($stream, $head['padding']);
		if (isset($text[$head['type']])) {
			$text[$head['type']] .= $content;
		}
	} while ($head['type'] !== 3);
	fclose($stream);
	return [$text[6], $text[7]];
}

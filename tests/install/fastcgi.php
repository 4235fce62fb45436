<?php
/*
 * Asks a php-fpm for one page and prints its body: fastcgi.php SOCKET SCRIPT. As much of FastCGI as that
 * takes (https://fastcgi-archives.github.io/FastCGI_Specification.html).
 */
const BEGIN_REQUEST = 1, END_REQUEST = 3, PARAMS = 4, STDIN_STREAM = 5, STDOUT_STREAM = 6, STDERR_STREAM = 7;

function record(int $type, string $content): string
{
	return pack('CCnnCC', 1, $type, 1, strlen($content), 0, 0) . $content;
}

function parameter(string $name, string $value): string
{
	return pack('NN', strlen($name) | 0x80000000, strlen($value) | 0x80000000) . $name . $value;
}

function read_exactly($socket, int $length): string
{
	$bytes = '';
	while (strlen($bytes) < $length) {
		$piece = fread($socket, $length - strlen($bytes));
		if ($piece === '' || $piece === false) {
			fwrite(STDERR, "php-fpm closed the connection\n");
			exit(1);
		}
		$bytes .= $piece;
	}
	return $bytes;
}

[, $path, $script] = $argv;
$socket = @stream_socket_client("unix://$path", $errno, $error, 5) or exit(1);
stream_set_timeout($socket, 20);

$parameters = '';
foreach (['SCRIPT_FILENAME' => $script, 'REQUEST_METHOD' => 'GET', 'SCRIPT_NAME' => '/'] as $name => $value) {
	$parameters .= parameter($name, $value);
}
fwrite($socket, record(BEGIN_REQUEST, pack('nCx5', 1, 0)) . record(PARAMS, $parameters) . record(PARAMS, '')
	. record(STDIN_STREAM, ''));

$output = '';
do {
	$header = unpack('Cversion/Ctype/nid/nlength/Cpadding', read_exactly($socket, 8));
	$content = read_exactly($socket, $header['length']);
	read_exactly($socket, $header['padding']);
	if ($header['type'] === STDOUT_STREAM) {
		$output .= $content;
	} elseif ($header['type'] === STDERR_STREAM) {
		fwrite(STDERR, $content);
	}
} while ($header['type'] !== END_REQUEST);
echo substr($output, strpos($output, "\r\n\r\n") + 4);

<?php
/*
 * As much of FastCGI as it takes to ask php-fpm for a page: a request's bytes, and what they were answered.
 */

/** Manual: "FastCGI Specification", 3.3 Records. */
function record(int $type, string $content): string
{
	return pack('CCnnCx', 1, $type, 1, strlen($content), 0) . $content;
}

function length(int $length): string
{
	return $length < 128 ? chr($length) : pack('N', $length | 0x80000000);
}

function request(array $parameters): string
{
	$content = '';
	foreach ($parameters as $name => $value) {
		$content .= length(strlen($name)) . length(strlen($value)) . $name . $value;
	}
	return record(1, pack('nCx5', 1, 0)) . record(4, $content) . record(4, '') . record(5, '');
}

/** What a worker printed, standard output and errors apart; null: the answer is not whole. */
function printed(string $bytes): ?array
{
	$streams = ['', ''];
	for ($at = 0; strlen($bytes) - $at >= 8; $at += 8 + $header['length'] + $header['padding']) {
		$header = unpack('Cversion/Ctype/nid/nlength/Cpadding', $bytes, $at);
		if ($header['type'] === 3) {
			return $streams;
		}
		$streams[$header['type'] === 6 ? 0 : 1] .= substr($bytes, $at + 8, $header['length']);
	}
	return null;
}

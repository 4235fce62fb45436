<?php
/*
 * Sends requests to php-fpm, several at a time, without a pause: load.php FOLDER PAGE CONCURRENCY [pools]. A
 * line a request is written to FOLDER/answers as it is answered: {token, way, place, answer}. Ends when
 * FOLDER/stop is there and all that were sent are answered.
 *
 * With "pools" it asks each worker for its pools instead, once, and prints them, a line each.
 */
const WAYS = ['plain', 'transaction', 'statement', 'unread', 'large'];
const PLACES = ['socket', 'tls', 'pdo'];
const FOR_EVER = 15; /* seconds; no request may take that long */

require __DIR__ . '/../fastcgi.php';

final class Request
{
	public $socket;
	public string $bytes = '';
	public float $began;

	public function __construct(string $folder, string $page, public readonly array $what)
	{
		$this->began = microtime(true);
		$this->socket = stream_socket_client("unix://$folder/fpm.sock", $no, $text, FOR_EVER);
		fwrite($this->socket, request(['REQUEST_METHOD' => 'GET', 'SCRIPT_FILENAME' => $page, 'QUERY_STRING' => http_build_query($what)]));
		stream_set_blocking($this->socket, false);
	}

	/** Reads as much as has arrived; returns the answer when it is complete. */
	public function read(): ?array
	{
		$this->bytes .= stream_get_contents($this->socket);
		$late = microtime(true) - $this->began > FOR_EVER;
		if (!$late && !feof($this->socket)) {
			return null;
		}
		$printed = printed($this->bytes);
		[, $body] = explode("\r\n\r\n", $printed[0] ?? '', 2) + [1 => ''];
		$answer = json_decode($body, true) ?? ['garbage' => $late ? 'nothing for ever' : ($printed === null ? 'cut off: ' . substr($this->bytes, 0, 300) : $body)];
		return $this->what + ['answer' => $answer + (($printed[1] ?? '') === '' ? [] : ['complaint' => $printed[1]])];
	}
}

/** Waits for the requests that are out; returns the answers. */
function answers(array &$out): array
{
	$answers = [];
	$read = array_map(static fn ($request) => $request->socket, $out);
	$none = null;
	stream_select($read, $none, $none, 1);
	foreach ($out as $i => $request) {
		if (($answer = $request->read()) !== null) {
			$answers[] = $answer;
			unset($out[$i]);
		}
	}
	return $answers;
}

function pools(string $folder, string $page, int $workers): void
{
	$pools = [];
	$out = [];
	for ($sent = 0; count($pools) < $workers && $sent < 200; $sent++) {
		$out[] = new Request($folder, $page, ['pools' => 1]);
		while (count($out) >= $workers) {
			foreach (answers($out) as ['answer' => $answer]) {
				$pools[$answer['pid']] = $answer;
			}
		}
	}
	ksort($pools);
	array_map(static fn ($answer) => print json_encode($answer) . "\n", $pools);
}

[, $folder, $page, $concurrency] = $argv;
if (isset($argv[4])) {
	pools($folder, $page, (int) $concurrency);
	exit;
}
$log = fopen("$folder/answers", 'a');
$out = [];
for ($number = 0; ($go_on = !file_exists("$folder/stop")) || $out !== []; clearstatcache()) {
	while ($go_on && count($out) < $concurrency) {
		/* places and ways in all combinations, in an order that says nothing */
		$chance = crc32("$number");
		$out[] = new Request($folder, $page, ['token' => "t$number-" . dechex($chance), 'way' => WAYS[$chance % 5], 'place' => PLACES[($chance >> 8) % 3]]);
		$number++;
	}
	foreach (answers($out) as $answer) {
		fwrite($log, json_encode($answer) . "\n");
	}
}

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

require __DIR__ . '/requests.inc';

function pools(string $folder, string $page, int $workers): void
{
	$pools = [];
	$out = [];
	for ($sent = 0; count($pools) < $workers && $sent < 200; $sent++) {
		$out[] = new Request("$folder/fpm.sock", $page, ['pools' => 1]);
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
		$out[] = new Request("$folder/fpm.sock", $page, ['token' => "t$number-" . dechex($chance), 'way' => WAYS[$chance % 5], 'place' => PLACES[($chance >> 8) % 3]]);
		$number++;
	}
	foreach (answers($out) as $answer) {
		fwrite($log, json_encode($answer) . "\n");
	}
}

<?php
/*
 * Asks a php-fpm for pages, some at a time: load.php SOCKET PAGE NUMBER CONCURRENCY [KILL-EVERY PARENT]. Each
 * answer must say that all was as new. With KILL-EVERY, a worker of that parent is killed after so many
 * answers each; its request is lost, and no other.
 *
 * Prints: answered N, lost N, killed N, workers N, seconds S; then what was wrong, a line each.
 */
require __DIR__ . '/../fastcgi.php';

const WAYS = ['variable', 'table', 'lock', 'sql_mode', 'transaction', 'autocommit', 'database', 'role'];

[, $path, $page, $number, $concurrency] = $argv;
$kill_every = (int) ($argv[5] ?? 0);
$parent = $argv[6] ?? '';

function ask(string $path, string $page, int $i): array
{
	$socket = stream_socket_client("unix://$path", $no, $text, 15);
	$query = ['way' => WAYS[crc32("way $i") % count(WAYS)], 'token' => "t$i"] + (crc32("face $i") % 3 === 0 ? ['pdo' => 1] : []);
	@fwrite($socket, request(['REQUEST_METHOD' => 'GET', 'SCRIPT_FILENAME' => $page, 'QUERY_STRING' => http_build_query($query)]));
	stream_set_blocking($socket, false);
	return [$socket, ''];
}

function kill_one(string $parent): void
{
	$workers = array_filter(explode(' ', trim(file_get_contents("/proc/$parent/task/$parent/children"))));
	posix_kill((int) $workers[array_rand($workers)], SIGKILL);
}

mt_srand(20261123);
$out = $workers = $wrong = [];
$sent = $answered = $lost = $killed = 0;
$began = hrtime(true);
while ($answered + $lost < $number) {
	while (count($out) < $concurrency && $sent < $number) {
		$out[] = ask($path, $page, $sent++);
	}
	$read = array_column($out, 0);
	$none = null;
	if (stream_select($read, $none, $none, 20) === 0) {
		echo "nothing for 20 seconds\n";
		exit(1);
	}
	foreach ($out as $i => [$socket]) {
		if (!in_array($socket, $read, true)) {
			continue;
		}
		$out[$i][1] .= stream_get_contents($socket);
		if (!feof($socket)) {
			continue;
		}
		$printed = printed($out[$i][1]);
		$body = json_decode(explode("\r\n\r\n", $printed[0] ?? '', 2)[1] ?? '', true);
		unset($out[$i]);
		if ($body === null && $kill_every > 0 && $lost < $killed) {
			$lost++;
			continue;
		}
		$answered++;
		$workers[$body['pid'] ?? 0] = true;
		if ($body === null || isset($body['wrong']) || isset($body['error']) || $printed[1] !== '') {
			$wrong[] = json_encode([$body, $printed[1] ?? null]);
		}
		if ($kill_every > 0 && $answered % $kill_every === 0) {
			kill_one($parent);
			$killed++;
		}
	}
}
printf("answered %d, lost %d, killed %d, workers %d, seconds %.2f\n", $answered, $lost, $killed, count($workers), (hrtime(true) - $began) / 1e9);
echo implode("\n", array_slice($wrong, 0, 20)), $wrong === [] ? '' : "\n";

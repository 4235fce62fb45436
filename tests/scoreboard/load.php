<?php
/*
 * Asks a php-fpm for its page so many times, some at a time: load.php SOCKET PAGE QUERY NUMBER CONCURRENCY
 * [KILL-EVERY PARENT]. After each KILL-EVERY requests a child of PARENT is killed in the middle of what it
 * does. Prints how many were answered, lost and killed.
 */
require __DIR__ . '/../fastcgi.php';
mt_srand(20261123);
[, $path, $page, $query, $number, $concurrency] = $argv;
$killEvery = (int) ($argv[6] ?? 0);
$answered = $lost = $killed = $sent = 0;
$out = [];
while ($answered + $lost < (int) $number) {
	while (count($out) < (int) $concurrency && $sent < (int) $number) {
		$socket = stream_socket_client("unix://$path", $no, $text, 15);
		fwrite($socket, request(['REQUEST_METHOD' => 'GET', 'SCRIPT_FILENAME' => $page, 'QUERY_STRING' => $query]));
		$out[] = [$socket, ''];
		if (++$sent % max($killEvery, 1) === 0 && $killEvery > 0) {
			$children = explode(' ', trim(file_get_contents("/proc/{$argv[7]}/task/{$argv[7]}/children")));
			$killed += (int) posix_kill((int) $children[mt_rand(0, count($children) - 1)], SIGKILL);
		}
	}
	$read = array_column($out, 0);
	$none = null;
	if (stream_select($read, $none, $none, 20) === 0) {
		die("nothing for 20 seconds\n");
	}
	foreach ($out as $i => [$socket]) {
		if (!in_array($socket, $read, true)) {
			continue;
		}
		$bytes = fread($socket, 65536);
		$out[$i][1] .= $bytes;
		if ($bytes === '' || $bytes === false) {
			[$output] = printed($out[$i][1]) ?? [''];
			preg_match('/\r\n\r\n\d+$/', $output) ? $answered++ : $lost++;
			fclose($socket);
			unset($out[$i]);
		}
	}
}
echo "$answered $lost $killed\n";

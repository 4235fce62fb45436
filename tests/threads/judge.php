<?php
/*
 * Reads what the requests printed, from standard input; prints what is wrong. Each thread has its own two
 * links, all along, and nothing of the others'.
 */
$owners = [];
foreach (file('php://stdin') as $line) {
	$request = json_decode($line, true);
	if (!is_array($request)) {
		echo $line;
		continue;
	}
	['thread' => $thread, 'request' => $number, 'links' => $links, 'before' => $before, 'during' => $during, 'pools' => $pools] = $request;
	foreach ($links as $link) {
		$owners[$link][$thread] = ($owners[$link][$thread] ?? 0) + 1;
	}
	$right = $request['seen'] === [null, '1'] && $request['met'] && $request['wrong'] === null
		&& $before === ['total' => 0, 'active_plinks' => 0, 'cached_plinks' => $number === 0 ? 0 : 2]
		&& $during === ['total' => 2, 'active_plinks' => 2, 'cached_plinks' => 0]
		&& $pools === [1, 2, 2 * $number, 0, 0];
	if (!$right) {
		echo $line;
	}
}
foreach ($owners as $link => $threads) {
	if (count($threads) !== 1 || array_sum($threads) !== (int) getenv('REQUESTS')) {
		echo "link $link was given to ", json_encode($threads), "\n";
	}
}
if (count($owners) !== 2 * getenv('THREADS')) {
	echo count($owners), " links\n";
}

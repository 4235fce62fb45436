<?php
/* Reads what the requests of shared.php printed, from standard input; prints what is wrong. */
$threads = (int) getenv('THREADS');
$owners = $made = $taken = [];
foreach (file('php://stdin') as $line) {
	$request = json_decode($line, true);
	if (!is_array($request) || $request['wrong'] !== [] || $request['idle'] + $request['found_dead'] > 0) {
		echo $line;
		continue;
	}
	foreach ($request['ids'] as $id) {
		$owners[$id][$request['thread']] = true;
	}
	/* since the thread began */
	$made[$request['thread']] = max($request['made'], $made[$request['thread']] ?? 0);
	$taken[$request['thread']] = max($request['taken_over'], $taken[$request['thread']] ?? 0);
}
if (count($owners) !== array_sum($made) || array_sum($made) > 2 * $threads) {
	echo array_sum($made), ' connections were made for two keys and ', $threads, ' threads, ', count($owners), " were seen\n";
}
if (count($taken) !== $threads || min($taken) === 0 || max(array_map(count(...), $owners)) < 2) {
	echo 'no thread has a connection of another one: ', json_encode([$taken, $owners]), "\n";
}

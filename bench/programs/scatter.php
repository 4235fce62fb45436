<?php
/*
 * Sends a query on each of many links and takes the answers as they come. Arguments: server, way, links, gap.
 *
 *     server  planned: the bench's own; link n answers n-th or at once, at its planned time
 *             real: a real server sleeps
 *     way     poll: mysqli_poll(), with the links that still wait
 *             as_completed: Mynd\as_completed()
 *     gap     microseconds between two answers; 0: all at once
 *
 * Prints the client's CPU of sending, and of waiting and taking, and the time from the plan's beginning to
 * the last answer (microseconds); what was answered; and whether sending took so long that there were answers
 * before it was over. Or why it cannot be done.
 */
require __DIR__ . '/by_poll.php';

/** Answers come in an order that has nothing to do with that of the links. */
function places(int $count): array
{
	mt_srand(42);
	$places = range(0, $count - 1);
	shuffle($places);
	return $places;
}

[, $server, $way, $count, $gap] = $argv;
$ahead = 100000 + 100 * $count; /* everything is sent before the plan begins */

$links = [];
for ($i = 0; $i < $count; $i++) {
	$links[] = connect();
}
$queries = array_map(static fn (int $n, int $place) => $server === 'planned'
	? "ANSWER $n AT " . $place * $gap
	: "SELECT $n + SLEEP(" . ($ahead + $place * $gap) / 1e6 . ')', array_keys($links), places((int) $count));
if ($server === 'planned') {
	connect()->query("PLAN $ahead");
}
$begins = hrtime(true) + 1000 * $ahead;
$cpu = cpu();
foreach ($links as $n => $link) {
	$link->query($queries[$n], MYSQLI_ASYNC);
}
$sent = cpu();
$late = hrtime(true) > $begins;

$sum = $answers = 0;
foreach ($way === 'poll' ? by_poll($links) : Mynd\as_completed($links) as $link) {
	$sum += (int) $link->reap_async_query()->fetch_row()[0];
	$answers++;
}
report(['sending' => $sent - $cpu, 'waiting' => cpu() - $sent, 'time' => intdiv(hrtime(true) - $begins, 1000),
	'sum' => $sum, 'answers' => $answers, 'late' => $late]);

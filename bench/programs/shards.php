<?php
/*
 * One question to several shards, each of which takes its time. Arguments: way, shards, milliseconds.
 *
 *     in turn       each is asked when the one before it has answered
 *     mysqli_poll   all are asked, then mysqli_poll()
 *     as_completed  all are asked, then Mynd\as_completed()
 *
 * Prints the time from the first question to the last answer (microseconds), and the sum of the answers.
 */
require __DIR__ . '/by_poll.php';

function question(int $shard, int $milliseconds): string
{
	return "SELECT $shard + SLEEP(" . $milliseconds / 1000 . ')';
}

/** @return Generator<int, mysqli_result> */
function in_turn(array $links, int $milliseconds): Generator
{
	foreach ($links as $shard => $link) {
		yield $link->query(question($shard, $milliseconds));
	}
}

/** @return Generator<int, mysqli_result> */
function at_once(array $links, int $milliseconds, callable $wait): Generator
{
	foreach ($links as $shard => $link) {
		$link->query(question($shard, $milliseconds), MYSQLI_ASYNC);
	}
	foreach ($wait($links) as $link) {
		yield $link->reap_async_query();
	}
}

[, $way, $shards, $milliseconds] = $argv;
$links = array_map(static fn () => connect(), range(1, (int) $shards));
$begun = hrtime(true);
$sum = 0;
$results = match ($way) {
	'in turn' => in_turn($links, (int) $milliseconds),
	'mysqli_poll' => at_once($links, (int) $milliseconds, by_poll(...)),
	'as_completed' => at_once($links, (int) $milliseconds, Mynd\as_completed(...)),
};
foreach ($results as $result) {
	$sum += (int) $result->fetch_row()[0];
}
report(['time' => intdiv(hrtime(true) - $begun, 1000), 'sum' => $sum]);

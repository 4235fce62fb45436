--TEST--
mynd.shared_pool with mynd.round_trips=fewer: the number of the next statement travels, so that a first prepare goes with its execute
--EXTENSIONS--
mysqli
pcntl
--INI--
mynd.shared_pool=1
mynd.round_trips=fewer
mynd.pipelining=on
--FILE--
<?php
require __DIR__ . '/shared.inc';

/** Prepares and executes on the connection that this process gets: the answers, and the trips of each. */
function request(int $number, string $else = 'DO 0'): array
{
	$m = plink();
	$thread = $m->thread_id;
	$m->query($else);
	$answers = [];
	for ($i = 0; $i < $number; $i++) {
		$writes = Mynd\stats($m)['writes'];
		$s = $m->prepare("SELECT ?, $i");
		$s->execute(["$i"]);
		$row = $s->get_result()->fetch_row();
		$answers[] = [...$row, Mynd\stats($m)['writes'] - $writes];
		$keep[] = $s;
	}
	$m->close();
	return [$thread, $answers];
}

// On MySQL the first of all tells the number. Only what was prepared before is deferred.
[$thread] = request(3);
foreach ([1, 3, 2] as $number) {
	[$its, $answers] = from_child(fn() => request($number));
	echo $its === $thread ? 'the same connection: ' : 'another connection: ', json_encode($answers), "\n";
}
echo 'and back: ', json_encode(request(2)[1]), "\n";
// A statement of a text has a number of that sequence, too, which nobody sees.
from_child(fn() => request(0, "PREPARE s FROM 'SELECT 1'"));
[, [$first, $second]] = from_child(fn() => request(2));
echo 'behind PREPARE: ', json_encode([array_slice($first, 0, 2), $second]), ' and no more trips than two: ', $first[2] <= 2 ? 'yes' : 'no', "\n";
?>
--EXPECT--
the same connection: [["0",0,1]]
the same connection: [["0",0,1],["1",1,1],["2",2,1]]
the same connection: [["0",0,1],["1",1,1]]
and back: [["0",0,1],["1",1,1]]
behind PREPARE: [["0",0],["1",1,1]] and no more trips than two: yes

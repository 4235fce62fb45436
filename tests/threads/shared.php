<?php
/*
 * One request of a thread with mynd.shared_pool: connections of two keys, one after the other, each with a
 * mess on it. Prints a line: thread, the connections that it had, what was not as new, what its pools count.
 */
['THREAD' => $thread, 'REQUEST' => $request] = $_SERVER;
$ids = $wrong = [];
for ($i = 0; $i < 60; $i++) {
	$m = new mysqli('p:localhost', getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'), $i % 3 === 0 ? '' : getenv('MYND_TEST_DB'), 0, getenv('MYND_TEST_SOCKET'));
	$mine = "$thread $request $i";
	$before = $m->query('SELECT @mine')->fetch_column();
	$m->query("SET @mine = '$mine'");
	$after = $m->query('SELECT @mine')->fetch_column();
	$before === null && $after === $mine || $wrong[] = [$mine, $before, $after];
	$ids[$m->thread_id] = true;
	$m->close();
}
$pools = Mynd\pools();
$line = json_encode(['thread' => $thread, 'ids' => array_keys($ids), 'wrong' => $wrong] + array_map(fn($what) => array_sum(array_column($pools, $what)), array_combine($counts = ['made', 'taken_over', 'idle', 'found_dead'], $counts)));
echo "$line\n"; /* in one piece: others write, too */

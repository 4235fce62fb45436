--TEST--
Sessions whose beginning was sent ahead: other programs in their pool, kills, forks, interceptors, results that are not read
--EXTENSIONS--
mysqli
mynd
pcntl
--INI--
mynd.round_trips=fewer
mynd.pipelining=on
--FILE--
<?php
require __DIR__ . '/prologue.inc';
require __DIR__ . '/../persistent/persistent.inc';
require __DIR__ . '/../fork.inc';
print_warnings();

$pool = 0;
$first = function (mysqli $m) {
	$m->query('SET SESSION max_sort_length=64');
	$m->query('SELECT @@max_sort_length')->fetch_column();
	$m->select_db('mynd_test');
	return $m->query('SELECT @@max_sort_length, DATABASE()')->fetch_row();
};
$second = function (mysqli $m) {
	$m->set_charset('latin1');
	return $m->query('SELECT @@max_sort_length, @@character_set_client, DATABASE()')->fetch_row();
};
function run(?int $number, callable ...$programs): array
{
	global $pool;
	$number ??= ++$pool;
	foreach ($programs as $program) {
		$m = link_of($number, database: null);
		$answers[] = $program($m);
		$m->close();
	}
	return array_unique($answers ?? [], SORT_REGULAR);
}
/** A connection whose session's beginning waits to be asked for. */
function learned(): mysqli
{
	global $pool, $first;
	run(null, $first, $first, $first);
	return link_of($pool, database: null);
}

echo "two applications\n";
attempt('by turns', fn() => run(null, $first, $second, $first, $second, $first, $second, $first, $second));
attempt('counts', 'pool_counts');
attempt('one after the other', fn() => run(null, $first, $first, $first, $first, $second, $first, $second, $first, $second, $first, $second));
attempt('counts', 'pool_counts');
attempt('one begins as the other, and stops', fn() => run(null, $first, $first, fn($m) => $m->query('SET SESSION max_sort_length=64') && $m->query('DO 0'), $first));
attempt('counts', 'pool_counts');
attempt('nothing is asked, or not all', fn() => run(null, $first, fn($m) => null, $first, fn($m) => $m->query('SET SESSION max_sort_length=64'), $first, fn($m) => null, fn($m) => $m->query('SET SESSION max_sort_length=64'), $first));
attempt('counts', 'pool_counts');

echo "ends\n";
$watch = link_of(null);
$m = learned();
$thread = $m->thread_id;
$m->close();
kill_from_outside($watch, $thread);
$m = link_of($pool, database: null);
attempt('killed while idle', fn() => [$first($m), $m->thread_id !== $thread]);
$m->close();
attempt('counts', 'pool_counts');
$m = learned();
kill_from_outside($watch, $m->thread_id);
attempt('killed in use', fn() => $second($m));
attempt('may have run', fn() => Mynd\last_failure($m)['may_have_run'] ?? 'unknown');
$m->close();
$m = learned();
in_child(function () use ($m, $first, $pool) {
	attempt('  child', fn() => $m->query('SET SESSION max_sort_length=64'));
	attempt('  child: its own', fn() => run($pool, $first, $first, $first, $first));
});
attempt('parent', fn() => $first($m));
$m->close();
attempt('counts', 'pool_counts');

echo "replies\n";
$m = learned();
$m->query('SET SESSION max_sort_length=64');
$m->real_query('SELECT @@max_sort_length');
attempt('not taken', fn() => $m->select_db('mynd_test'));
attempt('unbuffered', fn() => $m->use_result()->fetch_row());
attempt('given up', fn() => $m->select_db('mynd_test'));
attempt('state', fn() => $m->query('SELECT @@max_sort_length, DATABASE()')->fetch_row());
$m->close();
attempt('counts', 'pool_counts');
$m = learned();
attempt('nothing to reap', fn() => $m->reap_async_query());
attempt('poll', function () use ($m) {
	$read = $error = $reject = [$m];
	return [mysqli_poll($read, $error, $reject, 0), count($read), count($reject)];
});
attempt('then', fn() => $first($m));
$m->close();
attempt('counts', 'pool_counts');

echo "interceptors\n";
$m = learned();
$seen = new ArrayObject;
$i = Mynd\intercept(function (Mynd\Command $c, callable $next) use ($seen) {
	$r = $next($c);
	$seen[] = "{$c->kind->name} " . ($c->sql ?? '') . ' in ' . ($c->database ?? 'none') . ": $r->errno $r->warnings";
	return $r;
});
attempt('answers', fn() => $first($m));
$m->close();
unset($i);
Mynd\intercept(fn(Mynd\Command $c, callable $next) => $next($c))->remove();
echo '  ', implode("\n  ", (array) $seen), "\n";
?>
--EXPECT--
two applications
by turns: [["64","mynd_test"],["1024","latin1",null]]
counts: {"made":1}
one after the other: {"0":["64","mynd_test"],"4":["1024","latin1",null]}
counts: {"made":1,"prologues_learned":1,"answered_ahead":9,"wrong_predictions":3,"changes_of_user":3}
one begins as the other, and stops: [["64","mynd_test"]]
counts: {"made":1,"prologues_learned":1,"answered_ahead":1}
nothing is asked, or not all: [["64","mynd_test"],null]
counts: {"made":1,"prologues_learned":1,"answered_ahead":7}
ends
killed while idle: [["64","mynd_test"],true]
counts: {"made":2,"found_dead":1,"prologues_learned":1}
killed in use: ! 2006 HY000 MySQL server has gone away
may have run: false
  child: ! 2006 HY000 MySQL server has gone away
  child: its own: [["64","mynd_test"]]
parent: ["64","mynd_test"]
counts: {"made":1,"prologues_learned":1,"answered_ahead":3}
replies
not taken: ! 2014 HY000 Commands out of sync; you can't run this command now
unbuffered: ["64"]
given up: true
state: ["64","mynd_test"]
counts: {"made":1,"prologues_learned":1,"answered_ahead":3}
  Warning: mysqli::reap_async_query(): Connection not opened, clear or has been closed
nothing to reap: false
poll: [0,0,1]
then: ["64","mynd_test"]
counts: {"made":1,"prologues_learned":1,"answered_ahead":3}
interceptors
answers: ["64","mynd_test"]
  Query SET SESSION max_sort_length=64 in none: 0 0
  Query SELECT @@max_sort_length in none: 0 0
  ChangeDatabase  in mynd_test: 0 0
  Query SELECT @@max_sort_length, DATABASE() in mynd_test: 0 0

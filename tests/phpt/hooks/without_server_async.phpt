--TEST--
Mynd\Command::withoutServer() and withoutPool(): no spare connection is opened for one, no pool has had the other
--EXTENSIONS--
mysqli
mynd
--INI--
mynd.async=1
--FILE--
<?php
use Mynd\{Command, Kind, Reply};
require __DIR__ . '/../fibers/fibers.inc';

echo "--- without a server\n";
$i = Mynd\intercept(fn(Command $c, callable $next): Reply => match ($c->kind) {
	Kind::Connect => $next($c->withoutServer('10.11.6-MariaDB')),
	Kind::Query => Reply::done(3),
	default => $next($c),
});
$tried = Mynd\stats()['connects'];
Loop::start(function () {
	$m = link_for_test();
	$m->query('DO 1', MYSQLI_ASYNC);
	attempt('a query', fn() => [$m->reap_async_query(), $m->affected_rows]);
	attempt('several', fn() => [$m->multi_query('DO 1'), $m->affected_rows]);
	attempt('cancelled', fn() => Mynd\cancel($m));
	$m->query('DO 1', MYSQLI_ASYNC);
});
Loop::run();
echo 'sockets: ', Mynd\stats()['connects'] - $tried, "\n";
$i->remove();

echo "--- without a pool\n";
$wants = false;
$i = Mynd\intercept(function (Command $c, callable $next) use (&$wants): Reply {
	return $next($wants && $c->kind === Kind::Connect ? $c->withoutPool() : $c);
});
$use = fn(Mynd\Pool $pool) => $pool->use(fn(mysqli $m) => $m->query('SELECT CONNECTION_ID()')->fetch_column());
$set_up = 0;
$pool = new Mynd\Pool(fn() => link_for_test(), maximum: 1, onConnect: function () use (&$set_up) {
	$set_up++;
});
$numbers = [$use($pool), $use($pool)];
$wants = true;
array_push($numbers, $use($pool), $use($pool));
$wants = false;
$numbers[] = $use($pool);
$first = array_flip(array_values(array_unique($numbers)));
echo 'connections: ', implode(' ', array_map(fn($number) => $first[$number], $numbers)), ", set up $set_up times\n";
$numbers = [];
foreach ([false, false, true, true, false] as $wants) {
	$m = link_for_test(host: 'p:localhost');
	$numbers[] = $m->thread_id;
	$m->close();
}
$first = array_flip(array_values(array_unique($numbers)));
echo 'persistent: ', implode(' ', array_map(fn($number) => $first[$number], $numbers)), "\n";
$wants = false;
Mynd\intercept(function (Command $c, callable $next): Reply {
	$c->kind === Kind::Query && attempt('a query', fn() => $c->withoutPool());
	return $next($c);
});
link_for_test()->query('DO 1');
?>
--EXPECT--
--- without a server
a query: [true,3]
several: [true,3]
cancelled: false
sockets: 0
--- without a pool
connections: 0 0 1 2 3, set up 5 times
persistent: 0 0 1 2 0
a query: ! ValueError Mynd\Command::withoutPool(): not with a command of this kind

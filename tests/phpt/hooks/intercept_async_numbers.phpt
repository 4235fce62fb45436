--TEST--
An asynchronous query that an interceptor answers: between query() and reap_async_query() the numbers are those of one that the server answers
--EXTENSIONS--
mysqli
mynd
--FILE--
<?php
require __DIR__ . '/../connect.inc';
use Mynd\{Command, Kind, Reply};
$m = link_for_test();
create_anew($m, 'TABLE', 'intercept_numbers', '(id INT)');
$answers = [
	'by the server' => fn($c, $next) => $next($c),
	'done' => fn() => Reply::done(2),
	'later' => fn() => Reply::later(fn() => Reply::done(2)),
];
foreach ($answers as $name => $answer) {
	$m->query('INSERT INTO intercept_numbers VALUES (1)');
	$i = Mynd\intercept(fn(Command $c, callable $next): Reply => $c->kind === Kind::Query ? $answer($c, $next) : $next($c));
	$seen = [$m->affected_rows];
	$m->query('INSERT INTO intercept_numbers VALUES (2), (3)', MYSQLI_ASYNC);
	$seen[] = [$m->affected_rows, $m->errno];
	$m->reap_async_query();
	$seen[] = [$m->affected_rows, $m->errno];
	echo "$name: ", json_encode($seen), "\n";
	$i->remove();
}
?>
--CLEAN--
<?php
require __DIR__ . '/../connect.inc';
link_for_test()->query('DROP TABLE IF EXISTS intercept_numbers');
?>
--EXPECT--
by the server: [1,[-1,0],[2,0]]
done: [1,[-1,0],[2,0]]
later: [1,[-1,0],[2,0]]

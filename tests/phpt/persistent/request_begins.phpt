--TEST--
Mynd\request_begins(): a worker that serves many requests in one run gives back what the last one left open, and reads the trace anew
--EXTENSIONS--
mysqli
pdo_mysql
mynd
--FILE--
<?php
require __DIR__ . '/request_begins_loop.inc';

foreach (['stock', 'fewer'] as $trips) {
	echo "-- mynd.persistent=all, mynd.round_trips=$trips\n";
	/* also with ./dev test --with: it counts what is idle in its process */
	$loop = new Loop('mynd.shared_pool=0', 'mynd.persistent=all', "mynd.round_trips=$trips", 'mynd.pipelining=on');
	$first = $loop->ask(['mysqli', 'dirty', 'secret', 'pdo', 'prepare', 'execute']);
	tell('first', [$first['before'], $first['secret'], $first['execute']]);
	tell('not said', $loop->ask(['secret'], begins: false));
	$second = $loop->ask(['pools', 'mysqli', 'secret', 'pdo', 'prepare', 'pools']);
	tell('another begins', [$second['before'], $second['mysqli'] === $first['mysqli'], $second['secret'], $second['pdo'] === $first['pdo']]);
	tell('made, reused, idle', [$second['pools'], $loop->ask(['pools'])['pools']]);
	tell('an object of before', $loop->ask(['secret']));
	tell('a statement of before', $loop->ask(['execute']));
	tell('a PDO of before', $loop->ask(['pdo id']));
	$third = $loop->ask(['mysqli', 'id', 'pdo', 'pdo id']);
	tell('it connects again', [$third['mysqli'] === $first['mysqli'], $third['id'] == $first['mysqli'], $third['pdo id'] === $first['pdo']]);
	unset($loop);
}

echo "-- ordinary connections stay\n";
$loop = new Loop();
$first = $loop->ask(['mysqli', 'dirty', 'pdo', 'prepare']);
tell('still there', array_diff_key($loop->ask(['secret', 'execute']), ['before' => 1]));

echo "-- a trace\n";
$file = tempnam(sys_get_temp_dir(), 'mynd-begins-');
$log = tempnam(sys_get_temp_dir(), 'mynd-begins-');
file_put_contents($file, '<?php
$trace = $_SERVER["HTTP_TRACEPARENT"] ?? "none";
Mynd\intercept(function (Mynd\Command $command, callable $next) use ($trace): Mynd\Reply {
	file_put_contents(' . var_export($log, true) . ', "{$command->kind->name} of $trace\n", FILE_APPEND);
	return $next($command);
});
if ($trace === "bad") { throw new Exception("a bad trace"); }');
$loop = new Loop("mynd.prepend_interceptors=$file", 'mynd.persistent=all');
$loop->ask([], traceparent: 'early');
$loop->ask(['mysqli', 'secret'], traceparent: 'one');
$loop->ask(['mysqli', 'secret'], traceparent: 'two');
$loop->ask(['mysqli', 'secret'], begins: false, traceparent: 'three');
tell('thrown by the file', $loop->ask(['mysqli'], traceparent: 'bad'));
tell('no connection without it', $loop->ask(['mysqli'], begins: false));
$loop->ask(['mysqli', 'secret'], traceparent: 'four');
unlink($file);
tell('no file', $loop->ask(['mysqli'], traceparent: 'five'));
tell('no connection', $loop->ask(['mysqli'], begins: false));
unset($loop);
echo file_get_contents($log);
unlink($log);
?>
--EXPECT--
-- mynd.persistent=all, mynd.round_trips=stock
first: [false,"1",["1",2]]
not said: {"secret":"1"}
another begins: [true,true,null,true]
made, reused, idle: [[[1,1,0],[1,1,0]],[[1,1,1],[1,1,1]]]
an object of before: {"before":false,"thrown":["mysqli_sql_exception",2006,"MySQL server has gone away"]}
a statement of before: {"before":false,"thrown":["PDOException",2006,"SQLSTATE[HY000]: General error: 2006 MySQL server has gone away"]}
a PDO of before: {"before":false,"thrown":["PDOException",2006,"SQLSTATE[HY000]: General error: 2006 MySQL server has gone away"]}
it connects again: [true,true,true]
-- mynd.persistent=all, mynd.round_trips=fewer
first: [false,"1",["1",2]]
not said: {"secret":"1"}
another begins: [true,true,null,true]
made, reused, idle: [[[1,1,0],[1,1,0]],[[1,1,1],[1,1,1]]]
an object of before: {"before":false,"thrown":["mysqli_sql_exception",2006,"MySQL server has gone away"]}
a statement of before: {"before":false,"thrown":["PDOException",2006,"SQLSTATE[HY000]: General error: 2006 MySQL server has gone away"]}
a PDO of before: {"before":false,"thrown":["PDOException",2006,"SQLSTATE[HY000]: General error: 2006 MySQL server has gone away"]}
it connects again: [true,true,true]
-- ordinary connections stay
still there: {"secret":"1","execute":["1",2]}
-- a trace
thrown by the file: {"thrown":["Exception",0,"a bad trace"]}
no connection without it: {"thrown":["mysqli_sql_exception",2000,"mynd.prepend_interceptors: \"FILE\" has failed before in this request; there are no connections without it"]}
no file: {"thrown":["Error",0,"mynd.prepend_interceptors: \"FILE\" cannot be opened; there are no connections without it"]}
no connection: {"thrown":["mysqli_sql_exception",2000,"mynd.prepend_interceptors: \"FILE\" cannot be opened; there are no connections without it"]}
Connect of one
Query of one
Connect of two
Query of two
Connect of two
Query of two
Connect of four
Query of four

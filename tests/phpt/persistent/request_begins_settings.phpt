--TEST--
Mynd\request_begins() with mynd.reconnect and mynd.shared_pool: a killed connection costs a request nothing, and an object of an earlier request stays without one
--EXTENSIONS--
mysqli
pdo_mysql
mynd
--FILE--
<?php
require __DIR__ . '/../reconnect/reconnect.inc';
require __DIR__ . '/request_begins_loop.inc';
$watch = link_for_test();

foreach (['mynd.shared_pool=0', 'mynd.shared_pool=1'] as $pool) {
	foreach (['stock', 'fewer'] as $trips) {
		echo "-- $pool, mynd.round_trips=$trips\n";
		$loop = new Loop($pool, 'mynd.reconnect=1', 'mynd.persistent=all', "mynd.round_trips=$trips", 'mynd.pipelining=on');
		$first = $loop->ask(['mysqli', 'pdo', 'one']);
		kill_from_outside($watch, $first['mysqli']);
		tell('killed in the middle of a request', $loop->ask(['one', 'renewed'], begins: false));
		tell('an object of before', $loop->ask(['one']));
		tell('and PDO', $loop->ask(['pdo one']));
		$second = $loop->ask(['mysqli', 'pdo', 'one', 'pdo one', 'prepare', 'execute']);
		tell('the next request', [$second['mysqli'] !== $first['mysqli'], $second['pdo'] === $first['pdo'], $second['one'], $second['pdo one'], $second['execute']]);
		tell('the object of this request goes on', $loop->ask(['one', 'execute'], begins: false));
		$third = $loop->ask(['mysqli', 'id']);
		kill_from_outside($watch, (int) $third['id']);
		$fourth = $loop->ask(['mysqli', 'dirty', 'secret']);
		tell('killed in the pool', [$fourth['mysqli'] !== $third['mysqli'], $fourth['secret']]);
		kill_from_outside($watch, (int) $fourth['mysqli']);
		tell('one with state is lost', $loop->ask(['one'], begins: false));
		unset($loop);
	}
}
?>
--EXPECT--
-- mynd.shared_pool=0, mynd.round_trips=stock
killed in the middle of a request: {"one":"1","renewed":1}
an object of before: {"before":true,"thrown":["mysqli_sql_exception",2006,"MySQL server has gone away"]}
and PDO: {"before":false,"thrown":["PDOException",2006,"SQLSTATE[HY000]: General error: 2006 MySQL server has gone away"]}
the next request: [true,true,"1",1,["1",2]]
the object of this request goes on: {"one":"1","execute":["1",2]}
killed in the pool: [true,"1"]
one with state is lost: {"thrown":["mysqli_sql_exception",2006,"MySQL server has gone away"]}
-- mynd.shared_pool=0, mynd.round_trips=fewer
killed in the middle of a request: {"one":"1","renewed":1}
an object of before: {"before":true,"thrown":["mysqli_sql_exception",2006,"MySQL server has gone away"]}
and PDO: {"before":false,"thrown":["PDOException",2006,"SQLSTATE[HY000]: General error: 2006 MySQL server has gone away"]}
the next request: [true,true,"1",1,["1",2]]
the object of this request goes on: {"one":"1","execute":["1",2]}
killed in the pool: [true,"1"]
one with state is lost: {"thrown":["mysqli_sql_exception",2006,"MySQL server has gone away"]}
-- mynd.shared_pool=1, mynd.round_trips=stock
killed in the middle of a request: {"one":"1","renewed":1}
an object of before: {"before":true,"thrown":["mysqli_sql_exception",2006,"MySQL server has gone away"]}
and PDO: {"before":false,"thrown":["PDOException",2006,"SQLSTATE[HY000]: General error: 2006 MySQL server has gone away"]}
the next request: [true,true,"1",1,["1",2]]
the object of this request goes on: {"one":"1","execute":["1",2]}
killed in the pool: [true,"1"]
one with state is lost: {"thrown":["mysqli_sql_exception",2006,"MySQL server has gone away"]}
-- mynd.shared_pool=1, mynd.round_trips=fewer
killed in the middle of a request: {"one":"1","renewed":1}
an object of before: {"before":true,"thrown":["mysqli_sql_exception",2006,"MySQL server has gone away"]}
and PDO: {"before":false,"thrown":["PDOException",2006,"SQLSTATE[HY000]: General error: 2006 MySQL server has gone away"]}
the next request: [true,true,"1",1,["1",2]]
the object of this request goes on: {"one":"1","execute":["1",2]}
killed in the pool: [true,"1"]
one with state is lost: {"thrown":["mysqli_sql_exception",2006,"MySQL server has gone away"]}

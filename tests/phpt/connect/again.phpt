--TEST--
Connecting again: objects that are live, closed, or not yet connected
--EXTENSIONS--
mysqli
--FILE--
<?php
require __DIR__ . '/../connect.inc';
$m = link_for_test();
$first = $m->thread_id;
$m->query('SET @mine = 1');
attempt('connect()', fn() => $m->connect(...where()));
attempt('another link', fn() => [$m->thread_id !== $first, $m->query('SELECT @mine')->fetch_column()]);
attempt('real_connect()', fn() => $m->real_connect(...where()));
attempt('the constructor', fn() => $m->__construct(...where()));
attempt('query', fn() => $m->query('SELECT 1')->fetch_column());
$m->query('SET @mine = 2');
attempt('the constructor, without arguments', fn() => $m->__construct());
attempt('the same link', fn() => $m->query('SELECT @mine')->fetch_column());
attempt('init() on a live link', fn() => @$m->init());
attempt('the same link', fn() => $m->query('SELECT @mine')->fetch_column());
attempt('close()', fn() => $m->close());
attempt('real_connect() on a closed one', fn() => $m->real_connect(...where()));
attempt('init() on a closed one', fn() => @$m->init());
attempt('query()', fn() => $m->query('SELECT 1'));
attempt('real_connect()', fn() => $m->real_connect(...where()));
attempt('query()', fn() => $m->query('SELECT 1')->fetch_column());
$m->close();
attempt('connect() on a closed one', fn() => $m->connect(...where()));
attempt('query()', fn() => $m->query('SELECT 1')->fetch_column());
$result = $m->query('SELECT 7');
$m->connect(...where());
attempt('a buffered result of the link before', fn() => $result->fetch_column());
$result = $m->query('SELECT 1 UNION SELECT 2', MYSQLI_USE_RESULT);
$m->connect(...where());
attempt('an unbuffered one', fn() => $result->fetch_column());
attempt('query()', fn() => $m->query('SELECT 1')->fetch_column());
?>
--EXPECT--
connect(): true
another link: [true,null]
real_connect(): true
the constructor: true
query: "1"
the constructor, without arguments: null
the same link: "2"
init() on a live link: null
the same link: "2"
close(): true
real_connect() on a closed one: ! Error mysqli object is already closed
init() on a closed one: null
query(): ! Error mysqli object is not fully initialized
real_connect(): true
query(): "1"
connect() on a closed one: true
query(): "1"
a buffered result of the link before: "7"
an unbuffered one: ! 2014 HY000 Commands out of sync; you can't run this command now
query(): "1"

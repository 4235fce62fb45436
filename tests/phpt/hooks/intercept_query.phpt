--TEST--
Mynd\intercept(): texts of mysqli pass the interceptors, which see, rewrite, answer, refuse and are told
--EXTENSIONS--
mysqli
--FILE--
<?php
require __DIR__ . '/../connect.inc';
use Mynd\{Command, Reply};
$m = link_for_test();
$m->query('CREATE TEMPORARY TABLE t (id INT AUTO_INCREMENT PRIMARY KEY, v VARCHAR(20))');

/* The order, and what is seen. */
$log = [];
$a = Mynd\intercept(function (Command $c, callable $next) use (&$log) {
	$log[] = "a> {$c->kind->name} {$c->sql}";
	$r = $next($c);
	$log[] = "a< $r->errno $r->error|$r->sqlstate|$r->affected_rows|$r->insert_id|$r->warnings|$r->info|$r->field_count|" . json_encode([$r->moreResults, $r->pending]);
	return $r;
});
$b = Mynd\intercept(function (Command $c, callable $next) use (&$log) {
	$log[] = 'b> ' . $c->attribute('from a', 'nothing');
	return $next($c)->then(function (Reply $r) use (&$log) { $log[] = "b told $r->errno"; });
});
echo implode(' ', $m->query('SELECT 1, 2')->fetch_row()), "\n";
$m->query("INSERT INTO t (v) VALUES ('x'), ('y')");
echo $m->affected_rows, ' ', $m->insert_id, ' ', $m->info, "\n";
try {
	$m->query('SELECT nothing');
} catch (mysqli_sql_exception $e) {
	echo $e->getCode(), "\n";
}
$m->multi_query('SELECT 3; SELECT 4');
do {
	echo $m->store_result()->fetch_row()[0], "\n";
} while ($m->next_result());
$m->real_query('SELECT 5 UNION SELECT 6');
foreach ($m->use_result() as $row) {
	echo $row[0] ?? implode($row), "\n";
}
$m->begin_transaction();
$m->rollback();
echo implode("\n", $log), "\n";
var_dump($a->remove(), $a->remove(), $b->remove());

echo "-- what describes the link\n";
$seen = null;
$i = Mynd\intercept(function (Command $c, callable $next) use (&$seen) {
	$seen = $c;
	return $next($c);
});
$m->begin_transaction();
$m->query('DO 1');
var_dump($seen->inTransaction, $seen->async, $seen->params, $seen->thread_id === $m->thread_id, $seen->extension, $seen->socket === getenv('MYND_TEST_SOCKET'), $seen->host, $seen->port, $seen->user === getenv('MYND_TEST_USER'), $seen->charset === $m->character_set_name(), $seen->sql);
$m->rollback();
/* This link was connected before. */
var_dump($seen->database);
try {
	$seen->sql = 'x';
} catch (Error $e) {
	echo $e->getMessage(), "\n";
}
$seen2 = $seen;
$i->remove();
var_dump($seen2->sql, isset($seen2->params), isset($seen2->kind));

echo "-- rewriting\n";
$i = Mynd\intercept(fn($c, $next) => $next($c->withAttribute('was', $c->sql)->withSql('SELECT 7 AS seven')));
$j = Mynd\intercept(function ($c, $next) { echo $c->attribute('was'), ' -> ', $c->sql, "\n"; return $next($c); });
var_dump($m->query('SELECT 6')->fetch_assoc());
$i->remove();
$j->remove();

echo "-- answering\n";
$kept = Mynd\capture($m->query('SELECT 8 AS eight UNION SELECT 9'));
$other = link_for_test();
$answer = null;
$i = Mynd\intercept(function ($c, $next) use (&$answer, $m) { return $c->kind === Mynd\Kind::Query && $c->thread_id === $m->thread_id ? $answer($c, $next) : $next($c); });
$answer = fn() => Reply::result($kept);
var_dump($m->query('SELECT 1')->fetch_all());
var_dump($m->affected_rows, $m->field_count);
foreach ($m->query('SELECT 1', MYSQLI_USE_RESULT) as $row) {
	echo $row['eight'], "\n";
}
$answer = fn($c) => Reply::result($other->query($c->sql));
var_dump($m->query('SELECT CONNECTION_ID()')->fetch_row()[0] == $other->thread_id);
$answer = fn() => Reply::done(3, '9223372036854775809', 2, 'some info');
var_dump($m->query('UPDATE'), $m->affected_rows, $m->insert_id, $m->warning_count, $m->info);
$answer = fn() => Reply::failed(1234, 'not today', '42S99');
try {
	$m->query('SELECT 1');
} catch (mysqli_sql_exception $e) {
	echo $e->getCode(), ' ', $e->getMessage(), ' ', $e->getSqlState(), "\n";
}
var_dump($m->errno, $m->affected_rows);
/* An interceptor's own answer in place of the server's, whose rows are still on the wire. */
$answer = function ($c, $next) use ($kept) { $next($c); return Reply::result($kept); };
var_dump($m->query('SELECT 1 UNION SELECT 2 UNION SELECT 3')->num_rows);
$m->multi_query('SELECT 1; SELECT 2; SELECT 3');
var_dump($m->store_result()->num_rows, $m->more_results());
/* Twice: the second one counts. */
$answer = function ($c, $next) { $next($c); return $next($c->withSql('SELECT 11')); };
var_dump($m->query('SELECT 10')->fetch_row());
$answer = function ($c, $next) { $r = $next($c); $next($c->withSql('SELECT 11')); return $r; };
try {
	$m->query('SELECT 10');
} catch (Error $e) {
	echo $e->getMessage(), "\n";
}
$answer = fn() => Reply::later(fn() => Reply::result($kept));
var_dump($m->query('SELECT 1')->num_rows);

echo "-- capture\n";
$bytes = null;
$answer = function ($c, $next) use (&$bytes) { $r = $next($c); $bytes = $r->capture(); return $r; };
$result = $m->query("SELECT 1 AS a, REPEAT('x', 100000) AS b UNION SELECT 2, 'y'");
var_dump($result->num_rows, strlen($result->fetch_row()[1]), $bytes === Mynd\capture($result), $m->affected_rows);
foreach ($m->query('SELECT 5 UNION SELECT 6', MYSQLI_USE_RESULT) as $row) {
	echo implode($row), "\n";
}
$m->query('DO 1');
var_dump($bytes);
$m->multi_query('SELECT 1; SELECT 2');
var_dump($bytes);
do {
	echo $m->store_result()->fetch_row()[0], "\n";
} while ($m->next_result());
try {
	$m->query('SELECT 1 UNION SELECT (SELECT 1 UNION SELECT 2)');
} catch (mysqli_sql_exception $e) {
	echo $e->getCode(), ' ', var_export($bytes, true), "\n";
}

echo "-- refusing\n";
$answer = fn() => throw new DomainException('no');
try {
	$m->query('SELECT 1');
} catch (DomainException $e) {
	echo $e->getMessage(), ' ', $m->errno, ' ', $m->affected_rows, "\n";
}
$answer = function ($c, $next) { $next($c); throw new DomainException('too late'); };
foreach (['SELECT 1 UNION SELECT 2', 'DO 1', 'nonsense'] as $sql) {
	try {
		$m->query($sql);
	} catch (DomainException $e) {
		echo $e->getMessage(), ' ', $m->errno, "\n";
	}
}
$answer = fn($c, $next) => $next($c)->then(fn() => throw new DomainException('told'));
try {
	$m->query('SELECT 1 UNION SELECT 2');
} catch (DomainException $e) {
	echo $e->getMessage(), "\n";
}
foreach ([fn() => null, fn() => 'x', fn($c) => $c] as $answer) {
	try {
		$m->query('SELECT 1');
	} catch (TypeError $e) {
		echo $e->getMessage(), "\n";
	}
}
$i->remove();
var_dump($m->query('SELECT 12')->fetch_row());
?>
--EXPECTF--
1 2
2 1 Records: 2  Duplicates: 0  Warnings: 0
1054
3
4
5
6
a> Query SELECT 1, 2
b> nothing
b told 0
a< 0 |00000|-1|0|0||2|[false,false]
a> Query INSERT INTO t (v) VALUES ('x'), ('y')
b> nothing
b told 0
a< 0 |00000|2|1|0|Records: 2  Duplicates: 0  Warnings: 0|0|[false,false]
a> Query SELECT nothing
b> nothing
b told 1054
a< 1054 Unknown column 'nothing' in '%s'|42S22|-1|0|0||0|[false,false]
a> SetOption 
b> nothing
b told 0
a< 0 |00000|-1|0|0|Records: 2  Duplicates: 0  Warnings: 0|0|[false,false]
a> Query SELECT 3; SELECT 4
b> nothing
b told 0
a< 0 |00000|-1|0|0||1|[true,false]
a> SetOption 
b> nothing
b told 0
a< 0 |00000|-1|0|0||1|[false,false]
a> Query SELECT 5 UNION SELECT 6
b> nothing
b told 0
a< 0 |00000|-1|0|0||1|[false,false]
a> Query START TRANSACTION
b> nothing
b told 0
a< 0 |00000|0|0|0||0|[false,false]
a> Query ROLLBACK
b> nothing
b told 0
a< 0 |00000|0|0|0||0|[false,false]
bool(true)
bool(false)
bool(true)
-- what describes the link
bool(true)
bool(false)
NULL
bool(true)
string(6) "mysqli"
bool(true)
string(9) "localhost"
int(0)
bool(true)
bool(true)
string(4) "DO 1"
NULL
Cannot modify readonly property Mynd\Command::$sql
string(8) "ROLLBACK"
bool(false)
bool(true)
-- rewriting
SELECT 6 -> SELECT 7 AS seven
array(1) {
  ["seven"]=>
  string(1) "7"
}
-- answering
array(2) {
  [0]=>
  array(1) {
    [0]=>
    string(1) "8"
  }
  [1]=>
  array(1) {
    [0]=>
    string(1) "9"
  }
}
int(2)
int(1)
8
9
bool(true)
bool(true)
int(3)
string(19) "9223372036854775809"
int(2)
string(9) "some info"
1234 not today 42S99
int(1234)
int(-1)
int(2)
int(2)
bool(false)
array(1) {
  [0]=>
  string(2) "11"
}
An interceptor must return the Mynd\Reply that $next() returned last, or one of its own
int(2)
-- capture
int(2)
int(100000)
bool(true)
int(2)
5
6
NULL
NULL
1
2
1242 NULL
-- refusing
no 2000 -1
too late 2000
too late 2000
too late 2000
told
An interceptor must return a Mynd\Reply, null returned
An interceptor must return a Mynd\Reply, string returned
An interceptor must return a Mynd\Reply, Mynd\Command returned
array(1) {
  [0]=>
  string(2) "12"
}

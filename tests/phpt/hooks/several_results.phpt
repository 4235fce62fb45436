--TEST--
Mynd\Reply::results() and captureResults(): several results of one command, captured, and answered without a server
--EXTENSIONS--
mysqli
pdo_mysql
mynd
--FILE--
<?php
use Mynd\{Command, Kind, Reply};
require __DIR__ . '/intercept.inc';

function pdo_for_test(bool $emulates): PDO
{
	$dsn = 'mysql:unix_socket=' . getenv('MYND_TEST_SOCKET') . ';dbname=' . getenv('MYND_TEST_DB') . ';charset=utf8mb4';
	return new PDO($dsn, getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'), [PDO::ATTR_EMULATE_PREPARES => $emulates]);
}

$m = link_for_test();
create_anew($m, 'TABLE', 'several', '(id INT PRIMARY KEY AUTO_INCREMENT, name VARCHAR(20))');
create_anew($m, 'PROCEDURE', 'p_several', "() BEGIN SELECT 1 AS one; INSERT INTO several (name) VALUES ('x'), ('y'); SELECT 'zwei' AS two, NULL AS n; END");
create_anew($m, 'PROCEDURE', 'p_fails', "() BEGIN SELECT 1 AS one; SELECT * FROM nowhere_at_all; END");
$m->close();

/** All results that are left, with what the program sees of each. */
function results(mysqli $m): array
{
	$all = [];
	do {
		$result = $m->store_result();
		$all[] = [$result === false ? null : $result->fetch_all(MYSQLI_ASSOC), $m->affected_rows, $m->field_count, $m->warning_count, $m->info];
	} while ($m->more_results() && $m->next_result());
	return $all;
}

$programs = [
	'multi_query' => function (mysqli $m) {
		$m->multi_query("SELECT 1 AS a; DO 0; INSERT INTO several (name) VALUES ('a'), ('b'); SELECT 'end' AS b, 2.5 AS c");
		return results($m);
	},
	'an error among them' => function (mysqli $m) {
		$m->multi_query('SELECT 1 AS a; SELECT * FROM nowhere_at_all; SELECT 2');
		$first = $m->store_result()->fetch_all();
		try {
			$m->next_result();
		} catch (mysqli_sql_exception $e) {
			return [$first, $e->getCode(), $e->getSqlState(), $e->getMessage(), $m->more_results()];
		}
	},
	'unbuffered' => function (mysqli $m) {
		$m->multi_query('SELECT 1 AS a UNION SELECT 2; SELECT 3');
		$all = [];
		do {
			foreach ($m->use_result() as $row) {
				$all[] = $row;
			}
		} while ($m->next_result());
		return $all;
	},
	'query() of a procedure' => function (mysqli $m) {
		$rows = $m->query('CALL p_several()')->fetch_all();
		return [$rows, $m->next_result() ? results($m) : null];
	},
	'a prepared CALL' => function (mysqli $m) {
		$s = $m->prepare('CALL p_several()');
		$s->execute();
		$all = [];
		do {
			$result = $s->get_result();
			$all[] = $result === false ? [$s->affected_rows, $s->field_count] : $result->fetch_all(MYSQLI_ASSOC);
		} while ($s->more_results() && $s->next_result());
		$s->close();
		return [$all, $m->query('SELECT 7 AS after')->fetch_all()];
	},
	'a prepared CALL that fails' => function (mysqli $m) {
		$s = $m->prepare('CALL p_fails()');
		$s->execute();
		$rows = $s->get_result()->fetch_all();
		try {
			return $s->next_result();
		} catch (mysqli_sql_exception $e) {
			return [$rows, $e->getCode()];
		}
	},
	'asynchronous' => function (mysqli $m) {
		$m->query("CALL p_several()", MYSQLI_ASYNC);
		$rows = $m->reap_async_query()->fetch_all();
		return [$rows, $m->next_result() ? results($m) : null];
	},
	'left' => function (mysqli $m) {
		$m->multi_query('SELECT 1; SELECT 2');
		try {
			$m->query('SELECT 3');
		} catch (mysqli_sql_exception $e) {
			return $e->getCode();
		}
	},
];
$pdo = function (PDO $p) {
	$s = $p->prepare('CALL p_several()');
	$s->execute();
	$all = [];
	do {
		$all[] = $s->columnCount() > 0 ? $s->fetchAll(PDO::FETCH_ASSOC) : $s->rowCount();
	} while ($s->nextRowset());
	$s = null;
	return [$all, $p->query('SELECT 7 AS after')->fetchAll(PDO::FETCH_NUM)];
};
$closes = function (PDO $p) {
	$s = $p->query('CALL p_several()');
	$first = $s->fetch(PDO::FETCH_NUM);
	$s->closeCursor();
	return [$first, $p->query('SELECT 7 AS after')->fetchAll(PDO::FETCH_NUM)];
};

$mode = 'pass';
$recorded = [];
Mynd\intercept(function (Command $c, callable $next) use (&$mode, &$recorded): Reply {
	$has_results = $c->kind === Kind::Query || $c->kind === Kind::Execute;
	if ($mode === 'record' && $has_results) {
		return $next($c)->then(function (Reply $r) use (&$recorded) {
			$results = $r->captureResults();
			if (count($results) > 1) { /* they are those that the program gets */
				assert($r->moreResults && $results[0]->field_count === $r->field_count);
			}
			$recorded[] = $results;
		});
	}
	if ($mode !== 'replay') {
		return $next($c);
	}
	if ($has_results) {
		return Reply::results(...array_shift($recorded));
	}
	return $next($c->kind === Kind::Connect ? $c->withoutServer('10.11.6-MariaDB') : $c);
});

function compare(string $name, callable $program, callable $connect): void
{
	global $mode, $recorded;
	$seen = $recorded = [];
	foreach (['pass', 'record', 'replay'] as $mode) {
		$db = $connect();
		$seen[$mode] = json_encode($program($db));
		$db = null;
	}
	echo "$name: ", $seen['record'] === $seen['pass'] && $seen['replay'] === $seen['pass'] ? $seen['pass'] : var_export($seen, true), "\n";
}

foreach ($programs as $name => $program) {
	compare($name, $program, fn() => link_for_test());
}
foreach ([true, false] as $emulates) {
	compare('PDO, ' . ($emulates ? 'emulated' : 'native'), $pdo, fn() => pdo_for_test($emulates));
	compare('closed early', $closes, fn() => pdo_for_test($emulates));
}

echo "--- refused\n";
$mode = 'pass';
$done = Reply::done(1);
$bad = Reply::failed(1000, 'no');
foreach (['none' => [], 'an error first' => [$bad, $done], 'two in one' => [Reply::results($done, $done), $done], 'later' => [Reply::later(fn() => $done)],
	'no reply' => [$done, 'x']] as $name => $replies) {
	try {
		Reply::results(...$replies);
	} catch (Throwable $e) {
		echo "$name: ", $e::class, ': ', $e->getMessage(), "\n";
	}
}
$several = Reply::results(Reply::done(5, 6), $bad)->withStatus(3);
echo json_encode([$several->affected_rows, $several->moreResults, $several->status, count($several->captureResults()), $several->captureResults()[1]->errno]), "\n";
$prepares = Mynd\intercept(fn(Command $c, callable $next) => $c->kind === Kind::Ping ? $several : $next($c));
$m = link_for_test();
try_it(fn() => @$m->ping());
$prepares->remove();

echo "--- an answer that serves often, and is made late\n";
$often = Mynd\intercept(fn(Command $c, callable $next) => $c->kind === Kind::Query ? Reply::later(fn() => $several) : $next($c));
for ($i = 0; $i < 2; $i++) {
	$m->multi_query('anything');
	echo $m->affected_rows, ' ', $m->insert_id, ' ';
	try_it(fn() => $m->next_result());
	$m->query('anything', MYSQLI_ASYNC);
	try_it(fn() => $m->reap_async_query());
	try_it(fn() => $m->next_result());
}
$often->remove();
try_it(fn() => $m->query('SELECT 8'));

echo "--- captured where it cannot be\n";
$kept = null;
Mynd\intercept(function (Command $c, callable $next) use (&$kept) {
	return $kept = $next($c);
});
$result = $m->query('SELECT 1 AS a UNION SELECT 2', MYSQLI_USE_RESULT);
var_dump($kept->captureResults());
$result->free();
$cursor = $m->prepare('SELECT 1 UNION SELECT 2');
$cursor->attr_set(MYSQLI_STMT_ATTR_CURSOR_TYPE, MYSQLI_CURSOR_TYPE_READ_ONLY);
$cursor->execute();
var_dump($kept->captureResults());
$cursor->close();
$m->query('DO 1');
echo count($kept->captureResults()), "\n";
try_it(fn() => $m->query('SELEC'));
echo $kept->captureResults()[0]->errno, "\n";
$m = link_for_test();
$m->query('DROP TABLE several');
$m->query('DROP PROCEDURE p_several');
$m->query('DROP PROCEDURE p_fails');
?>
--EXPECT--
multi_query: [[[{"a":"1"}],1,1,0,null],[null,0,0,0,null],[null,2,0,0,"Records: 2  Duplicates: 0  Warnings: 0"],[[{"b":"end","c":"2.5"}],1,2,0,null]]
an error among them: [[["1"]],1146,"42S02","Table 'mynd_test.nowhere_at_all' doesn't exist",false]
unbuffered: [{"a":"1"},{"a":"2"},{"3":"3"}]
query() of a procedure: [[["1"]],[[[{"two":"zwei","n":null}],1,2,0,null],[null,2,0,0,null]]]
a prepared CALL: [[[{"one":1}],[{"two":"zwei","n":null}],[2,2]],[["7"]]]
a prepared CALL that fails: [[[1]],1146]
asynchronous: [[["1"]],[[[{"two":"zwei","n":null}],1,2,0,null],[null,2,0,0,null]]]
left: 2014
PDO, emulated: [[[{"one":1}],[{"two":"zwei","n":null}],2],[[7]]]
closed early: [[1],[[7]]]
PDO, native: [[[{"one":1}],[{"two":"zwei","n":null}],2],[[7]]]
closed early: [[1],[[7]]]
--- refused
none: ArgumentCountError: Mynd\Reply::results() expects at least 1 argument, 0 given
an error first: ValueError: Mynd\Reply::results(): Argument #1 ($result) must be the last result, because it is an error
two in one: ValueError: Mynd\Reply::results(): Argument #1 ($result) must be one result
later: ValueError: Mynd\Reply::results(): Argument #1 ($result) must be an answer of result(), done() or failed()
no reply: TypeError: Mynd\Reply::results(): Argument #2 must be of type Mynd\Reply, string given
[5,true,3,2,1000]
ValueError 0: An interceptor has answered what the command cannot have: it cannot be answered with several results
--- an answer that serves often, and is made late
5 6 mysqli_sql_exception 1000: no
true
mysqli_sql_exception 1000: no
5 6 mysqli_sql_exception 1000: no
true
mysqli_sql_exception 1000: no
[["8"]]
--- captured where it cannot be
NULL
NULL
1
mysqli_sql_exception 1064: You have an error in your SQL syntax; check the manual that corresponds to your MariaDB server version for the right syntax to use near 'SELEC' at line 1
1064

--TEST--
Errors: each way to run a command x each moment at which it fails x whoever observes it
--EXTENSIONS--
mysqli
pdo_mysql
mynd
--INI--
mynd.request_report=1
mynd.slow_log={PWD}/who_observes.log
mynd.slow_seconds=0
mynd.scoreboard={PWD}/who_observes.board
--SKIPIF--
<?php if (getenv('MYND_TEST_SOCKET') === false) die('skip needs a server'); ?>
--FILE--
<?php
/*
 * A table: the ways below, the moments below, and what each observer must say. Only deviations are printed,
 * and how many cells there were. The errors are the server's own.
 */
require __DIR__ . '/../connect.inc';
$admin = link_for_test();
$admin->query('DROP TABLE IF EXISTS observed');
$admin->query('CREATE TABLE observed (id INT PRIMARY KEY)');
$admin->query('INSERT INTO observed VALUES (1), (2), (3)');
create_anew($admin, 'PROCEDURE', 'observed_p', "() BEGIN SELECT 1 AS a; SIGNAL SQLSTATE '45000' SET MYSQL_ERRNO = 1644, MESSAGE_TEXT = 'between'; END");

/* The number that a moment ends with, and a text that ends so. */
$moments = [
	'no error' => [0, 'SELECT id FROM observed'],
	'before the columns' => [1054, 'SELECT nothing FROM observed'],
	'at the first row' => [1242, 'SELECT (SELECT id FROM observed) AS a'],
	'among the rows' => [1242, 'SELECT id, IF(id = 3, (SELECT o.id FROM observed o WHERE o.id <= observed.id), 0) AS a FROM observed ORDER BY id'],
	'in the place of the end' => [1242, 'SELECT id FROM observed UNION ALL SELECT (SELECT o.id FROM observed o WHERE o.id <= x.id + 3) FROM observed x'],
	'between results' => [1644, 'CALL observed_p()'],
];

/** What the program met: the first number, by exception. */
function met(callable $program): int
{
	try {
		$program();
		return 0;
	} catch (mysqli_sql_exception $e) {
		return $e->getCode();
	} catch (PDOException $e) {
		return (int) ($e->errorInfo[1] ?? $e->getCode());
	}
}

/** All results of a text, stored or not. */
function all(mysqli $m, bool $use): void
{
	do {
		$r = $use ? $m->use_result() : $m->store_result();
		$r && $r->fetch_all();
		$r && $r->free();
	} while ($m->more_results() && $m->next_result());
}

function all_of(mysqli_stmt $s, bool $store): void
{
	do {
		if ($store) {
			$r = $s->get_result();
			$r && $r->fetch_all();
		} elseif ($s->field_count > 0) {
			$values = array_fill(0, $s->field_count, null);
			$s->bind_result(...$values);
			while ($s->fetch());
		}
	} while ($s->more_results() && $s->next_result());
}

function all_rowsets(PDOStatement $s): void
{
	do {
		$s->columnCount() && $s->fetchAll();
	} while ($s->nextRowset());
}

/* Each way: what runs the text on a mysqli and a PDO object, and whether its call stores its first result. */
$pdo_options = ['emulated' => [PDO::ATTR_EMULATE_PREPARES => true], 'native' => [PDO::ATTR_EMULATE_PREPARES => false],
	'emulated, unbuffered' => [PDO::ATTR_EMULATE_PREPARES => true, PDO::MYSQL_ATTR_USE_BUFFERED_QUERY => false],
	'native, unbuffered' => [PDO::ATTR_EMULATE_PREPARES => false, PDO::MYSQL_ATTR_USE_BUFFERED_QUERY => false]];
$ways = [
	'query' => [true, function (mysqli $m, $sql) { $r = $m->query($sql); $r->fetch_all(); while ($m->more_results() && $m->next_result()) $m->store_result(); }],
	'query, use' => [false, function ($m, $sql) { $r = $m->query($sql, MYSQLI_USE_RESULT); $r->fetch_all(); $r->free(); while ($m->more_results() && $m->next_result()) $m->store_result(); }],
	'real_query, store' => [false, function ($m, $sql) { $m->real_query($sql); all($m, false); }],
	'real_query, use' => [false, function ($m, $sql) { $m->real_query($sql); all($m, true); }],
	'multi_query' => [false, function ($m, $sql) { $m->multi_query($sql); all($m, false); }],
	'multi_query, the second' => [false, function ($m, $sql) { $m->multi_query("DO 1; $sql"); all($m, false); }],
	'execute, get_result' => [false, function ($m, $sql) { $s = $m->prepare($sql); $s->execute(); all_of($s, true); }],
	'execute, fetch' => [false, function ($m, $sql) { $s = $m->prepare($sql); $s->execute(); all_of($s, false); }],
	'execute_query' => [true, function ($m, $sql) { $m->execute_query($sql)->fetch_all(); }],
	'async' => [true, function ($m, $sql) { $m->query($sql, MYSQLI_ASYNC); $m->reap_async_query()->fetch_all(); while ($m->more_results() && $m->next_result()) $m->store_result(); }],
	'async, use' => [false, function ($m, $sql) { $m->query($sql, MYSQLI_ASYNC | MYSQLI_USE_RESULT); $r = Mynd\reap($m); $r->fetch_all(); $r->free(); while ($m->more_results() && $m->next_result()) $m->store_result(); }],
	'pipeline' => [false, function ($m, $sql) { foreach (iterator_to_array(Mynd\pipeline($m, ['DO 1', $sql, 'DO 2'])) as $x) if ($x instanceof Throwable) throw $x; }],
	'pipeline, prepared' => [false, function ($m, $sql) { foreach (iterator_to_array(Mynd\pipeline($m, ['DO 1', [$sql, []], 'DO 2'])) as $x) if ($x instanceof Throwable) throw $x; }],
];
foreach ($pdo_options as $name => $options) {
	$stores = !str_contains($name, 'unbuffered');
	$ways["PDO $name, query"] = [$stores, function (PDO $p, $sql) { all_rowsets($p->query($sql)); }, $options];
	$ways["PDO $name, execute"] = [$stores, function ($p, $sql) { $s = $p->prepare($sql); $s->execute(); all_rowsets($s); }, $options];
	$ways["PDO $name, exec"] = [false, function ($p, $sql) { $p->exec($sql); }, $options];
	$ways["PDO $name, async"] = [true, function ($p, $sql) { $s = $p->prepare($sql, [PDO::MYND_ATTR_ASYNC => true]); $s->execute(); all_rowsets($s); }, $options];
	$ways["PDO $name, async, another reads"] = [false, function ($p, $sql) { $s = $p->prepare($sql, [PDO::MYND_ATTR_ASYNC => true]); $s->execute();
		$p->query('SELECT 5')->closeCursor(); all_rowsets($s); }, $options, 'no between'];
	$ways["PDO $name, pipeline"] = [false, function ($p, $sql) { foreach (iterator_to_array(Mynd\pipeline($p, ['DO 1', $sql, 'DO 2'])) as $x) if ($x instanceof Throwable) throw $x; }, $options];
}

/* What the interceptor sees of the text: at `then`, and at the end. */
$seen = ['then' => 0, 'end' => 0, 'told' => 0, 'sent' => 0];
$watch = '';
$interceptor = function (Mynd\Command $c, callable $next) use (&$seen, &$watch) {
	$reply = $next($c);
	if ($c->sql === null || !str_contains($c->sql, $watch)) {
		return $reply;
	}
	$seen['sent'] += $c->kind !== Mynd\Kind::Prepare;
	$is_first = true;
	return $reply->then(function (Mynd\Reply $r) use (&$seen) { $seen['then'] = $seen['then'] ?: $r->errno; })
		->atEnd(function (Mynd\Reply $r) use (&$seen, $c) { $seen['end'] = $seen['end'] ?: $r->errno; $seen['told'] += $c->kind !== Mynd\Kind::Prepare; });
};
/** Errors that the request's report has counted so far. */
$reported = fn() => Mynd\request_report(0)['total']['errors'];
$scored = fn() => array_sum(Mynd\scoreboard()['total']['errors']);
/** Numbers of errors in the slow log since the last call. */
$logged = function (): array {
	static $at = 0;
	$lines = file(__DIR__ . '/who_observes.log');
	$new = array_slice($lines, $at);
	$at = count($lines);
	return array_values(array_filter(array_map(fn($line) => json_decode($line)->error ?? 0, $new)));
};

$cells = $wrong = 0;
$expect = function (string $what, mixed $is, mixed $right) use (&$cells, &$wrong) {
	$cells++;
	if ($is !== $right) {
		$wrong++;
		echo "$what: ", show($is), ' instead of ', show($right), "\n";
	}
};
foreach ($ways as $way => $of) {
	[$stores, $run] = $of;
	foreach ($moments as $moment => [$number, $sql]) {
		if ($moment === 'between results' && ($of[3] ?? '') === 'no between') {
			continue;
		}
		foreach ([false, true] as $intercepted) {
			$connect = isset($of[2]) ? fn() => new PDO('mysql:unix_socket=' . getenv('MYND_TEST_SOCKET') . ';dbname=' . getenv('MYND_TEST_DB'), getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'), $of[2]) : link_for_test(...);
			$m = $connect();
			$interception = $intercepted ? Mynd\intercept($interceptor) : null;
			$watch = $sql;
			$seen = ['then' => 0, 'end' => 0, 'told' => 0, 'sent' => 0];
			$name = "$way, $moment" . ($intercepted ? ', intercepted' : '');
			$before = [$reported(), $scored()];
			$logged();
			$program = met(fn() => $run($m, $sql));
			$ask = fn() => met(fn() => $m->query('SELECT 7'));
			/* as in stock: execute_query() drops what follows, and the program never hears of it */
			$drops = $moment === 'between results' && $way === 'execute_query';
			$expect("$name: the program", $program, $drops ? 0 : $number);
			$expect("$name: goes on", $ask(), 0);
			$times = (int) ($number !== 0);
			$expect("$name: the report", $reported() - $before[0], $times);
			$expect("$name: the scoreboard", $scored() - $before[1], $times);
			$expect("$name: the slow log", $logged(), $number === 0 ? [] : [$number]);
			if ($intercepted) {
				$expect("$name: the interceptor's end", $seen['end'], $number);
				$expect("$name: told as often as sent", $seen['told'], $seen['sent']);
				if ($stores && $moment !== 'between results') {
					$expect("$name: then", $seen['then'], $number);
				}
				$interception->remove();
			}
			unset($m);
		}
	}
}
$admin->query('DROP TABLE observed');
$admin->query('DROP PROCEDURE observed_p');
echo "$cells cells, $wrong wrong\n";
?>
--CLEAN--
<?php
@unlink(__DIR__ . '/who_observes.log');
@unlink(__DIR__ . '/who_observes.board');
?>
--EXPECT--
2671 cells, 0 wrong

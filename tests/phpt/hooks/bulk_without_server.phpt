--TEST--
Mynd\Command::$params of a BulkExecute, the questions of execute_many(), and both without a server; a server's collation
--EXTENSIONS--
mysqli
pdo_mysql
mynd
--SKIPIF--
<?php
require __DIR__ . '/../connect.inc';
if (!is_mariadb(link_for_test())) {
	die('skip MySQL has no bulk execute');
}
?>
--FILE--
<?php
use Mynd\{Command, Indicator, Kind, Reply};
require __DIR__ . '/intercept.inc';

$m = link_for_test();
create_anew($m, 'TABLE', 'bulked', "(id INT PRIMARY KEY, name VARCHAR(20) DEFAULT 'none')");
$m->close();

function shown_values(array $values): string
{
	$rows = array_map(fn(mixed $row) => implode(' | ', array_map(fn(mixed $value) => match (true) {
		$value instanceof Indicator => $value->name,
		default => addcslashes($value ?? 'NULL', "\0..\37\177..\377"),
	}, (array) $row)), $values);
	return implode(', ', $rows);
}

$mode = 'record';
$log = $recorded = [];
Mynd\intercept(function (Command $c, callable $next) use (&$mode, &$log, &$recorded): Reply {
	if ($c->kind === Kind::Connect) {
		return $next($mode === 'replay' ? $c->withoutServer('10.11.6-MariaDB') : $c);
	}
	if ($mode === 'none' || !in_array($c->kind, [Kind::Query, Kind::Execute, Kind::BulkExecute], true)) {
		return $next($c);
	}
	$values = $c->params ?? [];
	$long = strlen(serialize($values)) > 1000;
	$log[] = $c->kind->name . ' ' . preg_replace('/\s.*/s', '', $c->sql) . ' ' . ($long ? count($values) . ' rows' : shown_values($values));
	if ($mode === 'record') {
		return $next($c)->then(function (Reply $r) use (&$recorded) {
			$recorded[] = $r->captureResults();
		});
	}
	return Reply::results(...array_shift($recorded));
});

$programs = [
	'rows' => fn() => [[1, 'a'], [2, null], [3, "\0\xff'"], [4, Indicator::Default], [5, '']],
	'more than a command has' => function () {
		for ($i = 10; $i < 40000; $i++) {
			yield [$i, "row $i"];
		}
	},
	'a row that fails' => fn() => [[6, 'f'], [7, 'g'], [1, 'again'], [8, 'h']],
	'the only row' => fn() => [[1, 'again']],
];
foreach ($programs as $name => $rows) {
	echo "--- $name\n";
	$seen = [];
	foreach (['record', 'replay'] as $mode) {
		$log = [];
		$m = link_for_test();
		try {
			$seen[$mode] = Mynd\execute_many($m, 'INSERT INTO bulked VALUES (?, ?)', $rows());
		} catch (mysqli_sql_exception $e) {
			$row = $e->getPrevious();
			$seen[$mode] = [$e->getCode(), $e->getMessage(), $row->getMessage(), $row->number, $row->count, $row->sent];
		}
		if ($mode === 'record') {
			echo implode("\n", $log), "\n";
			$first = $log;
		}
	}
	echo $log === $first && $recorded === [] && $seen['replay'] === $seen['record'] ? json_encode($seen['record']) : var_export([$log, $seen, $recorded], true), "\n";
}

echo "--- when the rows can be read\n";
$mode = 'none';
$seen = [];
$late = Mynd\intercept(function (Command $c, callable $next) use (&$seen): Reply {
	if ($c->kind !== Kind::BulkExecute) {
		return $next($c);
	}
	$host = $c->host; /* a fact of the link; the rows are not copied for it */
	if ($seen === []) {
		$seen[] = $c;
		return Reply::done(2);
	}
	$seen[] = $c->params;
	$seen[] = $c;
	return Reply::done(2);
});
$m = link_for_test();
Mynd\execute_many($m, 'INSERT INTO bulked VALUES (?, ?)', [[1, 2], [3, 4]]);
Mynd\execute_many($m, 'INSERT INTO bulked VALUES (?, ?)', [[1, 2], [3, 4]]);
echo json_encode([$seen[0]->params, $seen[1], $seen[2]->params]), "\n";
$late->remove();

echo "--- collations\n";
$of = function (?string $collation) {
	$seen = null;
	$i = Mynd\intercept(function (Command $c, callable $next) use ($collation, &$seen): Reply {
		if ($c->kind !== Kind::Connect) {
			$seen = $c->serverCollation;
			return Reply::done();
		}
		assert($c->serverCollation === null);
		return $next($c->withoutServer('8.4.3', $collation));
	});
	try {
		$m = new mysqli('nowhere.invalid');
		$m->query('DO 1');
		$charset = $m->get_charset();
		return [$seen, $charset->charset, $charset->collation, bin2hex($m->real_escape_string("\xbf'"))];
	} catch (ValueError $e) {
		return $e->getMessage();
	} finally {
		$i->remove();
	}
};
foreach ([null, 'latin1_swedish_ci', 'utf8mb4_0900_ai_ci', 'GBK_chinese_ci', 'utf8mb4_uca1400_ai_ci', 'nothing', ''] as $collation) {
	echo json_encode($collation), ': ', json_encode($of($collation)), "\n";
}
$told = [];
$real = Mynd\intercept(function (Command $c, callable $next) use (&$told): Reply {
	$reply = $next($c);
	if ($c->kind === Kind::Connect) { /* read after it, and by a copy that is made after it */
		$told[] = is_string($c->serverCollation) && $c->serverCollation === $c->withAttribute('x', 1)->serverCollation;
	}
	return $reply;
});
link_for_test();
link_for_test(host: 'p:localhost');
for ($i = 0; $i < 2; $i++) {
	$p = link_for_test(host: 'p:localhost');
	unset($p);
}
(new Mynd\Pool(fn() => link_for_test(), maximum: 1))->use(fn() => 1);
$real->remove();
echo json_encode($told), "\n";
$m = link_for_test();
$m->query('DROP TABLE bulked');
?>
--EXPECT--
--- rows
BulkExecute INSERT 1 | a, 2 | NULL, 3 | \000\377', 4 | Default, 5 | 
5
--- more than a command has
Query SELECT 
BulkExecute INSERT 16384 rows
BulkExecute INSERT 16384 rows
BulkExecute INSERT 7222 rows
39990
--- a row that fails
BulkExecute INSERT 6 | f, 7 | g, 1 | again, 8 | h
Query BEGIN 
[1062,"Duplicate entry '1' for key 'PRIMARY'","Row 2",2,1,4]
--- the only row
BulkExecute INSERT 1 | again
[1062,"Duplicate entry '1' for key 'PRIMARY'","Row 0",0,1,1]
--- when the rows can be read
[null,[["1","2"],["3","4"]],[["1","2"],["3","4"]]]
--- collations
null: ["utf8mb4_general_ci","utf8mb4","utf8mb4_general_ci","bf5c27"]
"latin1_swedish_ci": ["latin1_swedish_ci","latin1","latin1_swedish_ci","bf5c27"]
"utf8mb4_0900_ai_ci": ["utf8mb4_0900_ai_ci","utf8mb4","utf8mb4_0900_ai_ci","bf5c27"]
"GBK_chinese_ci": ["gbk_chinese_ci","gbk","gbk_chinese_ci","5cbf5c27"]
"utf8mb4_uca1400_ai_ci": "Mynd\\Command::withoutServer(): Argument #2 ($collation) must be a collation that a greeting can name (number up to 255)"
"nothing": "Mynd\\Command::withoutServer(): Argument #2 ($collation) must be a collation that a greeting can name (number up to 255)"
"": "Mynd\\Command::withoutServer(): Argument #2 ($collation) must be a collation that a greeting can name (number up to 255)"
[true,true,true,true,true]

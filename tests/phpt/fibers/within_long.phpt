--TEST--
Mynd\within(): a long limit, which cancels a good while before its end, and limits inside of it
--EXTENSIONS--
mysqli
--FILE--
<?php
require __DIR__ . '/fibers.inc';

function told(string $label, callable $call): void
{
	try {
		$answer = json_encode($call());
		echo "$label: $answer\n";
	} catch (mysqli_sql_exception $e) {
		echo "$label: {$e->getCode()} {$e->getMessage()}\n";
	}
}

$m = link_for_test();
$other = link_for_test();
$pool = new Mynd\Pool(fn() => link_for_test());
create_anew($m, 'TABLE', 'within_long', '(a INT) ENGINE=InnoDB');
Mynd\deadline($other, 12);
Mynd\within(12, function () use ($m, $other, $pool) {
	/* commands are cancelled after 10.8 seconds: a tenth before the end */
	foreach ([$m, $other] as $db) {
		$db->begin_transaction();
		$db->query('INSERT INTO within_long VALUES (1)');
	}
	usleep(10_900_000);
	told('a query', fn() => $m->query('SELECT 1'));
	told('a COMMIT in a longer one', fn() => Mynd\within(60, fn() => $m->commit()));
	told('a COMMIT in a shorter one', fn() => Mynd\within(0.9, fn() => $m->commit()));
	told('of a pool', fn() => $pool->query('SELECT 1', within: 60));
	told('a ROLLBACK', fn() => Mynd\within(60, fn() => $m->rollback()));
	told('with a deadline', fn() => $other->rollback());
	try {
		Mynd\transaction($m, fn($m) => $m->query('INSERT INTO within_long VALUES (2)'));
	} catch (mysqli_sql_exception $e) {
		echo 'transaction(): ', $e->getCode(), "\n";
	}
});
told('rows', fn() => $m->query('SELECT COUNT(*) FROM within_long')->fetch_column());
?>
--EXPECT--
a query: 1317 Query execution was interrupted: the deadline has passed
a COMMIT in a longer one: 1317 Query execution was interrupted: the deadline has passed
a COMMIT in a shorter one: 1317 Query execution was interrupted: the deadline has passed
of a pool: 1317 Query execution was interrupted: the deadline has passed
a ROLLBACK: true
with a deadline: true
transaction(): 1317
rows: "0"

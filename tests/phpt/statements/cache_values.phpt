--TEST--
Statement cache: what a text answers does not depend on the values it was run with before
--EXTENSIONS--
mysqli
--FILE--
<?php
require __DIR__ . '/../connect.inc';
$m = link_for_test();
$m->query('CREATE TEMPORARY TABLE t (i INT, d DECIMAL(10,3), f DOUBLE, s VARCHAR(20), day DATE)');
$m->query("INSERT INTO t VALUES (1, 1.5, 2.5e3, 'abc', '2020-01-01'), (7, 7, 7, '7', '2007-07-07'), (NULL, NULL, NULL, NULL, NULL)");
function answer(callable $run): string
{
	try {
		$r = $run();
		$types = array_map(fn ($field) => [$field->type, $field->decimals], $r->fetch_fields());
		return json_encode([$types, $r->fetch_all()]);
	} catch (mysqli_sql_exception $e) {
		return $e->getCode() . ' ' . $e->getMessage();
	}
}
function alone(mysqli $m, string $sql, mixed $value): mysqli_result
{
	$s = $m->prepare($sql);
	$s->execute([$value]);
	return $s->get_result();
}
$values = [1, '0.5', 'abc', 41, null, '9223372036854775807', '9223372036854775808', '18446744073709551616', '1e3', '-2', '', ' 7', '7x', '2020-01-01', '12:30:00', 0.25, true, "\xFF", 7];
$wrong = 0;
foreach (['SELECT ? + 1', 'SELECT ?', 'SELECT -?', 'SELECT ? / 2', 'SELECT COALESCE(?, 1)', 'SELECT IF(?, 1, 2)', "SELECT CONCAT(?, 'x')", 'SELECT GREATEST(?, 5)', 'SELECT * FROM t WHERE i = ?',
	'SELECT * FROM t WHERE d > ?', 'SELECT * FROM t WHERE f < ?', 'SELECT * FROM t WHERE s = ?', 'SELECT i + ? FROM t', 'SELECT LENGTH(?)', 'SELECT ? = 7', 'SELECT DATE_ADD(?, INTERVAL 1 DAY)'] as $sql) {
	foreach ([$values, array_reverse($values)] as $order) {
		foreach ($order as $value) {
			$cached = answer(fn () => $m->execute_query($sql, [$value]));
			$alone = answer(fn () => alone($m, $sql, $value));
			if ($cached !== $alone) {
				$wrong++;
				echo "$sql with ", var_export($value, true), "\n\tcached $cached\n\talone  $alone\n";
			}
		}
	}
}
echo $wrong === 0 ? "always the same\n" : "$wrong differences\n";
?>
--EXPECT--
always the same

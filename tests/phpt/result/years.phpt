--TEST--
A YEAR out of an expression is a number where numbers are native, one with ZEROFILL a text: in text rows as in binary ones
--EXTENSIONS--
mysqli
pdo_mysql
--FILE--
<?php
require __DIR__ . '/../connect.inc';
$m = link_for_test();
$m->query('CREATE TEMPORARY TABLE years (id INT, y YEAR, y2 YEAR NOT NULL, d DATE, n INT)');
$m->query("INSERT INTO years VALUES (1, 2024, 0, '2024-02-29', 7), (2, 1901, 2155, '0001-01-01', NULL), (3, NULL, 1999, NULL, -1)");
$years = ['y', 'y2', 'MAX(y)', 'MIN(y2)', 'MIN(y)', 'IFNULL(y, y2)', 'IFNULL(y, 5)', 'COALESCE(y, y2)', 'COALESCE(y, 2000)', 'GREATEST(y2, y2)', 'LEAST(y2, 2000)',
	'CASE WHEN id THEN y END', 'CASE WHEN id < 2 THEN y ELSE n END', 'IF(id, y, y2)', 'NULLIF(y, 5)', 'y + 0', '(SELECT MAX(y) FROM years)', 'LAG(y) OVER (ORDER BY id)',
	'FIRST_VALUE(y2) OVER (ORDER BY id)', 'NTH_VALUE(y, 2) OVER (ORDER BY id)', 'DISTINCT y', 'SUM(y)', 'AVG(y)', 'YEAR(d)', 'YEAR(y)', 'MAX(YEAR(d))', "YEAR('0000-00-00')",
	'CONCAT(y)', 'CAST(y AS SIGNED)', 'CAST(y AS UNSIGNED)', 'CAST(y AS CHAR)', '-y', 'y = 2024', '@v := y', 'BIT_OR(y)', 'YEARWEEK(d)', 'EXTRACT(YEAR FROM d)'];
foreach ($years as $expression) {
	$sql = "SELECT $expression AS v FROM " . (str_contains($expression, 'SELECT') ? 'years2' : 'years');
	if (str_contains($expression, 'SELECT')) { // a temporary table cannot be opened twice
		$m->query('CREATE TEMPORARY TABLE IF NOT EXISTS years2 AS SELECT * FROM years');
	}
	$rows = fn (mysqli_result $r) => array_column($r->fetch_all(), 0);
	$m->options(MYSQLI_OPT_INT_AND_FLOAT_NATIVE, true);
	$result = $m->query($sql);
	$field = $result->fetch_field();
	$native = $rows($result);
	$m->options(MYSQLI_OPT_INT_AND_FLOAT_NATIVE, false);
	$text = $rows($m->query($sql));
	$statement = $m->prepare($sql);
	$statement->execute();
	$binary = $rows($statement->get_result());
	$is_text = $field->type === MYSQLI_TYPE_YEAR && $field->flags & MYSQLI_ZEROFILL_FLAG;
	if ($field->type === MYSQLI_TYPE_YEAR && $native !== array_map(fn ($y) => $y === null ? null : ($is_text ? (string) $y : (int) $y), $text)) {
		echo "$expression: ", show($native), "\n";
	}
	if ($native !== $binary || array_filter($text, is_int(...))) {
		echo "$expression, type $field->type, flags $field->flags: native ", show($native), ', binary ', show($binary), ', text ', show($text), "\n";
	}
}
$p = new PDO('mysql:unix_socket=' . getenv('MYND_TEST_SOCKET') . ';dbname=' . getenv('MYND_TEST_DB'), getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'));
$p->exec('CREATE TEMPORARY TABLE years (y YEAR)');
$p->exec('INSERT INTO years VALUES (2024), (NULL)');
foreach ([true, false] as $emulate) {
	$p->setAttribute(PDO::ATTR_EMULATE_PREPARES, $emulate);
	echo show([$p->query('SELECT MAX(y) FROM years')->fetchColumn(), $p->query('SELECT IF(1, y, y) FROM years')->fetchAll(PDO::FETCH_COLUMN), $p->query("SELECT YEAR('2024-01-01')")->fetchColumn()]), "\n";
}
?>
--EXPECT--
[2024,[2024,null],2024]
[2024,[2024,null],2024]

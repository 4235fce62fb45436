--TEST--
Dates and times whose number of decimals the server leaves open have their fraction in binary rows as in text rows
--EXTENSIONS--
mysqli
pdo_mysql
--FILE--
<?php
require __DIR__ . '/../connect.inc';
$m = link_for_test();
$m->query("SET time_zone = '+00:00', sql_mode = ''");
$p = new PDO('mysql:unix_socket=' . getenv('MYND_TEST_SOCKET') . ';dbname=' . getenv('MYND_TEST_DB'), getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'), [PDO::ATTR_EMULATE_PREPARES => false]);
$p->exec("SET time_zone = '+00:00', sql_mode = ''");
$expressions = ["FROM_UNIXTIME('1992.1')", "FROM_UNIXTIME('1992.0')", "FROM_UNIXTIME('1992.000001')", 'FROM_UNIXTIME(1992.25)', "SEC_TO_TIME('1.5')", 'SEC_TO_TIME(-0.000123)', "MAKETIME(1, 2, '3.25')", "MAKETIME(1, 2, '3')",
	"TIMEDIFF('10:00:00.05', '10:00:00')", "TIMEDIFF('10:00:00', '10:00:00.000001')", "STR_TO_DATE('2020-01-02 03:04:05.006', '%Y-%m-%d %H:%i:%s.%f')", "CAST('-838:59:59' AS TIME(6))",
	"CAST('00:00:00.001' AS TIME(3))", "CAST('2020-02-29 23:59:59.999999' AS DATETIME(6))", "CAST('2020-02-29' AS DATETIME(2))", "CAST('2020-02-29 01:02:03' AS DATETIME)", "ADDTIME('2007-12-31 23:59:59.999999', '1 1:1:1.000002')",
	"DATE_ADD('2020-01-01', INTERVAL '1.5' SECOND_MICROSECOND)", "COALESCE(TIMESTAMP'2020-01-01 00:00:00.12', NOW())", "MAX(TIMESTAMP'2020-01-01 00:00:00.120')", "TIME('2020-01-01 10:11:12.000100')", "CAST('100:00:00.7' AS TIME(1))",
	"IF(1, TIME'10:00:00.5', TIME'09:00:00')", "DATE('2020-01-02 03:04:05.5')"];
$open = 0;
foreach ($expressions as $expression) {
	$result = $m->query("SELECT $expression");
	$open += $result->fetch_field()->decimals > 6;
	$text = $result->fetch_row()[0];
	$statement = $m->prepare("SELECT $expression");
	$statement->execute();
	$seen = ['get_result' => $statement->get_result()->fetch_row()[0]];
	$statement->execute();
	$statement->bind_result($bound);
	$statement->fetch();
	$statement->free_result();
	$seen += ['bind_result' => $bound, 'PDO' => $p->query("SELECT $expression")->fetchColumn()];
	foreach ($seen as $way => $value) {
		if ($value !== $text) {
			echo "$expression, $way: ", show($value), ' for ', show($text), "\n";
		}
	}
}
echo $open > 0 || !is_mariadb($m) ? 'all are equal' : 'the server leaves no decimals open', "\n";
?>
--EXPECT--
all are equal

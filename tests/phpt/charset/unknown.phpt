--TEST--
A character set that the server does not know, in which a backslash may be part of a character: refused, never escaped for another than the server reads
--EXTENSIONS--
mysqli
pdo_mysql
--FILE--
<?php
require __DIR__ . '/../pdo/pdo.inc';
mysqli_report(MYSQLI_REPORT_ERROR | MYSQLI_REPORT_STRICT);
$attack = "\xd8\x5c' OR 1=1 -- ";
$count = 'SELECT COUNT(*) FROM (SELECT 1 AS a UNION SELECT 2) t WHERE a = ';
$refused = 0;
foreach (['gb18030', 'gbk', 'big5', 'sjis', 'cp932', 'GBK', 'utf8mb4', 'latin1'] as $charset) {
	$ways = [
		'PDO' => function () use ($charset, $attack, $count) {
			$p = pdo_for_test([], ";charset=$charset");
			$statement = $p->prepare("$count?");
			$statement->execute([$attack]);
			return [$p->query('SELECT @@character_set_client')->fetchColumn(), (int) $statement->fetchColumn()];
		},
		'mysqli' => function () use ($charset, $attack, $count) {
			$m = mysqli_init();
			$m->options(MYSQLI_SET_CHARSET_NAME, $charset);
			$m->real_connect(null, getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'), getenv('MYND_TEST_DB'), 0, getenv('MYND_TEST_SOCKET'));
			return [$m->query('SELECT @@character_set_client')->fetch_row()[0], (int) $m->query("$count'" . $m->real_escape_string($attack) . "'")->fetch_row()[0]];
		},
	];
	foreach ($ways as $way => $connect) {
		try {
			[$taken, $rows] = $connect();
			if ($taken !== strtolower($charset) || $rows !== 0) {
				echo "$charset, $way: the server has taken $taken, the attack found $rows\n";
			}
		} catch (PDOException | mysqli_sql_exception $e) {
			$refused++;
			if ($e->getCode() !== 1115 || $e->getMessage() !== ($way === 'PDO' ? 'SQLSTATE[HY000] [1115] ' : '') . "Unknown character set: '$charset'") {
				echo "$charset, $way: {$e->getMessage()}\n";
			}
		}
	}
}
$server = pdo_for_test()->getAttribute(PDO::ATTR_SERVER_VERSION);
echo $refused === (str_contains($server, 'MariaDB') ? 2 : 0) ? 'as many as the server does not know' : $refused, "\n";
?>
--EXPECT--
as many as the server does not know

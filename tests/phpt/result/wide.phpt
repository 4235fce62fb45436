--TEST--
Rows of many small columns, longer than the read buffer, stored: by mysqli and by native statements of PDO
--EXTENSIONS--
mysqli
pdo_mysql
--INI--
memory_limit=512M
--FILE--
<?php
require __DIR__ . '/../connect.inc';

const COLUMNS = 400, ROWS = 60;

$cells = implode(', ', array_map(fn ($i) => "RPAD(n, 200, 'w') AS c$i", range(1, COLUMNS)));

function wrong_cells(array $rows): string
{
	$wrong = 0;
	foreach ($rows as $i => $row) {
		foreach ($row as $cell) {
			$wrong += $cell !== str_pad((string) ($i + 1), 200, 'w');
		}
	}
	return count($rows) . " rows, $wrong wrong cells";
}

foreach ([8192, 32768, 70000] as $buffer) {
	ini_set('mysqlnd.net_read_buffer_size', (string) $buffer);
	$link = link_for_test();
	$link->query('CREATE TEMPORARY TABLE numbers (n INT)');
	$link->query('INSERT INTO numbers VALUES (' . implode('), (', range(1, ROWS)) . ')');
	$result = $link->query("SELECT $cells FROM numbers ORDER BY n");
	$result->data_seek(ROWS - 1);
	$last = $result->fetch_row();
	$result->data_seek(0);
	echo "$buffer, text: ", wrong_cells($result->fetch_all()), ', ', $last[0] === str_pad((string) ROWS, 200, 'w') ? 'last as well' : 'not the last', "\n";
	$statement = $link->prepare("SELECT $cells FROM numbers ORDER BY n");
	$statement->execute();
	echo "$buffer, binary: ", wrong_cells($statement->get_result()->fetch_all()), "\n";
	$link->close();

	$pdo = new PDO('mysql:unix_socket=' . getenv('MYND_TEST_SOCKET') . ';dbname=' . getenv('MYND_TEST_DB'), getenv('MYND_TEST_USER'),
		getenv('MYND_TEST_PASSWORD'), [PDO::ATTR_EMULATE_PREPARES => false]);
	$pdo->exec('CREATE TEMPORARY TABLE numbers (n INT)');
	$pdo->exec('INSERT INTO numbers VALUES (' . implode('), (', range(1, ROWS)) . ')');
	$statement = $pdo->prepare("SELECT $cells FROM numbers ORDER BY n");
	$statement->execute();
	$rows = [];
	while ($row = $statement->fetch(PDO::FETCH_NUM)) {
		$rows[] = $row;
	}
	echo "$buffer, PDO: ", wrong_cells($rows), "\n";
	unset($pdo, $statement);
}
?>
--EXPECT--
8192, text: 60 rows, 0 wrong cells, last as well
8192, binary: 60 rows, 0 wrong cells
8192, PDO: 60 rows, 0 wrong cells
32768, text: 60 rows, 0 wrong cells, last as well
32768, binary: 60 rows, 0 wrong cells
32768, PDO: 60 rows, 0 wrong cells
70000, text: 60 rows, 0 wrong cells, last as well
70000, binary: 60 rows, 0 wrong cells
70000, PDO: 60 rows, 0 wrong cells

--TEST--
Prepared statements: SHOW WARNINGS tells of a prepare that failed, and not of what went with it; a prepare that waits clears what it would have cleared
--EXTENSIONS--
mysqli
pdo_mysql
--FILE--
<?php
require __DIR__ . '/../connect.inc';
$mariadb = is_mariadb(link_for_test());
create_anew(link_for_test(), 'TABLE', 'diagnostics_rows', '(a TINYINT)');
/* With these settings, and with stock's way beside them, which the others have to repeat. */
$program = <<<'PHP'
	$warnings = fn($db) => array_map(fn($row) => [(int) $row[1], $row[2]], $db->query('SHOW WARNINGS')->fetch_all());
	$db = link_for_test();
	$db->query('SET sql_mode = ""');
	$count = fn() => (int) $db->query('SHOW COUNT(*) WARNINGS')->fetch_column();
	$said = [];
	$fails = function (string $sql, array $values = [1]) use ($db) {
		try {
			$db->execute_query($sql, $values);
			return 0;
		} catch (mysqli_sql_exception $e) {
			return $e->getCode();
		}
	};
	/* the server is seen to take a prepare and an execute in one write */
	for ($i = 0; $i < 3; $i++) {
		$db->execute_query('SELECT ?', [$i])->free();
	}
	foreach (['SELECT * FROM diagnostics_gone WHERE 1 = ?', 'SELEC ?', 'SELECT nothing + ? FROM diagnostics_rows', 'INSERT INTO diagnostics_gone VALUES (?)'] as $sql) {
		$said[] = [$fails($sql), $warnings($db)];
	}
	$said['and once more'] = [$fails('SELECT * FROM diagnostics_gone WHERE 1 = ?'), $count(), $db->execute_query('SELECT ? + 1', [1])->fetch_column()];
	$warn = fn() => $db->query('INSERT INTO diagnostics_rows VALUES (1000)');
	$pdo = new PDO('mysql:unix_socket=' . getenv('MYND_TEST_SOCKET') . ';dbname=' . getenv('MYND_TEST_DB'), getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'), [PDO::ATTR_EMULATE_PREPARES => false]);
	$asked = fn() => array_map(fn($row) => [(int) $row['Code'], $row['Message']], $pdo->query('SHOW WARNINGS')->fetchAll(PDO::FETCH_ASSOC));
	$pdo->exec("SET sql_mode = ''");
	$pdo->query('SELECT 1')->fetchAll();
	foreach (['SELECT a FROM diagnostics_rows WHERE a = ?', 'SELECT ? + 7'] as $sql) {
		$pdo->exec('INSERT INTO diagnostics_rows VALUES (1000)');
		$waits = $pdo->prepare($sql);
		$pdo->exec('DO 1');
		$said["PDO, behind it nothing of a table: $sql"] = $asked();
		$pdo->exec('INSERT INTO diagnostics_rows VALUES (1000)');
		$waits = $pdo->prepare($sql . ' + 1');
		$waits = null;
		$said["PDO, dropped: $sql"] = $asked();
		$pdo->exec('INSERT INTO diagnostics_rows VALUES (1000)');
		$waits = $pdo->prepare($sql . ' + 2');
		$pdo->exec('INSERT INTO diagnostics_rows VALUES (2000), (3000)');
		$said["PDO, warnings behind it: $sql"] = count($asked());
		$warn();
		$s = $db->prepare($sql);
		$s->close();
		$said["mysqli, closed: $sql"] = $warnings($db);
	}
	echo json_encode($said, JSON_UNESCAPED_SLASHES);
	PHP;
require __DIR__ . '/../lifetime/lifetime.inc';
[$stock, $code] = run_child($program, '-d mynd.pipelining=off -d mynd.round_trips=stock');
$seen = json_decode($stock, true) ?? exit($stock);
$first = $seen[0];
echo 'one by one: ', $first[0], ' ', json_encode(array_column($first[1], 0)), "\n";
foreach (['-d mynd.pipelining=auto', '-d mynd.pipelining=on', '-d mynd.pipelining=on -d mynd.round_trips=fewer'] as $settings) {
	[$output] = run_child($program, $settings);
	$other = json_decode($output, true) ?? [$output];
	echo "$settings: ";
	foreach ($seen as $name => $value) {
		if (($other[$name] ?? null) !== $value) {
			echo "\n  $name: ", json_encode($other[$name] ?? $output), ' for ', json_encode($value);
		}
	}
	echo $other === $seen ? "the same\n" : "\n";
}
?>
--CLEAN--
<?php
require __DIR__ . '/../connect.inc';
link_for_test()->query('DROP TABLE IF EXISTS diagnostics_rows');
?>
--EXPECT--
one by one: 1146 [1146]
-d mynd.pipelining=auto: the same
-d mynd.pipelining=on: the same
-d mynd.pipelining=on -d mynd.round_trips=fewer: the same

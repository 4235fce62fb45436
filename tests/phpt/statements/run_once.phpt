--TEST--
Prepared statements: what has written and then fails with the numbers of a lost statement is not run again
--EXTENSIONS--
mysqli
pdo_mysql
--FILE--
<?php
require __DIR__ . '/../connect.inc';

/*
 * Each writes into a table without transactions, and fails by SIGNAL with a number and text of a server's
 * own.
 */
$numbers = '(' . implode(') (', [...range(1, 15), 4294967295]) . ')';
$signal = fn (int $number, string $text) => "SIGNAL SQLSTATE 'HY000' SET MYSQL_ERRNO = $number, MESSAGE_TEXT = '$text'";
$errors = [1615 => $signal(1615, 'Prepared statement needs to be re-prepared'), 1243 => $signal(1243, "handler $numbers given to mysqld_stmt_execute")];
$set_up = link_for_test();
foreach (['ran_times', 'ran_fires'] as $table) {
	create_anew($set_up, 'TABLE', $table, '(v INT) ENGINE=MyISAM');
}
foreach ($errors as $number => $fail) {
	create_anew($set_up, 'PROCEDURE', "ran_proc_$number", "(v INT) BEGIN INSERT INTO ran_times VALUES (v); $fail; END");
	create_anew($set_up, 'FUNCTION', "ran_func_$number", "(v INT) RETURNS INT MODIFIES SQL DATA BEGIN INSERT INTO ran_times VALUES (v); $fail; RETURN 1; END");
}
create_anew($set_up, 'TRIGGER', 'ran_trigger', 'BEFORE INSERT ON ran_fires FOR EACH ROW BEGIN INSERT INTO ran_times VALUES (NEW.v); '
	. "IF NEW.v = 1615 THEN $errors[1615]; ELSE $errors[1243]; END IF; END");

$pdo = fn () => new PDO('mysql:unix_socket=' . getenv('MYND_TEST_SOCKET') . ';dbname=' . getenv('MYND_TEST_DB'), getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'), [PDO::ATTR_EMULATE_PREPARES => false, PDO::ATTR_ERRMODE => PDO::ERRMODE_SILENT]);
$mysqli = function (mysqli $m, callable $run): int {
	try {
		$run($m);
		return 0;
	} catch (mysqli_sql_exception $e) {
		return $e->getCode();
	}
};
$ways = [
	'prepare, execute' => fn (string $sql, int $v) => $mysqli(link_for_test(), fn ($m) => $m->prepare($sql)->execute([$v])),
	'behind others' => fn (string $sql, int $v) => $mysqli(link_for_test(), function ($m) use ($sql, $v) {
		$kept = array_map($m->prepare(...), array_fill(0, 4, 'SELECT 1'));
		$m->prepare($sql)->execute([$v]);
	}),
	'execute_query' => fn (string $sql, int $v) => $mysqli(link_for_test(), fn ($m) => $m->execute_query($sql, [$v])),
	'execute_query, second' => fn (string $sql, int $v) => $mysqli(link_for_test(), function ($m) use ($sql, $v) {
		$m->execute_query('SELECT ?', [1]);
		$m->execute_query($sql, [$v]);
	}),
	'PDO' => function (string $sql, int $v) use ($pdo) {
		$s = $pdo()->prepare($sql);
		$s->execute([$v]);
		return $s->errorInfo()[1];
	},
];
$is_mynd = extension_loaded('mynd');
foreach ($is_mynd ? [[], ['mynd.pipelining' => 'on'], ['mynd.pipelining' => 'on', 'mynd.round_trips' => 'fewer'], ['mynd.reconnect' => '1']] : [[]] as $settings) {
	array_map(fn ($name, $value) => ini_set($name, $value), array_keys($settings), $settings);
	foreach ($ways as $way => $run) {
		foreach ($errors as $number => $fail) {
			foreach (["CALL ran_proc_$number(?)", "SET @ran = ran_func_$number(?)", 'INSERT INTO ran_fires VALUES (?)'] as $sql) {
				$set_up->query('DELETE FROM ran_times');
				$code = $run($sql, $number);
				$times = $set_up->query('SELECT COUNT(*) FROM ran_times')->fetch_row()[0];
				if ($code !== $number || $times != 1) {
					echo json_encode($settings), " $way: $sql: error $code, ran $times times\n";
				}
			}
		}
	}
}

/* What the program asks afterwards is about its statement. */
ini_set('mynd.pipelining', 'auto');
$m = link_for_test();
$s = $m->prepare('CALL ran_proc_1243(?)');
for ($i = 0; $i < 2; $i++) {
	echo $mysqli($m, fn () => $s->execute([1])), ' ', $s->errno, ' ', $s->affected_rows, ' ', $m->affected_rows, "\n";
	echo 'SHOW ERRORS: ', json_encode(array_column($m->query('SHOW ERRORS')->fetch_all(), 1)), "\n";
}
$set_up->query('DROP TABLE ran_times, ran_fires');
foreach (array_keys($errors) as $number) {
	$set_up->query("DROP PROCEDURE ran_proc_$number");
	$set_up->query("DROP FUNCTION ran_func_$number");
}
?>
--EXPECT--
1243 1243 -1 -1
SHOW ERRORS: ["1243"]
1243 1243 -1 -1
SHOW ERRORS: ["1243"]

--TEST--
execute_query(): values of all kinds, what it refuses, what it leaves behind
--EXTENSIONS--
mysqli
--FILE--
<?php
require __DIR__ . '/../connect.inc';
print_warnings();
$m = link_for_test();
$m->query('CREATE TEMPORARY TABLE t (id INT PRIMARY KEY AUTO_INCREMENT, x VARCHAR(20) UNIQUE)');
$known = fn() => [$m->errno, $m->affected_rows, $m->insert_id, $m->field_count, $m->warning_count, $m->info];
attempt('a query', fn() => $m->execute_query('SELECT ? AS a, ? AS b', ['x', null])->fetch_assoc());
attempt('its result', function () use ($m) {
	$r = $m->execute_query('SELECT 1 AS a, 2 AS b UNION SELECT 3, 4');
	return [$r->num_rows, $r->type, $r->field_count, $r->fetch_row(), $r->lengths, $r->data_seek(0), $r->fetch_all(MYSQLI_ASSOC), iterator_to_array($r)];
});
attempt('procedural', fn() => mysqli_execute_query($m, 'SELECT ?', [5])->fetch_column());
attempt('no query', fn() => $m->execute_query('INSERT INTO t (x) VALUES (?), (?)', ['a', 'b']));
attempt('known', $known);
attempt('rows', fn() => $m->execute_query('SELECT x FROM t WHERE id > ?', [0])->num_rows);
attempt('known', $known);
attempt('an update', fn() => [$m->execute_query('UPDATE t SET x = CONCAT(x, ?)', ['!']), ...$known()]);
attempt('types', fn() => $m->execute_query('SELECT ?, ?, ?, ?, ?, ?', [1, 1.5, true, false, null, '']) ->fetch_row());
attempt('numbers', fn() => $m->execute_query('SELECT ? + 1e0, ? + 1e0, 7, 1.5e0', [PHP_INT_MAX, '2.5'])->fetch_row());
attempt('a reference', function () use ($m) {
	$x = 'referred to';
	return $m->execute_query('SELECT ?', [&$x])->fetch_column();
});
attempt('an array', fn() => $m->execute_query('SELECT ?', [[]])->fetch_column());
attempt('an object', fn() => $m->execute_query('SELECT ?', [new stdClass]));
attempt('no values', fn() => $m->execute_query('SELECT 1', [])->fetch_column());
attempt('null', fn() => $m->execute_query('SELECT 1', null)->fetch_column());
attempt('too few', fn() => $m->execute_query('SELECT ?, ?', [1]));
attempt('too many', fn() => mysqli_execute_query($m, 'SELECT ?', [1, 2]));
attempt('some for none', fn() => $m->execute_query('SELECT 1', [1]));
attempt('none for some', fn() => $m->execute_query('SELECT ?', []));
attempt('known', fn() => $m->errno);
attempt('nothing for some', fn() => $m->execute_query('SELECT ?'));
attempt('known', fn() => [$m->errno, $m->sqlstate]);
attempt('no list', fn() => $m->execute_query('SELECT ?', ['a' => 1]));
attempt('no list', fn() => mysqli_execute_query($m, 'SELECT ?, ?', [1 => 1, 0 => 2]));
attempt('empty', fn() => $m->execute_query(''));
attempt('two statements', fn() => $m->execute_query('SELECT 1; SELECT 2'));
attempt('an error', fn() => $m->execute_query('INSERT INTO t (x) VALUES (?)', ['a!']));
attempt('known', $known);
attempt('what cannot be prepared', fn() => $m->execute_query('PREPARE s FROM "SELECT 1"'));
attempt('rows unread', function () use ($m) {
	$r = $m->query('SELECT seq FROM seq_1_to_3', MYSQLI_USE_RESULT);
	try {
		return $m->execute_query('SELECT 1');
	} finally {
		$r->free();
	}
});
attempt('the link goes on', fn() => $m->query('SELECT 2')->fetch_column());
attempt('no link', fn() => mysqli_init()->execute_query('SELECT 1'));
attempt('a closed one', function () {
	$m = link_for_test();
	$m->close();
	$m->execute_query('SELECT 1');
});
attempt('question marks that are none', fn() => $m->execute_query("SELECT '?', \"?\", `?` /* ? */, ? -- ?\n FROM (SELECT 1 AS `?`) AS t", ['yes'])->fetch_row());

echo "--- again and again\n";
$sent = fn() => array_map(intval(...), array_intersect_key($m->get_connection_stats(), array_flip(['com_stmt_prepare', 'com_stmt_execute', 'com_stmt_close'])));
$run = function (int $times) use ($m): array {
	for ($i = 0; $i < $times; $i++) {
		$all[] = $m->execute_query('SELECT ? * 2e0', [$i])->fetch_column();
	}
	return $all;
};
attempt('the same text', fn() => $run(5));
attempt('other values', fn() => [$m->execute_query('SELECT ? * 2e0', ['1.5'])->fetch_column(), $m->execute_query('SELECT ? * 2e0', [null])->fetch_column()]);
attempt('two results of it', function () use ($m) {
	$a = $m->execute_query('SELECT ?', ['a']);
	$b = $m->execute_query('SELECT ?', ['b']);
	return [$a->fetch_row(), $b->fetch_row(), $a->num_rows];
});
attempt('a table that changes', function () use ($m) {
	$m->query('CREATE TEMPORARY TABLE u (a INT)');
	$m->query('INSERT INTO u VALUES (1)');
	$all[] = $m->execute_query('SELECT * FROM u WHERE a = ?', [1])->fetch_assoc();
	$m->query('ALTER TABLE u ADD b INT DEFAULT 5');
	$all[] = $m->execute_query('SELECT * FROM u WHERE a = ?', [1])->fetch_assoc();
	$m->query('DROP TABLE u');
	$m->query('CREATE TEMPORARY TABLE u (a VARCHAR(5), c INT)');
	$m->query('INSERT INTO u VALUES (1, 2)');
	$all[] = $m->execute_query('SELECT * FROM u WHERE a = ?', [1])->fetch_assoc();
	return $all;
});
attempt('another database', function () use ($m) {
	$all[] = $m->execute_query('SELECT DATABASE() = ?', ['information_schema'])->fetch_column();
	$m->select_db('information_schema');
	$all[] = $m->execute_query('SELECT DATABASE() = ?', ['information_schema'])->fetch_column();
	$all[] = $m->execute_query('SELECT COUNT(*) > 0 FROM tables WHERE table_schema = ?', ['mysql'])->fetch_column();
	$m->query('USE ' . getenv('MYND_TEST_DB'));
	$all[] = $m->execute_query('SELECT DATABASE() = ?', ['information_schema'])->fetch_column();
	return $all;
});
attempt('another sql_mode', function () use ($m) {
	$all[] = $m->execute_query('SELECT "a" "b", ?', [1])->fetch_row();
	$m->query('SET sql_mode = "ANSI_QUOTES"');
	try {
		$m->execute_query('SELECT "a" "b", ?', [1]);
	} catch (mysqli_sql_exception $e) {
		$all[] = $e->getCode();
	}
	$m->query('SET sql_mode = DEFAULT');
	$all[] = $m->execute_query('SELECT "a" "b", ?', [1])->fetch_row();
	return $all;
});
attempt('another character set', function () use ($m) {
	foreach (['latin1', 'utf8mb4'] as $charset) {
		$m->set_charset($charset);
		$all[] = $m->execute_query("SELECT HEX(CONVERT('\u{e4}' USING utf8mb4)), HEX(CONVERT(? USING utf8mb4))", ["\u{e4}"])->fetch_row();
	}
	return $all;
});
attempt('after change_user()', function () use ($m, $run) {
	$run(1);
	$m->change_user(getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'), getenv('MYND_TEST_DB'));
	return $run(2);
});
?>
--EXPECTF--
a query: {"a":"x","b":null}
its result: [2,0,2,[1,2],[0,0],true,[{"a":1,"b":2},{"a":3,"b":4}],[{"a":1,"b":2},{"a":3,"b":4}]]
procedural: "5"
no query: true
known: [0,2,1,0,0,"Records: 2  Duplicates: 0  Warnings: 0"]
rows: 2
known: [0,2,0,1,0,null]
an update: [true,0,2,0,0,0,"Rows matched: 2  Changed: 2  Warnings: 0"]
types: ["1","1.5","1","",null,""]
numbers: [9.223372036854776e+18,3.5,7,1.5]
a reference: "referred to"
  Warning: Array to string conversion
an array: "Array"
an object: ! Error Object of class stdClass could not be converted to string
no values: 1
null: 1
too few: ! ValueError mysqli::execute_query(): Argument #2 ($params) must consist of exactly 2 elements, 1 present
too many: ! ValueError mysqli_execute_query(): Argument #3 ($params) must consist of exactly 1 elements, 2 present
some for none: ! ValueError mysqli::execute_query(): Argument #2 ($params) must consist of exactly 0 elements, 1 present
none for some: ! ValueError mysqli::execute_query(): Argument #2 ($params) must consist of exactly 1 elements, 0 present
known: 0
nothing for some: ! 2031 HY000 No data supplied for parameters in prepared statement
known: [2031,"HY000"]
no list: ! ValueError mysqli::execute_query(): Argument #2 ($params) must be a list array
no list: ! ValueError mysqli_execute_query(): Argument #3 ($params) must be a list array
empty: ! 1065 42000 Query was empty
two statements: ! 1064 42000 You have an error in your SQL syntax; check the manual that corresponds to your %s server version for the right syntax to use near 'SELECT 2' at line 1
an error: ! 1062 23000 Duplicate entry 'a!' for key '%Sx'
known: [1062,-1,0,0,0,null]
what cannot be prepared: ! 1295 HY000 This command is not supported in the prepared statement protocol yet
rows unread: ! 2014 HY000 Commands out of sync; you can't run this command now
the link goes on: "2"
no link: ! Error mysqli object is not fully initialized
a closed one: ! Error mysqli object is already closed
question marks that are none: ["?","?",1,"yes"]
--- again and again
the same text: [0,2,4,6,8]
other values: [3,null]
two results of it: [["a"],["b"],1]
a table that changes: [{"a":1},{"a":1,"b":5},{"a":"1","c":2}]
another database: [0,1,1,0]
another sql_mode: [["ab","1"],1054,["ab","1"]]
another character set: [["C383C2A4","C383C2A4"],["C3A4","C3A4"]]
after change_user(): [0,2]

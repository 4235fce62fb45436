--TEST--
mynd.prefetch: commands after reads that nobody asked for: executes, changes of user, deadlines; what a question tells after them
--EXTENSIONS--
mysqli
mynd
--INI--
mynd.prefetch=5s
--FILE--
<?php
require __DIR__ . '/pages.inc';
make_rows()->close();
$read = static fn (mysqli $db, string $where) => $db->query("SELECT id FROM prefetch_rows WHERE $where AND " . mark())->fetch_all();
/* The first read finds three rows; those that come ahead find one, and none. */
$is = static function (string $label, callable $program) use ($read): void {
	mark(true);
	learn(static function (mysqli $db) use ($read): void {
		$read($db, 'id < 4');
		$read($db, 'id = 1');
		$read($db, 'id > 1000');
	});
	page(static function (mysqli $db) use ($label, $program, $read): void {
		reads();
		$read($db, 'id < 4');
		echo reads()[0], ' ';
		attempt($label, fn () => $program($db));
	});
};
$ask = static fn (mysqli $db, string $sql) => (int) $db->query($sql)->fetch_row()[0];
$update = static function (mysqli $db): void {
	static $count = 0;
	$s = $db->prepare('UPDATE prefetch_rows SET name = ?');
	$s->execute(['name ' . ++$count]);
};
$is('BEGIN, then FOUND_ROWS()', fn ($db) => [$db->begin_transaction(), $ask($db, 'SELECT FOUND_ROWS()')][1]);
$is('USE, then FOUND_ROWS()', fn ($db) => [$db->select_db(getenv('MYND_TEST_DB')), $ask($db, 'SELECT FOUND_ROWS()')][1]);
$is('a prepared write, then ROW_COUNT()', fn ($db) => [$update($db), $ask($db, 'SELECT ROW_COUNT()')][1]);
$is('execute_query(), then ROW_COUNT()', fn ($db) => [$db->execute_query('UPDATE prefetch_rows SET name = ? WHERE id < 3', ['x']), $ask($db, 'SELECT ROW_COUNT()')][1]);
$is('a prepared read, then FOUND_ROWS()', function (mysqli $db) use ($ask): int {
	$s = $db->prepare('SELECT id FROM prefetch_rows WHERE id < ?');
	$s->execute([5]);
	$s->get_result()->fetch_all();
	return $ask($db, 'SELECT FOUND_ROWS()');
});
$is('a prepared question', function (mysqli $db): int {
	static $kept;
	$kept = $s = $db->prepare('SELECT FOUND_ROWS()');
	$s->execute();
	return $s->get_result()->fetch_row()[0];
});
$is('another database, then SHOW WARNINGS', fn ($db) => [$db->change_user(getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'), 'information_schema'), $db->query('SHOW WARNINGS')->fetch_all()][1]);
/* a question with long data, which has no reply, prepared before the reads */
mark(true);
$reads = static function (mysqli $db, ?callable $then) use ($read): void {
	static $kept;
	$kept = $s = $db->prepare('SELECT FOUND_ROWS(), ?');
	$read($db, 'id < 4');
	if ($then !== null) {
		$then($s);
		return;
	}
	$read($db, 'id = 1');
	$read($db, 'id > 1000');
};
learn(static fn (mysqli $db) => $reads($db, null));
page(static fn (mysqli $db) => $reads($db, function (mysqli_stmt $s): void {
	echo reads()[0] > 0 ? 'ahead, ' : 'nothing ahead, ';
	$value = null;
	$s->bind_param('b', $value);
	$s->send_long_data(0, 'long');
	$s->execute();
	attempt('a question with long data', fn () => $s->get_result()->fetch_row());
}));

/* a query that waits for a lock of another process, with reads behind it */
mark(true);
learn(static fn (mysqli $db) => read_rows($db, 1, 2, 3));
page(static function (mysqli $db): void {
	$release = elsewhere('LOCK TABLES prefetch_rows WRITE');
	reads();
	Mynd\deadline($db, 0.5);
	attempt('a deadline', fn () => read_rows($db, 1));
	echo reads()[0], " reads were sent behind it\n";
	Mynd\deadline($db, null);
	$release();
	attempt('the connection goes on', fn () => count(read_rows($db, 1, 2)));
});

/* A connection that a statement has kept is freed while reads are ahead: its commands no longer count. */
foreach ([1, 2, 3, 4] as $writes) {
	mark(true);
	learn(static fn (mysqli $db) => read_rows($db, 1, 2, 3));
	$kept = link_for_test();
	$kept->query('SELECT 1');
	$statement = $kept->prepare('SELECT 1');
	$kept->close();
	$beside = link_for_test(host: 'p:localhost');
	page(static function (mysqli $db) use (&$kept, &$statement, $beside, $writes): void {
		read_rows($db, 1);
		for ($i = 0; $i < $writes; $i++) {
			$beside->query("UPDATE prefetch_rows SET name = 'write $i of $writes' WHERE id = 2");
		}
		unset($kept, $statement);
		attempt("after $writes writes", fn () => read_rows($db, 2));
	});
	$beside->close();
}
?>
--EXPECT--
2 BEGIN, then FOUND_ROWS(): 3
2 USE, then FOUND_ROWS(): 3
2 a prepared write, then ROW_COUNT(): 5
2 execute_query(), then ROW_COUNT(): 2
2 a prepared read, then FOUND_ROWS(): 4
2 a prepared question: 3
2 another database, then SHOW WARNINGS: []
ahead, a question with long data: [3,"long"]
a deadline: ! 1317 70100 Query execution was interrupted
2 reads were sent behind it
the connection goes on: 2
after 1 writes: ["write 0 of 1"]
after 2 writes: ["write 1 of 2"]
after 3 writes: ["write 2 of 3"]
after 4 writes: ["write 3 of 4"]

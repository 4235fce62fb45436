--TEST--
mynd.prefetch: prepared statements with the same values come ahead, over both faces; what their statements do afterwards; what is told of them
--EXTENSIONS--
pdo_mysql
mysqli
mynd
--INI--
mynd.prefetch=5s
mynd.round_trips=fewer
mynd.request_report=1
--SKIPIF--
<?php
require __DIR__ . '/../connect.inc';
is_mariadb(link_for_test()) or die('skip MySQL uses up ids of statements by itself: none comes ahead');
?>
--FILE--
<?php
require __DIR__ . '/pages.inc';
make_rows()->close();
function pdo(callable $program): mixed
{
	$pdo = new PDO('mysql:unix_socket=' . getenv('MYND_TEST_SOCKET') . ';dbname=' . getenv('MYND_TEST_DB'), getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'), [PDO::ATTR_PERSISTENT => true, PDO::ATTR_EMULATE_PREPARES => false]);
	return $program($pdo);
}
function learn_pdo(callable $program): void
{
	for ($i = 0; $i < LEARNS; $i++) {
		pdo($program);
	}
}
/** Learns the page, and shows the next one, the round trips of its reads, and what became of reads. */
function show_page(string $label, string $page, callable $program): void
{
	for ($i = 0; $i < LEARNS; $i++) {
		$page($program);
	}
	trips();
	reads();
	attempt($label, fn () => $page($program));
	echo '  ', implode(' ', [trips(), 'round trips,', ...reads()]), "\n";
}
/** A read as Laravel and Doctrine make it: the statement goes as soon as its rows are here. */
function fetch_all(PDO $pdo, string $sql, mixed ...$values): array
{
	$s = $pdo->prepare($sql);
	foreach ($values as $i => $value) {
		$s->bindValue($i + 1, $value, is_int($value) ? PDO::PARAM_INT : PDO::PARAM_STR);
	}
	$s->execute();
	return $s->fetchAll(PDO::FETCH_NUM);
}
function names(PDO $pdo, int ...$ids): array
{
	return array_map(static fn (int $id) => fetch_all($pdo, 'SELECT name FROM prefetch_rows WHERE id = ? AND ' . mark(), $id)[0][0], $ids);
}

show_page('one text', 'pdo', fn ($pdo) => names($pdo, 1, 2, 3, 4, 5));
show_page('several texts, types, without values, a text as well', 'pdo', fn ($pdo) => [
	fetch_all($pdo, 'SELECT id FROM prefetch_rows WHERE name = ?', 'three'), fetch_all($pdo, 'SELECT COUNT(*) FROM prefetch_rows'),
	fetch_all($pdo, 'SELECT id, ?, ? FROM prefetch_rows WHERE id < ? ORDER BY id LIMIT ?', null, 1.5, 3, 2),
	fetch_all($pdo, 'SELECT id, ?, ? FROM prefetch_rows WHERE id < ? ORDER BY id LIMIT ?', '', "\0x", 2, 2), $pdo->query('SELECT MAX(id) FROM prefetch_rows')->fetchColumn()]);

mark(true);
show_page('a statement that is kept', 'pdo', function (PDO $pdo): array {
	$s = $pdo->prepare('SELECT name FROM prefetch_rows WHERE id = ? AND ' . mark());
	return array_map(static function (int $id) use ($s): string {
		$s->execute([$id]);
		return $s->columnCount() . $s->fetchColumn();
	}, [1, 2, 3]);
});
mark(true);
learn_pdo(fn ($pdo) => names($pdo, 1, 2, 3));
attempt('another value', fn () => pdo(function (PDO $pdo): array {
	names($pdo, 1);
	trips();
	reads();
	return names($pdo, 5, 4);
}));
echo '  ', implode(' ', [trips(), 'round trips,', ...reads()]), "\n";

/* the page, then something else behind two reads that nobody asks for; each finds another number of rows */
$up_to = static fn (PDO $pdo, int $id): array => fetch_all($pdo, 'SELECT id FROM prefetch_rows WHERE id <= ? AND ' . mark(), $id);
$behind = static function (string $label, callable $asks) use ($up_to): void {
	mark(true);
	learn_pdo(fn ($pdo) => [$up_to($pdo, 3), $up_to($pdo, 1), $up_to($pdo, 2)]);
	pdo(function (PDO $pdo) use ($label, $asks): void {
		reads();
		$kept = $pdo->prepare('SELECT id FROM prefetch_rows WHERE id <= ? AND ' . mark());
		$kept->bindValue(1, 3, PDO::PARAM_INT);
		$kept->execute();
		$kept->fetchAll();
		trips();
		attempt($label, fn () => $asks($pdo, $kept));
		echo '  ', implode(' ', [trips(), 'round trips,', ...reads()]), "\n";
	});
};
$behind('the statement again, with another value', function (PDO $pdo, PDOStatement $kept): int {
	$kept->bindValue(1, 4, PDO::PARAM_INT);
	$kept->execute();
	return count($kept->fetchAll());
});
$behind('FOUND_ROWS()', fn (PDO $pdo) => $pdo->query('SELECT FOUND_ROWS()')->fetchColumn());
$behind('FOUND_ROWS(), prepared', fn (PDO $pdo) => fetch_all($pdo, 'SELECT FOUND_ROWS()'));
$behind('a write', fn (PDO $pdo) => $pdo->exec('UPDATE prefetch_rows SET name = name'));
$behind('a prepared write, and a read', function (PDO $pdo): array {
	$s = $pdo->prepare("UPDATE prefetch_rows SET name = CONCAT(name, ?) WHERE id = 2");
	$s->execute(['!']);
	$found = names($pdo, 2);
	$s->execute(['!']);
	$pdo->exec("UPDATE prefetch_rows SET name = 'two' WHERE id = 2");
	return [$found, names($pdo, 2)];
});
$behind('BEGIN', fn (PDO $pdo) => [$pdo->beginTransaction(), names($pdo, 2), $pdo->commit()]);
$behind('the table has changed', function (PDO $pdo): array {
	link_for_test()->query('ALTER TABLE prefetch_rows CHANGE name named VARCHAR(20)');
	try {
		return names($pdo, 2);
	} finally {
		link_for_test()->query('ALTER TABLE prefetch_rows CHANGE named name VARCHAR(20)');
	}
});

$tell = static function (mysqli $db, int $id): array {
	$s = $db->prepare('SELECT id, name FROM prefetch_rows WHERE id <= ? ORDER BY id');
	$s->bind_param('i', $id);
	$s->execute();
	$all = [$s->affected_rows, $s->field_count, $s->get_result()->fetch_all(), $s->errno, $db->warning_count];
	$s->close();
	return $all;
};
show_page('mysqli', 'page', fn ($db) => array_map(fn ($id) => $tell($db, $id), [1, 2]));
show_page('execute_query()', 'page', fn ($db) => array_map(fn ($id) => $db->execute_query('SELECT name FROM prefetch_rows WHERE id = ?', [$id])->fetch_row()[0], [1, 2, 3]));
$bound = static function (mysqli $db, int $id): string {
	$s = $db->prepare('SELECT id, name FROM prefetch_rows WHERE id <= ? ORDER BY id DESC LIMIT 1');
	$s->bind_param('i', $id);
	$s->execute();
	$s->bind_result($row, $name);
	$s->fetch();
	return "$row $name, $s->param_count, $s->field_count";
};
show_page('bind_result()', 'page', fn ($db) => [$bound($db, 1), $bound($db, 2)]);
mark(true);
learn_pdo(fn ($pdo) => names($pdo, 1, 2, 3, 4));
pdo(fn ($pdo) => names($pdo, 1)); /* the replies to three reads are left to the reset, and use up ids */
trips();
reads();
attempt('after a page that has asked for fewer', fn () => pdo(fn ($pdo) => names($pdo, 1, 2, 3, 4)));
echo '  ', implode(' ', [trips(), 'round trips,', ...reads()]), "\n";
mark(true);
show_page('a session that begins as Laravel\'s', 'pdo', function (PDO $pdo): array {
	$pdo->exec('use `' . getenv('MYND_TEST_DB') . '`;');
	$pdo->prepare("set names 'utf8mb4' collate 'utf8mb4_unicode_ci'")->execute();
	return names($pdo, 1, 2, 3);
});
$entry = static fn () => array_values(array_filter(Mynd\request_report()['commands'], fn ($c) => str_contains($c['digest'], 'ORDER BY id DESC') && $c['count'] > 0))[0];
$before = $entry();
page(fn ($db) => [$bound($db, 1), $bound($db, 2)]);
attempt('in the report: commands, ahead, round trips', fn () => array_map(fn ($name) => $entry()[$name] - $before[$name], ['count', 'ahead', 'round_trips']));
attempt('statements that the server has', fn () => (int) link_for_test()->query("SHOW GLOBAL STATUS LIKE 'Prepared_stmt_count'")->fetch_row()[1] < 5);
?>
--EXPECT--
one text: ["one","two","three","four","five"]
  1 round trips, 4 4 0 0
several texts, types, without values, a text as well: [[[3]],[[5]],[[1,null,"1.5"],[2,null,"1.5"]],[[1,"","\u0000x"]],5]
  1 round trips, 4 4 0 0
a statement that is kept: ["1one","1two","1three"]
  1 round trips, 2 2 0 0
another value: ["five","four"]
  2 round trips, 0 0 2 0
the statement again, with another value: 4
  1 round trips, 2 0 2 0
FOUND_ROWS(): 3
  2 round trips, 2 0 2 1
FOUND_ROWS(), prepared: [[3]]
  2 round trips, 2 0 2 1
a write: 0
  1 round trips, 2 0 2 1
a prepared write, and a read: [["two!"],["two"]]
  7 round trips, 2 0 2 1
BEGIN: [true,["two"],true]
  4 round trips, 2 0 2 1
the table has changed: ! PDOException SQLSTATE[42S22]: Column not found: 1054 Unknown column 'name' in 'SELECT'
  5 round trips, 2 0 2 1
mysqli: [[-1,2,[[1,"one"]],0,0],[-1,2,[[1,"one"],[2,"two"]],0,0]]
  1 round trips, 1 1 0 0
execute_query(): ["one","two","three"]
  1 round trips, 2 2 0 0
bind_result(): ["1 one, 1, 2","2 two, 1, 2"]
  1 round trips, 1 1 0 0
after a page that has asked for fewer: ["one","two","three","four"]
  1 round trips, 3 3 0 0
a session that begins as Laravel's: ["one","two","three"]
  1 round trips, 2 2 0 0
in the report: commands, ahead, round trips: [2,1,1]
statements that the server has: true

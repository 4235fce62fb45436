--TEST--
mynd.prefetch: who asks about the last command is told of the program's: in a question, a trigger, a function, a view, a procedure, in no round trip more
--EXTENSIONS--
mysqli
mynd
--INI--
mynd.prefetch=5s
mynd.request_report=1
--FILE--
<?php
require __DIR__ . '/pages.inc';
$other = make_rows();
$is_mariadb = is_mariadb($other);
$other->multi_query('DROP FUNCTION IF EXISTS prefetch_asks; DROP PROCEDURE IF EXISTS prefetch_tells; DROP VIEW IF EXISTS prefetch_view; DROP TABLE IF EXISTS prefetch_noted, prefetch_plain, prefetch_watched');
while ($other->next_result());
foreach (['CREATE TABLE prefetch_noted (found INT)', 'CREATE TABLE prefetch_plain (id INT)', 'CREATE TABLE prefetch_watched (id INT)',
	'CREATE TRIGGER prefetch_looks BEFORE INSERT ON prefetch_watched FOR EACH ROW INSERT INTO prefetch_noted VALUES (FOUND_ROWS())',
	'CREATE FUNCTION prefetch_asks() RETURNS INT READS SQL DATA RETURN FOUND_ROWS()', 'CREATE VIEW prefetch_view AS SELECT prefetch_asks() AS found',
	'CREATE PROCEDURE prefetch_tells() SELECT FOUND_ROWS()'] as $sql) {
	$other->query($sql);
}
$other->close();
page(fn ($db) => $db->query('INSERT INTO prefetch_plain VALUES (0)')); /* asks for its triggers */
/* the first read finds three rows, those that come ahead find one, and none */
$read = static fn (mysqli $db, string $where) => $db->query("SELECT id FROM prefetch_rows WHERE $where AND " . mark())->fetch_all();
$is = static function (string $label, callable $asks) use ($read): void {
	mark(true);
	learn(static function (mysqli $db) use ($read): void {
		$read($db, 'id < 4');
		$read($db, 'id = 1');
		$read($db, 'id > 1000');
	});
	page(static function (mysqli $db) use ($label, $asks, $read): void {
		reads();
		$read($db, 'id < 4');
		trips();
		attempt($label, fn () => $asks($db));
		echo '  ', implode(' ', [trips(), 'round trips,', ...reads()]), "\n";
	});
};
$value = static fn (string $sql) => static fn (mysqli $db) => (int) $db->query($sql)->fetch_row()[0];
$is('a table without triggers', fn ($db) => $db->query('INSERT INTO prefetch_plain VALUES (1)'));
$is('FOUND_ROWS()', $value('SELECT FOUND_ROWS()'));
$is('a function', $value('SELECT prefetch_asks()'));
$is('a view', $value('SELECT found FROM prefetch_view'));
$is('a procedure', function (mysqli $db): int {
	$found = (int) $db->query('CALL prefetch_tells()')->fetch_row()[0];
	while ($db->more_results()) {
		$db->next_result();
	}
	return $found;
});
$is('a trigger', fn ($db) => $db->query('INSERT INTO prefetch_watched VALUES (1)'));
$is('prepared', function ($db) {
	$s = $db->prepare('SELECT FOUND_ROWS()');
	$s->execute();
	return $s->get_result()->fetch_row()[0];
});
$is('asynchronous', function (mysqli $db): int {
	$db->query('SELECT FOUND_ROWS()', MYSQLI_ASYNC);
	return (int) $db->reap_async_query()->fetch_row()[0];
});
$is('asynchronous, behind another', function (mysqli $db): array {
	$db->query('SELECT FOUND_ROWS()', MYSQLI_ASYNC);
	$db->query("SELECT 'second'", MYSQLI_ASYNC);
	return [$db->reap_async_query()->fetch_row(), $db->reap_async_query()->fetch_row()];
});
$is('BEGIN', fn ($db) => $db->query('BEGIN'));
$is('COMMIT', fn ($db) => $db->commit());
$is('USE', fn ($db) => $db->select_db(getenv('MYND_TEST_DB')));
$is('SET', fn ($db) => $db->query('SET @@session.div_precision_increment = 5'));
attempt('what the trigger saw', fn () => page(fn ($db) => $db->query('SELECT found FROM prefetch_noted')->fetch_all()));
?>
--EXPECT--
a table without triggers: true
  1 round trips, 2 0 2 1
FOUND_ROWS(): 3
  1 round trips, 2 0 2 1
a function: 3
  1 round trips, 2 0 2 1
a view: 3
  1 round trips, 2 0 2 1
a procedure: 3
  1 round trips, 2 0 2 1
a trigger: true
  1 round trips, 2 0 2 1
prepared: 3
  2 round trips, 2 0 2 1
asynchronous: 3
  1 round trips, 2 0 2 1
asynchronous, behind another: [["3"],["second"]]
  1 round trips, 2 0 2 1
BEGIN: true
  1 round trips, 2 0 2 1
COMMIT: true
  1 round trips, 2 0 2 1
USE: true
  1 round trips, 2 0 2 1
SET: true
  1 round trips, 2 0 2 1
what the trigger saw: [["3"]]

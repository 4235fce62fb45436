--TEST--
mynd.prefetch: what throws reads away that came ahead: every command of any connection that is no plain read, the age, the end of the request
--EXTENSIONS--
mysqli
mynd
--INI--
mynd.prefetch=5s
--FILE--
<?php
require __DIR__ . '/pages.inc';
$other = make_rows();
$program = static fn (mysqli $db) => read_rows($db, 1, 2, 3, 4);
$other->close();
/* Reads two rows, does something, reads on. What came ahead before must not be used after it. */
$is = static function (string $label, callable $between) use ($program): void {
	mark(true);
	learn($program);
	reads();
	$names = page(static function (mysqli $db) use ($between): array {
		$before = read_rows($db, 1, 2);
		$between($db);
		return [...$before, ...read_rows($db, 3, 4)];
	});
	[$sent, $taken, $wasted] = reads();
	echo $label, ': ', implode(' ', $names), ', ', $wasted === 2 ? 'thrown away' : "sent $sent, taken $taken, wasted $wasted", "\n";
};
$write = static function (mysqli $db): void {
	static $count = 0;
	$db->query("UPDATE prefetch_rows SET name = 'three" . ++$count . "' WHERE id = 3");
};
$is('a write', $write);
$is('a write of another connection', fn () => page($write, host: 'p:127.0.0.1'));
$is('a write of a connection that is not persistent', fn () => $write(link_for_test()));
$is('BEGIN', fn ($db) => $db->begin_transaction());
$is('USE', fn ($db) => $db->select_db(getenv('MYND_TEST_DB')));
$is('SET', fn ($db) => $db->query('SET @@session.div_precision_increment = 5'));
$is('a prepared read', fn ($db) => $db->prepare('SELECT name FROM prefetch_rows WHERE id = 1')->execute());
$is('a read with a lock', fn ($db) => $db->query('SELECT id FROM prefetch_rows WHERE id = 1 FOR UPDATE'));
$is('ping', fn ($db) => $db->stat());
$is('Mynd\fresh() of the connection', fn ($db) => Mynd\fresh($db));
$is('Mynd\fresh() of all', fn ($db) => Mynd\fresh());
$is('another charset', fn ($db) => $db->set_charset('latin1'));

ini_set('mynd.prefetch', '100ms');
$is('the age', static fn () => usleep(101000));
ini_set('mynd.prefetch', '5s');
mark(true);
learn($program);
reads();
page(static fn (mysqli $db) => read_rows($db, 1));
attempt('the end of the request: sent ahead, taken, wasted', fn () => array_slice(reads(), 0, 3));
attempt('the next one', fn () => page($program));
attempt('Mynd\fresh() of what is no connection', fn () => Mynd\fresh(new stdClass()));
?>
--EXPECT--
a write: one two three1 four, thrown away
a write of another connection: one two three2 four, thrown away
a write of a connection that is not persistent: one two three3 four, thrown away
BEGIN: one two three3 four, thrown away
USE: one two three3 four, thrown away
SET: one two three3 four, thrown away
a prepared read: one two three3 four, thrown away
a read with a lock: one two three3 four, thrown away
ping: one two three3 four, thrown away
Mynd\fresh() of the connection: one two three3 four, thrown away
Mynd\fresh() of all: one two three3 four, thrown away
another charset: one two three3 four, thrown away
the age: one two three3 four, thrown away
the end of the request: sent ahead, taken, wasted: [3,0,3]
the next one: ["one","two","three3","four"]
Mynd\fresh() of what is no connection: ! TypeError Mynd\fresh(): Argument #1 ($connection) must be a connection of mynd, stdClass given

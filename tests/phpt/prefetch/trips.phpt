--TEST--
mynd.prefetch: pages that read the same take one round trip for reads that follow each other, over both faces, and see what they would have seen
--EXTENSIONS--
pdo_mysql
mysqli
mynd
--INI--
mynd.prefetch=5s
mynd.request_report=1
--FILE--
<?php
require __DIR__ . '/pages.inc';
make_rows()->close();
$program = static fn (mysqli $db) => implode(' ', read_rows($db, 1, 2, 3, 4, 5));
for ($i = 0; $i < LEARNS; $i++) {
	$seen[] = page($program);
}
trips();
reads();
attempt('pages so far', fn () => array_unique($seen));
attempt('a page more', fn () => page($program));
attempt('its round trips', fn () => trips());
attempt('sent ahead, taken, wasted, repeated', fn () => reads());

/* unbuffered, as objects, and with all that a result tells */
$tell = static function (mysqli $db): string {
	$first = $db->query('SELECT id, name FROM prefetch_rows WHERE id < 3 ORDER BY id');
	$second = $db->query('SELECT name AS n FROM prefetch_rows ORDER BY id LIMIT 1', MYSQLI_USE_RESULT);
	$row = $second->fetch_object();
	$fields = [$second->field_count, $second->fetch_field()->orgtable, $db->warning_count, $db->errno, $db->affected_rows];
	$second->free();
	return json_encode([$first->num_rows, $first->fetch_all(), $row, $fields]);
};
learn($tell);
trips();
attempt('unbuffered', fn () => page($tell));
attempt('its round trips', fn () => trips());
attempt('sent ahead, taken, wasted, repeated', fn () => array_slice(reads(), 2));

$pdo = static function (): string {
	$pdo = new PDO('mysql:unix_socket=' . getenv('MYND_TEST_SOCKET') . ';dbname=' . getenv('MYND_TEST_DB'), getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'), [PDO::ATTR_PERSISTENT => true]);
	$s = $pdo->prepare('SELECT id, name FROM prefetch_rows WHERE name = ?'); /* emulated by default */
	$s->execute(['four']);
	return json_encode([$pdo->query('SELECT COUNT(*) FROM prefetch_rows')->fetchColumn(), $s->fetch(PDO::FETCH_ASSOC), $pdo->query('SELECT MAX(id) FROM prefetch_rows')->fetchAll(PDO::FETCH_NUM)]);
};
for ($i = 0; $i < LEARNS; $i++) {
	$pdo();
}
trips();
reads();
attempt('PDO', $pdo);
attempt('its round trips', fn () => trips());
attempt('sent ahead, taken, wasted, repeated', fn () => reads());
?>
--EXPECT--
pages so far: ["one two three four five"]
a page more: "one two three four five"
its round trips: 1
sent ahead, taken, wasted, repeated: [4,4,0,0]
unbuffered: "[2,[[\"1\",\"one\"],[\"2\",\"two\"]],{\"n\":\"one\"},[1,\"prefetch_rows\",0,0,-1]]"
its round trips: 1
sent ahead, taken, wasted, repeated: [0,0]
PDO: "[5,{\"id\":4,\"name\":\"four\"},[[5]]]"
its round trips: 1
sent ahead, taken, wasted, repeated: [2,2,0,0]

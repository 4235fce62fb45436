--TEST--
mynd.reconnect: statements that a new session has not prepared yet do not wipe out what the last command has left
--EXTENSIONS--
mysqli
pdo_mysql
mynd
--INI--
mynd.reconnect=1
mynd.pipelining=on
--FILE--
<?php
/* Servers forget warnings when they prepare: MySQL always, MariaDB if the text uses a table. */
require __DIR__ . '/reconnect.inc';
$watch = link_for_test();
foreach (['CREATE TABLE reconnect_question (v VARCHAR(20))', "INSERT INTO reconnect_question VALUES ('one'), ('two')",
	"CREATE USER reconnect_question IDENTIFIED BY 'of its own, to be known by'", 'GRANT ALL ON ' . getenv('MYND_TEST_DB') . '.* TO reconnect_question'] as $sql) {
	$watch->query($sql);
}
$kill = function () use ($watch): void {
	foreach ($watch->query("SELECT id FROM information_schema.processlist WHERE user = 'reconnect_question'")->fetch_all() as [$id]) {
		kill_from_outside($watch, (int) $id);
	}
};
foreach (['fewer', 'stock'] as $trips) {
	ini_set('mynd.round_trips', $trips);
	$pdo = new PDO('mysql:unix_socket=' . getenv('MYND_TEST_SOCKET') . ';charset=utf8mb4;dbname=' . getenv('MYND_TEST_DB'), 'reconnect_question', 'of its own, to be known by', [PDO::ATTR_EMULATE_PREPARES => false]);
	$old = $pdo->prepare('SELECT v FROM reconnect_question WHERE v = ?');
	$old->execute(['one']);
	$old->fetchAll();
	$kill();
	$pdo->query('SELECT v FROM reconnect_question WHERE v = -3')->fetchAll();
	$pdo->setAttribute(PDO::ATTR_EMULATE_PREPARES, true); /* MySQL cannot prepare it, and tells of that */
	$count = $pdo->query('SHOW COUNT(*) WARNINGS');
	echo "$trips: ", renewals($pdo), ' renewal, ', $count->fetchColumn(), " warnings\n";
	$old->execute(['two']);
	echo json_encode($old->fetchAll(PDO::FETCH_NUM)), "\n";
	$pdo = $old = $count = null;
}
$watch->query('DROP TABLE reconnect_question');
$watch->query('DROP USER reconnect_question');
?>
--EXPECT--
fewer: 1 renewal, 2 warnings
[["two"]]
stock: 1 renewal, 2 warnings
[["two"]]

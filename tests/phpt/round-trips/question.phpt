--TEST--
A prepare that waits is sent before a question about the last command if it was that command, and only then
--EXTENSIONS--
pdo_mysql
mysqli
mynd
--INI--
mynd.round_trips=fewer
mynd.pipelining=on
--FILE--
<?php
/* Servers forget warnings when they prepare: MySQL always, MariaDB if the text uses a table. */
require __DIR__ . '/trips.inc';
$watch = mysqli_for_trips();
foreach (['DROP TABLE IF EXISTS question', 'CREATE TABLE question (v VARCHAR(20))', "INSERT INTO question VALUES ('one'), ('two')"] as $sql) {
	$watch->query($sql);
}
$warns = fn (PDO $p) => $p->query('SELECT v FROM question WHERE v = -3')->fetchAll();
$waits = fn (PDO $p) => $p->prepare('SELECT ? FROM question');
$count = function (PDO $p): int {
	$p->setAttribute(PDO::ATTR_EMULATE_PREPARES, true); /* MySQL cannot prepare it, and would tell of that */
	$s = $p->query('SHOW COUNT(*) WARNINGS');
	$p->setAttribute(PDO::ATTR_EMULATE_PREPARES, false);
	return $s->fetchColumn();
};
$is = function (string $label, callable $program) use ($count): void {
	$p = pdo_for_trips();
	attempt($label, fn () => [$program($p), $count($p)][1]);
};
$is('nothing waits', fn ($p) => $warns($p));
$is('prepared before', function ($p) use ($waits, $warns, &$kept) {
	$kept = $waits($p);
	$warns($p);
});
$is('prepared behind it', function ($p) use ($waits, $warns, &$kept) {
	$warns($p);
	$kept = $waits($p);
});
$is('one before and one behind it', function ($p) use ($waits, $warns, &$kept) {
	$kept = [$waits($p)];
	$warns($p);
	$kept[] = $waits($p);
});
$p = pdo_for_trips();
$is_mariadb = str_contains($watch->server_info, 'MariaDB');
attempt('one before, and behind it one without a table', function () use ($p, $waits, $warns, $count, $is_mariadb) {
	$kept = [$waits($p)];
	$warns($p);
	$kept[] = $p->prepare('SELECT ?');
	return $count($p) === ($is_mariadb ? 2 : 0);
});
$is('the question was prepared before', function ($p) use ($waits, $warns, &$kept, $count) {
	$kept = [$p->prepare('SHOW COUNT(*) WARNINGS'), $waits($p)];
	$warns($p);
	$kept[0]->execute();
	echo $kept[0]->fetchColumn(), ' and ';
	$warns($p);
	$kept[] = $waits($p);
	$kept[0]->execute();
	echo $kept[0]->fetchColumn(), ', ';
});
$is('closed behind it, then prepared', function ($p) use ($waits, $warns, &$kept) {
	$closed = $p->prepare('SELECT v FROM question WHERE v = ?');
	$closed->execute(['one']);
	$warns($p);
	$closed = null;
	$kept = $waits($p);
});
$p = pdo_for_trips();
attempt('GET DIAGNOSTICS', function () use ($p, $waits, $warns, $count, $is_mariadb) {
	$kept = $waits($p);
	$warns($p);
	$p->exec('GET DIAGNOSTICS @n = NUMBER');
	echo $p->query('SELECT @n')->fetchColumn(), ', ';
	return $count($p) === ($is_mariadb ? 2 : 0);
});
$is('ROW_COUNT()', function ($p) use ($waits, &$kept) {
	$kept = $waits($p);
	$p->exec("INSERT INTO question VALUES ('three'), ('four'), ('five')");
	echo $p->query('SELECT ROW_COUNT()')->fetchColumn(), ', ';
});
$is('FOUND_ROWS()', function ($p) use ($waits, &$kept) {
	$kept = $waits($p);
	$p->query('SELECT v FROM question LIMIT 4')->fetchAll();
	echo $p->query('SELECT FOUND_ROWS()')->fetchColumn(), ', ';
});
$is('it still runs', function ($p) use ($waits, $warns, $count) {
	$s = $waits($p);
	$warns($p);
	$count($p);
	$s->execute([1]);
	echo count($s->fetchAll()), ', ';
});
$watch->query('DROP TABLE question');
?>
--EXPECT--
nothing waits: 2
prepared before: 2
prepared behind it: 0
one before and one behind it: 0
one before, and behind it one without a table: true
2 and 0, the question was prepared before: 0
closed behind it, then prepared: 0
2, GET DIAGNOSTICS: true
3, ROW_COUNT(): 0
4, FOUND_ROWS(): 0
5, it still runs: 0

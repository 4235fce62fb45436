--TEST--
mynd.round_trips=fewer: what the sessions of a pool begin with is answered without a round trip
--EXTENSIONS--
mysqli
pdo_mysql
--INI--
mynd.round_trips=fewer
mynd.pipelining=on
--FILE--
<?php
require __DIR__ . '/prologue.inc';
print_warnings();

/** The setup of an application, with every form of a command that may be sent ahead. */
function set_up(mysqli $m): array
{
	$m->set_charset('utf8mb4');
	$seen = [$m->character_set_name(), $m->real_escape_string("a\\'b")];
	$m->query("SET NAMES 'utf8mb4' COLLATE 'utf8mb4_bin'");
	$mode = $m->query('SELECT @@SESSION.sql_mode');
	$seen[] = [$mode->fetch_field()->name, str_contains($mode->fetch_row()[0], 'NO_BACKSLASH'), $m->affected_rows, $m->field_count];
	$m->query("SET SESSION sql_mode='NO_BACKSLASH_ESCAPES'");
	$seen[] = [$m->real_escape_string("a\\'b"), $m->affected_rows, $m->warning_count];
	$m->query('SET @@session.time_zone = "+02:00", SESSION group_concat_max_len=2048');
	$m->autocommit(false);
	$seen[] = $m->query('SELECT @@autocommit a, @@time_zone AS `zone`')->fetch_assoc();
	$m->query('SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED');
	$m->select_db(getenv('MYND_TEST_DB'));
	$m->query('USE ' . getenv('MYND_TEST_DB'));
	return $seen;
}
const STATE = 'SELECT DATABASE() IS NOT NULL, @@sql_mode, @@time_zone, @@autocommit, @@collation_connection, @@group_concat_max_len';

$plain = link_of(null, database: null);
attempt('ordinary', fn() => set_up($plain));
attempt('its state', fn() => $plain->query(STATE)->fetch_row());
$connect = fn() => link_of(1, database: null);
teach($connect, 'set_up');
attempt('learned', 'pool_counts');
for ($i = 0; $i < 3; $i++) {
	$m = $connect();
	attempt('writes', fn() => writes(fn() => set_up($m)));
	attempt('the same state', fn() => $m->query(STATE)->fetch_row() === $plain->query(STATE)->fetch_row());
	$m->close();
}
$m = $connect();
attempt('what it sees', fn() => set_up($m) === set_up(link_of(null, database: null)));
$m->close();
attempt('counts', 'pool_counts');

echo "PDO\n";
$pdo = fn(bool $persistent = true) => new PDO('mysql:unix_socket=' . getenv('MYND_TEST_SOCKET') . ';dbname=' . getenv('MYND_TEST_DB') . ';charset=utf8mb4', getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'), [PDO::ATTR_PERSISTENT => $persistent, PDO::ATTR_AUTOCOMMIT => false]);
$begin = function (PDO $p) {
	$p->exec('set names utf8mb4 collate utf8mb4_unicode_ci;');
	$p->exec("set session sql_mode='ANSI'");
	return $p->query('select @@sql_mode')->fetchAll(PDO::FETCH_NUM);
};
for ($i = 0; $i < AGREE; $i++) {
	$p = $pdo();
	$begin($p);
	unset($p);
}
$begun = function () use ($pdo, $begin, &$p) {
	$p = $pdo();
	$begin($p);
};
attempt('writes', fn() => writes($begun));
attempt('quotes', fn() => [$p->quote("a'"), $begin($p) === $begin($pdo(false))]);
attempt('a prepared statement', function () use ($p) {
	$s = $p->prepare('SELECT ? "x"');
	$s->execute([5]);
	return $s->fetchAll(PDO::FETCH_ASSOC);
});
unset($p);
attempt('counts', 'pool_counts');

echo "not sent ahead\n";
$other = function (mysqli $m) {
	$m->query('SET @x = 1');
	$m->query('SET NAMES utf8mb4');
};
teach(fn() => link_of(2), $other);
$m = link_of(2);
attempt('a variable of the user', fn() => writes(fn() => $other($m)));
$m->close();
attempt('counts', 'pool_counts');
?>
--EXPECT--
ordinary: ["utf8mb4","a\\\\\\'b",["@@SESSION.sql_mode",false,1,1],["a\\''b",0,0],{"a":"0","zone":"+02:00"}]
its state: ["1","NO_BACKSLASH_ESCAPES","+02:00","0","utf8mb4_bin","2048"]
learned: {"made":1,"prologues_learned":1}
writes: 0
the same state: true
writes: 0
the same state: true
writes: 0
the same state: true
what it sees: true
counts: {"made":1,"prologues_learned":1,"answered_ahead":40}
PDO
writes: 0
quotes: ["'a\\''",true]
a prepared statement: [{"x":"5"}]
counts: {"made":1,"prologues_learned":1,"answered_ahead":4}
not sent ahead
a variable of the user: 2
counts: {"made":1}

--TEST--
The query cache: what an answer depends on beside its text
--EXTENSIONS--
mysqli
pdo_mysql
--FILE--
<?php
require __DIR__ . '/cache.inc';
use Mynd\Cache\{MemoryStore, Rules};

$store = new MemoryStore();
cache_with(new Rules(all: 60), $store);
$sql = 'SELECT id, t FROM cache_keys';
$m = link_for_test();
$m->query('DROP TABLE IF EXISTS cache_keys');
$m->query('CREATE TABLE cache_keys (id INT, t TIMESTAMP)');
$m->query("SET time_zone = '+00:00'");
$m->query("INSERT INTO cache_keys VALUES (1, '2024-01-01 12:00:00')");
$m->query('DROP DATABASE IF EXISTS cache_keys_other');
$m->query('CREATE DATABASE cache_keys_other');
$m->query('CREATE TABLE cache_keys_other.cache_keys AS SELECT 2 id, t FROM cache_keys');

/** The answer, and whether it was in the cache. */
function ask(string $label, mysqli $m, string $sql): void
{
	$row = null;
	$asked = asked(function () use ($m, $sql, &$row) {
		$row = $m->query($sql)->fetch_row();
	});
	echo "$label: ", json_encode($row), $asked === 0 ? ' kept' : '', "\n";
}

$m = link_for_test();
ask('a link', $m, $sql);
ask('again', $m, $sql);
ask('another', link_for_test(), $sql);
ask('another user', link_for_test(user: getenv('MYND_TEST_USER_NOPASS'), password: ''), $sql);
ask('by TCP', link_for_test(host: getenv('MYND_TEST_HOST'), socket: null), $sql);
ask('another database', $other = link_for_test(database: 'cache_keys_other'), $sql);
ask('another one is selected', (fn () => [$other->select_db(getenv('MYND_TEST_DB')), $other][1])(), $sql);
ask('by USE', (fn () => [$other->query('USE cache_keys_other'), $other][1])(), $sql);
foreach ([1, 2] as $time) {
	$m = link_for_test();
	$m->query("SET time_zone = '+05:00'");
	ask('another time zone', $m, $sql);
	$m->query("SET time_zone = '+00:00'");
	ask('and another', $m, $sql);
	$m->set_charset('cp1251');
	ask('another character set', $m, $sql);
	$m->options(MYSQLI_OPT_INT_AND_FLOAT_NATIVE, 1);
	ask('native numbers', $m, $sql);
	$m->change_user(getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'), getenv('MYND_TEST_DB'));
	ask('the user once more', $m, $sql);
}
$first = mysqli_init();
$first->options(MYSQLI_INIT_COMMAND, "SET time_zone = '+05:00'");
$first->real_connect(...where());
ask('an init command', $first, $sql);
$m = link_for_test(host: 'p:localhost');
$m->query("SET time_zone = '+05:00'");
ask('persistent, a time zone', $m, $sql);
$m->close();
$m = link_for_test(host: 'p:localhost');
ask('persistent, that is gone', $m, $sql);

$m = link_for_test();
foreach ([1, 1, '1', 1.0, '01', true, null, null, "1\0", 2] as $value) {
	$asked = asked(function () use ($m, $value, &$answer) {
		$answer = $m->execute_query('SELECT ? a FROM cache_keys', [$value])->fetch_row();
	});
	echo json_encode($value), ': ', json_encode($answer), $asked === 0 ? ' kept' : '', "\n";
}
$statement = $m->prepare('SELECT ? b FROM cache_keys');
foreach (['i', 'd', 's', 'i'] as $type) {
	$value = 1;
	$statement->bind_param($type, $value);
	$asked = asked(function () use ($statement, &$answer) {
		$statement->execute();
		$answer = $statement->get_result()->fetch_row();
	});
	echo "bound as $type:", $answer[0] == 1 ? ' the answer' : '', $asked === 0 ? ' kept' : '', "\n";
}
/* Bound as they are, not as texts, and whatever a setting says of their digits. */
ini_set('serialize_precision', '5');
foreach ([0.123456, 0.123459, 0.123456, -0.0, 0.0] as $value) {
	$statement->bind_param('d', $value);
	$asked = asked(function () use ($statement, &$answer) {
		$statement->execute();
		$answer = $statement->get_result()->fetch_row();
	});
	echo 'a float: ', var_export($answer[0] == $value, true), $asked === 0 ? ' kept' : '', "\n";
}
ini_restore('serialize_precision');
foreach (['a', 'bb', 'bb'] as $value) {
	$statement = $m->prepare('SELECT LENGTH(?) FROM cache_keys');
	$null = null;
	$statement->bind_param('b', $null);
	$statement->send_long_data(0, $value);
	$asked = asked(function () use ($statement, &$answer) {
		$statement->execute();
		$answer = $statement->get_result()->fetch_row();
	});
	echo "long data $value: $answer[0]", $asked === 0 ? ' kept' : '', "\n";
}

/* A cache whose answers are dropped by writes shares none with one whose answers are not. */
cache_with(new Rules(all: 60), $store, invalidates: true);
$m = link_for_test();
ask('writes count', $m, $sql);
$m->query('UPDATE cache_keys SET id = 3');
ask('one has written', $m, $sql);
cache_with(new Rules(all: 60), $store);
ask('writes do not count', link_for_test(), $sql);
$m->query('DROP TABLE cache_keys');
$m->query('DROP DATABASE cache_keys_other');
?>
--EXPECT--
a link: ["1","2024-01-01 12:00:00"]
again: ["1","2024-01-01 12:00:00"] kept
another: ["1","2024-01-01 12:00:00"] kept
another user: ["1","2024-01-01 12:00:00"]
by TCP: ["1","2024-01-01 12:00:00"]
another database: ["2","2024-01-01 12:00:00"]
another one is selected: ["1","2024-01-01 12:00:00"] kept
by USE: ["2","2024-01-01 12:00:00"] kept
another time zone: ["1","2024-01-01 17:00:00"]
and another: ["1","2024-01-01 12:00:00"]
another character set: ["1","2024-01-01 12:00:00"]
native numbers: [1,"2024-01-01 12:00:00"] kept
the user once more: [1,"2024-01-01 12:00:00"]
another time zone: ["1","2024-01-01 17:00:00"] kept
and another: ["1","2024-01-01 12:00:00"] kept
another character set: ["1","2024-01-01 12:00:00"] kept
native numbers: [1,"2024-01-01 12:00:00"] kept
the user once more: [1,"2024-01-01 12:00:00"] kept
an init command: ["1","2024-01-01 17:00:00"] kept
persistent, a time zone: ["1","2024-01-01 17:00:00"] kept
persistent, that is gone: ["1","2024-01-01 12:00:00"] kept
1: ["1"]
1: ["1"] kept
"1": ["1"] kept
1: ["1"] kept
"01": ["01"]
true: ["1"] kept
null: [null]
null: [null]
"1\u0000": ["1\u0000"]
2: ["2"]
bound as i: the answer
bound as d: the answer
bound as s: the answer
bound as i: the answer kept
a float: true
a float: true
a float: true kept
a float: true
a float: true
long data a: 1
long data bb: 2
long data bb: 2
writes count: ["1","2024-01-01 12:00:00"]
one has written: ["3","2024-01-01 12:00:00"]
writes do not count: ["1","2024-01-01 12:00:00"] kept

--TEST--
mynd.round_trips=fewer: over TLS, with compression, and both: as many trips as over a plain connection, and the same replies
--EXTENSIONS--
mysqli
pdo_mysql
mynd
--SKIPIF--
<?php if (!getenv('MYND_TEST_TLS_CA')) die('skip the server has no TLS'); ?>
--INI--
mynd.round_trips=fewer
mynd.pipelining=on
--FILE--
<?php
require __DIR__ . '/prologue.inc';
const BOTH = MYSQLI_CLIENT_SSL | MYSQLI_CLIENT_COMPRESS;
$ways = ['plain' => 0, 'TLS' => MYSQLI_CLIENT_SSL, 'compressed' => MYSQLI_CLIENT_COMPRESS, 'both' => BOTH];

function connect_by(int $flags, string $host): mysqli
{
	$m = mysqli_init();
	$m->real_connect(...[...where(host: $host), $flags]);
	return $m;
}

/** What the server says of the connection. */
function is_as_asked(mysqli $m, int $flags): bool
{
	$says = fn(string $name) => $m->query("SHOW STATUS LIKE '$name'")->fetch_row()[1];
	return ($says('Ssl_cipher') !== '') === (bool) ($flags & MYSQLI_CLIENT_SSL) && ($says('Compression') === 'ON') === (bool) ($flags & MYSQLI_CLIENT_COMPRESS);
}

/** What a piece of program answers, and how many writes it took. */
function trips(string $label, callable $program): void
{
	$writes = writes(function () use ($program, &$value) {
		$value = $program();
	});
	echo "$label: ", json_encode($value), ", $writes\n";
}

foreach ($ways as $way => $flags) {
	echo "--- $way\n";
	$m = connect_by($flags, '127.0.0.1');
	var_dump(is_as_asked($m, $flags));
	$m->prepare('SELECT 1')->field_count;
	$m->prepare('SELECT REPEAT(?, 40), 2')->field_count; // only what was prepared before is deferred
	trips('a prepare goes with its execute', function () use ($m) {
		$s = $m->prepare('SELECT REPEAT(?, 40), 2');
		$s->execute(['x']);
		return $s->get_result()->fetch_row();
	});
	$s = $m->prepare('SELECT LENGTH("' . str_repeat('a', 300000) . '"), LENGTH(?)');
	$s->execute([str_repeat('b', 300000)]);
	echo 'both packets larger than a frame: ', json_encode($s->get_result()->fetch_row()), "\n";
	$s->close();
	trips('an error of a new prepare', function () use ($m) {
		try {
			$m->prepare('SELECT * FROM no_such_table WHERE 1 = ?')->execute([1]);
		} catch (mysqli_sql_exception $e) {
			return $e->getCode();
		}
	});
	$m->close();

	$connect = fn() => connect_by($flags, 'p:127.0.0.1');
	$prologue = function (mysqli $m) {
		$m->set_charset('gbk');
		$m->query("SET SESSION sql_mode='NO_BACKSLASH_ESCAPES'");
		return $m->query('SELECT @@SESSION.sql_mode')->fetch_row();
	};
	teach($connect, function ($m) use ($prologue) {
		$prologue($m);
		$m->query('DO 0');
	});
	$m = $connect();
	trips('a prologue', fn() => [$prologue($m), $m->real_escape_string("\\'")]);
	var_dump(is_as_asked($m, $flags));
	$m->close();
	$m = $connect();
	trips('another command', fn() => [$m->query('SELECT @@sql_mode = "NO_BACKSLASH_ESCAPES", @@character_set_client = "gbk"')->fetch_row(), $m->real_escape_string("\\'")]);
	$m->close();
	echo json_encode(pool_counts()), "\n";
}
?>
--EXPECT--
--- plain
bool(true)
a prepare goes with its execute: ["xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",2], 2
both packets larger than a frame: [300000,300000]
an error of a new prepare: 1146, 1
a prologue: [["NO_BACKSLASH_ESCAPES"],"\\''"], 0
bool(true)
another command: [["0","0"],"\\\\\\'"], 2
{"made":1,"prologues_learned":1,"answered_ahead":3,"wrong_predictions":1}
--- TLS
bool(true)
a prepare goes with its execute: ["xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",2], 2
both packets larger than a frame: [300000,300000]
an error of a new prepare: 1146, 1
a prologue: [["NO_BACKSLASH_ESCAPES"],"\\''"], 0
bool(true)
another command: [["0","0"],"\\\\\\'"], 2
{"made":1,"prologues_learned":1,"answered_ahead":3,"wrong_predictions":1}
--- compressed
bool(true)
a prepare goes with its execute: ["xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",2], 2
both packets larger than a frame: [300000,300000]
an error of a new prepare: 1146, 1
a prologue: [["NO_BACKSLASH_ESCAPES"],"\\''"], 0
bool(true)
another command: [["0","0"],"\\\\\\'"], 2
{"made":1,"prologues_learned":1,"answered_ahead":3,"wrong_predictions":1}
--- both
bool(true)
a prepare goes with its execute: ["xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",2], 2
both packets larger than a frame: [300000,300000]
an error of a new prepare: 1146, 1
a prologue: [["NO_BACKSLASH_ESCAPES"],"\\''"], 0
bool(true)
another command: [["0","0"],"\\\\\\'"], 2
{"made":1,"prologues_learned":1,"answered_ahead":3,"wrong_predictions":1}

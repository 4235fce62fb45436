--TEST--
Statements: result objects of get_result() are as good as those of queries; result_metadata(); all types, in both ways
--EXTENSIONS--
mysqli
--FILE--
<?php
require __DIR__ . '/../connect.inc';
print_warnings();
$m = link_for_test();
$m->set_charset('utf8mb4');
$m->query("CREATE TEMPORARY TABLE all_types (
	t TINYINT, tu TINYINT UNSIGNED, s SMALLINT, su SMALLINT UNSIGNED, me MEDIUMINT, meu MEDIUMINT UNSIGNED, i INT, iu INT UNSIGNED,
	b BIGINT, bu BIGINT UNSIGNED, z INT(6) ZEROFILL, zb BIGINT(20) UNSIGNED ZEROFILL, f FLOAT, f2 FLOAT(7,3), d DOUBLE, d2 DOUBLE(12,2), de DECIMAL(20,5), bit1 BIT(1), bit64 BIT(64),
	y YEAR, da DATE, ti TIME, ti6 TIME(6), dt DATETIME, dt3 DATETIME(3), ts TIMESTAMP NULL, c CHAR(5), vc VARCHAR(20), bi BINARY(4), vb VARBINARY(10),
	tx TEXT, bl BLOB, e ENUM('one', 'two'), se SET('x', 'y', 'z'), j JSON, g GEOMETRY)");
$rows = [
	'least' => "-128, 0, -32768, 0, -8388608, 0, -2147483648, 0, -9223372036854775808, 0, 0, 0, -3.4e38, -1.5, -1.7e308, -0.01, -99999.99999, b'0', b'0',
		1901, '0001-01-01', '-838:59:59', '-838:59:59.000000', '0001-01-01 00:00:00', '0001-01-01 00:00:00.000', '2000-01-01 00:00:00', '', '', '', '', '', '', 'one', '', 'null', ST_GeomFromText('POINT(0 0)')",
	'most' => "127, 255, 32767, 65535, 8388607, 16777215, 2147483647, 4294967295, 9223372036854775807, 18446744073709551615, 999999, 18446744073709551615, 3.4e38, 1234.5678, 1.7e308, 1234567.891, 99999.99999, b'1', 18446744073709551615,
		2155, '9999-12-31', '838:59:59', '838:59:58.999999', '9999-12-31 23:59:59', '9999-12-31 23:59:59.999', '2037-12-31 23:59:59', 'a\u{e4}\u{20ac}', REPEAT('v', 20), 'b\\0\\0b', '\\0\\1\\2',
		REPEAT('t', 300), REPEAT('\\0', 300), 'two', 'x,y,z', '{\"a\": [1, 2]}', ST_GeomFromText('LINESTRING(0 0, 1 1)')",
	'others' => "1, 1, 1, 1, 1, 1, 1, 1, 9223372036854775806, 9223372036854775808, 42, 7, 1.1, 0.1, 0.1, 100, 0, b'1', 9223372036854775808,
		2000, '2024-02-29', '00:00:00', '-00:00:00.5', '2024-02-29 12:00:00', '2024-02-29 00:00:00.5', '2024-02-29 00:00:01', 'x', 'y', 'z', 'w', 't', 'b', 'one', 'y', '[]', ST_GeomFromText('POINT(1 2)')",
	'nulls' => implode(', ', array_fill(0, 36, 'NULL')),
];
foreach ($rows as $name => $row) {
	$m->query('DELETE FROM all_types');
	$m->query("INSERT INTO all_types VALUES ($row)");
	$text = $m->query('SELECT * FROM all_types')->fetch_assoc();
	$s = $m->prepare('SELECT * FROM all_types');
	$s->execute();
	$objects = $s->get_result()->fetch_all(MYSQLI_ASSOC)[0];
	$bound = [];
	foreach ($objects as $column => $value) {
		$bound[$column] = null;
		$to[] = &$bound[$column];
	}
	$ways = [];
	foreach (['unbuffered', 'stored', 'cursor'] as $way) {
		$s->attr_set(MYSQLI_STMT_ATTR_CURSOR_TYPE, (int) ($way === 'cursor'));
		$s->bind_result(...$to);
		$s->execute();
		if ($way === 'stored') {
			$s->store_result();
		}
		$s->fetch();
		if (array_map(fn($x) => $x, $bound) !== $objects) {
			echo "$way is another\n";
		}
		$s->free_result();
	}
	$to = [];
	echo "--- $name\n";
	foreach ($objects as $column => $value) {
		$line = is_string($value) && !preg_match('//u', $value) || str_contains((string) $value, "\0") ? '0x' . bin2hex(substr($value, 0, 30)) : var_export($value, true);
		echo "$column: $line", $value === $text[$column] || (string) $value === $text[$column] ? '' : '  (text: ' . var_export($text[$column], true) . ')', "\n";
	}
}
$m->query("SET sql_mode = ''");
$m->query("INSERT INTO all_types (da, dt, ts, y) VALUES ('0000-00-00', '0000-00-00', 0, 0)");
attempt('zero dates', fn() => $m->execute_query('SELECT da, dt, ts, y FROM all_types WHERE da = 0')->fetch_row());

echo "--- fields\n";
$fields = fn($r) => array_map(get_object_vars(...), $r->fetch_fields());
$r = $m->query('SELECT * FROM all_types LIMIT 0');
$s = $m->prepare('SELECT * FROM all_types LIMIT 0');
$before = $fields($s->result_metadata());
$s->execute();
$meta = $s->result_metadata();
$result = $s->get_result();
var_dump($fields($result) == $fields($r), $fields($meta) == $fields($r), $before == $fields($r));
$r = $m->query('SELECT a.seq AS x, a.seq FROM seq_1_to_2 AS a LIMIT 0');
$s = $m->prepare('SELECT a.seq AS x, a.seq FROM seq_1_to_2 AS a LIMIT 0');
var_dump($fields($s->result_metadata()) == $fields($r));

echo "--- metadata\n";
$s = $m->prepare('SELECT 1 AS a, "x" AS b');
$meta = $s->result_metadata();
print_r($meta);
attempt('fetch_field()', fn() => [$meta->fetch_field()->name, $meta->fetch_field()->name, $meta->fetch_field(), $meta->current_field]);
attempt('field_seek()', fn() => [$meta->field_seek(1), $meta->fetch_field()->name, $meta->fetch_field_direct(0)->name]);
attempt('others do not move with it', fn() => $s->result_metadata()->fetch_field()->name);
foreach (['fetch_row', 'fetch_assoc', 'fetch_array', 'fetch_object', 'fetch_all', 'fetch_column'] as $method) {
	attempt("$method()", fn() => $meta->$method());
}
attempt('data_seek()', fn() => $meta->data_seek(0));
attempt('mysqli_num_rows()', fn() => mysqli_num_rows($meta));
attempt('free()', fn() => $meta->free());
attempt('freed', fn() => $meta->fetch_field());
attempt('the statement goes on', fn() => [$s->execute(), $s->get_result()->fetch_row()]);
attempt('no columns', fn() => $m->prepare('DO 1')->result_metadata());

echo "--- result objects\n";
$s = $m->prepare('SELECT seq AS id, CONCAT("n", seq) AS name, seq / 2 AS half, IF(seq = 2, NULL, seq) AS maybe FROM seq_1_to_3');
$get = function () use ($s): mysqli_result {
	$s->execute();
	return $s->get_result();
};
$r = $get();
print_r($r);
attempt('rows of all kinds', fn() => [$r->fetch_row(), $r->fetch_assoc(), $r->fetch_array(), $r->fetch_row(), $r->fetch_assoc()]);
attempt('data_seek()', fn() => [$r->data_seek(1), $r->fetch_row(), $r->data_seek(3), $r->data_seek(0), $r->fetch_column(1)]);
class Row
{
	public int $id;
	public readonly string $name;
	private ?int $maybe;
	public $half;
	public function __construct(public string $given = 'none')
	{
	}
	public function maybe(): ?int
	{
		return $this->maybe;
	}
}
attempt('fetch_object()', function () use ($get) {
	$r = $get();
	$all = [];
	while ($o = $r->fetch_object(Row::class, ['given'])) {
		$all[] = [$o->id, $o->name, $o->half, $o->maybe(), $o->given];
	}
	return $all;
});
attempt('fetch_object(), stdClass', fn() => (array) $get()->fetch_object());
attempt('fetch_all()', fn() => [$get()->fetch_all(MYSQLI_ASSOC), $get()->fetch_all(), $get()->fetch_all(MYSQLI_BOTH)[2]]);
attempt('foreach', function () use ($get) {
	$r = $get();
	return [iterator_to_array($r), iterator_count($r)];
});
attempt('columns of one name', fn() => $m->execute_query('SELECT 1 AS a, 2 AS a, 3 AS `1`, 4')->fetch_array());
attempt('many rows', fn() => array_sum(array_column($m->execute_query('SELECT seq, REPEAT("x", seq % 300) FROM seq_1_to_20000')->fetch_all(), 0)));
attempt('a large cell', fn() => strlen($m->execute_query('SELECT REPEAT("x", 5000000)')->fetch_column()));
attempt('native numbers of text are something else', function () use ($m, $get) {
	$m->options(MYSQLI_OPT_INT_AND_FLOAT_NATIVE, 1);
	$native = [$get()->fetch_row(), $m->query('SELECT 1, 1.5, 1.5e0')->fetch_row()];
	$m->options(MYSQLI_OPT_INT_AND_FLOAT_NATIVE, 0);
	return [...$native, $get()->fetch_row()];
});
?>
--EXPECT--
--- least
t: -128
tu: 0
s: -32768
su: 0
me: -8388608
meu: 0
i: -2147483648
iu: 0
b: -9223372036854775807-1
bu: 0
z: '000000'
zb: '00000000000000000000'
f: -3.4E+38  (text: '-3.4e38')
f2: -1.5  (text: '-1.500')
d: -1.7E+308  (text: '-1.7e308')
d2: -0.010000000000000009
de: '-99999.99999'
bit1: 0
bit64: 0
y: '1901'
da: '0001-01-01'
ti: '-838:59:59'
ti6: '-838:59:59.000000'
dt: '0001-01-01 00:00:00'
dt3: '0001-01-01 00:00:00.000'
ts: '2000-01-01 00:00:00'
c: ''
vc: ''
bi: 0x00000000
vb: ''
tx: ''
bl: ''
e: 'one'
se: ''
j: 'null'
g: 0x00000000010100000000000000000000000000000000000000
--- most
t: 127
tu: 255
s: 32767
su: 65535
me: 8388607
meu: 16777215
i: 2147483647
iu: 4294967295
b: 9223372036854775807
bu: '18446744073709551615'
z: '999999'
zb: '18446744073709551615'
f: 3.4E+38  (text: '3.4e38')
f2: 1234.568
d: 1.7E+308  (text: '1.7e308')
d2: 1234567.89
de: '99999.99999'
bit1: 1
bit64: '18446744073709551615'
y: '2155'
da: '9999-12-31'
ti: '838:59:59'
ti6: '838:59:58.999999'
dt: '9999-12-31 23:59:59'
dt3: '9999-12-31 23:59:59.999'
ts: '2037-12-31 23:59:59'
c: 'aä€'
vc: 'vvvvvvvvvvvvvvvvvvvv'
bi: 0x62000062
vb: 0x003132
tx: 'tttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttt'
bl: 0x000000000000000000000000000000000000000000000000000000000000
e: 'two'
se: 'x,y,z'
j: '{"a": [1, 2]}'
g: 0x000000000102000000020000000000000000000000000000000000000000
--- others
t: 1
tu: 1
s: 1
su: 1
me: 1
meu: 1
i: 1
iu: 1
b: 9223372036854775806
bu: '9223372036854775808'
z: '000042'
zb: '00000000000000000007'
f: 1.1
f2: 0.1  (text: '0.100')
d: 0.1
d2: 100.0  (text: '100.00')
de: '0.00000'
bit1: 1
bit64: '9223372036854775808'
y: '2000'
da: '2024-02-29'
ti: '00:00:00'
ti6: '-00:00:00.500000'
dt: '2024-02-29 12:00:00'
dt3: '2024-02-29 00:00:00.500'
ts: '2024-02-29 00:00:01'
c: 'x'
vc: 'y'
bi: 0x7a000000
vb: 'w'
tx: 't'
bl: 'b'
e: 'one'
se: 'y'
j: '[]'
g: 0x000000000101000000000000000000f03f0000000000000040
--- nulls
t: NULL
tu: NULL
s: NULL
su: NULL
me: NULL
meu: NULL
i: NULL
iu: NULL
b: NULL
bu: NULL
z: NULL
zb: NULL
f: NULL
f2: NULL
d: NULL
d2: NULL
de: NULL
bit1: NULL
bit64: NULL
y: NULL
da: NULL
ti: NULL
ti6: NULL
dt: NULL
dt3: NULL
ts: NULL
c: NULL
vc: NULL
bi: NULL
vb: NULL
tx: NULL
bl: NULL
e: NULL
se: NULL
j: NULL
g: NULL
zero dates: ["0000-00-00","0000-00-00 00:00:00","0000-00-00 00:00:00","0000"]
--- fields
bool(true)
bool(true)
bool(true)
bool(true)
--- metadata
mysqli_result Object
(
    [current_field] => 0
    [field_count] => 2
    [lengths] => 
    [num_rows] => 0
    [type] => 1
)
fetch_field(): ["a","b",false,2]
field_seek(): [true,"b","a"]
others do not move with it: "a"
fetch_row(): null
fetch_assoc(): null
fetch_array(): null
fetch_object(): null
fetch_all(): []
fetch_column(): false
data_seek(): ! Error mysqli_result::data_seek() cannot be used in MYSQLI_USE_RESULT mode
mysqli_num_rows(): 0
free(): null
freed: ! Error mysqli_result object is already closed
the statement goes on: [true,[1,"x"]]
no columns: false
--- result objects
mysqli_result Object
(
    [current_field] => 0
    [field_count] => 4
    [lengths] => 
    [num_rows] => 3
    [type] => 0
)
rows of all kinds: [[1,"n1","0.5000",1],{"id":2,"name":"n2","half":"1.0000","maybe":null},{"0":3,"id":3,"1":"n3","name":"n3","2":"1.5000","half":"1.5000","3":3,"maybe":3},null,null]
data_seek(): [true,[2,"n2","1.0000",null],false,true,"n1"]
fetch_object(): [[1,"n1","0.5000",1,"given"],[2,"n2","1.0000",null,"given"],[3,"n3","1.5000",3,"given"]]
fetch_object(), stdClass: {"id":1,"name":"n1","half":"0.5000","maybe":1}
fetch_all(): [[{"id":1,"name":"n1","half":"0.5000","maybe":1},{"id":2,"name":"n2","half":"1.0000","maybe":null},{"id":3,"name":"n3","half":"1.5000","maybe":3}],[[1,"n1","0.5000",1],[2,"n2","1.0000",null],[3,"n3","1.5000",3]],{"0":3,"id":3,"1":"n3","name":"n3","2":"1.5000","half":"1.5000","3":3,"maybe":3}]
foreach: [[{"id":1,"name":"n1","half":"0.5000","maybe":1},{"id":2,"name":"n2","half":"1.0000","maybe":null},{"id":3,"name":"n3","half":"1.5000","maybe":3}],3]
columns of one name: {"0":1,"a":2,"1":3,"2":3,"3":4,"4":4}
many rows: 200010000
a large cell: 5000000
native numbers of text are something else: [[1,"n1","0.5000",1],[1,"1.5",1.5],[1,"n1","0.5000",1]]

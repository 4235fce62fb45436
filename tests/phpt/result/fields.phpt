--TEST--
Results: what is known of columns
--EXTENSIONS--
mysqli
--FILE--
<?php
require __DIR__ . '/../connect.inc';
$m = link_for_test();
$m->set_charset('latin1'); /* whatever the server's default is */
$m->query("CREATE TEMPORARY TABLE cols (id INT UNSIGNED AUTO_INCREMENT PRIMARY KEY, f FLOAT(7,3), d DECIMAL(10,2) NOT NULL DEFAULT 1, b BLOB, y YEAR,
	bi BIT(5), e ENUM('a','b'), s SET('x','y'), v VARCHAR(10) CHARACTER SET utf8mb4, z INT ZEROFILL, j JSON, UNIQUE (d), KEY (e, s)) CHARACTER SET latin1");
$r = $m->query("SELECT *, 1 + 1 AS two, 'lit' FROM cols AS t");
/* Where servers differ: MariaDB's, MySQL's. */
$differ = ['j' => ['charsetnr' => [8, 63], 'type' => [252, 245]], 'two' => ['type' => [3, 8]], 'lit' => ['decimals' => [39, 31]]];
foreach ($r->fetch_fields() as $field) {
	$values = (array) $field;
	unset($values['db']);
	foreach (is_mariadb($m) ? [] : $differ[$field->name] ?? [] as $name => [$mariadb, $mysql]) {
		$values[$name] = $values[$name] === $mysql ? $mariadb : "not $mysql: $values[$name]";
	}
	echo implode(' ', array_map(fn($name, $value) => "$name=" . show($value), array_keys($values), $values)), "\n";
}
attempt('names', fn() => array_keys((array) $r->fetch_field_direct(0)));
attempt('database', fn() => $r->fetch_field_direct(0)->db === getenv('MYND_TEST_DB'));
attempt('count', fn() => [$r->field_count, mysqli_num_fields($r), $m->field_count]);
attempt('one by one', function () use ($r) {
	while ($field = $r->fetch_field()) {
		echo "  $field->name $r->current_field ", mysqli_field_tell($r), "\n";
	}
	return $r->fetch_field();
});
attempt('seek', fn() => [$r->field_seek(2), $r->current_field, $r->fetch_field()->name, mysqli_field_seek($r, 0), mysqli_fetch_field($r)->name]);
attempt('direct', fn() => [mysqli_fetch_field_direct($r, 12)->name, count(mysqli_fetch_fields($r)), $r->current_field]);
$r->free();
attempt('freed', fn() => $r->fetch_fields());
$r = $m->query('SELECT 1 AS one', MYSQLI_USE_RESULT);
attempt('unbuffered', fn() => $r->fetch_field()->name);
$r->fetch_all();
attempt('unbuffered, read', fn() => $r->fetch_field_direct(0)->name);
?>
--EXPECT--
name="id" orgname="id" table="t" orgtable="cols" def="" catalog="def" max_length=0 length=10 charsetnr=63 flags=49699 type=3 decimals=0
name="f" orgname="f" table="t" orgtable="cols" def="" catalog="def" max_length=0 length=7 charsetnr=63 flags=32768 type=4 decimals=3
name="d" orgname="d" table="t" orgtable="cols" def="" catalog="def" max_length=0 length=12 charsetnr=63 flags=16389 type=246 decimals=2
name="b" orgname="b" table="t" orgtable="cols" def="" catalog="def" max_length=0 length=65535 charsetnr=63 flags=144 type=252 decimals=0
name="y" orgname="y" table="t" orgtable="cols" def="" catalog="def" max_length=0 length=4 charsetnr=63 flags=32864 type=13 decimals=0
name="bi" orgname="bi" table="t" orgtable="cols" def="" catalog="def" max_length=0 length=5 charsetnr=63 flags=32 type=16 decimals=0
name="e" orgname="e" table="t" orgtable="cols" def="" catalog="def" max_length=0 length=1 charsetnr=8 flags=16648 type=254 decimals=0
name="s" orgname="s" table="t" orgtable="cols" def="" catalog="def" max_length=0 length=3 charsetnr=8 flags=18432 type=254 decimals=0
name="v" orgname="v" table="t" orgtable="cols" def="" catalog="def" max_length=0 length=10 charsetnr=8 flags=0 type=253 decimals=0
name="z" orgname="z" table="t" orgtable="cols" def="" catalog="def" max_length=0 length=10 charsetnr=63 flags=32864 type=3 decimals=0
name="j" orgname="j" table="t" orgtable="cols" def="" catalog="def" max_length=0 length=4294967295 charsetnr=8 flags=144 type=252 decimals=0
name="two" orgname="" table="" orgtable="" def="" catalog="def" max_length=0 length=3 charsetnr=63 flags=32897 type=3 decimals=0
name="lit" orgname="" table="" orgtable="" def="" catalog="def" max_length=0 length=3 charsetnr=8 flags=1 type=253 decimals=39
names: ["name","orgname","table","orgtable","def","db","catalog","max_length","length","charsetnr","flags","type","decimals"]
database: true
count: [13,13,13]
  id 1 1
  f 2 2
  d 3 3
  b 4 4
  y 5 5
  bi 6 6
  e 7 7
  s 8 8
  v 9 9
  z 10 10
  j 11 11
  two 12 12
  lit 13 13
one by one: false
seek: [true,2,"d",true,"id"]
direct: ["lit",13,1]
freed: ! Error mysqli_result object is already closed
unbuffered: "one"
unbuffered, read: "one"

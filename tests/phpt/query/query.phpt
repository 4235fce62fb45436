--TEST--
Queries: results, counts, what is known of the last one
--EXTENSIONS--
mysqli
--FILE--
<?php
require __DIR__ . '/../connect.inc';
$m = link_for_test();
$known = fn() => [$m->affected_rows, $m->insert_id, $m->field_count, $m->info, $m->warning_count];
attempt('fresh', $known);
attempt('create', fn() => $m->query('CREATE TEMPORARY TABLE t (id INT AUTO_INCREMENT PRIMARY KEY, a INT, b BIGINT UNSIGNED UNIQUE)'));
attempt('known', $known);
attempt('insert', fn() => $m->query('INSERT INTO t (a) VALUES (1), (2), (3)'));
attempt('known', $known);
attempt('update', fn() => $m->query('UPDATE t SET a = 2'));
attempt('known', $known);
attempt('select', fn() => $m->query('SELECT * FROM t')->num_rows);
attempt('known', $known);
$r = $m->query('SELECT * FROM t', MYSQLI_USE_RESULT);
attempt('unbuffered', $known);
attempt('num_rows', fn() => $r->num_rows);
attempt('rows', fn() => count($r->fetch_all()));
attempt('num_rows', fn() => $r->num_rows);
attempt('known', $known);
attempt('delete', fn() => $m->query('DELETE FROM t WHERE a = 2 LIMIT 2'));
attempt('known', $known);
attempt('no rows', fn() => $m->query('SELECT * FROM t WHERE 0')->num_rows);
attempt('known', $known);
attempt('replace', fn() => $m->query('REPLACE INTO t (id, a) VALUES (3, 5), (9, 9)'));
attempt('known', $known);
attempt('last_insert_id()', fn() => $m->query('UPDATE t SET a = LAST_INSERT_ID(77) WHERE id = 3'));
attempt('known', $known);
$m->query('CREATE TEMPORARY TABLE big (id BIGINT UNSIGNED AUTO_INCREMENT PRIMARY KEY)');
foreach (['9223372036854775806', '9223372036854775807', '18446744073709551614'] as $id) {
	$m->query("INSERT INTO big VALUES ($id)");
	attempt("insert_id of $id", fn() => [$m->insert_id, mysqli_insert_id($m)]);
}
attempt('failed', function () use ($m) {
	$m->query('INSERT INTO big VALUES (9223372036854775807)');
});
attempt('affected_rows', fn() => $m->affected_rows);
attempt('functions', fn() => [mysqli_affected_rows($m), mysqli_field_count($m), mysqli_info($m), mysqli_warning_count($m)]);
attempt('warnings', fn() => $m->query("DO CAST('1x' AS SIGNED)"));
attempt('known', $known);
attempt('found rows', function () {
	$m = mysqli_init();
	$m->real_connect(...[...where(), MYSQLI_CLIENT_FOUND_ROWS]);
	$m->query('CREATE TEMPORARY TABLE f (a INT)');
	$m->query('INSERT INTO f VALUES (1)');
	$m->query('UPDATE f SET a = 1');
	return [$m->affected_rows, $m->info];
});
attempt('a NUL in the text', fn() => $m->query("SELECT 'a\0b'")->fetch_column() === "a\0b");
attempt('store_result() without one', fn() => $m->store_result());
attempt('use_result() without one', fn() => $m->use_result());
attempt('a long text', fn() => strlen($m->query("SELECT '" . str_repeat('x', 100000) . "'")->fetch_column()));
?>
--EXPECTF--
fresh: [0,0,0,null,0]
create: true
known: [0,0,0,null,0]
insert: true
known: [3,1,0,"Records: 3  Duplicates: 0  Warnings: 0",0]
update: true
known: [2,0,0,"Rows matched: 3  Changed: 2  Warnings: 0",0]
select: 3
known: [3,0,3,null,0]
unbuffered: [-1,0,3,null,0]
num_rows: 0
rows: 3
num_rows: 3
known: [0,0,3,null,0]
delete: true
known: [2,0,0,null,0]
no rows: 0
known: [0,0,3,null,0]
replace: true
known: [3,9,0,"Records: 2  Duplicates: 1  Warnings: 0",0]
last_insert_id(): true
known: [1,77,0,"Rows matched: 1  Changed: 1  Warnings: 0",0]
insert_id of 9223372036854775806: [9223372036854775806,9223372036854775806]
insert_id of 9223372036854775807: ["9223372036854775807","9223372036854775807"]
insert_id of 18446744073709551614: ["18446744073709551614","18446744073709551614"]
failed: ! 1062 23000 Duplicate entry '9223372036854775807' for key '%SPRIMARY'
affected_rows: -1
functions: [-1,0,null,0]
warnings: true
known: [0,0,0,null,1]
found rows: [1,"Rows matched: 1  Changed: 0  Warnings: 0"]
a NUL in the text: true
store_result() without one: false
use_result() without one: false
a long text: 100000

--TEST--
Mynd\execute_many() in bulk: how long a command may be is asked of each server that the object connects to
--EXTENSIONS--
mynd
--SKIPIF--
<?php
require __DIR__ . '/../connect.inc';
if (!preg_match('/^(5\.5\.5-)?1[0-9]\.([0-9]+).*MariaDB/', link_for_test()->server_info, $m) || link_for_test()->server_version < 100700) die('skip needs MariaDB 10.7');
?>
--FILE--
<?php
require __DIR__ . '/../connect.inc';
$m = link_for_test();
create_anew($m, 'TABLE', 'bulk_again', '(t MEDIUMTEXT)');
foreach (['one connection', 'the next one'] as $name) {
	$m->real_connect(...where());
	foreach (['asked for', 'known'] as $how) {
		$before = (int) $m->query("SHOW SESSION STATUS LIKE 'Com_select'")->fetch_row()[1];
		Mynd\execute_many($m, 'INSERT INTO bulk_again VALUES (?)', [[str_repeat('x', 30000)], [str_repeat('y', 30000)]]);
		echo "$name, $how: ", $m->query("SHOW SESSION STATUS LIKE 'Com_select'")->fetch_row()[1] - $before, "\n";
	}
}
?>
--CLEAN--
<?php
require __DIR__ . '/../connect.inc';
link_for_test()->query('DROP TABLE IF EXISTS bulk_again');
?>
--EXPECT--
one connection, asked for: 1
one connection, known: 0
the next one, asked for: 1
the next one, known: 0

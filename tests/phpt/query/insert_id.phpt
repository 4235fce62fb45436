--TEST--
insert_id: the highest number is one, of links and of statements
--EXTENSIONS--
mysqli
--FILE--
<?php
require __DIR__ . '/../connect.inc';
$m = link_for_test();
$m->query('CREATE TEMPORARY TABLE t (id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY)');
foreach (['9223372036854775806', '9223372036854775807', '18446744073709551614', '18446744073709551615'] as $id) {
	$m->query("INSERT INTO t VALUES ($id)");
	var_dump($m->insert_id);
	$m->query('TRUNCATE t');
	$s = $m->prepare('INSERT INTO t VALUES (?)');
	$s->execute([$id]);
	var_dump($s->insert_id);
	$m->query('TRUNCATE t');
}
?>
--EXPECT--
int(9223372036854775806)
int(9223372036854775806)
string(19) "9223372036854775807"
string(19) "9223372036854775807"
string(20) "18446744073709551614"
string(20) "18446744073709551614"
string(20) "18446744073709551615"
string(20) "18446744073709551615"

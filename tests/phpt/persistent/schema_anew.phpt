--TEST--
Persistent links: a default database that was made anew with another character set, or is gone, while nobody was connected
--EXTENSIONS--
mysqli
--INI--
; it stays so with ./dev test --with: the same connection is taken again
mynd.shared_pool=0
mysqli.allow_local_infile=1
--FILE--
<?php
require __DIR__ . '/persistent.inc';
$root = link_for_test();
$root->query('SET GLOBAL local_infile = 1');
$root->query('DROP DATABASE IF EXISTS schema_anew');
$root->query('CREATE DATABASE schema_anew CHARACTER SET latin2');
$file = tempnam(sys_get_temp_dir(), 'mynd');
file_put_contents($file, "\u{e4}\n");
$m = plink(database: 'schema_anew');
$m->query('DO 1');
$thread = $m->thread_id;
$m->close();
plink(database: 'schema_anew')->close(); /* its reset is over */
$root->query('DROP DATABASE schema_anew');
$root->query('CREATE DATABASE schema_anew CHARACTER SET utf8mb4');
$root->query('CREATE TABLE schema_anew.t (a VARCHAR(9) CHARACTER SET utf8mb4)');
$m = plink(database: 'schema_anew');
echo $m->thread_id === $thread ? 'the same connection' : 'another', "\n";
$m->query("LOAD DATA LOCAL INFILE '$file' INTO TABLE t");
echo $m->query('SELECT HEX(a) FROM t')->fetch_column(), ' ', $m->query('SELECT @@character_set_database')->fetch_column(), "\n";
$m->close();

$m = plink(database: 'schema_anew');
$m->query('DO 1');
$m->close();
plink(database: 'schema_anew')->close();
$root->query('DROP DATABASE schema_anew');
$m = plink(database: 'schema_anew');
attempt('gone', fn() => $m->query('CREATE TABLE t2 (a INT)'));
attempt('gone, and asked for', fn() => $m->query('SELECT @@character_set_database')->fetch_column());
unlink($file);
?>
--CLEAN--
<?php
require __DIR__ . '/../connect.inc';
link_for_test()->query('DROP DATABASE IF EXISTS schema_anew');
?>
--EXPECT--
the same connection
C3A4 utf8mb4
gone: ! 1049 42000 Unknown database 'schema_anew'
gone, and asked for: ! 1049 42000 Unknown database 'schema_anew'

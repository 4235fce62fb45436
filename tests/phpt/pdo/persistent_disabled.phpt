--TEST--
PDO: with mysqli.allow_persistent=0 persistent links are ordinary ones, with a warning; mysqli.max_links holds for them
--EXTENSIONS--
pdo_mysql
mynd
--INI--
mysqli.allow_persistent=0
mysqli.max_links=2
--FILE--
<?php
require __DIR__ . '/pdo.inc';

$links = fn() => print('  ' . json_encode(mysqli_get_links_stats()) . "\n");
$connect = fn() => pdo_for_test([PDO::ATTR_PERSISTENT => true]);
set_error_handler(fn($level, $text) => print("  $text\n"));
$a = $connect();
echo $a->query('SELECT 1')->fetchColumn(), "\n";
$b = $connect();
$links();
try {
	$connect();
} catch (PDOException $e) {
	echo $e->getMessage(), "\n";
}
unset($a, $b);
$links();
set_error_handler(fn($level, $text) => throw new Exception("thrown: $text"));
try {
	$connect();
} catch (Exception $e) {
	echo $e->getMessage(), "\n";
}
$links();
echo json_encode(Mynd\pools()), "\n";
?>
--EXPECT--
  PDO::__construct(): Persistent connections are disabled. Downgrading to normal
1
  PDO::__construct(): Persistent connections are disabled. Downgrading to normal
  {"total":2,"active_plinks":0,"cached_plinks":0}
  PDO::__construct(): Persistent connections are disabled. Downgrading to normal
PDO::__construct(): Too many open links (2)
  {"total":0,"active_plinks":0,"cached_plinks":0}
thrown: PDO::__construct(): Persistent connections are disabled. Downgrading to normal
  {"total":0,"active_plinks":0,"cached_plinks":0}
[]

--TEST--
Queries: the same in functions
--EXTENSIONS--
mysqli
--FILE--
<?php
require __DIR__ . '/../connect.inc';
$m = mysqli_init();
attempt('mysqli_ssl_set()', fn() => mysqli_ssl_set($m, null, null, null, null, null));
mysqli_real_connect($m, ...where());
attempt('mysqli_set_charset()', fn() => mysqli_set_charset($m, 'latin1'));
attempt('mysqli_get_charset()', fn() => mysqli_get_charset($m)->charset);
attempt('mysqli_real_query()', fn() => mysqli_real_query($m, 'SELECT 1 UNION SELECT 2'));
$r = mysqli_store_result($m);
attempt('mysqli_store_result()', fn() => [mysqli_num_rows($r), mysqli_num_fields($r), mysqli_fetch_row($r), mysqli_fetch_row($r), mysqli_fetch_row($r)]);
mysqli_free_result($r);
mysqli_real_query($m, 'SELECT 1 UNION SELECT 2');
$r = mysqli_use_result($m);
attempt('mysqli_use_result()', fn() => [mysqli_fetch_assoc($r), mysqli_fetch_array($r), mysqli_fetch_row($r)]);
attempt('mysqli_multi_query()', fn() => mysqli_multi_query($m, 'SELECT 1; SELECT 2'));
do {
	$r = mysqli_store_result($m);
	attempt('  row', fn() => mysqli_fetch_row($r));
	attempt('  mysqli_more_results()', fn() => mysqli_more_results($m));
} while (mysqli_next_result($m));
foreach (['mysqli_real_query', 'mysqli_multi_query', 'mysqli_select_db', 'mysqli_set_charset'] as $function) {
	attempt($function, fn() => $function($m, 'no such thing'));
}
attempt('foreach', function () use ($m) {
	foreach (mysqli_query($m, 'SELECT 5 AS five') as $row) {
		return $row;
	}
});
attempt('mysqli_close()', fn() => mysqli_close($m));
attempt('closed', fn() => mysqli_query($m, 'SELECT 1'));
attempt('null', fn() => mysqli_query(null, 'SELECT 1'));
?>
--EXPECTF--
mysqli_ssl_set(): true
mysqli_set_charset(): true
mysqli_get_charset(): "latin1"
mysqli_real_query(): true
mysqli_store_result(): [2,1,["1"],["2"],null]
mysqli_use_result(): [{"1":"1"},["2","2"],null]
mysqli_multi_query(): true
  row: ["1"]
  mysqli_more_results(): true
  row: ["2"]
  mysqli_more_results(): false
mysqli_real_query: ! 1064 42000 You have an error in your SQL syntax; check the manual that corresponds to your %s server version for the right syntax to use near 'no such thing' at line 1
mysqli_multi_query: ! 1064 42000 You have an error in your SQL syntax; check the manual that corresponds to your %s server version for the right syntax to use near 'no such thing' at line 1
mysqli_select_db: ! 1049 42000 Unknown database 'no such thing'
mysqli_set_charset: ! 2019 HY000 Invalid character set was provided
foreach: {"five":"5"}
mysqli_close(): true
closed: ! Error mysqli object is already closed
null: ! TypeError mysqli_query(): Argument #1 ($mysql) must be of type mysqli, null given

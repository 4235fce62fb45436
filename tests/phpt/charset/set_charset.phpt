--TEST--
Character sets: set_charset(), get_charset(), what the server is told
--EXTENSIONS--
mysqli
--FILE--
<?php
require __DIR__ . '/../connect.inc';
$m = link_for_test();
foreach (['utf8mb4', 'latin1', 'gbk', 'UTF8', 'sjis', 'big5', 'euckr', 'ujis', 'binary', 'cp1251', 'ascii'] as $name) {
	attempt($name, fn() => $m->set_charset($name));
	attempt('  link', fn() => [$m->character_set_name(), mysqli_character_set_name($m), (array) $m->get_charset()]);
	attempt('  server', fn() => $m->query('SELECT @@character_set_client, @@character_set_results')->fetch_row());
}
attempt('unknown', fn() => $m->set_charset('no_such_set'));
attempt('empty', fn() => $m->set_charset(''));
attempt('not for clients', fn() => $m->set_charset('ucs2'));
attempt('still', fn() => $m->character_set_name());
$m = mysqli_init();
attempt('option', fn() => $m->options(MYSQLI_SET_CHARSET_NAME, 'utf8mb4'));
attempt('unknown option', fn() => $m->options(MYSQLI_SET_CHARSET_NAME, 'nope'));
$m->real_connect(...where());
attempt('connected', fn() => [$m->character_set_name(), $m->query('SELECT @@collation_connection')->fetch_column()]);
attempt('change_user() keeps it', function () use ($m) {
	$m->set_charset('gbk');
	$m->change_user(...array_slice(where(), 1, 3));
	return [$m->character_set_name(), $m->query('SELECT @@character_set_client')->fetch_column()];
});
?>
--EXPECTF--
utf8mb4: true
  link: ["utf8mb4","utf8mb4",{"charset":"utf8mb4","collation":"utf8mb4_general_ci","dir":"","min_length":1,"max_length":4,"number":45,"state":1,"comment":"UTF-8 Unicode"}]
  server: ["utf8mb4","utf8mb4"]
latin1: true
  link: ["latin1","latin1",{"charset":"latin1","collation":"latin1_swedish_ci","dir":"","min_length":1,"max_length":1,"number":8,"state":1,"comment":""}]
  server: ["latin1","latin1"]
gbk: true
  link: ["gbk","gbk",{"charset":"gbk","collation":"gbk_chinese_ci","dir":"","min_length":1,"max_length":2,"number":28,"state":1,"comment":""}]
  server: ["gbk","gbk"]
UTF8: true
  link: ["utf8","utf8",{"charset":"utf8","collation":"utf8_general_ci","dir":"","min_length":1,"max_length":3,"number":33,"state":1,"comment":"UTF-8 Unicode"}]
  server: ["utf8mb3","utf8mb3"]
sjis: true
  link: ["sjis","sjis",{"charset":"sjis","collation":"sjis_japanese_ci","dir":"","min_length":1,"max_length":2,"number":13,"state":1,"comment":""}]
  server: ["sjis","sjis"]
big5: true
  link: ["big5","big5",{"charset":"big5","collation":"big5_chinese_ci","dir":"","min_length":1,"max_length":2,"number":1,"state":1,"comment":""}]
  server: ["big5","big5"]
euckr: true
  link: ["euckr","euckr",{"charset":"euckr","collation":"euckr_korean_ci","dir":"","min_length":1,"max_length":2,"number":19,"state":1,"comment":""}]
  server: ["euckr","euckr"]
ujis: true
  link: ["ujis","ujis",{"charset":"ujis","collation":"ujis_japanese_ci","dir":"","min_length":1,"max_length":3,"number":12,"state":1,"comment":""}]
  server: ["ujis","ujis"]
binary: true
  link: ["binary","binary",{"charset":"binary","collation":"binary","dir":"","min_length":1,"max_length":1,"number":63,"state":1,"comment":""}]
  server: ["binary","binary"]
cp1251: true
  link: ["cp1251","cp1251",{"charset":"cp1251","collation":"cp1251_general_ci","dir":"","min_length":1,"max_length":1,"number":51,"state":1,"comment":""}]
  server: ["cp1251","cp1251"]
ascii: true
  link: ["ascii","ascii",{"charset":"ascii","collation":"ascii_general_ci","dir":"","min_length":1,"max_length":1,"number":11,"state":1,"comment":""}]
  server: ["ascii","ascii"]
unknown: ! 2019 HY000 Invalid character set was provided
empty: ! 2019 HY000 Invalid character set was provided
not for clients: ! 1231 42000 Variable 'character_set_client' can't be set to the value of 'ucs2'
still: "ascii"
option: true
unknown option: ! 2019 HY000 Unknown character set
connected: ["utf8mb4","utf8mb4_%s_ci"]
change_user() keeps it: ["gbk","gbk"]

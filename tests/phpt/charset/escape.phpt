--TEST--
Character sets: escaping
--EXTENSIONS--
mysqli
--FILE--
<?php
require __DIR__ . '/../connect.inc';
$m = link_for_test();
$hex = fn(string $text) => bin2hex($m->real_escape_string($text));
$m->set_charset('utf8mb4');
attempt('all of them', fn() => $hex("\0\n\r\\'\"\x1a"));
attempt('none of them', fn() => $m->escape_string('plain ü €'));
attempt('function', fn() => mysqli_real_escape_string($m, "it's") . mysqli_escape_string($m, '"'));
attempt('empty', fn() => $m->real_escape_string(''));
attempt('there and back', fn() => $m->query("SELECT '" . $m->real_escape_string($all = implode('', array_map('chr', range(0, 127)))) . "'")->fetch_column() === $all);
foreach (['gbk' => "\xbf\x27", 'sjis' => "\x83\x5c\x27", 'big5' => "\xa5\x5c\x27", 'gb2312' => "\xbf\x27", 'cp932' => "\x83\x5c\x27", 'latin1' => "\xbf\x27", 'euckr' => "\xa1\x27"] as $set => $text) {
	$m->set_charset($set);
	attempt($set, fn() => $hex($text));
	attempt('  a quote does not get out', fn() => $m->query("SELECT HEX('" . $m->real_escape_string($text) . "')")->num_rows);
}
$m->set_charset('utf8mb4');
$m->query("SET sql_mode = 'NO_BACKSLASH_ESCAPES'");
attempt('NO_BACKSLASH_ESCAPES', fn() => $m->real_escape_string("it's \\ \" \n"));
attempt('there and back', fn() => $m->query("SELECT '" . $m->real_escape_string("it's \\") . "'")->fetch_column());
$m->query("SET sql_mode = ''");
attempt('and off again', fn() => $m->real_escape_string("it's \\"));
?>
--EXPECT--
all of them: "5c305c6e5c725c5c5c275c225c5a"
none of them: "plain ü €"
function: "it\\'s\\\""
empty: ""
there and back: true
gbk: "5cbf5c27"
  a quote does not get out: 1
sjis: "835c5c27"
  a quote does not get out: 1
big5: "a55c5c27"
  a quote does not get out: 1
gb2312: "5cbf5c27"
  a quote does not get out: 1
cp932: "835c5c27"
  a quote does not get out: 1
latin1: "bf5c27"
  a quote does not get out: 1
euckr: "5ca15c27"
  a quote does not get out: 1
NO_BACKSLASH_ESCAPES: "it''s \\ \" \n"
there and back: "it's \\"
and off again: "it\\'s \\\\"

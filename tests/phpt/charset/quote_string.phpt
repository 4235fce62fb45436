--TEST--
quote_string(): escaped text between quotes, by the session's sql_mode
--SKIPIF--
<?php
if (PHP_VERSION_ID < 80600) die('skip a function of PHP 8.6');
?>
--FILE--
<?php
require __DIR__ . '/../connect.inc';
$m = link_for_test();
foreach (['', '\\', '"', "'", "\n", "\r", "\0", '" OR 1=1 -- foo'] as $text) {
	$quoted = $m->quote_string($text);
	echo $quoted, ' ', $m->query("SELECT $quoted")->fetch_column() === $text ? 'same' : 'DIFFERENT', "\n";
}
$m->query("SET sql_mode = 'NO_BACKSLASH_ESCAPES'");
echo mysqli_quote_string($m, "it's \\"), "\n";
$m->close();
try {
	$m->quote_string('x');
} catch (Error $e) {
	echo $e->getMessage(), "\n";
}
?>
--EXPECT--
'' same
'\\' same
'\"' same
'\'' same
'\n' same
'\r' same
'\0' same
'\" OR 1=1 -- foo' same
'it''s \'
mysqli object is already closed

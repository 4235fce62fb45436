--TEST--
PDO: quoting and placeholders in every sql_mode and character set
--EXTENSIONS--
pdo_mysql
--FILE--
<?php
require __DIR__ . '/pdo.inc';
$nasty = "a'b\"c\\d\0e\r\nf\x1ag\xbf'\xbf\\h\x83\\'%_`?:x;-- #/**/";
$run = function (PDO $db, string $sql, array $values) {
	$s = $db->prepare($sql);
	$s->execute($values);
	return $s->fetch(PDO::FETCH_NUM);
};
foreach (['', 'NO_BACKSLASH_ESCAPES', 'ANSI_QUOTES', 'ANSI_QUOTES,NO_BACKSLASH_ESCAPES'] as $mode) {
	foreach (['utf8mb4', 'latin1', 'gbk', 'sjis', 'big5', 'binary'] as $charset) {
		$db = pdo_for_test([], ";charset=$charset");
		$db->exec("SET sql_mode = '$mode'");
		$text = $charset === 'utf8mb4' ? str_replace(["\xbf", "\x83"], ["\u{bf}", "\u{83}"], $nasty) : $nasty;
		$asked = $db->query('SELECT HEX(' . $db->quote($text) . ')')->fetchColumn();
		$bound = $run($db, 'SELECT HEX(?), ?', [$text, 'next'])[0];
		$named = $run($db, 'SELECT HEX(:a), :b, HEX(:a)', ['a' => $text, 'b' => $text])[2];
		$right = strtoupper(bin2hex($text));
		echo str_pad($mode, 35), str_pad($charset, 8), $asked === $right ? ' right' : " $asked", $bound === $right ? ' right' : " $bound", $named === $right ? ' right' : " $named", "\n";
	}
}
foreach (['', 'ANSI_QUOTES'] as $mode) {
	$db = pdo_for_test();
	$db->exec("SET sql_mode = '$mode'");
	foreach ([true, false] as $emulated) {
		$db->setAttribute(PDO::ATTR_EMULATE_PREPARES, $emulated);
		/* A name that ends in a backslash, or a string that goes on to the next quote. */
		attempt("a\\ in '$mode'", fn() => $run($db, 'SELECT 1 AS "a\\", ? AS "b"', [7]));
		attempt("a\\\" in '$mode'", fn() => $run($db, 'SELECT 1 AS "a\\", ?", ? AS "b"', [7]));
		attempt("plain in '$mode'", fn() => $run($db, 'SELECT 1 AS "?", ? AS "b""?"', [7]));
	}
}
$db = pdo_for_test();
attempt('national', fn() => [$db->quote("a'", PDO::PARAM_STR | PDO::PARAM_STR_NATL), $db->quote("a'", PDO::PARAM_STR | PDO::PARAM_STR_CHAR)]);
$db->setAttribute(PDO::ATTR_DEFAULT_STR_PARAM, PDO::PARAM_STR_NATL);
attempt('by default', fn() => [$db->quote("a'"), $db->quote("a'", PDO::PARAM_STR | PDO::PARAM_STR_CHAR), $db->getAttribute(PDO::ATTR_DEFAULT_STR_PARAM) === PDO::PARAM_STR_NATL]);
attempt('bytes', fn() => $run(pdo_for_test(), 'SELECT HEX(?)', [implode(array_map('chr', range(0, 127)))])[0] === strtoupper(bin2hex(implode(array_map('chr', range(0, 127))))));
--EXPECTF--
                                   utf8mb4  right right right
                                   latin1   right right right
                                   gbk      right right right
                                   sjis     right right right
                                   big5     right right right
                                   binary   right right right
NO_BACKSLASH_ESCAPES               utf8mb4  right right right
NO_BACKSLASH_ESCAPES               latin1   right right right
NO_BACKSLASH_ESCAPES               gbk      right right right
NO_BACKSLASH_ESCAPES               sjis     right right right
NO_BACKSLASH_ESCAPES               big5     right right right
NO_BACKSLASH_ESCAPES               binary   right right right
ANSI_QUOTES                        utf8mb4  right right right
ANSI_QUOTES                        latin1   right right right
ANSI_QUOTES                        gbk      right right right
ANSI_QUOTES                        sjis     right right right
ANSI_QUOTES                        big5     right right right
ANSI_QUOTES                        binary   right right right
ANSI_QUOTES,NO_BACKSLASH_ESCAPES   utf8mb4  right right right
ANSI_QUOTES,NO_BACKSLASH_ESCAPES   latin1   right right right
ANSI_QUOTES,NO_BACKSLASH_ESCAPES   gbk      right right right
ANSI_QUOTES,NO_BACKSLASH_ESCAPES   sjis     right right right
ANSI_QUOTES,NO_BACKSLASH_ESCAPES   big5     right right right
ANSI_QUOTES,NO_BACKSLASH_ESCAPES   binary   right right right
a\ in '': ! "42000" SQLSTATE[42000]: Syntax error or access violation: 1064 You have an error in your SQL syntax; check the manual that corresponds to your %s server version for the right syntax to use near 'b"' at line 1 ["42000",1064,"You have an error in your SQL syntax; check the manual that corresponds to your %s server version for the right syntax to use near 'b\"' at line 1"]
a\" in '': [1,"7"]
plain in '': [1,"7"]
a\ in '': ! "42000" SQLSTATE[42000]: Syntax error or access violation: 1064 You have an error in your SQL syntax; check the manual that corresponds to your %s server version for the right syntax to use near 'b"' at line 1 ["42000",1064,"You have an error in your SQL syntax; check the manual that corresponds to your %s server version for the right syntax to use near 'b\"' at line 1"]
a\" in '': [1,"7"]
plain in '': [1,"7"]
a\ in 'ANSI_QUOTES': [1,"7"]
a\" in 'ANSI_QUOTES': ! "42000" SQLSTATE[42000]: Syntax error or access violation: 1064 You have an error in your SQL syntax; check the manual that corresponds to your %s server version for the right syntax to use near 'b"' at line 1 ["42000",1064,"You have an error in your SQL syntax; check the manual that corresponds to your %s server version for the right syntax to use near 'b\"' at line 1"]
plain in 'ANSI_QUOTES': [1,"7"]
a\ in 'ANSI_QUOTES': [1,"7"]
a\" in 'ANSI_QUOTES': ! "42000" SQLSTATE[42000]: Syntax error or access violation: 1064 You have an error in your SQL syntax; check the manual that corresponds to your %s server version for the right syntax to use near 'b"' at line 1 ["42000",1064,"You have an error in your SQL syntax; check the manual that corresponds to your %s server version for the right syntax to use near 'b\"' at line 1"]
plain in 'ANSI_QUOTES': [1,"7"]
national: ["N'a\\''","'a\\''"]
by default: ["N'a\\''","'a\\''",true]
bytes: true

--TEST--
PDO: placeholders where the SQL mode decides what a quote is; two question marks; texts that end in the middle
--EXTENSIONS--
pdo_mysql
--SKIPIF--
<?php
require __DIR__ . '/pdo.inc';
str_contains(pdo_for_test()->getAttribute(PDO::ATTR_SERVER_VERSION), 'MariaDB') || die('skip only MariaDB reports ANSI_QUOTES');
?>
--FILE--
<?php
require __DIR__ . '/pdo.inc';
$db = pdo_for_test();
$run = function (string $sql, array $values) use ($db) {
	$statement = $db->prepare($sql);
	$statement->execute($values);
	return $statement->fetch(PDO::FETCH_ASSOC);
};
foreach (['', 'ANSI_QUOTES', 'NO_BACKSLASH_ESCAPES'] as $mode) {
	$db->exec("SET sql_mode = '$mode'");
	echo "mode '$mode'\n";
	attempt('a name that ends in a backslash', fn () => $run('SELECT ? AS "a\\", ? AS "b"', ['\\', "' OR 1 -- "]));
	attempt('a string that ends in a backslash', fn () => $run("SELECT 'a\\' AS a, ? AS b", ["' OR 1 -- "]));
	attempt('an escaped quote', fn () => $run('SELECT ? AS a, \'it\\\'s ?\' AS b', ['x']));
}
$db->exec("SET sql_mode = ''");
$short = fn (callable $program) => preg_replace('/.*near (.*) at line.*/', '$1', attempt_text($program));
function attempt_text(callable $program): string
{
	try {
		return show($program());
	} catch (PDOException $e) {
		return $e->getMessage();
	}
}
echo "two question marks\n";
echo $short(fn () => $run("SELECT '??', ?", [1])), "\n";
echo PHP_VERSION_ID < 80400 ? $short(fn () => $run('SELECT ??', [])) : "'?'", "\n";
echo "no end\n";
echo $short(fn () => $run("SELECT 'a ?", [1])), "\n";
echo $short(fn () => $run("SELECT ?, 'a ?", [1])), "\n";
echo $short(fn () => $run("SELECT ? /* a", [1])), "\n";
?>
--EXPECT--
mode ''
a name that ends in a backslash: ! "42000" SQLSTATE[42000]: Syntax error or access violation: 1064 You have an error in your SQL syntax; check the manual that corresponds to your MariaDB server version for the right syntax to use near 'b"' at line 1 ["42000",1064,"You have an error in your SQL syntax; check the manual that corresponds to your MariaDB server version for the right syntax to use near 'b\"' at line 1"]
a string that ends in a backslash: ! "42000" SQLSTATE[42000]: Syntax error or access violation: 1064 You have an error in your SQL syntax; check the manual that corresponds to your MariaDB server version for the right syntax to use near ''a\' AS a, ? AS b' at line 1 ["42000",1064,"You have an error in your SQL syntax; check the manual that corresponds to your MariaDB server version for the right syntax to use near ''a\\' AS a, ? AS b' at line 1"]
an escaped quote: {"a":"x","b":"it's ?"}
mode 'ANSI_QUOTES'
a name that ends in a backslash: {"a\\":"\\","b":"' OR 1 -- "}
a string that ends in a backslash: ! "42000" SQLSTATE[42000]: Syntax error or access violation: 1064 You have an error in your SQL syntax; check the manual that corresponds to your MariaDB server version for the right syntax to use near ''a\' AS a, ? AS b' at line 1 ["42000",1064,"You have an error in your SQL syntax; check the manual that corresponds to your MariaDB server version for the right syntax to use near ''a\\' AS a, ? AS b' at line 1"]
an escaped quote: {"a":"x","b":"it's ?"}
mode 'NO_BACKSLASH_ESCAPES'
a name that ends in a backslash: {"a\\":"\\","b":"' OR 1 -- "}
a string that ends in a backslash: {"a":"a\\","b":"' OR 1 -- "}
an escaped quote: ! "42000" SQLSTATE[42000]: Syntax error or access violation: 1064 You have an error in your SQL syntax; check the manual that corresponds to your MariaDB server version for the right syntax to use near 'NULL' AS b' at line 1 ["42000",1064,"You have an error in your SQL syntax; check the manual that corresponds to your MariaDB server version for the right syntax to use near 'NULL' AS b' at line 1"]
two question marks
{"??":"??","1":"1"}
'?'
no end
''a ?'
''a ?'
'/* a'

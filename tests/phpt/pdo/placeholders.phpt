--TEST--
PDO: placeholders and what is bound to them, right and wrong, emulated and native
--EXTENSIONS--
pdo_mysql
--FILE--
<?php
require __DIR__ . '/pdo.inc';
$db = pdo_for_test();
$cases = [
	['SELECT 1', null], ['SELECT 1', [1]], ['SELECT 1', [':a' => 1]],
	['SELECT ?', [1]], ['SELECT ?', []], ['SELECT ?', null], ['SELECT ?', [1 => 2]], ['SELECT ?', [1, 2]],
	['SELECT :a', ['a' => 1]], ['SELECT :a', [':a' => 1]], ['SELECT :a', ['b' => 1]], ['SELECT :a', ['a' => 1, 'b' => 2]],
	['SELECT :a, :b', ['a' => 1]], ['SELECT :a, :b', ['b' => 2, 'a' => 1]], ['SELECT :a, ?', [1]],
	['SELECT :a', [1]], ['SELECT ?', ['a' => 1]], ['SELECT :a, :ab, :a_1', ['a' => 1, 'ab' => 2, 'a_1' => 3]],
	["SELECT '?', \"?:b\", :a, ':b', '\\'?', '''?'", ['a' => 1]],
	["SELECT 1 AS `?`, 2 AS `:b`, ? AS `a``?`", [1]],
	["SELECT ? # ? :b\n, ? -- ? :b\n, ? /* ? :b */", [1, 2, 3]],
	['SELECT 5--? > 7', [3]], ['SELECT @a:=?, @a', [4]],
];
foreach ([true, false] as $emulated) {
	$db->setAttribute(PDO::ATTR_EMULATE_PREPARES, $emulated);
	foreach ($cases as [$sql, $values]) {
		attempt(($emulated ? 'emulated ' : 'native ') . show($sql) . ' ' . show($values), function () use ($db, $sql, $values) {
			$s = $db->prepare($sql);
			return [$s->execute($values), $s->fetch(PDO::FETCH_NUM)];
		});
	}
}
$db->setAttribute(PDO::ATTR_EMULATE_PREPARES, true);
attempt('a name twice', function () use ($db) {
	$s = $db->prepare('SELECT :a, :a, :b');
	return [$s->execute(['a' => "'", 'b' => 2]), $s->fetch(PDO::FETCH_NUM)];
});
$s = $db->prepare('SELECT :a AS a');
$s->bindParam('a', $variable);
foreach ([1, 'x', null] as $variable) {
	$s->execute();
	attempt('by reference', fn() => $s->fetchAll(PDO::FETCH_ASSOC));
}
attempt('sent', function () use ($s) {
	ob_start();
	$s->debugDumpParams();
	return ob_get_clean();
});
/* PHP before 8.6 warns in both. */
foreach ([PDO::ERRMODE_WARNING, PDO::ERRMODE_SILENT] as $mode) {
	print_warnings();
	$db->setAttribute(PDO::ATTR_ERRMODE, $mode);
	$s = $db->prepare('SELECT ?');
	attempt('too many', fn() => [$s->execute([1, 2]), $s->errorCode(), $s->errorInfo()]);
}
--EXPECTF--
emulated "SELECT 1" null: [true,[1]]
emulated "SELECT 1" [1]: ! "HY093" SQLSTATE[HY093]: Invalid parameter number: number of bound variables does not match number of tokens ["HY093",0]
emulated "SELECT 1" {":a":1}: ! "HY093" SQLSTATE[HY093]: Invalid parameter number: number of bound variables does not match number of tokens ["HY093",0]
emulated "SELECT ?" [1]: [true,["1"]]
emulated "SELECT ?" []: ! "42000" SQLSTATE[42000]: Syntax error or access violation: 1064 You have an error in your SQL syntax; check the manual that corresponds to your %s server version for the right syntax to use near '?' at line 1 ["42000",1064,"You have an error in your SQL syntax; check the manual that corresponds to your %s server version for the right syntax to use near '?' at line 1"]
emulated "SELECT ?" null: ! "42000" SQLSTATE[42000]: Syntax error or access violation: 1064 You have an error in your SQL syntax; check the manual that corresponds to your %s server version for the right syntax to use near '?' at line 1 ["42000",1064,"You have an error in your SQL syntax; check the manual that corresponds to your %s server version for the right syntax to use near '?' at line 1"]
emulated "SELECT ?" {"1":2}: ! "HY093" SQLSTATE[HY093]: Invalid parameter number: parameter was not defined ["HY093",0]
emulated "SELECT ?" [1,2]: ! "HY093" SQLSTATE[HY093]: Invalid parameter number: number of bound variables does not match number of tokens ["HY093",0]
emulated "SELECT :a" {"a":1}: [true,["1"]]
emulated "SELECT :a" {":a":1}: [true,["1"]]
emulated "SELECT :a" {"b":1}: ! "HY093" SQLSTATE[HY093]: Invalid parameter number: parameter was not defined ["HY093",0]
emulated "SELECT :a" {"a":1,"b":2}: ! "HY093" SQLSTATE[HY093]: Invalid parameter number: number of bound variables does not match number of tokens ["HY093",0]
emulated "SELECT :a, :b" {"a":1}: ! "HY093" SQLSTATE[HY093]: Invalid parameter number: number of bound variables does not match number of tokens ["HY093",0]
emulated "SELECT :a, :b" {"b":2,"a":1}: [true,["1","2"]]
emulated "SELECT :a, ?" [1]: ! "HY093" SQLSTATE[HY093]: Invalid parameter number: mixed named and positional parameters ["HY093",0]
emulated "SELECT :a" [1]: ! "HY093" SQLSTATE[HY093]: Invalid parameter number: parameter was not defined ["HY093",0]
emulated "SELECT ?" {"a":1}: ! "HY093" SQLSTATE[HY093]: Invalid parameter number: parameter was not defined ["HY093",0]
emulated "SELECT :a, :ab, :a_1" {"a":1,"ab":2,"a_1":3}: [true,["1","2","3"]]
emulated "SELECT '?', \"?:b\", :a, ':b', '\\'?', '''?'" {"a":1}: [true,["?","?:b","1",":b","'?","'?"]]
emulated "SELECT 1 AS `?`, 2 AS `:b`, ? AS `a``?`" [1]: [true,[1,2,"1"]]
emulated "SELECT ? # ? :b\n, ? -- ? :b\n, ? /* ? :b */" [1,2,3]: [true,["1","2","3"]]
emulated "SELECT 5--? > 7" [3]: [true,[1]]
emulated "SELECT @a:=?, @a" [4]: [true,["4","4"]]
native "SELECT 1" null: [true,[1]]
native "SELECT 1" [1]: ! "HY093" SQLSTATE[HY093]: Invalid parameter number ["HY093"]
native "SELECT 1" {":a":1}: ! "HY093" SQLSTATE[HY093]: Invalid parameter number ["HY093"]
native "SELECT ?" [1]: [true,["1"]]
native "SELECT ?" []: ! "HY093" SQLSTATE[HY093]: Invalid parameter number ["HY093"]
native "SELECT ?" null: ! "HY093" SQLSTATE[HY093]: Invalid parameter number ["HY093"]
native "SELECT ?" {"1":2}: ! "HY093" SQLSTATE[HY093]: Invalid parameter number ["HY093"]
native "SELECT ?" [1,2]: ! "HY093" SQLSTATE[HY093]: Invalid parameter number ["HY093"]
native "SELECT :a" {"a":1}: [true,["1"]]
native "SELECT :a" {":a":1}: [true,["1"]]
native "SELECT :a" {"b":1}: ! "HY093" SQLSTATE[HY093]: Invalid parameter number: parameter was not defined ["HY093",0]
native "SELECT :a" {"a":1,"b":2}: ! "HY093" SQLSTATE[HY093]: Invalid parameter number: parameter was not defined ["HY093",0]
native "SELECT :a, :b" {"a":1}: ! "HY093" SQLSTATE[HY093]: Invalid parameter number ["HY093"]
native "SELECT :a, :b" {"b":2,"a":1}: [true,["1","2"]]
native "SELECT :a, ?" [1]: ! "HY093" SQLSTATE[HY093]: Invalid parameter number: mixed named and positional parameters ["HY093",0]
native "SELECT :a" [1]: [true,["1"]]
native "SELECT ?" {"a":1}: ! "HY093" SQLSTATE[HY093]: Invalid parameter number ["HY093"]
native "SELECT :a, :ab, :a_1" {"a":1,"ab":2,"a_1":3}: [true,["1","2","3"]]
native "SELECT '?', \"?:b\", :a, ':b', '\\'?', '''?'" {"a":1}: [true,["?","?:b","1",":b","'?","'?"]]
native "SELECT 1 AS `?`, 2 AS `:b`, ? AS `a``?`" [1]: [true,[1,2,"1"]]
native "SELECT ? # ? :b\n, ? -- ? :b\n, ? /* ? :b */" [1,2,3]: [true,["1","2","3"]]
native "SELECT 5--? > 7" [3]: [true,[1]]
native "SELECT @a:=?, @a" [4]: [true,["4","4"]]
a name twice: [true,["'","'","2"]]
by reference: [{"a":"1"}]
by reference: [{"a":"x"}]
by reference: [{"a":null}]
sent: "SQL: [14] SELECT :a AS a\nSent SQL: [16] SELECT NULL AS a\nParams:  1\nKey: Name: [2] :a\nparamno=-1\nname=[2] \":a\"\nis_param=1\nparam_type=2\n"
  Warning: PDOStatement::execute(): SQLSTATE[HY093]: Invalid parameter number: number of bound variables does not match number of tokens
too many: [false,"HY093",["HY093",null,null]]
%r(  Warning: PDOStatement::execute\(\): SQLSTATE\[HY093\]: Invalid parameter number: number of bound variables does not match number of tokens
)?%rtoo many: [false,"HY093",["HY093",null,null]]

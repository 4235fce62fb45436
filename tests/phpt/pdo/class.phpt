--TEST--
PDO: the class Pdo\Mysql of PHP 8.4 and later
--EXTENSIONS--
pdo_mysql
--SKIPIF--
<?php
if (PHP_VERSION_ID < 80400) {
	die('skip: PHP 8.4 has it');
}
?>
--FILE--
<?php
require __DIR__ . '/pdo.inc';
error_reporting(E_ALL & ~E_DEPRECATED);
$where = [source(), getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD')];
attempt('connect', fn() => PDO::connect(...$where));
attempt('new PDO', fn() => new PDO(...$where));
$db = attempt('new Pdo\Mysql', fn() => new Pdo\Mysql(...$where));
attempt('of another driver', fn() => new Pdo\Mysql('sqlite::memory:'));
attempt('warnings', fn() => [$db->query('SELECT 1 + "x"')->fetchColumn(), $db->getWarningCount()]);
attempt('none', fn() => [$db->query('SELECT 1')->fetchColumn(), $db->getWarningCount()]);
attempt('uninitialised', fn() => (new ReflectionClass('Pdo\Mysql'))->newInstanceWithoutConstructor()->getWarningCount());
$class = new ReflectionClass('Pdo\Mysql');
attempt('class', fn() => [$class->getExtensionName(), $class->getParentClass()->getName(), $class->isCloneable(), $class->isFinal()]);
attempt('serialize', fn() => serialize($db));
foreach ($class->getReflectionConstants() as $constant) {
	$name = $constant->getName();
	if (str_starts_with($name, 'ATTR_') && $constant->getDeclaringClass()->getName() === 'Pdo\Mysql') {
		echo $constant->getType(), " $name = ", $constant->getValue(), constant("PDO::MYSQL_$name") === $constant->getValue() ? '' : ' differs', "\n";
	}
}
attempt('attributes', fn() => [$db->getAttribute(PDO::ATTR_AUTOCOMMIT), $db->getAttribute(PDO::ATTR_EMULATE_PREPARES), $db->getAttribute(Pdo\Mysql::ATTR_USE_BUFFERED_QUERY), $db->getAttribute(PDO::ATTR_FETCH_TABLE_NAMES)]);
attempt('quote', fn() => [$db->quote("a\0'"), $db->quote('a', PDO::PARAM_LOB), $db->quote('a', PDO::PARAM_STR | PDO::PARAM_STR_NATL)]);
attempt('a LOB in an emulated statement', function () use ($db) {
	$s = $db->prepare('SELECT ?');
	$s->bindValue(1, "\xff", PDO::PARAM_LOB);
	$s->execute();
	ob_start();
	$s->debugDumpParams();
	return [bin2hex($s->fetchColumn()), str_contains(ob_get_clean(), "_binary")];
});
attempt('no escaped question mark', fn() => $db->prepare('SELECT ??')->execute([1]));
--EXPECT--
connect: Pdo\Mysql
new PDO: PDO
new Pdo\Mysql: Pdo\Mysql
of another driver: ! 0 could not find driver null
warnings: [1.0,1]
none: [1,0]
uninitialised: ! Error Pdo\Mysql object is uninitialized
class: ["pdo_mysql","PDO",false,false]
serialize: ! Exception Serialization of 'Pdo\Mysql' is not allowed
int ATTR_USE_BUFFERED_QUERY = 1000
int ATTR_LOCAL_INFILE = 1001
int ATTR_INIT_COMMAND = 1002
int ATTR_COMPRESS = 1003
int ATTR_DIRECT_QUERY = 1004
int ATTR_FOUND_ROWS = 1005
int ATTR_IGNORE_SPACE = 1006
int ATTR_SSL_KEY = 1007
int ATTR_SSL_CERT = 1008
int ATTR_SSL_CA = 1009
int ATTR_SSL_CAPATH = 1010
int ATTR_SSL_CIPHER = 1011
int ATTR_SERVER_PUBLIC_KEY = 1012
int ATTR_MULTI_STATEMENTS = 1013
int ATTR_SSL_VERIFY_SERVER_CERT = 1014
int ATTR_LOCAL_INFILE_DIRECTORY = 1015
attributes: [true,true,true,false]
quote: ["'a\\0\\''","_binary'a'","N'a'"]
a LOB in an emulated statement: ["ff",true]
no escaped question mark: ! "HY093" SQLSTATE[HY093]: Invalid parameter number: number of bound variables does not match number of tokens ["HY093",0]

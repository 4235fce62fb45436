--TEST--
PDO: data sources, options of the constructor, attributes, errors of connecting
--EXTENSIONS--
pdo_mysql
--FILE--
<?php
require __DIR__ . '/pdo.inc';
print_warnings();
[$user, $password, $db, $port, $socket] = array_map('getenv', ['MYND_TEST_USER', 'MYND_TEST_PASSWORD', 'MYND_TEST_DB', 'MYND_TEST_PORT', 'MYND_TEST_SOCKET']);
$ask = fn(string $source, ?string $user = null, ?string $password = null, array $options = [], string $sql = 'SELECT DATABASE()') => (new PDO("mysql:$source", $user, $password, $options))->query($sql)->fetchColumn();
attempt('socket', fn() => $ask("unix_socket=$socket;dbname=$db", $user, $password) === $db);
attempt('TCP', fn() => $ask("host=127.0.0.1;port=$port", $user, $password));
attempt('user in the source', fn() => $ask("unix_socket=$socket;dbname=$db;user=$user;password=$password") === $db);
attempt('the constructor wins', fn() => $ask("unix_socket=$socket;user=nobody;password=x", $user, $password));
attempt('localhost is the socket', fn() => $ask("host=localhost;unix_socket=$socket;port=1", $user, $password));
attempt('charset', fn() => $ask("unix_socket=$socket;charset=latin1", $user, $password, [], 'SELECT @@character_set_client'));
attempt('no such charset', fn() => $ask("unix_socket=$socket;charset=nonsense", $user, $password));
attempt('no such socket', fn() => $ask('unix_socket=/nowhere', $user, $password));
attempt('refused', fn() => $ask('host=127.0.0.1;port=1', $user, $password));
attempt('no such database', fn() => $ask("unix_socket=$socket;dbname=mynd_nowhere", $user, $password));
attempt('unknown parts', fn() => $ask("unix_socket=$socket;nonsense=1;;dbname", $user, $password));
$with = fn(array $options, string $sql) => $ask("unix_socket=$socket;dbname=$db", $user, $password, $options, $sql);
attempt('init command', fn() => $with([PDO::MYSQL_ATTR_INIT_COMMAND => 'SET @a = 5'], 'SELECT @a'));
attempt('a wrong one', fn() => $with([PDO::MYSQL_ATTR_INIT_COMMAND => 'SELEC'], 'SELECT 1'));
attempt('found rows', function () use ($with) {
	foreach ([false, true] as $found) {
		$db = pdo_for_test([PDO::MYSQL_ATTR_FOUND_ROWS => $found]);
		$db->exec('CREATE TEMPORARY TABLE t (a INT); INSERT INTO t VALUES (1), (1)');
		$rows[] = $db->exec('UPDATE t SET a = 1');
	}
	return $rows;
});
attempt('one statement', fn() => $with([PDO::MYSQL_ATTR_MULTI_STATEMENTS => false], 'SELECT 1; SELECT 2'));
attempt('several', fn() => $with([], 'SELECT 1; SELECT 2'));
attempt('compressed', fn() => $with([PDO::MYSQL_ATTR_COMPRESS => true], "SHOW SESSION STATUS LIKE 'Compression'"));
attempt('autocommit off', fn() => $with([PDO::ATTR_AUTOCOMMIT => false], 'SELECT @@autocommit'));
$db = pdo_for_test();
foreach (['AUTOCOMMIT', 'EMULATE_PREPARES', 'DEFAULT_FETCH_MODE', 'ERRMODE', 'DRIVER_NAME', 'CLIENT_VERSION', 'CONNECTION_STATUS', 'PERSISTENT', 'PREFETCH', 'TIMEOUT', 'MAX_COLUMN_LEN'] as $name) {
	attempt($name, fn() => is_bool($value = $db->getAttribute(constant("PDO::ATTR_$name"))) ? (int) $value : ($name === 'CLIENT_VERSION' ? $value === 'mysqlnd ' . PHP_VERSION : $value));
}
attempt('SERVER_INFO', fn() => str_starts_with($db->getAttribute(PDO::ATTR_SERVER_INFO), 'Uptime: '));
attempt('SERVER_VERSION', fn() => $db->getAttribute(PDO::ATTR_SERVER_VERSION) === $db->query('SELECT VERSION()')->fetchColumn());
foreach ([PDO::ATTR_AUTOCOMMIT, PDO::ATTR_EMULATE_PREPARES, PDO::ATTR_DEFAULT_STR_PARAM, PDO::ATTR_PREFETCH, 12345] as $attribute) {
	attempt("set $attribute", fn() => [$db->setAttribute($attribute, 1), $db->setAttribute($attribute, 'x')]);
}
attempt('files', fn() => [$db->getAttribute(PDO::MYSQL_ATTR_LOCAL_INFILE), $db->getAttribute(PDO::MYSQL_ATTR_LOCAL_INFILE_DIRECTORY), pdo_for_test([PDO::MYSQL_ATTR_LOCAL_INFILE => true])->getAttribute(PDO::MYSQL_ATTR_LOCAL_INFILE)]);
attempt('transactions', function () use ($db) {
	$db->exec('CREATE TEMPORARY TABLE t (a INT) ENGINE=InnoDB');
	$state = [$db->inTransaction(), $db->beginTransaction(), $db->inTransaction(), $db->exec('INSERT INTO t VALUES (1)'), $db->rollBack(), $db->inTransaction()];
	$db->exec('START TRANSACTION');
	return [...$state, $db->inTransaction(), $db->exec('INSERT INTO t VALUES (1)'), $db->commit(), $db->query('SELECT COUNT(*) FROM t')->fetchColumn()];
});
attempt('commit of none', fn() => $db->commit());
attempt('begin twice', fn() => [$db->beginTransaction(), $db->beginTransaction()]);
$db->rollBack();
attempt('ids', function () use ($db) {
	$db->exec('CREATE TEMPORARY TABLE i (a BIGINT UNSIGNED AUTO_INCREMENT PRIMARY KEY)');
	$ids = [$db->lastInsertId()];
	foreach (['NULL', 'NULL', '18446744073709551614'] as $id) {
		$db->exec("INSERT INTO i VALUES ($id)");
		$ids[] = $db->lastInsertId();
	}
	return $ids;
});
attempt('errors', function () use ($db) {
	$fresh = pdo_for_test([PDO::ATTR_ERRMODE => PDO::ERRMODE_SILENT]);
	return [$fresh->errorCode(), $fresh->errorInfo(), $fresh->exec('SELEC'), $fresh->errorCode(), $fresh->errorInfo()[1], $fresh->exec('DO 0'), $fresh->errorCode(), $fresh->query('SELEC'), $fresh->errorCode(), $fresh->errorInfo()[1]];
});
attempt('warnings', fn() => pdo_for_test([PDO::ATTR_ERRMODE => PDO::ERRMODE_WARNING])->query('SELECT nothing'));
attempt('clone', fn() => clone $db);
attempt('serialize', fn() => serialize($db));
attempt('drivers', fn() => in_array('mysql', PDO::getAvailableDrivers()));
--EXPECTF--
socket: true
TCP: null
user in the source: true
the constructor wins: null
localhost is the socket: null
charset: "latin1"
no such charset: ! 2019 SQLSTATE[HY000] [2019] Unknown character set ["HY000",2019,"Unknown character set"]
no such socket: ! 2002 SQLSTATE[HY000] [2002] No such file or directory ["HY000",2002,"No such file or directory"]
refused: ! 2002 SQLSTATE[HY000] [2002] Connection refused ["HY000",2002,"Connection refused"]
no such database: ! 1049 SQLSTATE[HY000] [1049] Unknown database 'mynd_nowhere' ["HY000",1049,"Unknown database 'mynd_nowhere'"]
unknown parts: null
init command: 5
a wrong one: ! 1064 SQLSTATE[42000] [1064] You have an error in your SQL syntax; check the manual that corresponds to your %s server version for the right syntax to use near 'SELEC' at line 1 ["42000",1064,"You have an error in your SQL syntax; check the manual that corresponds to your %s server version for the right syntax to use near 'SELEC' at line 1"]
found rows: [0,2]
one statement: ! "42000" SQLSTATE[42000]: Syntax error or access violation: 1064 You have an error in your SQL syntax; check the manual that corresponds to your %s server version for the right syntax to use near 'SELECT 2' at line 1 ["42000",1064,"You have an error in your SQL syntax; check the manual that corresponds to your %s server version for the right syntax to use near 'SELECT 2' at line 1"]
several: 1
compressed: "Compression"
autocommit off: 0
AUTOCOMMIT: 1
EMULATE_PREPARES: 1
DEFAULT_FETCH_MODE: 4
ERRMODE: 2
DRIVER_NAME: "mysql"
CLIENT_VERSION: true
CONNECTION_STATUS: "Localhost via UNIX socket"
PERSISTENT: 0
PREFETCH: ! "IM001" SQLSTATE[IM001]: Driver does not support this function: driver does not support that attribute ["IM001",0]
TIMEOUT: ! "IM001" SQLSTATE[IM001]: Driver does not support this function: driver does not support that attribute ["IM001",0]
MAX_COLUMN_LEN: ! "IM001" SQLSTATE[IM001]: Driver does not support this function: driver does not support that attribute ["IM001",0]
SERVER_INFO: true
SERVER_VERSION: true
set 0: ! TypeError Attribute value must be of type bool for selected attribute, string given
set 20: ! TypeError Attribute value must be of type bool for selected attribute, string given
set 21: ! TypeError Attribute value must be of type int for selected attribute, string given
set 1: [false,false]
set 12345: [false,false]
files: [false,null,true]
transactions: [false,true,true,1,true,false,true,1,true,1]
commit of none: ! 0 There is no active transaction null
begin twice: ! 0 There is already an active transaction null
ids: ["0","1","2","18446744073709551614"]
errors: [null,["",null,null],false,"42000",1064,0,"00000",false,"42000",1064]
  Warning: PDO::query(): SQLSTATE[42S22]: Column not found: 1054 Unknown column 'nothing' in '%s'
warnings: false
clone: ! Error Trying to clone an uncloneable object of class PDO
serialize: ! Exception Serialization of 'PDO' is not allowed
drivers: true

--TEST--
Mynd\intercept(): texts of PDO: exec, query, emulated statements, transactions
--EXTENSIONS--
mysqli
pdo_mysql
--FILE--
<?php
require __DIR__ . '/../connect.inc';
error_reporting(E_ALL & ~E_DEPRECATED); /* PDO's constants, from 8.5 on */
use Mynd\{Command, Reply};
$p = new PDO('mysql:unix_socket=' . getenv('MYND_TEST_SOCKET') . ';dbname=' . getenv('MYND_TEST_DB'), getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'));
$log = [];
$answer = fn($c, $next) => $next($c);
$i = Mynd\intercept(function (Command $c, callable $next) use (&$log, &$answer) {
	$log[] = "$c->extension {$c->kind->name} $c->sql" . ($c->inTransaction ? ' *' : '');
	return $answer($c, $next);
});
$p->exec('CREATE TEMPORARY TABLE t (id INT AUTO_INCREMENT PRIMARY KEY, v VARCHAR(20))');
var_dump($p->exec("INSERT INTO t (v) VALUES ('x'), ('y')"), $p->lastInsertId());
$s = $p->prepare('SELECT v FROM t WHERE id = :id');
$s->execute(['id' => 2]);
echo $s->fetchColumn(), "\n";
$p->beginTransaction();
echo $p->query('SELECT 1')->fetchColumn(), "\n";
$p->rollBack();
echo implode("\n", $log), "\n";

echo "-- answers\n";
$kept = Mynd\capture(link_for_test()->query("SELECT 8 AS eight, 'x' AS x UNION SELECT 9, NULL"));
$answer = fn() => Reply::result($kept);
echo json_encode($p->query('SELECT 1')->fetchAll(PDO::FETCH_ASSOC)), "\n";
$s = $p->prepare('SELECT ?');
$s->execute([1]);
echo json_encode([$s->rowCount(), $s->columnCount(), $s->getColumnMeta(0)['name'], $s->fetch(PDO::FETCH_NUM), $s->fetchAll(PDO::FETCH_OBJ)]), "\n";
$p->setAttribute(PDO::MYSQL_ATTR_USE_BUFFERED_QUERY, false);
foreach ($p->query('SELECT 1', PDO::FETCH_NUM) as $row) {
	echo json_encode($row), "\n";
}
$p->setAttribute(PDO::MYSQL_ATTR_USE_BUFFERED_QUERY, true);
var_dump($p->exec('SELECT 1'));
$answer = fn() => Reply::done(5, 77);
var_dump($p->exec('UPDATE'), $p->lastInsertId(), $p->query('DO 1')->rowCount());
$answer = fn() => Reply::failed(1205, 'too long', '40001');
foreach ([PDO::ERRMODE_EXCEPTION, PDO::ERRMODE_SILENT, PDO::ERRMODE_WARNING] as $mode) {
	$p->setAttribute(PDO::ATTR_ERRMODE, $mode);
	try {
		var_dump($p->query('SELECT 1'));
	} catch (PDOException $e) {
		echo $e->getMessage(), ' ', json_encode($e->errorInfo), "\n";
	}
	echo json_encode($p->errorInfo()), "\n";
}

echo "-- exceptions\n";
$answer = fn() => throw new DomainException('no');
foreach ([PDO::ERRMODE_EXCEPTION, PDO::ERRMODE_SILENT, PDO::ERRMODE_WARNING] as $mode) {
	$p->setAttribute(PDO::ATTR_ERRMODE, $mode);
	$s = $p->prepare('SELECT 1');
	foreach ([fn() => $p->query('SELECT 1'), fn() => $p->exec('SELECT 1'), fn() => $s->execute(), fn() => $p->beginTransaction()] as $run) {
		try {
			var_dump($run());
		} catch (DomainException $e) {
			echo $e->getMessage(), ' ', var_export($e->getPrevious(), true), "\n";
		}
	}
}
$i->remove();
echo $p->query('SELECT 3')->fetchColumn(), "\n";

echo "-- the driver's own are not seen\n";
$log = [];
$p = new PDO('mysql:unix_socket=' . getenv('MYND_TEST_SOCKET'), getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'), [PDO::MYSQL_ATTR_INIT_COMMAND => 'SET @x = 1']);
$i = Mynd\intercept(function ($c, $next) use (&$log) { $log[] = $c->sql; return $next($c); });
$s = $p->prepare("SELECT ':x', :x, \"\\\\?\"");
$s->execute(['x' => 1]);
echo json_encode($log), "\n";
?>
--EXPECTF--
int(2)
string(1) "1"
y
1
pdo_mysql Query CREATE TEMPORARY TABLE t (id INT AUTO_INCREMENT PRIMARY KEY, v VARCHAR(20))
pdo_mysql Query INSERT INTO t (v) VALUES ('x'), ('y')
pdo_mysql Query SELECT v FROM t WHERE id = '2'
pdo_mysql Query START TRANSACTION
pdo_mysql Query SELECT 1 *
pdo_mysql Query ROLLBACK *
-- answers
[{"eight":8,"x":"x"},{"eight":9,"x":null}]
[2,2,"eight",[8,"x"],[{"eight":9,"x":null}]]
[8,"x"]
[9,null]
int(0)
int(5)
string(2) "77"
int(5)
SQLSTATE[40001]: Serialization failure: 1205 too long ["40001",1205,"too long"]
["40001",1205,"too long"]
bool(false)
["40001",1205,"too long"]

Warning: PDO::query(): SQLSTATE[40001]: Serialization failure: 1205 too long in %s on line 41
bool(false)
["40001",1205,"too long"]
-- exceptions
no NULL
no NULL
no NULL
no NULL
no NULL
no NULL
no NULL
no NULL
no NULL
no NULL
no NULL
no NULL
3
-- the driver's own are not seen
["SELECT ':x', '1', \"\\\\?\""]

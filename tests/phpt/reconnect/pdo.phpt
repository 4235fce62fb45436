--TEST--
mynd.reconnect: PDO, native and emulated, transactions, the attribute
--EXTENSIONS--
mysqli
pdo_mysql
mynd
--FILE--
<?php
require __DIR__ . '/reconnect.inc';
$watch = link_for_test();
print_warnings();
$watch->query('CREATE TABLE reconnect_pdo (id INT PRIMARY KEY AUTO_INCREMENT, v VARCHAR(99))');
$watch->query("CREATE USER reconnect_pdo IDENTIFIED BY 'of its own, to be known by'");
$watch->query('GRANT ALL ON ' . getenv('MYND_TEST_DB') . '.* TO reconnect_pdo');

function pdo(array $options = [PDO::MYND_ATTR_RECONNECT => true]): PDO
{
	return new PDO('mysql:unix_socket=' . getenv('MYND_TEST_SOCKET') . ';charset=utf8mb4;dbname=' . getenv('MYND_TEST_DB'), 'reconnect_pdo', 'of its own, to be known by', $options);
}
function kill_it(): void
{
	global $watch;
	foreach ($watch->query("SELECT id FROM information_schema.processlist WHERE user = 'reconnect_pdo'")->fetch_all() as [$id]) {
		kill_from_outside($watch, (int) $id);
	}
}
function attempt_pdo(string $label, callable $program): void
{
	try {
		$seen = json_encode($program());
		echo "$label: $seen\n";
	} catch (PDOException $e) {
		echo "$label: ! ", json_encode($e->errorInfo), ' ', $e->getMessage(), "\n";
	}
}

foreach (['emulated' => true, 'native' => false] as $name => $emulate) {
	echo "$name\n";
	$pdo = pdo([PDO::MYND_ATTR_RECONNECT => 1, PDO::ATTR_EMULATE_PREPARES => $emulate]);
	attempt_pdo('  attribute', fn () => $pdo->getAttribute(PDO::MYND_ATTR_RECONNECT));
	$insert = $pdo->prepare('INSERT INTO reconnect_pdo (v) VALUES (?)');
	$select = $pdo->prepare('SELECT COUNT(*) FROM reconnect_pdo WHERE v LIKE :like');
	$insert->execute(["first of $name"]);
	kill_it();
	attempt_pdo('  select', fn () => [$select->execute(['like' => "first of $name"]), $select->fetchColumn(), renewals($pdo)]);
	kill_it();
	attempt_pdo('  insert', fn () => [$insert->execute(["second of $name"]), $insert->rowCount(), $pdo->lastInsertId() > 1, renewals($pdo)]);
	kill_it();
	attempt_pdo('  prepare', fn () => [$pdo->prepare('SELECT 7')->execute(), renewals($pdo)]);
	kill_it();
	attempt_pdo('  exec', fn () => [$pdo->exec("DELETE FROM reconnect_pdo WHERE v LIKE '%of $name'"), renewals($pdo)]);
	kill_it();
	attempt_pdo('  quote and query', fn () => [$pdo->query('SELECT ' . $pdo->quote("it's"))->fetchColumn(), renewals($pdo)]);
	kill_it();
	attempt_pdo('  begin', fn () => [$pdo->beginTransaction(), $pdo->inTransaction(), renewals($pdo)]);
	$insert->execute(['in a transaction']);
	kill_it();
	attempt_pdo('  in it', fn () => $insert->execute(['lost']));
	attempt_pdo('  commit', fn () => $pdo->commit());
	unset($insert, $select, $pdo);
}
attempt('what was not committed', fn () => $watch->query('SELECT COUNT(*) FROM reconnect_pdo')->fetch_column());

echo "with state\n";
$pdo = pdo();
$pdo->exec("SET SESSION sql_mode = 'ANSI'");
kill_it();
attempt_pdo('begin', fn () => $pdo->beginTransaction());
attempt_pdo('not in a transaction', fn () => [$pdo->inTransaction(), Mynd\last_failure($pdo)['may_have_run'], renewals($pdo)]);
$pdo = pdo();
$pdo->setAttribute(PDO::ATTR_AUTOCOMMIT, 0);
kill_it();
attempt_pdo('without autocommit', fn () => $pdo->query('SELECT 1'));
$pdo = pdo([PDO::MYND_ATTR_RECONNECT => true, PDO::MYSQL_ATTR_INIT_COMMAND => "SET SESSION sql_mode = 'ANSI'"]);
kill_it();
attempt_pdo('of an init command', fn () => [$pdo->query('SELECT "id" FROM reconnect_pdo')->fetchAll(), renewals($pdo)]);
$pdo = pdo([PDO::MYND_ATTR_RECONNECT => true, PDO::MYSQL_ATTR_INIT_COMMAND => 'SET @a = 1']);
kill_it();
attempt_pdo('of another one', fn () => $pdo->query('SELECT 1'));

echo "off\n";
foreach ([[], [PDO::MYND_ATTR_RECONNECT => 0]] as $options) {
	$pdo = pdo($options);
	kill_it();
	attempt_pdo('select', fn () => $pdo->query('SELECT 1'));
	attempt_pdo('attribute', fn () => $pdo->getAttribute(PDO::MYND_ATTR_RECONNECT));
}
$pdo = pdo([]);
attempt_pdo('only for the constructor', fn () => $pdo->setAttribute(PDO::MYND_ATTR_RECONNECT, 1));
foreach ([1 => 'on', 0 => 'off'] as $value => $name) {
	$link = mysqli_init();
	$link->options(Mynd\OPT_RECONNECT, $value);
	$link->real_connect(...where());
	kill_from_outside($watch, $link->thread_id);
	attempt("mysqli, $name", fn () => $link->query('SELECT 1')->fetch_column());
}
?>
--CLEAN--
<?php
require __DIR__ . '/../connect.inc';
$link = link_for_test();
$link->query('DROP TABLE IF EXISTS reconnect_pdo');
$link->query('DROP USER IF EXISTS reconnect_pdo');
?>
--EXPECT--
emulated
  attribute: true
  select: [true,1,1]
  insert: [true,1,true,2]
  prepare: [true,3]
  exec: [2,4]
  quote and query: ["it's",5]
  begin: [true,true,6]
  in it: ! ["HY000",2006,"MySQL server has gone away"] SQLSTATE[HY000]: General error: 2006 MySQL server has gone away
  commit: ! ["HY000",2006,"MySQL server has gone away"] SQLSTATE[HY000]: General error: 2006 MySQL server has gone away
native
  attribute: true
  select: [true,1,1]
  insert: [true,1,true,2]
  prepare: [true,3]
  exec: [2,4]
  quote and query: ["it's",5]
  begin: [true,true,6]
  in it: ! ["HY000",2006,"MySQL server has gone away"] SQLSTATE[HY000]: General error: 2006 MySQL server has gone away
  commit: ! ["HY000",2006,"MySQL server has gone away"] SQLSTATE[HY000]: General error: 2006 MySQL server has gone away
what was not committed: "0"
with state
begin: ! ["HY000",2006,"MySQL server has gone away"] SQLSTATE[HY000]: General error: 2006 MySQL server has gone away
not in a transaction: [false,false,0]
without autocommit: ! ["HY000",2006,"MySQL server has gone away"] SQLSTATE[HY000]: General error: 2006 MySQL server has gone away
of an init command: [[],1]
of another one: ! ["HY000",2006,"MySQL server has gone away"] SQLSTATE[HY000]: General error: 2006 MySQL server has gone away
off
select: ! ["HY000",2006,"MySQL server has gone away"] SQLSTATE[HY000]: General error: 2006 MySQL server has gone away
attribute: false
select: ! ["HY000",2006,"MySQL server has gone away"] SQLSTATE[HY000]: General error: 2006 MySQL server has gone away
attribute: false
only for the constructor: false
mysqli, on: "1"
mysqli, off: ! 2006 HY000 MySQL server has gone away

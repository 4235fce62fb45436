--TEST--
Mynd\intercept(): a connect that has worked and is then answered otherwise leaves no connection behind, and none in use in its pool
--EXTENSIONS--
mysqli
pdo_mysql
--INI--
mysqli.max_links=3
--FILE--
<?php
require __DIR__ . '/../connect.inc';
use Mynd\{Command, Kind, Reply};
error_reporting(E_ALL & ~E_DEPRECATED);
/* Connections with a database of this test's own, so that no other test's are counted. */
const OWN = 'mynd_intercept_undone';
$watch = link_for_test();
$watch->query('CREATE DATABASE IF NOT EXISTS ' . OWN);
$connections = fn() => (int) $watch->query("SELECT COUNT(*) FROM information_schema.processlist WHERE db = '" . OWN . "'")->fetch_column();
/* Servers end connections in their own time. */
function until(callable $fn): bool
{
	$end = microtime(true) + 5;
	while (!($ok = $fn()) && microtime(true) < $end) {
		usleep(1000);
	}
	return $ok;
}
$pdo = fn(array $options = []) => new PDO('mysql:unix_socket=' . getenv('MYND_TEST_SOCKET') . ';dbname=' . OWN, getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'), $options);
$ways = [
	'mysqli' => fn() => link_for_test(database: OWN),
	'p:' => fn() => link_for_test(host: 'p:localhost', database: OWN),
	'PDO' => fn() => $pdo(),
	'PDO, persistent' => fn() => $pdo([PDO::ATTR_PERSISTENT => true]),
];
$ends = [
	'refused' => function (Command $c, callable $next) { $next($c); return Reply::failed(1040, 'full'); },
	'thrown' => function (Command $c, callable $next) { $next($c); throw new DomainException('thrown'); },
];
$end = null;
Mynd\intercept(function (Command $c, callable $next) use (&$end) {
	return $end !== null && $c->kind === Kind::Connect ? $end($c, $next) : $next($c);
});
foreach ($ways as $way => $connect) {
	foreach ($ends as $name => $end) {
		$before = $connections();
		for ($i = 0; $i < 5; $i++) { /* more than max_links */
			try {
				$connect();
				echo "connected\n";
			} catch (DomainException | mysqli_sql_exception | PDOException $e) {
				$i === 4 and printf("%s, %s: %s %s, ", $way, $name, $e::class, $e->getCode());
			}
		}
		$end = null;
		$idle = array_sum(array_column(Mynd\pools(), 'idle'));
		$live = array_sum(array_column(Mynd\pools(), 'live'));
		echo until(fn() => $connections() - $before <= $idle) ? 'nothing is left' : $connections() - $before . ' are left', $live === $idle ? '' : ", $live live, $idle idle", "\n";
	}
}
/* The program's own object goes on. */
$m = mysqli_init();
$end = $ends['refused'];
attempt('refused', fn() => $m->real_connect(...where()));
$end = null;
attempt('connected', fn() => $m->real_connect(...where()));
attempt('in use', fn() => $m->query('SELECT 1')->fetch_row());
?>
--CLEAN--
<?php
require __DIR__ . '/../connect.inc';
link_for_test()->query('DROP DATABASE IF EXISTS mynd_intercept_undone');
?>
--EXPECT--
mysqli, refused: mysqli_sql_exception 1040, nothing is left
mysqli, thrown: DomainException 0, nothing is left
p:, refused: mysqli_sql_exception 1040, nothing is left
p:, thrown: DomainException 0, nothing is left
PDO, refused: PDOException 1040, nothing is left
PDO, thrown: DomainException 0, nothing is left
PDO, persistent, refused: PDOException 1040, nothing is left
PDO, persistent, thrown: DomainException 0, nothing is left
refused: ! 1040 HY000 full
connected: true
in use: ["1"]

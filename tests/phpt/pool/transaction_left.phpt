--TEST--
Mynd\transaction(): nothing of a function that throws is committed, whatever it leaves behind: unread replies, a caught deadlock, a lost connection, an end of the program
--EXTENSIONS--
mysqli
pdo_mysql
--INI--
mynd.shared_pool=0
mynd.persistent=asked
mynd.fiber_turns=1
--FILE--
<?php
require __DIR__ . '/pool.inc';
use Mynd\Pool;
use function Mynd\transaction;

const DEADLOCK = "SIGNAL SQLSTATE '40001' SET MYSQL_ERRNO = 1213, MESSAGE_TEXT = 'Deadlock'";
$admin = link_for_test();
$admin->query('CREATE TABLE pool_left (id INT PRIMARY KEY) ENGINE=InnoDB');

/** The table's rows, as another connection sees them; the table is empty afterwards. */
function rows(): string
{
	global $admin;
	$rows = array_column($admin->query('SELECT id FROM pool_left ORDER BY id')->fetch_all(), 0);
	$admin->query('DELETE FROM pool_left');
	return '[' . implode(' ', $rows) . ']';
}
function insert(mysqli|PDO $db, int $id): void
{
	$db->query("INSERT INTO pool_left VALUES ($id)");
}
function no(): never
{
	throw new DomainException('no');
}
/** A function that inserts 1, does something, and throws; then one that inserts 2. */
function around(string $name, mysqli|PDO $db, callable $leaves): void
{
	global $kept;
	echo "$name: ", outcome(fn() => transaction($db, function ($db) use ($leaves) {
		insert($db, 1);
		$GLOBALS['kept'] = $leaves($db);
		no();
	})), '; ', outcome(fn() => transaction($db, fn($db) => insert($db, 2)) ?? 'then'), ' ', rows(), "\n";
	$kept = null;
}

echo "-- unread replies\n";
const ROWS = 'SELECT 1 UNION SELECT 2';
$ways = [
	'an unbuffered result' => fn($db) => $db->query(ROWS, MYSQLI_USE_RESULT),
	'an asynchronous query' => fn($db) => $db->query(ROWS, MYSQLI_ASYNC),
	'several results' => fn($db) => $db->multi_query(ROWS . '; ' . ROWS),
	'a statement' => function ($db) {
		$statement = $db->prepare(ROWS);
		$statement->execute();
		$statement->bind_result($one);
		$statement->fetch();
		return $statement;
	},
	'a pipeline' => function ($db) {
		$pipeline = Mynd\pipeline($db, [ROWS, ROWS, ROWS]);
		$pipeline->current();
		return $pipeline;
	},
];
foreach ($ways as $name => $way) {
	around($name, link_for_test(), $way);
}
around('of PDO', pdo_for_test([PDO::MYSQL_ATTR_USE_BUFFERED_QUERY => false]), function ($db) {
	$statement = $db->query(ROWS);
	$statement->fetch();
	return $statement;
});
$calls = 0;
$db = link_for_test();
echo 'a repetition: ', transaction($db, function ($db) {
	insert($db, ++$GLOBALS['calls']);
	if ($GLOBALS['calls'] === 1) {
		foreach ($db->query(ROWS, MYSQLI_USE_RESULT) as $row) {
			$GLOBALS['admin']->query(DEADLOCK);
		}
	}
	return $GLOBALS['calls'];
}, 1), ' ', rows(), "\n";
echo 'in a savepoint: ', transaction($db, function ($db) {
	insert($db, 1);
	return outcome(fn() => transaction($db, function ($db) {
		insert($db, 2);
		$GLOBALS['kept'] = $db->query(ROWS, MYSQLI_USE_RESULT);
		no();
	}));
}), ' ', rows(), "\n";
$kept = null;

echo "-- a caught deadlock\n";
foreach (['mysqli' => link_for_test(), 'PDO' => pdo_for_test()] as $name => $db) {
	$caught = fn($db) => outcome(fn() => $db->query(DEADLOCK));
	$work = function ($db, callable $deadlock, bool $inside) {
		insert($db, ++$GLOBALS['calls']);
		if ($GLOBALS['calls'] === 1) {
			$deadlock($db);
		}
		return $inside ? transaction($db, fn() => $GLOBALS['calls']) : $GLOBALS['calls'];
	};
	foreach ([[$caught, false], [$caught, true], [fn($db) => outcome(fn() => transaction($db, $caught)), false]] as [$deadlock, $inside]) {
		$calls = 0;
		echo "$name: ", outcome(fn() => transaction($db, fn($db) => $work($db, $deadlock, $inside))), ' ', rows();
		$calls = 0;
		echo ', repeated: ', outcome(fn() => transaction($db, fn($db) => $work($db, $deadlock, $inside), 1)), ' ', rows(), "\n";
	}
}

echo "-- a savepoint that cannot be restored\n";
$db = link_for_test();
echo outcome(fn() => transaction($db, function ($db) {
	insert($db, 1);
	outcome(fn() => transaction($db, function ($db) {
		insert($db, 2);
		$db->query('RELEASE SAVEPOINT mynd_2');
		no();
	}));
	return 'the outer one goes on';
})), ' ', rows(), "\n";

echo "-- another connection behind the object\n";
echo outcome(fn() => transaction($db, function ($db) {
	insert($db, 1);
	$db->real_connect('localhost', getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'), getenv('MYND_TEST_DB'), null, getenv('MYND_TEST_SOCKET'));
	insert($db, 2);
})), ' ', rows(), "\n";
$pool = new Pool(fn() => link_for_test(), 1);
echo outcome(fn() => $pool->transaction(function ($db) use ($pool) {
	insert($db, 1);
	$pool->release($db);
	outcome(fn() => $pool->query('SELECT secret_of_another_user'));
})), ' ', rows(), "\n";

echo "-- without autocommit\n";
$pool = new Pool(function () {
	$db = link_for_test();
	$db->autocommit(false);
	$db->query('SELECT * FROM pool_left');
	return $db;
}, 1);
$pool->transaction(fn($db) => insert($db, 1));
$pool = new Pool(function () {
	$db = pdo_for_test([PDO::ATTR_AUTOCOMMIT => 0]);
	$db->query('SELECT * FROM pool_left')->fetchAll();
	return $db;
}, 1);
$pool->transaction(fn($db) => insert($db, 2));
echo rows(), "\n";

echo "-- methods that are overridden\n";
class Refuses extends mysqli
{
	public bool $answer = false;
	public function &commit(int $flags = 0, ?string $name = null): bool
	{
		return $this->answer;
	}
}
$db = new Refuses('localhost', getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'), getenv('MYND_TEST_DB'), null, getenv('MYND_TEST_SOCKET'));
echo outcome(fn() => transaction($db, fn($db) => insert($db, 1))), ' ', rows(), "\n";

echo "-- fibers in turns\n";
$db = link_for_test();
/* the server renews that table ten times a second at most */
$level = fn($db) => [$db->query('SELECT SLEEP(0.15)'), $db->query('SELECT trx_isolation_level FROM information_schema.innodb_trx WHERE trx_mysql_thread_id = CONNECTION_ID()')->fetch_row()[0]][1];
Loop::start(fn() => $db->query('SELECT SLEEP(0.1)'));
foreach (['serializable', null, 'read uncommitted'] as $i => $isolation) {
	Loop::start(fn() => note(transaction($db, function ($db) use ($i, $level) {
		insert($db, $i);
		return strtolower($level($db)) . ',';
	}, 0, $isolation)));
}
Loop::run();
print_log();
echo rows(), "\n";

echo "-- a shared connection, a dropped fiber\n";
$fiber = Loop::start(fn() => transaction($db, function ($db) {
	insert($db, 1);
	note('inserted');
	Fiber::suspend();
}));
run_until_noted(1);
unset($fiber);
gc_collect_cycles();
transaction($db, fn($db) => insert($db, 2));
echo rows(), "\n";

echo "-- the end of the program\n";
foreach (['exit' => 'exit;', 'exit in the program\'s own transaction' => 'own exit;', 'unread' => '$db->query("SELECT 1 UNION SELECT 2", MYSQLI_USE_RESULT); exit;', 'fatal' => 'eval("function twice() {} function twice() {}");'] as $name => $end) {
	$program = '$db = new mysqli("localhost", getenv("MYND_TEST_USER"), getenv("MYND_TEST_PASSWORD"), getenv("MYND_TEST_DB"), null, getenv("MYND_TEST_SOCKET"));
		register_shutdown_function(function () use ($db) {
			try {
				Mynd\transaction($db, fn($db) => $db->query("INSERT INTO pool_left VALUES (2)"));
				$db->begin_transaction();
			} catch (Throwable $e) {
				echo $e->getMessage();
			}
		});
		' . ($own = str_starts_with($end, 'own') ? '$db->begin_transaction(); $db->query("INSERT INTO pool_left VALUES (3)");' : '') . '
		Mynd\transaction($db, function ($db) {
			$db->query("INSERT INTO pool_left VALUES (1)");
			' . substr($end, strlen($own) > 0 ? 4 : 0) . '
		});';
	echo "$name: ", shell_exec(getenv('MYND_PHP_CMD') . ' -d display_errors=0 -d log_errors=0 -r ' . escapeshellarg($program)), ' ', rows(), "\n";
}
?>
--CLEAN--
<?php
require __DIR__ . '/../connect.inc';
link_for_test()->query('DROP TABLE IF EXISTS pool_left');
?>
--EXPECT--
-- unread replies
an unbuffered result: DomainException: no; then [2]
an asynchronous query: DomainException: no; then [2]
several results: DomainException: no; then [2]
a statement: DomainException: no; then [2]
a pipeline: DomainException: no; then [2]
of PDO: DomainException: no; then [2]
a repetition: 2 [2]
in a savepoint: DomainException: no [1]
-- a caught deadlock
mysqli: mysqli_sql_exception: Deadlock found when trying to get lock; try restarting transaction [], repeated: 2 [2]
mysqli: mysqli_sql_exception: Deadlock found when trying to get lock; try restarting transaction [], repeated: 2 [2]
mysqli: mysqli_sql_exception: Deadlock found when trying to get lock; try restarting transaction [], repeated: 2 [2]
PDO: PDOException: SQLSTATE[40001]: Serialization failure: 1213 Deadlock found when trying to get lock; try restarting transaction [], repeated: 2 [2]
PDO: PDOException: SQLSTATE[40001]: Serialization failure: 1213 Deadlock found when trying to get lock; try restarting transaction [], repeated: 2 [2]
PDO: PDOException: SQLSTATE[40001]: Serialization failure: 1213 Deadlock found when trying to get lock; try restarting transaction [], repeated: 2 [2]
-- a savepoint that cannot be restored
DomainException: no []
-- another connection behind the object
mysqli_sql_exception: MySQL server has gone away [2]
mysqli_sql_exception: MySQL server has gone away []
-- without autocommit
[1 2]
-- methods that are overridden
mysqli_sql_exception: commit() has returned false []
-- fibers in turns
serializable, repeatable read, read uncommitted,
[0 1 2]
-- a shared connection, a dropped fiber
[2]
-- the end of the program
exit:  [2]
exit in the program's own transaction:  [2 3]
unread: MySQL server has gone away []
fatal: Mynd\transaction(): a fatal error has interrupted a transaction on this connection, which must be rolled back first []

--TEST--
Mynd\transaction(), Mynd\Pool::transaction(): begin, commit, rollback, savepoints, isolation, repetitions, by mysqli and PDO, in every report mode
--EXTENSIONS--
mysqli
pdo_mysql
--INI--
mynd.shared_pool=0
mynd.persistent=asked
--FILE--
<?php
require __DIR__ . '/pool.inc';
use Mynd\Pool;
use function Mynd\transaction;

const DEADLOCK = "SIGNAL SQLSTATE '40001' SET MYSQL_ERRNO = 1213, MESSAGE_TEXT = 'Deadlock'";
$admin = link_for_test();
$admin->query('CREATE TABLE pool_transactions (id INT PRIMARY KEY, a INT) ENGINE=InnoDB');
$isolation = is_mariadb($admin) && $admin->server_version < 110100 ? '@@tx_isolation' : '@@transaction_isolation';

/** The table's rows, as another connection sees them; the table is empty afterwards. */
function rows(): string
{
	global $admin;
	$rows = array_column($admin->query('SELECT id FROM pool_transactions ORDER BY id')->fetch_all(), 0);
	$admin->query('TRUNCATE pool_transactions');
	return '[' . implode(' ', $rows) . ']';
}
function insert(mysqli|PDO $db, int $id): void
{
	$db->query("INSERT INTO pool_transactions VALUES ($id, 0)");
}
function called(): int
{
	return ++$GLOBALS['calls'];
}
function fails(string $message): never
{
	throw new DomainException($message);
}

foreach (['mysqli' => link_for_test(...), 'PDO' => pdo_for_test(...)] as $name => $connect) {
	echo "-- $name\n";
	$db = $connect();
	echo 'returns ', transaction($db, function ($same) use ($db) {
		insert($same, 1);
		return $same === $db ? 'what the function returns' : 'another connection';
	}), ' ', rows(), "\n";
	echo outcome(fn () => transaction($db, function ($db) {
		insert($db, 2);
		fails('thrown on');
	})), ' ', rows(), "\n";
	echo 'savepoints: ', transaction($db, function ($db) {
		insert($db, 1);
		$inner = outcome(fn () => transaction($db, function ($db) {
			insert($db, 2);
			transaction($db, fn () => insert($db, 3));
			fails('inner');
		}));
		transaction($db, function ($db) {
			insert($db, 4);
			echo outcome(fn () => transaction($db, function ($db) {
				insert($db, 5);
				fails('innermost');
			})), ', ';
		});
		return $inner;
	}), ' ', rows(), "\n";
	$calls = 0;
	echo transaction($db, function ($db) {
		insert($db, called());
		$GLOBALS['calls'] < 3 && $db->query(DEADLOCK);
		return "$GLOBALS[calls] calls";
	}, retries: 5), ' ', rows(), "\n";
	$calls = 0;
	echo outcome(fn () => transaction($db, function ($db) {
		insert($db, called());
		$db->query(DEADLOCK);
	}, 2)), ", $calls calls ", rows(), "\n";
	$calls = 0;
	echo 'in an exception of an application: ', transaction($db, function ($db) {
		try {
			called() > 1 || $db->query(DEADLOCK);
		} catch (Exception $e) {
			throw new DomainException('a word of the application', 7, $e);
		}
		return $GLOBALS['calls'];
	}, 1), " calls\n";
	$calls = 0;
	echo 'another error: ', outcome(fn () => transaction($db, function ($db) {
		called();
		$db->query('SELECT nope');
	}, 5)), ", $calls call\n";
	$calls = 0;
	echo 'a savepoint is not repeated: ', outcome(fn () => transaction($db, fn ($db) => transaction($db, function ($db) {
		called();
		$db->query(DEADLOCK);
	}, 3), 1)), ", $calls calls\n";
	foreach (['read uncommitted', 'Serializable', null] as $level) {
		echo transaction($db, function ($db) use ($name) {
			insert($db, 1);
			return $name === 'PDO' ? $db->query('SELECT 1')->fetchColumn() : $db->query('SELECT 1')->fetch_column();
		}, isolation: $level), rows(), ' ';
	}
	echo "\n", outcome(fn () => transaction($db, fn ($db) => transaction($db, 'var_dump', 0, 'serializable'))), "\n";
	echo outcome(fn () => transaction($db, 'var_dump', -1)), "\n", outcome(fn () => transaction($db, 'var_dump', 0, 'chaos')), "\n";
	echo 'what ends the transaction by itself: ', transaction($db, function ($db) {
		insert($db, 1);
		$db->query('CREATE TABLE pool_transactions_ddl (a INT)');
		$db->query('DROP TABLE pool_transactions_ddl');
		return 'no error';
	}), ' ', rows(), "\n";
	echo 'a lost connection: ', outcome(fn () => transaction($db, function ($db) use ($admin, $name) {
		insert($db, 1);
		$admin->kill($name === 'PDO' ? $db->query('SELECT CONNECTION_ID()')->fetchColumn() : $db->thread_id);
		$db->query('SELECT 1');
	}, 3)), ' ', rows(), "\n";
	unset($db);
}

echo "-- a session that is dirty reads\n";
[$a, $b] = [link_for_test(), link_for_test()];
$b->begin_transaction();
insert($b, 9);
echo transaction($a, fn ($a) => $a->query('SELECT COUNT(*) FROM pool_transactions')->fetch_column(), isolation: 'read uncommitted'), ' ', transaction($a, fn ($a) => $a->query('SELECT COUNT(*) FROM pool_transactions')->fetch_column()), "\n";
$b->rollback();

echo "-- a real deadlock\n";
for ($i = 1; $i <= 20; $i++) {
	insert($admin, $i);
}
$calls = 0;
echo transaction($a, function ($a) use ($b) {
	if (called() === 2) {
		$b->reap_async_query();
		$b->commit();
	}
	$a->query('UPDATE pool_transactions SET a = a + 1 WHERE id = 1');
	if ($GLOBALS['calls'] === 1) {
		$b->begin_transaction();
		$b->query('UPDATE pool_transactions SET a = a + 1 WHERE id > 1');
		$b->query('UPDATE pool_transactions SET a = a + 1 WHERE id = 1', MYSQLI_ASYNC);
		while ((int) link_for_test()->query("SELECT COUNT(*) FROM information_schema.innodb_trx WHERE trx_state = 'LOCK WAIT'")->fetch_column() === 0) {
			usleep(150000); /* InnoDB makes the table anew if nobody has read it for a tenth of a second */
		}
	}
	$a->query('UPDATE pool_transactions SET a = a + 1 WHERE id = 2');
	return "$GLOBALS[calls] calls";
}, retries: 3), ': ', implode(' ', $admin->query('SELECT a FROM pool_transactions WHERE id < 4 ORDER BY id')->fetch_all()[0]), ' ', $admin->query('SELECT SUM(a) FROM pool_transactions')->fetch_column(), ' ', rows(), "\n";

echo "-- errors that are not thrown\n";
mysqli_report(MYSQLI_REPORT_OFF);
$a = link_for_test();
$admin->kill($a->thread_id);
echo outcome(fn () => transaction($a, 'var_dump')), "\n";
$pdo = pdo_for_test([PDO::ATTR_ERRMODE => PDO::ERRMODE_SILENT]);
$admin->kill($pdo->query('SELECT CONNECTION_ID()')->fetchColumn());
echo outcome(fn () => transaction($pdo, 'var_dump')), "\n";
echo outcome(fn () => transaction(mysqli_init(), 'var_dump')), "\n";
mysqli_report(MYSQLI_REPORT_ERROR | MYSQLI_REPORT_STRICT);

echo "-- a pool\n";
$pool = new Pool(fn () => link_for_test(), 1);
echo $pool->transaction(function ($db) {
	insert($db, 1);
	return 'done';
}), ' ', rows(), "\n";
$calls = 0;
echo $pool->transaction(function ($db) {
	insert($db, called());
	$GLOBALS['calls'] > 1 || $db->query(DEADLOCK);
	return "$GLOBALS[calls] calls";
}, retries: 1), ' ', rows(), "\n";
echo outcome(fn () => $pool->transaction(function ($db) {
	insert($db, 3);
	fails('thrown on');
})), ' ', rows(), "\n";
echo outcome(fn () => $pool->transaction(fn ($db) => $pool->transaction('var_dump', timeout: 0))), "\n";
foreach ([['var_dump', -1], ['var_dump', 0, 'chaos'], ['var_dump', 0, null, -1]] as $arguments) {
	echo outcome(fn () => $pool->transaction(...$arguments)), "\n";
}
$numbers = $pool->stats();
echo "in use: $numbers[in_use], idle: $numbers[idle]\n";

echo "-- a fiber that is dropped in its transaction\n";
$fiber = Loop::start(fn () => $pool->transaction(function ($db) {
	insert($db, 1);
	note('inserted');
	Fiber::suspend();
}));
run_until_noted(1);
unset($fiber);
gc_collect_cycles();
echo $pool->use(fn ($db) => $db->query('SELECT COUNT(*) FROM pool_transactions')->fetch_column()), ' ', rows(), "\n";
?>
--CLEAN--
<?php
require __DIR__ . '/../connect.inc';
link_for_test()->query('DROP TABLE IF EXISTS pool_transactions, pool_transactions_ddl');
?>
--EXPECT--
-- mysqli
returns what the function returns [1]
DomainException: thrown on []
savepoints: DomainException: innermost, DomainException: inner [1 4]
3 calls [3]
mysqli_sql_exception: Deadlock, 3 calls []
in an exception of an application: 2 calls
another error: mysqli_sql_exception: Unknown column 'nope' in 'SELECT', 1 call
a savepoint is not repeated: mysqli_sql_exception: Deadlock, 2 calls
1[1] 1[1] 1[1] 
ValueError: The isolation level of a transaction cannot change once it is open
ValueError: Mynd\transaction(): Argument #3 ($retries) must be 0 or more
ValueError: Mynd\transaction(): Argument #4 ($isolation) must be "read uncommitted", "read committed", "repeatable read", or "serializable"
what ends the transaction by itself: no error [1]
a lost connection: mysqli_sql_exception: MySQL server has gone away []
-- PDO
returns what the function returns [1]
DomainException: thrown on []
savepoints: DomainException: innermost, DomainException: inner [1 4]
3 calls [3]
PDOException: SQLSTATE[40001]: Serialization failure: 1213 Deadlock, 3 calls []
in an exception of an application: 2 calls
another error: PDOException: SQLSTATE[42S22]: Column not found: 1054 Unknown column 'nope' in 'SELECT', 1 call
a savepoint is not repeated: PDOException: SQLSTATE[40001]: Serialization failure: 1213 Deadlock, 2 calls
1[1] 1[1] 1[1] 
ValueError: The isolation level of a transaction cannot change once it is open
ValueError: Mynd\transaction(): Argument #3 ($retries) must be 0 or more
ValueError: Mynd\transaction(): Argument #4 ($isolation) must be "read uncommitted", "read committed", "repeatable read", or "serializable"
what ends the transaction by itself: no error [1]
a lost connection: PDOException: SQLSTATE[HY000]: General error: 2006 MySQL server has gone away []
-- a session that is dirty reads
1 0
-- a real deadlock
2 calls: 2 22 [1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20]
-- errors that are not thrown
mysqli_sql_exception: MySQL server has gone away
PDOException: SQLSTATE[HY000]: General error: 2006 MySQL server has gone away
Error: mysqli object is not fully initialized
-- a pool
done [1]
2 calls [2]
DomainException: thrown on []
Mynd\PoolExhausted: Mynd\Pool: all 1 connections are in use, and this call does not wait. The one in use for longest: N seconds, acquired at transaction.php:168
ValueError: Mynd\Pool::transaction(): Argument #2 ($retries) must be 0 or more
ValueError: Mynd\Pool::transaction(): Argument #3 ($isolation) must be "read uncommitted", "read committed", "repeatable read", or "serializable"
ValueError: Mynd\Pool::transaction(): Argument #4 ($timeout) must be a number of seconds, 0 or more
in use: 0, idle: 1
-- a fiber that is dropped in its transaction
0 []

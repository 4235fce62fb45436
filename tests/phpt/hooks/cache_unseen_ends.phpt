--TEST--
The query cache: no old answer after writes whose end the program does not see, nor by a session with other databases
--EXTENSIONS--
mysqli
pdo_mysql
--FILE--
<?php
require __DIR__ . '/cache.inc';
use Mynd\Cache\{MemoryStore, Rules};

$m = link_for_test();
foreach (['cache_unseen', 'cache_unseen_two'] as $table) {
	create_anew($m, 'TABLE', $table, '(id INT PRIMARY KEY, v INT) ENGINE=InnoDB');
}
$m->query('DROP DATABASE IF EXISTS cache_unseen_other');
$m->query('CREATE DATABASE cache_unseen_other');
$m->query('CREATE TABLE cache_unseen_other.cache_unseen (id INT, v INT)');
$m->query('INSERT INTO cache_unseen_other.cache_unseen VALUES (1, 99)');

/** Waits until everybody sees what a connection was told to write: it may not even have begun. */
function wait_for_write(): void
{
	global $m;
	while ($m->query('SELECT /* mynd:ttl=0 */ v FROM cache_unseen')->fetch_column() < 2) {
		usleep(1000);
	}
}

function pdo(): PDO
{
	return new PDO('mysql:unix_socket=' . getenv('MYND_TEST_SOCKET') . ';dbname=' . getenv('MYND_TEST_DB'), getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'), [PDO::ATTR_EMULATE_PREPARES => false]);
}

/** What a reader is told before a write, in its middle if it asks then, and after it. */
function reads(string $label, callable $write): void
{
	global $m;
	cache_with(new Rules(all: 60), new MemoryStore(), invalidates: true);
	foreach (['cache_unseen', 'cache_unseen_two'] as $table) {
		$m->query("REPLACE INTO $table VALUES (1, 1)");
	}
	$reader = link_for_test();
	$said = [];
	$ask = static function () use ($reader, &$said): void {
		$said[] = $reader->query('SELECT v FROM cache_unseen')->fetch_column() ?? '-';
	};
	$ask();
	$ask();
	$write(link_for_test(), $ask);
	$ask();
	$ask();
	echo "$label: ", implode(' ', array_map(static fn ($value) => $value === false ? '-' : $value, $said)), "\n";
}

$update = 'UPDATE cache_unseen SET v = v + 1';
reads('the reader asks again', static fn () => null);
reads('EXECUTE earlier', static function (mysqli $link) use ($update) {
	$link->query("PREPARE p FROM 'SELECT 1'");
	$link->query('EXECUTE p')->free();
	$link->query($update);
});
reads('EXECUTE earlier, a transaction', static function (mysqli $link, callable $ask) use ($update) {
	$link->query("PREPARE p FROM 'SELECT 1'");
	$link->query('EXECUTE p')->free();
	$link->begin_transaction();
	$link->query($update);
	$ask();
	$link->commit();
});
reads('DELETE ... USING', static fn (mysqli $link) => $link->query('DELETE FROM y USING cache_unseen AS y JOIN cache_unseen_two ON y.id = cache_unseen_two.id'));
reads('nobody takes the reply', static function (mysqli $link, callable $ask) use ($update) {
	$link->query($update, MYSQLI_ASYNC);
	wait_for_write();
	$ask();
	unset($link);
});
reads('nobody takes the reply of a statement of PDO', static function (mysqli $unused, callable $ask) use ($update) {
	$link = pdo();
	$statement = $link->prepare($update, [PDO::MYND_ATTR_ASYNC => true]);
	$statement->execute();
	wait_for_write();
	unset($statement, $link);
});
/* What fails before it runs ends neither a transaction nor a lock, and what is read in them is no answer. */
reads('a statement is refused when it is prepared', static function (mysqli $unused, callable $ask) use ($update) {
	$link = pdo();
	$link->beginTransaction();
	$link->exec($update);
	try {
		$link->prepare('UPDATE cache_unseen PARTITION (p0) SET v = 5', [PDO::MYND_ATTR_ASYNC => true])->execute();
	} catch (PDOException $e) {
		echo $e->errorInfo[1];
	}
	foreach (['its own' => $link, 'what another reads' => pdo()] as $whose => $asks) {
		echo ", $whose: ", $asks->query('SELECT v FROM cache_unseen')->fetchColumn();
	}
	echo "\n";
	$ask();
	$link->commit();
});
reads('tables stay locked', static function (mysqli $link, callable $ask) use ($m) {
	$sql = 'SELECT v AS two FROM cache_unseen_two';
	echo $m->query($sql)->fetch_column(), ' ', link_for_test()->query($sql)->fetch_column();
	$link->query('/* x */ LOCK TABLES cache_unseen WRITE');
	foreach (['INSERT INTO cache_unseen VALUES (1, 2)', $sql] as $fails) {
		try {
			$link->query($fails);
		} catch (mysqli_sql_exception $e) {
			echo ' ', $e->getCode();
		}
	}
	echo ' ', link_for_test()->query($sql)->fetch_column(), "\n";
	$link->query('UNLOCK TABLES');
	$ask();
});
/* The wait of one call ends by an exception when the server has done what it was told, or before. */
$cut = static function (callable $program, ?callable $ask = null): void {
	Mynd\waiter(static function () use ($ask) {
		Mynd\waiter(null);
		$ask === null ? wait_for_write() : $ask();
		throw new RuntimeException('cut');
	}, true);
	try {
		$program();
		echo "it was not cut\n";
	} catch (RuntimeException) {
	}
	Mynd\waiter(null);
	wait_for_write();
};
reads('a wait is cut', static fn (mysqli $link) => $cut(fn () => $link->query($update)));
reads('a wait is cut before the server has done it', static fn (mysqli $link, callable $ask) => $cut(fn () => $link->query("UPDATE cache_unseen SET v = v + 1 WHERE SLEEP(0.2) = 0"), $ask));
reads('the wait of a COMMIT is cut', static function (mysqli $link, callable $ask) use ($update, $cut) {
	$link->begin_transaction();
	$link->query($update);
	$ask();
	$cut(fn () => $link->commit());
});
reads('a connection is lost', static function (mysqli $link, callable $ask) use ($m) {
	$link->options(MYSQLI_OPT_READ_TIMEOUT, 1);
	$link->real_connect(...where());
	try {
		$link->query('UPDATE cache_unseen SET v = v + 1 WHERE SLEEP(1.2) = 0');
	} catch (mysqli_sql_exception $e) {
		echo $e->getCode(), "\n";
	}
	$ask();
	wait_for_write();
});
reads('a thousand sessions begin in a transaction', static function (mysqli $link, callable $ask) use ($update) {
	$link->begin_transaction();
	$link->query($update);
	for ($i = 0; $i < 1001; $i++) {
		link_for_test()->close();
	}
	$ask();
	$link->commit();
});
reads('a statement of another database', static function (mysqli $link) use ($update) {
	$statement = $link->prepare($update);
	$link->query('USE cache_unseen_other');
	$statement->execute();
});

/* What is read by a statement of another database is no answer for others. */
cache_with(new Rules(all: 60), new MemoryStore());
$link = link_for_test();
$statement = $link->prepare('SELECT v FROM cache_unseen');
$link->select_db('cache_unseen_other');
$statement->execute();
echo 'prepared before: ', $statement->get_result()->fetch_column();
$other = link_for_test(database: 'cache_unseen_other');
echo ', another connection: ', $other->execute_query('SELECT v FROM cache_unseen')->fetch_column(), "\n";

/* Sessions that are over are forgotten, and no others. */
cache_with(new Rules(all: 60), new MemoryStore());
$link = link_for_test();
$link->query("SET time_zone = '+01:00'");
three_times('at first', static fn () => $link->query('SELECT v FROM cache_unseen')->fetch_column());
$before = Mynd\open_sessions();
for ($i = 0; $i < 1010; $i++) {
	link_for_test()->close();
}
var_dump(Mynd\open_sessions() === $before);
three_times('after 1,010 sessions', static fn () => $link->query('SELECT v FROM cache_unseen WHERE 1 = 1')->fetch_column());
$pool = new Mynd\Pool(static fn () => link_for_test(), maximum: 2);
for ($i = 0; $i < 1010; $i++) {
	$pool->use(static fn (mysqli $pooled) => $pooled->thread_id);
}
three_times('after 1,010 uses of a pool', static fn () => $link->query('SELECT v FROM cache_unseen WHERE 2 = 2')->fetch_column());
unset($link, $other, $statement);
$m->query('DROP TABLE cache_unseen, cache_unseen_two');
$m->query('DROP DATABASE cache_unseen_other');
?>
--EXPECT--
the reader asks again: 1 1 1 1
EXECUTE earlier: 1 1 2 2
EXECUTE earlier, a transaction: 1 1 1 2 2
DELETE ... USING: 1 1 - -
nobody takes the reply: 1 1 2 2 2
nobody takes the reply of a statement of PDO: 1 1 2 2
1747, its own: 2, what another reads: 1
a statement is refused when it is prepared: 1 1 1 2 2
1 1 1062 1100 1
tables stay locked: 1 1 1 1 1
a wait is cut: 1 1 2 2
a wait is cut before the server has done it: 1 1 1 2 2
the wait of a COMMIT is cut: 1 1 1 2 2
2006
a connection is lost: 1 1 1 2 2
a thousand sessions begin in a transaction: 1 1 1 2 2
a statement of another database: 1 1 2 2
prepared before: 2, another connection: 99
at first: the same, asked 1
bool(true)
after 1,010 sessions: the same, asked 1
after 1,010 uses of a pool: the same, asked 1

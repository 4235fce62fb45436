--TEST--
Mynd\Pool: a session in which nothing was left goes to the next user without one more command, with its statements; reset: always, never
--EXTENSIONS--
mysqli
pdo_mysql
--INI--
mynd.shared_pool=0
mynd.persistent=asked
--FILE--
<?php
require __DIR__ . '/pool.inc';
print_warnings();
use Mynd\Pool;

/** How many commands were sent meanwhile: of each kind, and all. */
function sent(callable $program): array
{
	$before = mysqli_get_client_stats();
	$program();
	$more = [];
	foreach (mysqli_get_client_stats() as $name => $count) {
		if ((str_starts_with($name, 'com_') || $name === 'packets_sent_command') && $count > $before[$name]) {
			$more[$name] = $count - $before[$name];
		}
	}
	return $more;
}

function times(int $count, Pool $pool, callable $work): string
{
	$pool->use($work); /* so that the tables are known to the pool, and the statement to the session */
	$pool->use($work);
	$resets = $pool->stats()['resets'];
	$sent = sent(function () use ($count, $pool, $work) {
		while ($count-- > 0) {
			$pool->use($work);
		}
	});
	$resets = $pool->stats()['resets'] - $resets;
	return json_encode($sent + ($resets > 0 ? ['resets' => $resets] : []));
}

$admin = link_for_test();
$admin->query('CREATE TABLE hand_on (id INT AUTO_INCREMENT PRIMARY KEY, a INT) ENGINE=InnoDB');
$admin->query('INSERT INTO hand_on (a) VALUES (1), (2)');
$mysqli = fn() => link_for_test();
$pdo = fn() => pdo_for_test([PDO::ATTR_EMULATE_PREPARES => false]);

echo "-- if needed\n";
$pool = new Pool($mysqli, 1);
$other = new Pool($pdo, 1);
foreach ([
	'nothing' => fn($db) => null,
	'a query' => fn($db) => $db->query('SELECT a FROM hand_on WHERE id = 1')->fetch_row(),
	'an update' => fn($db) => $db->query('UPDATE hand_on SET a = a + 1 WHERE id = 1'),
	'a transaction' => fn($db) => $db->begin_transaction() && $db->query('SELECT a FROM hand_on')->fetch_all() && $db->commit(),
	'execute_query' => fn($db) => $db->execute_query('SELECT a FROM hand_on WHERE id = ?', [1])->fetch_row(),
	'a ping' => fn($db) => @$db->ping(),
	'a statement' => function ($db) {
		$s = $db->prepare('SELECT a FROM hand_on WHERE id = ?');
		$s->execute([1]);
		$s->get_result()->fetch_row();
	},
	'an insert' => fn($db) => $db->query('INSERT INTO hand_on (a) VALUES (3)'),
	'a variable' => fn($db) => $db->query('SET @a = 1'),
] as $label => $work) {
	echo "$label: ", times(10, $pool, $work), "\n";
}
foreach ([
	'a query' => fn($db) => $db->query('SELECT a FROM hand_on WHERE id = 1')->fetchAll(),
	'exec' => fn($db) => $db->exec('DELETE FROM hand_on WHERE id = 0'),
	'a statement' => function ($db) {
		$s = $db->prepare('SELECT a FROM hand_on WHERE id = ?');
		$s->execute([1]);
		$s->fetchAll();
	},
	'two statements' => function ($db) {
		foreach (['SELECT a FROM hand_on WHERE id = ?', 'SELECT id FROM hand_on WHERE a = ?'] as $sql) {
			$s = $db->prepare($sql);
			$s->execute([1]);
			$s->fetchAll();
		}
	},
] as $label => $work) {
	echo "PDO, $label: ", times(10, $other, $work), "\n";
}

echo "-- what the next user sees\n";
$ask = function (string $sql) use (&$pool): ?array {
	return $pool->use(fn($db) => $db->query($sql)->fetch_row());
};
$pool->use(fn($db) => $db->query('INSERT INTO hand_on (a) VALUES (4)'));
attempt('LAST_INSERT_ID()', fn() => $ask('SELECT LAST_INSERT_ID()'));
$pool->use(fn($db) => $db->query('SELECT SQL_CALC_FOUND_ROWS a FROM hand_on LIMIT 1'));
attempt('FOUND_ROWS()', fn() => $ask('SELECT FOUND_ROWS() < 2'));
$pool->use(fn($db) => $db->execute_query('SELECT a FROM hand_on WHERE id = ?', [1])->fetch_row());
attempt('FOUND_ROWS() of its own', fn() => $pool->use(function ($db) {
	$db->execute_query('SELECT a FROM hand_on WHERE id < ?', [3])->fetch_all();
	return $db->query('SELECT FOUND_ROWS()')->fetch_row();
}));
attempt('LAST_INSERT_ID() of its own', fn() => $pool->use(function ($db) {
	$db->query('INSERT INTO hand_on (a) VALUES (5)');
	$id = $db->insert_id;
	return $db->query('SELECT LAST_INSERT_ID()')->fetch_row()[0] == $id;
}));
$pool->use(fn($db) => outcome(fn() => $db->query("SELECT this is wrong, 'secret'")));
attempt('SHOW ERRORS', fn() => $ask('SHOW ERRORS'));
$pool->use(fn($db) => $db->query("SELECT CAST('secret' AS SIGNED)"));
attempt('SHOW WARNINGS', fn() => $ask('SHOW WARNINGS'));
attempt('numbers', fn() => $pool->use(fn($db) => [$db->insert_id, $db->affected_rows, $db->warning_count, $db->errno, $db->info]));

echo "-- statements that a user keeps\n";
$count = fn() => (int) $admin->query("SHOW GLOBAL STATUS LIKE 'Prepared_stmt_count'")->fetch_row()[1];
$statements = [];
$pool->use(fn($db) => null);
$before = $count();
for ($i = 0; $i < 5; $i++) {
	$pool->use(function ($db) use (&$statements, $i) {
		$statements[] = $db->prepare("SELECT a, $i FROM hand_on");
		return $db->query('SELECT a FROM hand_on')->fetch_row();
	});
}
$ask('SELECT 1');
attempt('left on the server', fn() => $count() - $before);
attempt('the first', fn() => $statements[0]->execute());
$statements = [];
attempt('and then', fn() => $ask('SELECT 1'));

echo "-- always\n";
$pool = new Pool($mysqli, 1, reset: 'always');
echo 'a query: ', times(10, $pool, fn($db) => $db->query('SELECT a FROM hand_on WHERE id = 1')->fetch_row()), "\n";

echo "-- never\n";
$pool = new Pool($mysqli, 1, reset: 'never');
echo 'a query: ', times(10, $pool, fn($db) => $db->query('SELECT a FROM hand_on WHERE id = 1')->fetch_row()), "\n";
echo 'a variable: ', times(10, $pool, fn($db) => $db->query('SET @a = 1')), "\n";
attempt('the next user', fn() => $ask('SELECT @a'));
$pool->use(fn($db) => $db->begin_transaction() && $db->query('DELETE FROM hand_on'));
attempt('a transaction that was left', fn() => $ask('SELECT COUNT(*) > 0, @a FROM hand_on'));
$pool->use(fn($db) => $db->autocommit(false));
attempt('autocommit', fn() => $ask('SELECT @@autocommit'));

echo "-- arguments\n";
foreach (['', 'Never', 'if_needed', 'sometimes'] as $reset) {
	echo outcome(fn() => (new Pool($mysqli, reset: $reset))::class), "\n";
}
?>
--CLEAN--
<?php
require __DIR__ . '/../connect.inc';
link_for_test()->query('DROP TABLE IF EXISTS hand_on');
?>
--EXPECT--
-- if needed
nothing: []
a query: {"packets_sent_command":10,"com_query":10}
an update: {"packets_sent_command":10,"com_query":10}
a transaction: {"packets_sent_command":30,"com_query":30}
execute_query: {"packets_sent_command":10,"com_stmt_execute":10}
a ping: {"packets_sent_command":10,"com_ping":10}
a statement: {"packets_sent_command":30,"com_stmt_prepare":10,"com_stmt_execute":10,"com_stmt_close":10}
an insert: {"packets_sent_command":20,"com_query":20}
a variable: {"packets_sent_command":20,"com_query":10,"resets":10}
PDO, a query: {"packets_sent_command":10,"com_stmt_execute":10}
PDO, exec: {"packets_sent_command":10,"com_query":10}
PDO, a statement: {"packets_sent_command":10,"com_stmt_execute":10}
PDO, two statements: {"packets_sent_command":20,"com_stmt_execute":20}
-- what the next user sees
LAST_INSERT_ID(): ["0"]
FOUND_ROWS(): ["1"]
FOUND_ROWS() of its own: ["2"]
LAST_INSERT_ID() of its own: true
SHOW ERRORS: null
SHOW WARNINGS: null
numbers: [0,0,0,0,null]
-- statements that a user keeps
left on the server: 0
the first: ! 2006 HY000 MySQL server has gone away
and then: ["1"]
-- always
a query: {"packets_sent_command":20,"com_query":10,"resets":10}
-- never
a query: {"packets_sent_command":10,"com_query":10}
a variable: {"packets_sent_command":10,"com_query":10}
the next user: ["1"]
a transaction that was left: ["1",null]
autocommit: ["1"]
-- arguments
ValueError: Mynd\Pool::__construct(): Argument #9 ($reset) must be one of "if_needed", "always", or "never"
ValueError: Mynd\Pool::__construct(): Argument #9 ($reset) must be one of "if_needed", "always", or "never"
Mynd\Pool
ValueError: Mynd\Pool::__construct(): Argument #9 ($reset) must be one of "if_needed", "always", or "never"

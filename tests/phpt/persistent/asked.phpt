--TEST--
Persistent links: the server is asked after a reset only where something may be left, whichever way a text is sent; views, triggers, rights that come later, FOUND_ROWS()
--EXTENSIONS--
mysqli
pdo_mysql
--INI--
; it stays so with ./dev test --with: it counts questions in this process
mynd.shared_pool=0
mynd.pipelining=on
--FILE--
<?php
require __DIR__ . '/persistent.inc';
$root = link_for_test();
$mariadb = str_contains($root->server_info, 'MariaDB');
$db = getenv('MYND_TEST_DB');
const MADE = ['USER IF EXISTS asked_user', 'ROLE IF EXISTS asked_role', 'ROLE IF EXISTS asked_seer', 'TABLE IF EXISTS asked_t', 'TABLE IF EXISTS asked_g', 'TABLE IF EXISTS asked_later', 'VIEW IF EXISTS asked_later', 'TABLE IF EXISTS asked_trigger',
	'VIEW IF EXISTS asked_v', 'VIEW IF EXISTS asked_plain', 'FUNCTION IF EXISTS asked_f', 'FUNCTION IF EXISTS asked_p', 'PROCEDURE IF EXISTS asked_call'];
foreach (MADE as $what) {
	try {
		$root->query("DROP $what");
	} catch (mysqli_sql_exception) { /* a table is no view */
	}
}
foreach (['SET GLOBAL log_bin_trust_function_creators = 1', 'CREATE ROLE asked_role', 'CREATE ROLE asked_seer', "CREATE USER asked_user IDENTIFIED BY 'secret'", 'GRANT asked_role TO asked_user', "GRANT ALL ON $db.* TO asked_user",
	'CREATE TABLE asked_t (a INT)', 'CREATE TABLE asked_g (a INT)', 'CREATE TABLE asked_later (a INT)', 'CREATE TABLE asked_trigger (a INT)',
	'CREATE FUNCTION asked_f() RETURNS INT SQL SECURITY INVOKER BEGIN SET ROLE asked_role; RETURN 1; END',
	'CREATE FUNCTION asked_p() RETURNS INT SQL SECURITY INVOKER BEGIN SET profiling = 1; RETURN 1; END',
	'CREATE PROCEDURE asked_call() SQL SECURITY INVOKER SET ROLE asked_role',
	'CREATE SQL SECURITY INVOKER VIEW asked_v AS SELECT asked_f() AS a', 'CREATE SQL SECURITY INVOKER VIEW asked_plain AS SELECT a FROM asked_t'] as $sql) {
	$root->query($sql);
}
$user = fn(string $kind = 'p:', string $database = null) => link_for_test(user: 'asked_user', password: 'secret', host: $kind . getenv('MYND_TEST_HOST'), database: $database ?? $GLOBALS['db']);
$m = $user('');
$m->query('CREATE TRIGGER asked_t1 BEFORE INSERT ON asked_g FOR EACH ROW SET ROLE asked_role');
$m->close();
/*
 * What the reset behind a use costs: how often something was asked, and whether the next user's session is as
 * new.
 */
function after(callable $do): string
{
	global $user, $mariadb;
	$pool = fn() => array_sum(array_column(Mynd\pools(), 'asked'));
	$m = $user();
	$thread = $m->thread_id;
	$do($m);
	$before = $pool();
	$m->close();
	$asked = $pool() - $before;
	$m = $user();
	$kept = $thread === $m->thread_id;
	$found = $m->query('SELECT FOUND_ROWS()')->fetch_column();
	$clean = $m->query('SELECT CURRENT_ROLE()')->fetch_column() === ($mariadb ? null : 'NONE');
	$clean = $clean && (!$mariadb || $m->query('SHOW PROFILES')->num_rows === 0 || 'texts are left');
	/* a new connection may tell of another one that has ended, and of the question that its pool learns by */
	$found = !$kept || $found == ($mariadb ? 1 : 0) ? '' : ", found $found";
	$m->close();
	return ($asked ? 'asked' : 'not asked') . ($kept ? '' : ', another link') . ($clean === true ? '' : ', DIRTY') . $found;
}
function told(string $name, callable $do): void
{
	echo "$name: ", after($do), "\n";
}
$query = fn(string ...$all) => function (mysqli $m) use ($all) {
	foreach ($all as $sql) {
		$result = $m->query($sql);
		$result instanceof mysqli_result && $result->free();
	}
};
told('a login', $query('SELECT 1'));
told('SELECT', $query('SELECT 1'));
told('a table, first', $query('SELECT * FROM asked_t'));
told('a table', $query('SELECT * FROM asked_t', 'SELECT COUNT(*), MAX(a) FROM asked_t AS t WHERE a IN (SELECT a FROM asked_t)'));
told('changes', $query('INSERT INTO asked_t VALUES (1), (2)', 'UPDATE asked_t SET a = 3', 'BEGIN', 'DELETE FROM asked_t LIMIT 1', 'COMMIT', "SET time_zone = '+01:00'", 'SET NAMES latin1'));
told('found', $query('SELECT 1 UNION SELECT 2 UNION SELECT 3'));
told('prepared', function (mysqli $m) {
	$s = $m->prepare('INSERT INTO asked_t VALUES (?)');
	$s->execute([1]);
	$s->execute([2]);
	$m->execute_query('SELECT a FROM asked_t WHERE a > ?', [0]);
});
told('asynchronous', function (mysqli $m) {
	$m->query('SELECT a FROM asked_t', MYSQLI_ASYNC);
	$m->reap_async_query();
});
told('a view without functions', $query('SELECT * FROM asked_plain'));

/* Each way to send what sets a role. */
$ways = [
	'query' => fn(mysqli $m, string $sql) => $m->query($sql),
	'unbuffered' => fn(mysqli $m, string $sql) => $m->query($sql, MYSQLI_USE_RESULT),
	'multi_query' => function (mysqli $m, string $sql) {
		$m->multi_query("SELECT 1; $sql");
		while ($m->more_results()) {
			$m->next_result();
			$m->store_result();
		}
	},
	'prepare' => fn(mysqli $m, string $sql) => $m->prepare($sql)->execute(),
	'execute_query' => fn(mysqli $m, string $sql) => $m->execute_query($sql),
	'asynchronous' => function (mysqli $m, string $sql) {
		$m->query($sql, MYSQLI_ASYNC);
		$m->reap_async_query();
	},
	'pipeline' => fn(mysqli $m, string $sql) => iterator_to_array(Mynd\pipeline($m, ['SELECT 1', $sql, ['SELECT ?', [1]]])),
	'pipeline of statements' => fn(mysqli $m, string $sql) => iterator_to_array(Mynd\pipeline($m, [['SELECT ?', [1]], [$sql, []]])),
];
foreach (['SELECT asked_f()', 'SELECT * FROM asked_v', 'INSERT INTO asked_g VALUES (1)', 'SELECT t.a FROM asked_t t, asked_v v', 'CALL asked_call()'] as $sql) {
	$seen = [];
	foreach ($ways as $name => $send) {
		after($query('SELECT 1')); /* the pool is asked for its login's sake */
		$seen[after(fn($m) => $send($m, $sql))][] = $name;
	}
	foreach ($seen as $what => $names) {
		echo count($names) === count($ways) ? "each way, $sql" : json_encode($names) . ", $sql", ": $what\n";
	}
}
/* PDO; an init command that runs for each program, and one that goes with the reset. */
$pdo = fn() => new PDO('mysql:host=' . getenv('MYND_TEST_HOST') . ';port=' . getenv('MYND_TEST_PORT') . ";dbname=$db", 'asked_user', 'secret', [PDO::ATTR_PERSISTENT => true]);
foreach (['SELECT 1', 'SELECT 1', 'SELECT asked_f()'] as $sql) {
	$m = $pdo();
	$m->query($sql)->fetchAll();
	$m = null;
}
echo 'PDO: ', json_encode($pdo()->query('SELECT CURRENT_ROLE()')->fetchColumn() === ($mariadb ? null : 'NONE')), "\n";
foreach (['SELECT asked_f()', 'SET profiling = 1'] as $init) {
	$asked = [];
	for ($i = 0; $i < 3; $i++) {
		$m = mysqli_init();
		$m->options(MYSQLI_INIT_COMMAND, $init);
		$m->real_connect(...where(user: 'asked_user', password: 'secret', host: 'p:' . getenv('MYND_TEST_HOST')));
		$m->query('SELECT 1');
		$m->close();
		$asked[] = Mynd\pools()[0]['asked'];
	}
	echo "init command $init: asked ", implode(' ', $asked), "\n";
}

after($query('SELECT 1'));
$profiles = fn(string $sql) => str_replace(', another link', $mariadb ? ', another link' : '', after($query($sql, 'SELECT 1'))) === ($mariadb ? 'asked, another link' : 'asked') ? 'as new' : 'WRONG';
echo 'profiles: ', $profiles('SET profiling = 1'), ', ', $profiles('SELECT asked_p()'), "\n";

/* A right that comes in the life of a session: a view that nobody saw before. */
after($query('SELECT 1'));
$root->query('CREATE DATABASE IF NOT EXISTS asked_other');
$root->query("CREATE OR REPLACE SQL SECURITY INVOKER VIEW asked_other.v AS SELECT $db.asked_f() AS a");
$no = function (mysqli $m) {
	try {
		$m->query('SELECT * FROM asked_other.v');
	} catch (mysqli_sql_exception $e) {
		echo $e->getCode(), ' ';
	}
};
told('no right', $no);
told('no right', $no);
told('a right', function (mysqli $m) use ($root, $no) {
	$root->query('GRANT ALL ON asked_other.* TO asked_user');
	$no($m);
});
$root->query('DROP DATABASE asked_other');

/* What this process defines is known at once, whichever connection does it. */
after($query('SELECT 1'));
told('a table that is known', $query('SELECT * FROM asked_later', 'INSERT INTO asked_trigger VALUES (1)'));
told('a table that is known', $query('SELECT * FROM asked_later', 'INSERT INTO asked_trigger VALUES (1)'));
$other = $user('');
$other->query('DROP TABLE asked_later');
$other->query('CREATE SQL SECURITY INVOKER VIEW asked_later AS SELECT asked_f() AS a');
$other->query('CREATE TRIGGER asked_t2 BEFORE INSERT ON asked_trigger FOR EACH ROW SET ROLE asked_role');
told('it is a view now', $query('SELECT * FROM asked_later'));
after($query('SELECT 1'));
told('it has a trigger now', $query('INSERT INTO asked_trigger VALUES (1)'));

/* Asked at each reset, and asked what its own text says. */
[$output] = run_child(<<<'PHP'
	$asked = [];
	for ($i = 0; $i < 3; $i++) {
		$m = link_for_test(host: 'p:localhost');
		$m->query('SELECT 1');
		$m->close();
		$asked[] = Mynd\pools()[0]['asked'];
	}
	echo implode(' ', $asked);
	PHP, '-d mynd.login_lifetime=0');
echo "with mynd.login_lifetime=0: $output\n";

/* Nobody is told what another one has found. */
foreach (['query' => fn($m, $sql) => $m->query($sql), 'execute_query' => fn($m, $sql) => $m->execute_query($sql), 'prepare' => function ($m, $sql) {
	$s = $m->prepare($sql);
	$s->execute();
	return $s->get_result();
}, 'asynchronous' => function ($m, $sql) {
	$m->query($sql, MYSQLI_ASYNC);
	return $m->reap_async_query();
}] as $name => $ask) {
	$found = [];
	foreach ([0, 1, 2] as $round) {
		$m = $user();
		$found[] = (int) $ask($m, 'SELECT FOUND_ROWS()')->fetch_row()[0];
		$m->query('SELECT SQL_CALC_FOUND_ROWS 1 UNION SELECT 2 UNION SELECT 3 LIMIT 1');
		$own = (int) $ask($m, 'SELECT FOUND_ROWS()')->fetch_row()[0];
		$m->query('SELECT 1 UNION SELECT 2 UNION SELECT 3 UNION SELECT 4');
		$m->close();
	}
	echo "FOUND_ROWS() by $name: ", array_slice($found, 1) === array_fill(0, 2, $mariadb ? 1 : 0) && $own === 3 ? 'its own' : json_encode([$found, $own]), "\n";
}
?>
--CLEAN--
<?php
require __DIR__ . '/../connect.inc';
$m = link_for_test();
foreach (['USER IF EXISTS asked_user', 'ROLE IF EXISTS asked_role', 'ROLE IF EXISTS asked_seer', 'TABLE IF EXISTS asked_t', 'TABLE IF EXISTS asked_g', 'TABLE IF EXISTS asked_trigger', 'VIEW IF EXISTS asked_later', 'VIEW IF EXISTS asked_v', 'VIEW IF EXISTS asked_plain',
	'FUNCTION IF EXISTS asked_f', 'FUNCTION IF EXISTS asked_p', 'PROCEDURE IF EXISTS asked_call', 'DATABASE IF EXISTS asked_other'] as $what) {
	$m->query("DROP $what");
}
?>
--EXPECT--
a login: asked
SELECT: not asked
a table, first: asked
a table: not asked
changes: not asked
found: not asked
prepared: not asked
asynchronous: not asked
a view without functions: asked
each way, SELECT asked_f(): asked, another link
each way, SELECT * FROM asked_v: asked, another link
each way, INSERT INTO asked_g VALUES (1): asked, another link
each way, SELECT t.a FROM asked_t t, asked_v v: asked, another link
each way, CALL asked_call(): asked, another link
PDO: true
init command SELECT asked_f(): asked 1 2 3
init command SET profiling = 1: asked 1 2 3
profiles: as new, as new
no right: 1142 asked
no right: 1142 asked
a right: asked, another link
a table that is known: asked
a table that is known: not asked
it is a view now: asked, another link
it has a trigger now: asked, another link
with mynd.login_lifetime=0: 1 2 3
FOUND_ROWS() by query: its own
FOUND_ROWS() by execute_query: its own
FOUND_ROWS() by prepare: its own
FOUND_ROWS() by asynchronous: its own

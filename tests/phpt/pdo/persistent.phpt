--TEST--
PDO: persistent links: fourteen kinds of session state are made dirty, the next user of the link sees none of it
--EXTENSIONS--
pdo_mysql
mynd
--INI--
mynd.max_lifetime=0
--FILE--
<?php
require __DIR__ . '/pdo.inc';
require __DIR__ . '/../persistent/pools.inc';

function persistent(array $options = []): PDO
{
	return pdo_for_test($options + [PDO::ATTR_PERSISTENT => true]);
}

function ask(PDO $db, string $sql): mixed
{
	return $db->query($sql)->fetchColumn();
}

$watch = pdo_for_test();
$watch->exec('DROP TABLE IF EXISTS pdo_state');
$watch->exec('CREATE TABLE pdo_state (a INT) ENGINE=InnoDB');
$watch->exec('DROP ROLE IF EXISTS pdo_role');
$watch->exec('CREATE ROLE pdo_role');
$watch->exec('GRANT pdo_role TO CURRENT_USER()');
$version = $watch->getAttribute(PDO::ATTR_SERVER_VERSION);
$isolation = str_contains($version, 'MariaDB') && version_compare($version, '11.1') < 0 ? 'tx_isolation' : 'transaction_isolation';
$sets = "SELECT CONCAT_WS(' ', @@character_set_client, @@character_set_connection, @@character_set_results, @@collation_connection)";

/* For each kind of state: how it is changed, and a query that shows the change. */
$kinds = [
	'transaction by call' => [fn($db) => $db->beginTransaction() && $db->exec('INSERT INTO pdo_state VALUES (1)'), 'SELECT COUNT(*) FROM pdo_state'],
	'transaction by SQL' => [fn($db) => $db->exec('START TRANSACTION; INSERT INTO pdo_state VALUES (2)'), 'SELECT COUNT(*) FROM pdo_state'],
	'autocommit' => [fn($db) => $db->setAttribute(PDO::ATTR_AUTOCOMMIT, false) && $db->exec('INSERT INTO pdo_state VALUES (3)'), 'SELECT CONCAT(@@autocommit, COUNT(*)) FROM pdo_state'],
	'temporary table' => [fn($db) => $db->exec('CREATE TEMPORARY TABLE pdo_state SELECT 4 AS a'), 'SELECT COUNT(*) FROM pdo_state'],
	'LOCK TABLES' => [fn($db) => $db->exec('LOCK TABLES pdo_state READ'), "SELECT COUNT(*) FROM information_schema.schemata WHERE schema_name = 'mysql'", fn($db) => $db->exec('DELETE FROM pdo_state')],
	'GET_LOCK' => [fn($db) => $db->exec("DO GET_LOCK('pdo_state', 0)"), "SELECT IS_FREE_LOCK('pdo_state')"],
	'user variable' => [fn($db) => $db->exec("SET @persistent = 'dirty'"), 'SELECT @persistent'],
	'session variable' => [fn($db) => $db->exec('SET SESSION group_concat_max_len = 17, SESSION sort_buffer_size = 999424'), 'SELECT CONCAT(@@group_concat_max_len, @@sort_buffer_size)'],
	'sql_mode' => [fn($db) => $db->exec("SET sql_mode = 'NO_BACKSLASH_ESCAPES,ANSI_QUOTES'"), 'SELECT @@sql_mode', fn($db) => $db->quote("\\")],
	'time zone' => [fn($db) => $db->exec("SET time_zone = '+11:00'"), 'SELECT @@time_zone'],
	'isolation' => [fn($db) => $db->exec('SET SESSION TRANSACTION ISOLATION LEVEL READ UNCOMMITTED'), "SELECT @@$isolation"],
	'character set' => [fn($db) => $db->exec('SET NAMES big5'), $sets],
	'database' => [fn($db) => $db->exec('USE information_schema'), 'SELECT DATABASE()'],
	'role' => [fn($db) => $db->exec('SET ROLE pdo_role'), 'SELECT CURRENT_ROLE()'],
	'an unread result' => [function ($db) {
		$db->setAttribute(PDO::MYSQL_ATTR_USE_BUFFERED_QUERY, false);
		$GLOBALS['unread'] = $db->query('SELECT 1 UNION SELECT 2; SELECT 3');
		$GLOBALS['unread']->fetch();
		$GLOBALS['unread'] = null;
	}, 'SELECT 1'],
	'attributes' => [fn($db) => $db->setAttribute(PDO::ATTR_EMULATE_PREPARES, false) && $db->setAttribute(PDO::ATTR_STRINGIFY_FETCHES, true) && $db->setAttribute(PDO::ATTR_ERRMODE, PDO::ERRMODE_SILENT),
		'SELECT 1', fn($db) => [$db->getAttribute(PDO::ATTR_EMULATE_PREPARES), $db->getAttribute(PDO::ATTR_ERRMODE), $db->query('SELECT 1')->fetch(PDO::FETCH_NUM)]],
	'a statement' => [function ($db) {
		$db->setAttribute(PDO::ATTR_EMULATE_PREPARES, false);
		$s = $db->prepare('SELECT ? + 1');
		$s->execute([1]);
	}, 'SELECT 1'],
];
$kinds = array_map(fn($kind) => array_pad($kind, 3, null), $kinds);
$shown = fn(PDO $db, $query, $more) => json_encode([ask($db, $query), $more ? $more($db) : null], JSON_INVALID_UTF8_SUBSTITUTE);
$expected = array_map(fn($kind) => $shown($watch, $kind[1], $kind[2]), $kinds);

$rounds = getenv('SKIP_ASAN') ? 5 : 1000;
$wrong = $reused = [];
$dirty = $db = null;
for ($round = 0; $round < $rounds; $round++) {
	foreach ($kinds as $kind => [$make_dirty]) {
		$db = persistent();
		$thread = ask($db, 'SELECT CONNECTION_ID()');
		if ($dirty !== null) {
			$seen = $shown($db, $kinds[$dirty][1], $kinds[$dirty][2]);
			if ($seen !== $expected[$dirty]) {
				$wrong[$dirty] = $seen;
			}
			$reused[$dirty] = ($reused[$dirty] ?? 0) + (int) ($thread === $before);
		}
		$make_dirty($db);
		$before = $thread;
		$dirty = $kind;
		$db = null;
	}
}
echo 'dirt that was seen: ', json_encode($wrong), "\n";
foreach ($reused as $kind => $times) {
	$all = $kind === array_key_last($kinds) ? $rounds - 1 : $rounds;
	/* what is not here at once costs the link */
	if ($kind === 'role' ? $times > 0 : $times !== $all && $kind !== 'an unread result') {
		echo "$kind: the same link $times times of $all\n";
	}
}
echo 'closed for a role: ', pools_sum('role') === $rounds ? 'each time' : pools_sum('role'), "\n";
echo 'found dead: ', pools_sum('found_dead'), ', refused a reset: ', pools_sum('reset_failed'), "\n";

[$a, $b] = [persistent(), persistent()];
attempt('two at once have a link each', fn() => ask($a, 'SELECT CONNECTION_ID()') !== ask($b, 'SELECT CONNECTION_ID()'));
attempt('they are persistent', fn() => [$a->getAttribute(PDO::ATTR_PERSISTENT), $watch->getAttribute(PDO::ATTR_PERSISTENT)]);
attempt('and have errors of their own', function () use ($a, $b) {
	foreach ([$a, $b] as $db) {
		$db->setAttribute(PDO::ATTR_ERRMODE, PDO::ERRMODE_SILENT);
	}
	$a->exec('SELEC 1');
	return [$a->errorCode(), $b->errorCode()];
});
attempt('a wrong password', fn() => new PDO(source(), getenv('MYND_TEST_USER'), 'wrong', [PDO::ATTR_PERSISTENT => true]));
attempt('other options, another link', function () use (&$a, &$b) {
	$thread = [ask($a, 'SELECT CONNECTION_ID()'), ask($b, 'SELECT CONNECTION_ID()')];
	$a = $b = null;
	return in_array(ask(persistent([PDO::MYSQL_ATTR_FOUND_ROWS => true]), 'SELECT CONNECTION_ID()'), $thread, true);
});
attempt('killed while idle', function () use ($watch) {
	$db = persistent();
	$thread = ask($db, 'SELECT CONNECTION_ID()');
	$db = null;
	$watch->exec("KILL $thread");
	while (ask($watch, "SELECT COUNT(*) FROM information_schema.processlist WHERE id = $thread")) {
		usleep(1000);
	}
	return ask(persistent(), 'SELECT CONNECTION_ID()') !== $thread;
});
attempt('a statement outlives its PDO', function () {
	$s = persistent()->query('SELECT 1 UNION SELECT 2');
	return $s->fetchAll(PDO::FETCH_COLUMN);
});
?>
--CLEAN--
<?php
require __DIR__ . '/pdo.inc';
pdo_for_test()->exec('DROP ROLE IF EXISTS pdo_role; DROP TABLE IF EXISTS pdo_state');
?>
--EXPECT--
dirt that was seen: []
closed for a role: each time
found dead: 0, refused a reset: 0
two at once have a link each: true
they are persistent: [true,false]
and have errors of their own: ["42000","00000"]
a wrong password: ! 1045 SQLSTATE[HY000] [1045] Access denied for user 'mynd'@'localhost' (using password: YES) ["HY000",1045,"Access denied for user 'mynd'@'localhost' (using password: YES)"]
other options, another link: false
killed while idle: true
a statement outlives its PDO: [1,2]

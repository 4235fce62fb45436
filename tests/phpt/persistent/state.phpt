--TEST--
Persistent links: fourteen kinds of session state are made dirty, the next user of the link sees none of it; 1,000 hand-overs of each kind
--EXTENSIONS--
mysqli
--INI--
mynd.max_lifetime=0
--FILE--
<?php
require __DIR__ . '/persistent.inc';
$watch = link_for_test();
$mariadb = str_contains($watch->server_info, 'MariaDB');
$watch->query('DROP TABLE IF EXISTS persistent_state');
$watch->query('CREATE TABLE persistent_state (a INT) ENGINE=InnoDB');
$watch->query('DROP ROLE IF EXISTS persistent_role');
$watch->query('CREATE ROLE persistent_role');
$watch->query('GRANT persistent_role TO CURRENT_USER()');
$isolation = $mariadb && $watch->server_version < 110100 ? 'tx_isolation' : 'transaction_isolation';

/* For each kind of state: how it is changed, and a query that shows the change. */
$kinds = [
	'transaction by call' => [fn($m) => $m->begin_transaction() && $m->query('INSERT INTO persistent_state VALUES (1)'), 'SELECT COUNT(*) FROM persistent_state'],
	'transaction by SQL' => [fn($m) => $m->query('START TRANSACTION') && $m->query('INSERT INTO persistent_state VALUES (2)'), 'SELECT COUNT(*) FROM persistent_state'],
	'autocommit' => [fn($m) => $m->autocommit(false) && $m->query('INSERT INTO persistent_state VALUES (3)'), 'SELECT CONCAT(@@autocommit, COUNT(*)) FROM persistent_state'],
	'temporary table' => [fn($m) => $m->query('CREATE TEMPORARY TABLE persistent_state SELECT 4 AS a'), 'SELECT COUNT(*) FROM persistent_state'],
	'LOCK TABLES' => [fn($m) => $m->query('LOCK TABLES persistent_state READ'), "SELECT COUNT(*) FROM information_schema.schemata WHERE schema_name = 'mysql'", fn($m) => $m->query('DELETE FROM persistent_state')],
	'GET_LOCK' => [fn($m) => $m->query("DO GET_LOCK('persistent_state', 0)"), "SELECT IS_FREE_LOCK('persistent_state')"],
	'user variable' => [fn($m) => $m->query("SET @persistent = 'dirty'"), 'SELECT @persistent'],
	'session variable' => [fn($m) => $m->query('SET SESSION group_concat_max_len = 17, SESSION sort_buffer_size = 999424'), 'SELECT CONCAT(@@group_concat_max_len, @@sort_buffer_size)'],
	'sql_mode' => [fn($m) => $m->query("SET sql_mode = 'NO_BACKSLASH_ESCAPES,ANSI_QUOTES'"), 'SELECT @@sql_mode', fn($m) => $m->real_escape_string("\\")],
	'time zone' => [fn($m) => $m->query("SET time_zone = '+11:00'"), 'SELECT @@time_zone'],
	'isolation' => [fn($m) => $m->query('SET SESSION TRANSACTION ISOLATION LEVEL READ UNCOMMITTED'), "SELECT @@$isolation"],
	'character set' => [fn($m) => $m->set_charset('gbk'), "SELECT CONCAT_WS(' ', @@character_set_client, @@character_set_connection, @@character_set_results, @@collation_connection)", fn($m) => $m->character_set_name() . $m->real_escape_string("\xbf'")],
	'character set by SQL' => [fn($m) => $m->query('SET NAMES big5'), "SELECT CONCAT_WS(' ', @@character_set_client, @@character_set_connection, @@character_set_results, @@collation_connection)"],
	'database' => [fn($m) => $m->select_db('mysql'), 'SELECT DATABASE()'],
	'database by SQL' => [fn($m) => $m->query('USE information_schema'), 'SELECT DATABASE()'],
	'role' => [fn($m) => $m->query('SET ROLE persistent_role'), 'SELECT CURRENT_ROLE()'],
	'multi-statement switch' => [function ($m) {
		$m->multi_query('SELECT 1; SELECT 2');
		do {
			$m->store_result();
		} while ($m->more_results() && $m->next_result());
	}, 'SELECT 1', function ($m) {
		/* a face that asks for several statements switches them off again; the link by itself must have */
		try {
			return $m->query('SELECT 1; SELECT 2') === false;
		} catch (mysqli_sql_exception $e) {
			return $e->getCode();
		}
	}],
];

function shown(mysqli $m, string $query, ?callable $more): string
{
	return json_encode([$m->query($query)->fetch_column(), $more ? $more($m) : null], JSON_INVALID_UTF8_SUBSTITUTE);
}

$rounds = getenv('SKIP_ASAN') ? 20 : 1000;
$expected = [];
$kinds = array_map(fn($kind) => array_pad($kind, 3, null), $kinds);
foreach ($kinds as $kind => [, $query, $more]) {
	$expected[$kind] = shown($watch, $query, $more);
}
/* The user of a link who follows one that made it dirty looks, and makes it dirty in the next way. */
$wrong = $reused = $others = [];
$dirty = null;
for ($round = 0; $round < $rounds; $round++) {
	foreach ($kinds as $kind => [$make_dirty]) {
		$m = plink();
		if ($dirty !== null) {
			[, $query, $more] = $kinds[$dirty];
			$seen = shown($m, $query, $more);
			if ($seen !== $expected[$dirty]) {
				$wrong[$dirty] = $seen;
			}
			if ($m->thread_id === $thread) {
				$reused[$dirty] = ($reused[$dirty] ?? 0) + 1;
			}
		}
		$make_dirty($m);
		$thread = $m->thread_id;
		$dirty = $kind;
		$m->close();
	}
}
echo 'dirt that was seen: ', json_encode($wrong), "\n";
foreach ($kinds as $kind => $_) {
	$times = $reused[$kind] ?? 0;
	$all = $kind === array_key_last($kinds) ? $rounds - 1 : $rounds;
	if ($kind === 'role' ? $times > 0 : $times !== $all) {
		echo "$kind: the same link $times times of $all\n";
	}
}
echo 'closed for a role: ', pools_sum('role') === $rounds ? 'each time' : pools_sum('role'), "\n";
echo 'found dead: ', pools_sum('found_dead'), ', refused a reset: ', pools_sum('reset_failed'), "\n";
echo 'made: ', pools_sum('made') === $rounds + 1 ? 'one for each role' : pools_sum('made'), "\n";
?>
--CLEAN--
<?php
require __DIR__ . '/../connect.inc';
link_for_test()->query('DROP ROLE IF EXISTS persistent_role');
link_for_test()->query('DROP TABLE IF EXISTS persistent_state');
?>
--EXPECT--
dirt that was seen: []
closed for a role: each time
found dead: 0, refused a reset: 0
made: one for each role

<?php
/*
 * Does the reader of SQL words ever take a text for harmless that is not? Random statements, one or several
 * in a text, between comments and with words where they do not belong, run on a server; the session is looked
 * at before and after.
 *
 *   words.php WORDS-PROGRAM [SEED [TEXTS]]
 *
 * What the reader calls certain must be so: the session is the same; what is not said to outlive a reset has
 * not changed; a number of placeholders is the server's. That it is careful where it need not be is allowed.
 */

require __DIR__ . '/common.php';

mysqli_report(MYSQLI_REPORT_OFF);

const ROLE = 1, SCHEMA = 2, TRACKING = 4;
const LEAVES = 1;
const WIDE = ['gbk', 'sjis', 'big5', 'cp932'];
const ALTERING = [
	"SET sql_mode = 'ANSI_QUOTES'", "SET SESSION sql_mode = ''", "SET @@sql_mode = 'ANSI'", "SET @@session.sql_mode := ''", 'SET LOCAL sql_mode = 0', 'USE mynd_words',
	'USE `mynd_words`', 'use mynd_test', 'SET NAMES latin1', 'SET NAMES utf8mb4 COLLATE utf8mb4_bin', 'SET CHARACTER SET latin1', "SET character_set_client = 'latin1'", "SET collation_connection = 'latin1_bin'",
	'SET ROLE mynd_words_role', 'SET ROLE NONE', 'SET session_track_schema = OFF', 'SET @@session_track_schema = 0', 'SET SESSION session_track_schema = ON', "SET @a = 1, sql_mode = 'ANSI'",
	"SET autocommit = 1, sql_mode = 'ANSI'", "SET AUTOCOMMIT = 0, NAMES latin1", "SET @s = 'SET NAMES latin1'", 'PREPARE s FROM @s', 'EXECUTE s', "PREPARE s FROM 'USE mynd_words'", 'DEALLOCATE PREPARE s',
	"EXECUTE IMMEDIATE 'USE mynd_words'", "EXECUTE IMMEDIATE 'SET session_track_schema = 0'", "SET STATEMENT sql_mode = 'ANSI' FOR SELECT 1", 'SET STATEMENT max_statement_time = 1 FOR USE mynd_words',
	"BEGIN NOT ATOMIC SET sql_mode = 'ANSI'; END", "IF 1 THEN SET NAMES latin1; END IF", 'CALL mynd_words.p()', 'DROP DATABASE IF EXISTS mynd_nowhere', "SET TRANSACTION READ ONLY", 'RESET QUERY CACHE',
	"BEGIN NOT ATOMIC SET ROLE mynd_words_role; END", 'SET DEFAULT ROLE NONE', "SET @@collation_database = 'latin1_bin'", "HANDLER t OPEN", 'LOCK TABLES t READ', 'UNLOCK TABLES', 'DO 0',
];
const HARMLESS = [
	'SELECT 1', 'SELECT ?', 'SELECT ?, ? + ?', "SELECT 'USE mynd_words'", 'SELECT 1 AS `use`', 'SELECT "a"', 'INSERT INTO t VALUES (1)', 'INSERT INTO t VALUES (?), (?)', 'REPLACE INTO t VALUES (2)', 'DELETE FROM t',
	'UPDATE t SET i = 1', 'WITH a AS (SELECT 1) SELECT * FROM a', 'SHOW TABLES', "SHOW VARIABLES LIKE 'sql_mode'", 'EXPLAIN SELECT 1', 'DESCRIBE t', 'DESC t', 'BEGIN', 'START TRANSACTION', 'COMMIT', 'ROLLBACK', 'SAVEPOINT a',
	'RELEASE SAVEPOINT a', 'ROLLBACK TO a', 'SET autocommit = 1', 'SET AUTOCOMMIT=0', 'SET @@autocommit = 1', 'SET SESSION autocommit = 0', 'SELECT 1 INTO @a', 'EXPLAIN INSERT INTO t VALUES (1)', 'SELECT @@sql_mode',
	'(SELECT 1)', '((SELECT 1) UNION SELECT 2)', 'SELECT @a := 2', "SELECT GET_LOCK('mynd_words', 0)", "SELECT `GET_LOCK`('mynd_words', 0)", 'DO RELEASE_ALL_LOCKS()', 'SELECT LAST_INSERT_ID(7)', 'SELECT LAST_INSERT_ID()', 'INSERT INTO t VALUES (LAST_INSERT_ID(8))', 'SHOW CREATE TABLE t', 'VALUES (1)', 'TABLE t',
];
const CHARSETS = ['latin1', 'utf8mb4', 'gbk', 'sjis', 'big5', 'cp1251', 'cp932', 'binary', 'macroman'];
const SEPARATORS = [';', ' ; ', ";\n", ";;", '; -- a', ";\n/* ; */ ", "\\G", '//', ';#'];
const BEFORE = ['', '', '', '', ' ', "\n", "\t", '(', '/* a */', '/**/', '/*!', '/*!50000 ', '/*!99999 ', '/*M!', '/*M!100000 ', '/*+ a */', "# a\n", "-- a\n", "--a\n", "--\n", ';', "\0", '/* SET */', "\xA0", "\xA0 ", "\x85", "\x81", "\xA1\xA1", "\xE3\x80\x80", "\x0B", "\x0C", '\\', '-', '@'];
const BEHIND = ['', '', '', '', ' ', '*/', ' */', ';', '; ', ')', ' # a', ' -- a', '/* a', '/*! */', "\0", ' FOR UPDATE', '?', "\\", "'", '/*! ; USE mynd_words */', '/*!50000 ,1 */', ' /*M!; SET NAMES latin1*/'];

/* Another case, or a comment for a blank. */
function disguise(string $statement): string
{
	return match (mt_rand(0, 7)) {
		0 => strtolower($statement),
		1 => strtoupper(strtok($statement, ' ')) . substr($statement, strcspn($statement, ' ')),
		2 => str_replace(' ', '/**/', $statement),
		3 => preg_replace('/ /', one_of(["\n", "\t", '  ', "/* a */", "/*!*/", " # a\n", " -- a\n", '/*!50000 ', "\x0B"]), $statement, 1),
		4 => preg_replace('/^(\S+)/', one_of(['/*!$1*/', '/*!50000$1*/', '/*!50000 $1 */', '/*!99999 $1*/', '/*M! $1*/', '`$1`', '/*! $1']), $statement),
		default => $statement,
	};
}

function statement(): string
{
	return one_of(BEFORE) . disguise(one_of(mt_rand(0, 2) > 0 ? HARMLESS : ALTERING)) . one_of(BEHIND);
}

function text(): string
{
	$text = statement();
	for ($i = mt_rand(-3, 2); $i > 0; $i--) {
		$text .= one_of(SEPARATORS) . statement();
	}
	return $text;
}

final class Reader extends Program
{
	/**
	 * @return array{bool, int, ?int, int} it may alter the session; what outlives; placeholders, if certain;
	 *         its use of the session
	 */
	public function read(string $text, bool $several, bool $wide): array
	{
		[$alters, $outlives, $use, $count] = $this->ask((int) $several . ' ' . (int) $wide . ' ' . bin2hex($text));
		return [$alters === '1', (int) $outlives, $count === '?' ? null : (int) $count, (int) $use];
	}
}

/* Where each session begins; no other test looks there. */
const HOME = 'mynd_words_home';

function prepare_server(mysqli $server): void
{
	$user = getenv('MYND_TEST_USER');
	foreach (['CREATE DATABASE IF NOT EXISTS mynd_words', 'CREATE DATABASE IF NOT EXISTS ' . HOME, 'CREATE ROLE IF NOT EXISTS mynd_words_role', "GRANT mynd_words_role TO $user",
		'CREATE TABLE IF NOT EXISTS ' . HOME . '.t (i INT)', 'CREATE PROCEDURE IF NOT EXISTS mynd_words.p() SET NAMES latin1'] as $sql) {
		$server->query($sql) || exit("$sql: $server->error\n1 failed\n");
	}
}

/* As of a new session: a change of user leaves some servers' sessions with their role. */
function begin(mysqli $server, string $charset): void
{
	$server->change_user(getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'), HOME) || exit("change_user: $server->error\n1 failed\n");
	$server->query('SET ROLE NONE');
	$server->set_charset($charset);
}

const STATE = 'SELECT DATABASE(), @@sql_mode, @@character_set_client, @@character_set_connection, @@character_set_results, @@collation_connection, CURRENT_ROLE(), @@session_track_schema';

/* What no server reports, and what needs no new session to be as it was. */
const KEPT = "SELECT @a, @s, @@autocommit, IS_USED_LOCK('mynd_words'), LAST_INSERT_ID()";

function kept(mysqli $server): array
{
	$result = $server->query(KEPT);
	return $result ? $result->fetch_row() : exit("kept: $server->error\n1 failed\n");
}

function state(mysqli $server): array
{
	$result = $server->query(STATE);
	return $result ? $result->fetch_row() : exit("state: $server->error\n1 failed\n");
}

/* False: the server has refused it, or the first statement of it. */
function run(mysqli $server, string $text, bool $several): bool
{
	$taken = $several ? $server->multi_query($text) : $server->real_query($text);
	do {
		$server->store_result();
	} while ($several && $server->more_results() && $server->next_result());
	$several || $server->store_result();
	return $taken;
}

/* What the text has done although the reader was certain that it would not; null: nothing. */
function surprise(array $before, array $after, bool $alters, int $outlives): ?string
{
	if (!$alters && array_slice($before, 0, 6) !== array_slice($after, 0, 6)) {
		return 'alters the session: ' . implode(', ', array_diff_assoc($after, $before));
	}
	foreach ([[SCHEMA, 0, 'database'], [ROLE, 6, 'role'], [TRACKING, 7, 'tracking']] as [$bit, $at, $what]) {
		if (!($outlives & $bit) && $before[$at] !== $after[$at]) {
			return "changes the $what, $before[$at], to $after[$at]";
		}
	}
	return null;
}

$reader = new Reader($argv[1]);
$seed = (int) ($argv[2] ?? random_int(0, 0x7FFFFFFF));
$texts = (int) ($argv[3] ?? 4000);
mt_srand($seed);
$server = new mysqli(getenv('MYND_TEST_HOST'), getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'), getenv('MYND_TEST_DB'), (int) getenv('MYND_TEST_PORT'));
prepare_server($server);
$seen = array_fill_keys(['taken', 'certain', 'stateless', 'kept', 'altered', 'outliving', 'counted'], 0);
$failed = 0;
for ($i = 0; $i < $texts; $i++) {
	if ($i % 500 === 0) {
		begin($server, $charset = one_of(CHARSETS));
		$before = state($server);
	}
	$text = text();
	$several = mt_rand(0, 1) === 1;
	[$alters, $outlives, $count, $use] = $reader->read($text, $several, in_array($charset, WIDE, true));
	$kept = kept($server);
	$statement = $count === null ? false : $server->prepare($text);
	$why = null;
	if ($statement !== false) {
		$seen['counted']++;
		$why = $statement->param_count === $count ? null : "has $statement->param_count parameters, not $count";
		$statement->close();
	}
	$seen['taken'] += (int) run($server, $text, $several);
	$after = state($server);
	$seen['certain'] += (int) !$alters;
	$seen['altered'] += (int) (array_slice($before, 0, 6) !== array_slice($after, 0, 6));
	$seen['outliving'] += (int) ($before[0] !== $after[0] || $before[6] !== $after[6] || $before[7] !== $after[7]);
	$now = kept($server);
	$seen['stateless'] += (int) !($use & LEAVES);
	$seen['kept'] += (int) ($kept !== $now);
	if (!($use & LEAVES) && ($kept !== $now || $before !== $after)) {
		$why ??= 'is said to leave nothing';
	}
	$why ??= surprise($before, $after, $alters, $outlives);
	if ($why !== null && $failed++ < 5) {
		echo "--- seed $seed, $charset", $several ? ', several: ' : ': ', show($text), " $why\n";
	}
	if ($alters || $after !== $before) {
		begin($server, $charset);
	}
}
$server->query('DROP DATABASE mynd_words');
$server->query('DROP DATABASE ' . HOME);
$server->query('DROP ROLE mynd_words_role');
echo "seed $seed; ", implode(', ', array_map(fn ($what, $times) => "$times $what", array_keys($seen), $seen)), "\n";
$idle = in_array(0, $seen, true);
echo (int) ($failed === 0 && !$idle), ' passed, ', $failed + (int) $idle, " failed\n";
exit($failed || $idle ? 1 : 0);

--TEST--
Mynd\Pool: what a user leaves in a session is gone for the next one, on a session that was handed on as it is before
--EXTENSIONS--
mysqli
--INI--
mynd.shared_pool=0
mynd.persistent=asked
--FILE--
<?php
require __DIR__ . '/pool.inc';
use Mynd\Pool;

$admin = link_for_test();
$mariadb = is_mariadb($admin);
$database = getenv('MYND_TEST_DB');
$admin->query('SET GLOBAL log_bin_trust_function_creators = 1');
$admin->query('CREATE TABLE hand_on_dirt (id INT AUTO_INCREMENT PRIMARY KEY, a INT) ENGINE=InnoDB');
$admin->query('INSERT INTO hand_on_dirt (a) VALUES (1), (2)');
$admin->query('CREATE TABLE hand_on_fired (a INT)');
$admin->query('CREATE TRIGGER hand_on_fires BEFORE INSERT ON hand_on_fired FOR EACH ROW SET @dirt = 1');
create_anew($admin, 'FUNCTION', 'hand_on_f', "() RETURNS INT BEGIN SET @dirt = 1; RETURN GET_LOCK('hand_on', 0); END");
create_anew($admin, 'PROCEDURE', 'hand_on_p', '() SET @dirt = 1');
create_anew($admin, 'VIEW', 'hand_on_v', 'AS SELECT hand_on_f() AS a');
create_anew($admin, 'ROLE', 'hand_on_role', '');
$admin->query('GRANT hand_on_role TO CURRENT_USER()');

/* Commands that leave something: a text, several, or a function. */
$kinds = ['SET @dirt = 1', 'SELECT @dirt := 1', 'SELECT 1 INTO @dirt', 'SELECT id INTO @dirt FROM hand_on_dirt LIMIT 1',
	"SELECT GET_LOCK('hand_on', 0)", "SELECT `GET_LOCK`('hand_on', 0)", "DO GET_LOCK('hand_on', 0)", "INSERT INTO hand_on_dirt (a) VALUES (GET_LOCK('hand_on', 0))",
	'SELECT LAST_INSERT_ID(9)', 'UPDATE hand_on_dirt SET a = LAST_INSERT_ID(a)', 'INSERT INTO hand_on_dirt (a) VALUES (7)', 'REPLACE INTO hand_on_dirt (a) VALUES (7)',
	'INSERT INTO hand_on_dirt (a) SELECT a FROM hand_on_dirt LIMIT 1',
	'BEGIN', 'START TRANSACTION', ['BEGIN', 'DELETE FROM hand_on_dirt'], 'SET autocommit = 0', fn($m) => $m->autocommit(false), fn($m) => $m->begin_transaction() && $m->query('DELETE FROM hand_on_dirt'),
	"SET SESSION sql_mode = 'ANSI_QUOTES,NO_BACKSLASH_ESCAPES'", "SET NAMES big5", fn($m) => $m->set_charset('gbk'), "SET time_zone = '+11:00'",
	'SET SESSION group_concat_max_len = 17, SESSION sort_buffer_size = 999424', 'SET SESSION TRANSACTION ISOLATION LEVEL READ UNCOMMITTED', 'SET TRANSACTION READ ONLY',
	'SET SESSION sql_select_limit = 1', 'SET SESSION foreign_key_checks = 0', 'SET timestamp = 1', 'SET SESSION session_track_schema = OFF',
	'USE information_schema', fn($m) => $m->select_db('mysql'), fn($m) => $m->change_user(...array_slice(where(database: 'mysql'), 1, 3)),
	'CREATE TEMPORARY TABLE hand_on_dirt (a INT)', 'CREATE TEMPORARY TABLE hand_on_dirt SELECT 4 AS a',
	'LOCK TABLES hand_on_dirt READ', 'FLUSH TABLES hand_on_dirt WITH READ LOCK', 'HANDLER hand_on_dirt OPEN', ["PREPARE dirt FROM 'SELECT 1'"],
	['BEGIN', 'COMMIT AND CHAIN'], ["XA START 'hand_on'"], 'SELECT 1 /*! , @dirt := 2 */', 'SELECT /*!50000 @dirt := */ 2', "SELECT \"a\\\"\" /* \" */, @dirt := 3",
	'SELECT hand_on_f()', "SELECT `hand_on_f`()", "SELECT $database.hand_on_f()", 'CALL hand_on_p()', 'SELECT * FROM hand_on_v', "SELECT * FROM $database.hand_on_v", 'INSERT INTO hand_on_fired VALUES (1)',
	'SET ROLE hand_on_role', 'SELECT * FROM hand_on_dirt WHERE a = @dirt := 5',
	"SELECT CAST('secret' AS SIGNED)", "SELECT this is wrong, 'secret'", 'SELECT * FROM hand_on_nowhere', "INSERT INTO hand_on_dirt (id, a) VALUES (1, 1)",
	'SELECT SQL_CALC_FOUND_ROWS * FROM hand_on_dirt LIMIT 1',
	fn($m) => $m->multi_query('SET @dirt = 1; SELECT 1') && $m->next_result() && $m->store_result(),
	fn($m) => $m->query('SELECT @dirt := 1', MYSQLI_ASYNC) && $m->reap_async_query(),
	fn($m) => $m->execute_query('SELECT @dirt := ?', [1]),
	function ($m) {
		$s = $m->prepare('SELECT hand_on_f() + ?');
		$s->execute([1]);
	},
	fn($m) => $GLOBALS['kept'] = $m->prepare('SELECT @dirt := 1'),
	fn($m) => $GLOBALS['kept'] = $m->query('SELECT 1 UNION SELECT 2', MYSQLI_USE_RESULT),
	fn($m) => $m->options(MYSQLI_INIT_COMMAND, 'SET @dirt = 1'),
	fn($m) => iterator_to_array(Mynd\pipeline($m, ['SET @dirt = 1'])),
];

/* What the next user of a session looks at: it must be as in a new one. */
$isolation = $mariadb && $admin->server_version < 110100 ? 'tx_isolation' : 'transaction_isolation';
$looks = [
	'SHOW WARNINGS', 'SHOW ERRORS', 'SELECT FOUND_ROWS() < 2', 'SELECT LAST_INSERT_ID()', 'SELECT @dirt', "SELECT IS_FREE_LOCK('hand_on')", 'SELECT DATABASE()', 'SELECT CURRENT_ROLE()',
	"SELECT CONCAT_WS(' ', @@autocommit, @@sql_mode, @@time_zone, @@group_concat_max_len, @@sort_buffer_size, @@$isolation, @@sql_select_limit, @@foreign_key_checks, @@timestamp > 1, @@session_track_schema)",
	"SELECT CONCAT_WS(' ', @@character_set_client, @@character_set_connection, @@character_set_results, @@collation_connection)",
	"SELECT COUNT(*) > 1, MAX(id) > 1, MAX(a) > 0 FROM $database.hand_on_dirt", 'EXECUTE dirt', 'SELECT 1; SELECT 2', "UPDATE $database.hand_on_fired SET a = 1",
];
function seen(mysqli $m): array
{
	global $looks;
	return array_map(function (string $sql) use ($m) {
		try {
			$result = $m->query($sql);
			return $result instanceof mysqli_result ? $result->fetch_all() : $result;
		} catch (mysqli_sql_exception $e) {
			return $e->getCode() . preg_replace('~^(\w+ \w+).*~', ' $1', $e->getMessage());
		}
	}, array_combine($looks, $looks)) + ['charset' => $m->character_set_name(), 'escape' => bin2hex($m->real_escape_string("\xbf'\\")), 'insert_id' => $m->insert_id, 'warnings' => $m->warning_count];
}

/** A use that leaves nothing. Whether its session goes on as it is. */
function leaves_nothing(Pool $pool): bool
{
	$resets = $pool->stats()['resets'];
	$pool->use(fn($m) => $m->execute_query('SELECT a FROM hand_on_dirt WHERE id = ?', [1])->fetch_row());
	return $pool->stats()['resets'] === $resets;
}

$expected = seen(link_for_test());
$pool = new Pool(fn() => link_for_test(), 1);
$count = $not_handed_on = 0;
foreach ($kinds as $kind) {
	for ($try = 0; $try < 4 && !leaves_nothing($pool); $try++) {
	}
	$not_handed_on += $try === 4;
	$pool->use(function (mysqli $m) use ($kind) {
		foreach (is_array($kind) ? $kind : [$kind] as $one) {
			try {
				is_string($one) ? $m->query($one) : $one($m);
			} catch (mysqli_sql_exception) {
			}
		}
	});
	$kept = null;
	$seen = $pool->use(seen(...));
	$count++;
	if ($seen !== $expected) {
		echo is_string($kind) ? $kind : json_encode($kind), ': ', json_encode([array_diff_assoc(array_map('json_encode', $seen), array_map('json_encode', $expected))]), "\n";
	}
}
echo $count > 60 ? 'all' : $count, " kinds\n";
echo "sessions that were not handed on as they are before: $not_handed_on\n";
?>
--CLEAN--
<?php
require __DIR__ . '/../connect.inc';
$link = link_for_test();
$link->query('DROP TABLE IF EXISTS hand_on_dirt, hand_on_fired');
$link->query('DROP VIEW IF EXISTS hand_on_v');
$link->query('DROP FUNCTION IF EXISTS hand_on_f');
$link->query('DROP PROCEDURE IF EXISTS hand_on_p');
$link->query('DROP ROLE IF EXISTS hand_on_role');
?>
--EXPECT--
all kinds
sessions that were not handed on as they are before: 0

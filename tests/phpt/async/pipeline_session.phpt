--TEST--
Pipelines: whatever changes the session between two commands, no text is run as it was meant before; a text is one statement
--EXTENSIONS--
mysqli
mynd
--FILE--
<?php
require __DIR__ . '/../connect.inc';
$root = link_for_test();
$one = getenv('MYND_TEST_DB') . '_one';
$two = getenv('MYND_TEST_DB') . '_two';
foreach ([$one, $two] as $name) {
	$root->query("DROP DATABASE IF EXISTS $name");
	$root->query("CREATE DATABASE $name");
	$root->query("CREATE TABLE $name.who (v VARCHAR(30))");
	$root->query("INSERT INTO $name.who VALUES ('" . substr($name, -3) . "')");
}

function link_in(string $database): mysqli
{
	$m = link_for_test(database: $database);
	$m->set_charset('latin1');
	$m->query("SET sql_mode = ''");
	return $m;
}
function said(mixed $outcome): string
{
	return $outcome instanceof mysqli_result ? implode(' ', $outcome->fetch_row()) : ($outcome instanceof Throwable ? "{$outcome->getCode()} " . substr($outcome->getMessage(), 0, 30) : get_class($outcome));
}
/**
 * The text before and after a change that comes when its first outcome is here; `$pause` is what keeps the
 * second from being under way then.
 */
function changed(string $label, callable $change, string $text = 'SELECT v FROM who WHERE 1 = ?'): void
{
	global $one;
	$pause = 'SELECT ?, 2';
	$db = link_in($one);
	$said = [];
	foreach (Mynd\pipeline($db, ['a' => [$text, [1]], 'pause' => [$pause, [1]], 'b' => [$text, [1]], 'c' => [$text, [1]]]) as $key => $outcome) {
		$said[] = said($outcome);
		if ($key === 'a') {
			try {
				$change($db);
			} catch (mysqli_sql_exception $e) {
				echo "$label: {$e->getMessage()}\n";
			}
		}
	}
	echo "$label: $said[0], $said[2], $said[3]\n";
}
changed('nothing', fn($db) => true);
changed('select_db', fn($db) => $db->select_db($two));
changed('USE', fn($db) => $db->query("USE $two"));
changed('real_query', fn($db) => $db->real_query("USE $two"));
changed('execute_query', function ($db) use ($two) {
	try {
		$db->execute_query("USE $two");
	} catch (mysqli_sql_exception) { /* MySQL cannot prepare it */
		$db->query("USE $two");
	}
});
changed('several', function ($db) use ($two) {
	for ($db->multi_query("SELECT 1; USE $two"), $db->store_result(); $db->more_results() && $db->next_result(););
});
changed('change_user', fn($db) => $db->change_user(getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'), $two));
changed('asynchronous', fn($db) => $db->query("USE $two", MYSQLI_ASYNC) && $db->reap_async_query());
$quoted = 'SELECT "v" FROM who WHERE 1 = ?';
changed('SET', fn($db) => $db->query("SET sql_mode = 'ANSI_QUOTES'"), $quoted);
changed('a prepared SET', fn($db) => $db->prepare('SET sql_mode = ?')->execute(['ANSI_QUOTES']), $quoted);
changed('set_charset', fn($db) => $db->set_charset('cp850'), "SELECT HEX(CONVERT('\xE4' USING utf8mb4)) WHERE 1 = ?");
changed('SET NAMES', fn($db) => $db->query('SET NAMES cp850'), "SELECT HEX(CONVERT('\xE4' USING utf8mb4)) WHERE 1 = ?");

/* The source, the values and the pipeline itself may change it as well. */
class Changes
{
	function __construct(private Closure $change) {}
	function __toString(): string
	{
		($this->change)();
		return '1';
	}
}
$text = 'SELECT v FROM who WHERE 1 = ?';
function all(string $label, mysqli $db, iterable $commands): void
{
	$said = [];
	foreach (Mynd\pipeline($db, $commands) as $outcome) {
		$said[] = said($outcome);
	}
	echo "$label: ", implode(', ', $said), "\n";
}
$db = link_in($one);
all('the source', $db, (function () use ($db, $text, $two) {
	yield [$text, [1]];
	yield 'SELECT SLEEP(0.3)';
	try {
		$db->select_db($two);
	} catch (mysqli_sql_exception $e) {
		yield 'SELECT ' . $e->getCode(); /* they are under way */
	}
	yield [$text, [1]];
})());
$db = link_in($one);
all('a text of it', $db, [[$text, [1]], "USE $two", [$text, [1]]]);
$db = link_in($one);
$refused = fn() => new Changes(function () use ($db, $two) {
	try {
		$db->select_db($two);
	} catch (mysqli_sql_exception) {
	}
});
all('a value, before it is prepared', $db, [[$text, [$refused()]], [$text, [1]]]);
$db = link_in($one);
all('a value, asynchronously', $db, [[$text, [1]], [$text, [new Changes(fn() => $db->query("USE $two", MYSQLI_ASYNC))]], [$text, [1]]]);
var_dump($db->reap_async_query());

/* An interceptor may send another text than the program's. */
$db = link_in($one);
Mynd\intercept(fn($command, $next) => $next(match ($command->sql) {
	'SELECT 0' => $command->withSql("USE $two"),
	'DO 0' => $command->withSql("SET sql_mode = 'ANSI_QUOTES'"),
	default => $command,
}));
all('an interceptor', $db, [[$text, [1]], 'SELECT 0', [$text, [1]], 'SELECT v FROM who']);
$db->select_db($one);
all('an interceptor, in an execute', $db, [[$quoted, [1]], ['DO 0', []], [$quoted, [1]], 'SELECT "v" FROM who']);

/* A text of several statements is multi_query()'s alone. */
$db = link_in($one);
$switch = function () use ($db) {
	for ($db->multi_query('SELECT 1; SELECT 2'), $db->store_result(); $db->more_results() && $db->next_result(); $db->store_result());
};
$switch();
all('behind multi_query()', $db, ['SELECT 1; SELECT 2', 'SELECT 3']);
all('multi_query() in the source', $db, (function () use ($switch) {
	$switch();
	yield 'SELECT 1; SELECT 2';
	yield 'SELECT 3';
})());
$switch();
all('behind multi_query() and a statement', $db, [['SELECT ?', [1]], 'SELECT 1; SELECT 2', 'SELECT 3']);
$switch();
$db->real_query('SELECT 4');
all('while a result is unread', $db, ['SELECT 1; SELECT 2', 'SELECT 3']);
?>
--CLEAN--
<?php
require __DIR__ . '/../connect.inc';
foreach (['one', 'two'] as $name) {
	link_for_test()->query('DROP DATABASE IF EXISTS ' . getenv('MYND_TEST_DB') . "_$name");
}
?>
--EXPECT--
nothing: one, one, one
select_db: one, two, two
USE: one, two, two
real_query: one, two, two
execute_query: one, two, two
several: one, two, two
change_user: one, two, two
asynchronous: one, two, two
SET: v, one, one
a prepared SET: v, one, one
set_charset: C3A4, C3B5, C3B5
SET NAMES: C3A4, C3B5, C3B5
the source: one, 0, 2014, one
a text of it: one, Mynd\Done, two
a value, before it is prepared: two, two
a value, asynchronously: one, 2014 Commands out of sync; you can', 2014 Commands out of sync; you can'
bool(true)
an interceptor: one, Mynd\Done, two, two
an interceptor, in an execute: v, Mynd\Done, one, one
behind multi_query(): 1064 You have an error in your SQL , 3
multi_query() in the source: 1064 You have an error in your SQL , 3
behind multi_query() and a statement: 1, 1064 You have an error in your SQL , 3
while a result is unread: 2014 Commands out of sync; you can', 2014 Commands out of sync; you can'

<?php
/*
 * What a recording refuses, and how it says so; what it never writes. Ends with "N passed, N failed".
 *
 *   refusals.php FOLDER
 */
declare(strict_types=1);

require __DIR__ . '/cases/bootstrap.php';
require __DIR__ . '/../checks.php';

use Mynd\Testing\{Mode, NotAsked, NotRecordable, NotRecorded, Recording, Unreadable};

$file = $argv[1] . '/refusals.json';
$socket = (string) getenv('MYND_TEST_SOCKET');

/** Runs it; what it throws, as text without the file's name. */
function told(callable $program): string
{
	global $file;
	try {
		$program();
	} catch (Throwable $e) {
		return str_replace("$file: ", '', $e::class . ': ' . $e->getMessage());
	}
	return 'nothing';
}

function record(callable $program, array $secrets = [], ?callable $normalise = null): void
{
	global $file, $socket;
	putenv("MYND_TEST_SOCKET=$socket");
	$recording = Recording::open($file, Mode::Record, $secrets, $normalise);
	try {
		$program();
	} finally {
		$recording->close();
	}
}

/** What the program and the end of the recording say. */
function replay(callable $program, bool $strictly = true, array $secrets = [], ?callable $normalise = null): array
{
	global $file;
	putenv('MYND_TEST_SOCKET=/nowhere');
	$recording = Recording::open($file, Mode::Replay, $secrets, $normalise);
	$said = told($program);
	return [$said, told(fn() => $recording->close($strictly))];
}

function say(PDO $db, string ...$texts): void
{
	foreach ($texts as $text) {
		$db->query($text)->fetchAll();
	}
}

function with_table(): PDO
{
	$db = shop_pdo();
	say($db, 'CREATE TEMPORARY TABLE t (n INT)');
	return $db;
}

$anew = "\nTo record anew: MYND_TESTING=record";
$shop = function (string ...$texts): Closure {
	return fn() => say(shop_pdo(), 'CREATE TEMPORARY TABLE t (n INT)', ...$texts);
};
[$read, $write] = ['SELECT COUNT(*) FROM t', 'INSERT INTO t VALUES (1)'];

record($shop($read, $write, $read));
check('the same', ['nothing', 'nothing'], replay($shop($read, $write, $read)));
$never = "Mynd\\Testing\\NotRecorded: never recorded: SELECT COUNT(*) FROM t WHERE n = 2\nThe nearest that was recorded: $read$anew";
check('never recorded', [$never, $never], replay($shop('SELECT COUNT(*) FROM t WHERE n = 2')));
$order = "Mynd\\Testing\\NotRecorded: asked in another order than recorded: $read\nIt was recorded after what was not asked yet: $write$anew";
check('a read twice before the write', [$order, $order], replay($shop($read, $read, $write)));
$often = "Mynd\\Testing\\NotRecorded: recorded 2 times, and asked once more: $read$anew";
check('once too often', [$often, $often], replay($shop($read, $write, $read, $read)));
$twice = "Mynd\\Testing\\NotRecorded: recorded 1 time, and asked once more: $write$anew";
check('written twice', [$twice, $twice], replay($shop($read, $write, $write)));
check('less was asked', ['nothing', "Mynd\\Testing\\NotAsked: recorded, and not asked:\n  $read"], replay($shop($read, $write)));
check('less was asked, and that is allowed', ['nothing', 'nothing'], replay($shop($read, $write), false));
check('the read after the write is the later one', ['nothing', "Mynd\\Testing\\NotAsked: recorded, and not asked:\n  $read"], replay(function () {
	$db = shop_pdo();
	say($db, 'CREATE TEMPORARY TABLE t (n INT)', 'INSERT INTO t VALUES (1)');
	check('its answer', 1, (int) $db->query('SELECT COUNT(*) FROM t')->fetchColumn());
}));
check('what the program swallows is told at the end', ['nothing', $never], replay(fn() => told($shop('SELECT COUNT(*) FROM t WHERE n = 2'))));
$connect = "Mynd\\Testing\\NotRecorded: never recorded: (Connect) on connection 2\nThe nearest that was recorded: (Connect)$anew";
check('another connection', [$connect, $connect], replay(function () use ($shop, $read, $write) {
	$shop($read, $write, $read)();
	shop_pdo();
}));
record($shop($read, $write, $read, $write));
$changed = "Mynd\\Testing\\NotRecorded: asked in another order than recorded: $read\nIt was recorded only before what has been asked: $write$anew";
check('read after all writes', [$changed, $changed], replay($shop($write, $write, $read)));

/* SELECTs that change something */
$all = fn(string ...$texts): Closure => fn() => say(shop_pdo(), ...$texts);
$free = fn(string ...$texts): Closure => function () use ($all, $texts): void {
	record($all(...$texts));
	check("in another order: {$texts[0]}", ['nothing', 'nothing'], replay($all(...array_reverse($texts))));
};
foreach (["SELECT 'a INTO b := NEXTVAL(s)' /* INTO */", 'WITH x AS (SELECT 1 AS `INTO`) SELECT * FROM x -- := ', 'WITH x AS (SELECT 1) (SELECT 2)', '(SELECT LAST_INSERT_ID( ))', 'SELECT 1 FROM DUAL FOR UPDATE'] as $text) {
	$free($text, 'SELECT 17')();
}
foreach (["SELECT GET_LOCK('refusals', 0)", "SELECT RELEASE_LOCK('refusals')", 'SELECT @x := 1', 'SELECT /*! @x := */ 1', 'SELECT LAST_INSERT_ID(5)', 'WITH x AS (SELECT 1) SELECT @x := 2'] as $text) {
	record($all($text, 'SELECT 17'));
	$after = "Mynd\\Testing\\NotRecorded: asked in another order than recorded: SELECT 17\nIt was recorded after what was not asked yet: $text$anew";
	check("in another order: $text", [$after, $after], replay($all('SELECT 17', $text)));
}
foreach (['SELECT NEXTVAL(s)', 'SELECT LASTVAL(s)', 'SELECT SETVAL(s, 3)', 'SELECT NEXT VALUE FOR s', 'SELECT previous value for s', 'SELECT s.nextval', 'WITH x AS (SELECT 1) DELETE FROM t', 'WITH x AS (SELECT (1)), y AS (SELECT 2) UPDATE t SET n = 1',
	'WITH x AS (SELECT 1) SELECT 1 INTO @x', '/* */ (SELECT NEXTVAL (s))'] as $text) {
	$question = new Mynd\Testing\Question(1, 'Query', $text, []);
	check("changes something: $text", true, $question->changes(Mynd\Testing\Answer::unpack(Mynd\Testing\Fields::of(['result' => ['AAAA']]))));
}

/* values count, with their types */
$with = fn(mixed ...$values): Closure => function () use ($values): void {
	$statement = shop_pdo([PDO::ATTR_EMULATE_PREPARES => false])->prepare('SELECT ? + 1');
	foreach ($values as $value) {
		$statement->bindValue(1, $value, is_int($value) ? PDO::PARAM_INT : PDO::PARAM_STR);
		$statement->execute();
	}
};
record($with(1, 'two'));
$three = "Mynd\\Testing\\NotRecorded: never recorded: SELECT ? + 1 with [3]\nThe nearest that was recorded: SELECT ? + 1 with [1]$anew";
check('another value', [$three, $three], replay($with(1, 3)));
check('another type', true, str_contains(replay($with('1'))[0], 'never recorded: SELECT ? + 1 with ["1"]'));

/* what depends on the moment */
$now = 1;
$timed = function () use (&$now): void {
	say(shop_pdo(), "SELECT 'at $now'");
	$now++;
};
$normalise = fn(string $sql, array $values): array => [preg_replace('/at \d+/', 'at N', $sql), $values];
record($timed, [], $normalise);
check('a normalised text', ['nothing', 'nothing'], replay($timed, true, [], $normalise));
check('the file has the normalised text', true, str_contains((string) file_get_contents($file), 'at N'));

/* secrets */
$secret = fn(string $value): Closure => fn() => say(shop_pdo(), "DO LENGTH('$value')");
record($secret('pa55-of-shop'), ['shop' => 'pa55-of-shop']);
$text = (string) file_get_contents($file);
check('a secret is not written', [false, true, false], [str_contains($text, 'pa55-of-shop'), str_contains($text, '***shop***'), str_contains($text, (string) getenv('MYND_TEST_PASSWORD'))]);
check('another secret is answered', ['nothing', 'nothing'], replay($secret('another'), true, ['shop' => 'another']));
$accounts = function (string $password): Closure {
	return function () use ($password): void {
		$db = shop_mysqli();
		foreach (["CREATE USER nobody@nowhere IDENTIFIED BY '$password'", "ALTER USER nobody@nowhere IDENTIFIED BY '$password'", "SET PASSWORD FOR nobody@nowhere = PASSWORD('$password')",
			"CREATE USER IF NOT EXISTS nobody@nowhere IDENTIFIED VIA mysql_native_password USING PASSWORD('$password')", 'DROP USER nobody@nowhere'] as $sql) {
			try {
				$db->query($sql);
			} catch (mysqli_sql_exception) {
			}
		}
	};
};
record($accounts('geh"eim'));
check('passwords of accounts', [0, 4], [substr_count($text = (string) file_get_contents($file), 'geh'), substr_count($text, "'***'")]);
check('another password is answered', ['nothing', 'nothing'], replay($accounts('other')));
check('a result with a secret', "Mynd\\Testing\\NotRecordable: cannot be recorded, for its reply has the secret 'shop': SELECT CONCAT('pa55-', 'word')",
	told(fn() => record(fn() => say(shop_pdo(), "SELECT CONCAT('pa55-', 'word')"), ['shop' => 'pa55-word'])));

/* what cannot be recorded */
$cursor = static function (): array {
	$db = shop_mysqli();
	$statement = $db->prepare('SELECT 1 UNION SELECT 2');
	$statement->attr_set(MYSQLI_STMT_ATTR_CURSOR_TYPE, MYSQLI_CURSOR_TYPE_READ_ONLY);
	$statement->execute();
	return $statement->get_result()->fetch_all();
};
check('rows of a cursor', 'Mynd\Testing\NotRecordable: cannot be recorded, for its rows are read through a cursor: SELECT 1 UNION SELECT 2', told(fn() => record($cursor)));

/* what is recorded apart */
$state = "$argv[1]/refusals.state.json";
$makes = static function (bool $first, bool $connects) use ($state): void {
	$db = $connects ? null : shop_pdo();
	if ($first) {
		Recording::apart($state, static function () use (&$db): void {
			$db ??= shop_pdo();
			say($db, 'SET @state = 7');
		});
	}
	say($db ?? shop_pdo(), 'SELECT @state');
};
record(static fn() => $makes(true, false));
foreach ([true, false, true] as $first) {
	check('its recording, with the state made or not: ' . json_encode($first), ['nothing', 'nothing'], replay(static fn() => $makes($first, false)));
}
check('a connection of the state that is used after it', "Mynd\Testing\NotRecordable: its connection was connected within apart() of $state: connect before that", told(fn() => record(fn() => $makes(true, true))));
unlink($state);
$late = shop_mysqli();
check('a reply that is taken later', "Mynd\\Testing\\NotRecordable: its reply was not taken before the recording ended: SELECT 3", told(function () use ($late): void {
	record(static fn() => $late->query('SELECT 3', MYSQLI_ASYNC));
	$late->reap_async_query();
}));
$late->close();
$left = static function (): void {
	$db = with_table();
	$db->setAttribute(PDO::ATTR_EMULATE_PREPARES, false);
	say($db, 'INSERT INTO t VALUES (1)');
	try {
		Mynd\execute_many($db, 'UPDATE t SET n = IF(n = 1 AND ? = 2, (SELECT 1 UNION SELECT 2), n)', [[1], [2], [3], [4]]);
	} catch (PDOException) {
	}
};
record($left);
check('replies that execute_many() never takes', ['nothing', 'nothing'], replay($left));
$takes = static function () use (&$is_replayed): void {
	$db = shop_mysqli();
	$db->query('SELECT 3', MYSQLI_ASYNC);
	$is_replayed && $db->reap_async_query();
};
record($takes);
$is_replayed = true;
$why = "Mynd\\Testing\\NotRecorded: nobody took its reply when it was recorded: SELECT 3";
check('a reply that nobody took', [$why, $why], replay($takes));

/* values that no answer can have: the file is damaged, whatever the application swallows */
foreach (['"warnings": 0' => '"warnings": -1', '"status": 2' => '"status": -1', '"collation": "' => '"collation": "x', '"insert_id": 0' => '"insert_id": ""'] as $from => $to) {
	record(fn() => say(shop_pdo(), 'DO 1'));
	$text = (string) file_get_contents($file);
	file_put_contents($file, str_replace($from, $to, $text));
	[$said, $closed] = replay(static function (): void {
		try {
			say(shop_pdo(), 'DO 1');
		} catch (RuntimeException) {
		}
	}, false);
	check("a file with $to", [true, str_contains($text, $from)], [str_starts_with($closed, 'Mynd\\Testing\\Unreadable: '), true]);
}
file_put_contents($file, '{"mynd/testing": 2}');
check('another version', "Mynd\\Testing\\Unreadable: $file is no recording: it is of another version", told(fn() => Recording::open($file, Mode::Replay)));
unlink($file);
check('no recording', "Mynd\\Testing\\Unreadable: there is no recording $file", told(fn() => Recording::open($file, Mode::Replay)));

/* modes */
putenv("MYND_TEST_SOCKET=$socket");
foreach ([true, false] as $records) {
	$recording = Recording::open($file, Mode::Missing);
	check('a missing one is recorded, then it answers', $records, $recording->isRecording());
	say(shop_pdo(), 'SELECT CONNECTION_ID()');
	$recording->close();
}
putenv('MYND_TEST_SOCKET=/nowhere');
check('a connection that could not be made', true, (function () use ($file): bool {
	$program = fn(): string => told(fn() => shop_pdo());
	$recording = Recording::open($file, Mode::Record);
	$first = $program();
	$recording->close();
	putenv('MYND_TEST_SOCKET=/elsewhere');
	$recording = Recording::open($file, Mode::Replay);
	$second = $program();
	$recording->close();
	return $first === $second && str_contains($first, '[2002]');
})());
finish();

--TEST--
A session that does not go on as its pool has learned is what it would have been: every other command, after each of the prologue's
--EXTENSIONS--
mysqli
--INI--
mynd.round_trips=fewer
mynd.pipelining=on
mysqli.max_links=8
--FILE--
<?php
require __DIR__ . '/prologue.inc';
print_warnings();

/* A prologue whose commands all leave something to be seen, and a warning. */
$prologue = [
	fn(mysqli $m) => $m->query('SET SESSION sql_mode="NO_BACKSLASH_ESCAPES"'),
	fn(mysqli $m) => $m->set_charset('latin2'),
	fn(mysqli $m) => $m->query('SELECT @@autocommit, @@time_zone')->fetch_row(),
	fn(mysqli $m) => $m->select_db('mynd_test'),
	fn(mysqli $m) => $m->query('SET SESSION max_sort_length=1'),
	fn(mysqli $m) => $m->autocommit(false),
	fn(mysqli $m) => $m->query('SELECT @@sql_mode, @@max_sort_length')->fetch_row(),
];

/** What can be seen of a session without asking the server. */
function seen(mysqli $m): array
{
	return [$m->real_escape_string("\\'"), $m->character_set_name(), $m->warning_count, $m->affected_rows, $m->field_count, $m->insert_id, $m->info, $m->errno];
}
function rows(mysqli|mysqli_stmt $from, ?string $sql = null): mixed
{
	$result = $sql === null ? $from->get_result() : $from->query($sql);
	return $result instanceof mysqli_result ? $result->fetch_all() : $result;
}
$others = [
	'counts' => fn(mysqli $m) => rows($m, 'SELECT @@warning_count, FOUND_ROWS(), LAST_INSERT_ID()'),
	'warnings' => fn(mysqli $m) => rows($m, 'SHOW WARNINGS'),
	'found rows' => fn(mysqli $m) => rows($m, 'SELECT FOUND_ROWS()'),
	'row count' => fn(mysqli $m) => rows($m, 'SELECT ROW_COUNT()'),
	'get_warnings' => fn(mysqli $m) => $m->get_warnings(),
	'state' => fn(mysqli $m) => rows($m, 'SELECT DATABASE(), @@sql_mode, @@autocommit, @@time_zone, @@max_sort_length, @@character_set_client, @@collation_connection'),
	'a prepared statement' => function (mysqli $m) {
		$s = $m->prepare('SELECT DATABASE(), ?, "a"');
		$n = 5;
		$s->bind_param('i', $n);
		$s->execute();
		return rows($s);
	},
	'execute_query' => fn(mysqli $m) => $m->execute_query('SELECT DATABASE(), ?', ['x'])->fetch_all(),
	'async' => function (mysqli $m) {
		$m->query('SELECT DATABASE()', MYSQLI_ASYNC);
		return $m->reap_async_query()->fetch_all();
	},
	'a pipeline' => fn(mysqli $m) => array_map(fn($result) => $result->fetch_all(), iterator_to_array(Mynd\pipeline($m, ['SELECT DATABASE()', 'SELECT @@sql_mode']))),
	'multi_query' => function (mysqli $m) {
		$m->multi_query('SELECT DATABASE(); SELECT @@sql_mode');
		$all = [];
		do {
			$all[] = $m->store_result()->fetch_all();
		} while ($m->next_result());
		return $all;
	},
	'ping' => fn(mysqli $m) => @$m->stat() !== '',
	'begin' => fn(mysqli $m) => [$m->begin_transaction(), rows($m, 'SELECT DATABASE()'), $m->commit()],
	'change_user' => fn(mysqli $m) => [$m->change_user(getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'), 'mynd_test'), rows($m, 'SELECT DATABASE(), @@sql_mode')],
	'another of its kind' => fn(mysqli $m) => [$m->query('SET SESSION sql_mode="ANSI"'), rows($m, 'SELECT @@sql_mode')],
	'another database' => fn(mysqli $m) => [$m->select_db('information_schema'), rows($m, 'SELECT DATABASE()')],
	'an error' => function (mysqli $m) {
		try {
			$m->query('SELEC');
		} catch (mysqli_sql_exception $e) {
			return [$e->getCode(), rows($m, 'SHOW ERRORS')];
		}
	},
	'unbuffered' => function (mysqli $m) {
		$m->real_query('SELECT DATABASE() UNION ALL SELECT 2');
		$r = $m->use_result();
		$first = $r->fetch_row();
		$r->free();
		return $first;
	},
];

/** The same on a connection of a pool that knows nothing, and of one that expects another command. */
function compare(int $pool, int $asked, string $name, callable $other, ?string $database): bool
{
	global $prologue;
	$run = function (mysqli $m) use ($asked, $other, $prologue) {
		$all = [];
		for ($i = 0; $i < $asked; $i++) {
			$all[] = [$prologue[$i]($m), seen($m)];
		}
		$all[] = [$other($m), seen($m)];
		$all[] = [rows($m, 'SELECT DATABASE(), @@sql_mode, @@autocommit, @@max_sort_length, @@character_set_client, @@collation_connection'), seen($m)];
		return $all;
	};
	$connect = fn() => link_of($pool, database: $database);
	teach($connect, function ($m) use ($prologue) {
		foreach ($prologue as $command) {
			$command($m);
		}
		$m->query('DO 0');
	});
	$m = $connect();
	$thread = $m->thread_id;
	$here = $run($m);
	$same = $thread === $m->thread_id;
	$m->close();
	$unlearned = link_of(1000 + $pool, database: $database);
	$unlearned->query('DO 0');
	$unlearned->close();
	$plain = $run($unlearned = link_of(1000 + $pool, database: $database));
	$unlearned->close();
	link_of($pool, database: $database)->close(); /* its pool comes first */
	$counts = Mynd\pools()[0];
	if ($here != $plain || !$same || $counts['wrong_predictions'] !== 1 || $counts['answered_ahead'] !== $asked) {
		echo "$name after $asked: ", json_encode($here), "\n  elsewhere: ", json_encode($plain), "\n  ", json_encode($counts), "\n";
		return false;
	}
	return true;
}

$pool = 0;
foreach ([null, getenv('MYND_TEST_DB'), 'mysql'] as $database) {
	$right = $changes = 0;
	foreach (array_keys($prologue) as $asked) {
		foreach ($others as $name => $other) {
			if ($name === 'row count' && $asked === 0) { /* it counts the rows of the reset's question */
				continue;
			}
			$right += compare($pool++, $asked, $name, $other, $database);
			$changes += Mynd\pools()[0]['changes_of_user'];
		}
	}
	echo $database ?? 'no database', ": $right of ", count($prologue) * count($others) - 1, " the same, $changes changes of user\n";
}
?>
--EXPECT--
no database: 125 of 125 the same, 71 changes of user
mynd_test: 125 of 125 the same, 0 changes of user
mysql: 125 of 125 the same, 0 changes of user

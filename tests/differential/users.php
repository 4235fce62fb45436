<?php
// Users of a Mynd\Pool of one connection, beside the same users with a connection of their own each: what a
// user sees must not depend on who had the session before. The pool's sessions are handed on as they are
// where their users have left nothing. Each side has a database of its own. Ends with 1 at a difference.
//   users.php SEED WORLDS [USERS]
// A world's seed is printed with a difference; it and 1 world repeat it.

foreach (['dice', 'server', 'schema', 'texts', 'values'] as $name) {
	require_once __DIR__ . "/$name.php";
}
mysqli_report(MYSQLI_REPORT_ERROR | MYSQLI_REPORT_STRICT);

define('DATABASES', ['mynd_users_' . getmypid() . 'a', 'mynd_users_' . getmypid() . 'b']);

function connect(?string $database): mysqli
{
	return new mysqli('localhost', getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'), $database, null, getenv('MYND_TEST_SOCKET'));
}

/** What the users of one seed do: commands as [way, text, parameters]. */
final class World
{
	/** Texts that leave something which no other text of the generator leaves. */
	private const OTHERS = ['SELECT f0()', 'SELECT * FROM v0', 'INSERT INTO fires VALUES (1)', "SELECT GET_LOCK(CONCAT(DATABASE(), 'l'), 0)", 'SELECT @v := 7', 'SELECT 3 INTO @v',
		'UPDATE t0 SET id = LAST_INSERT_ID(id)', "PREPARE s FROM 'SELECT 1'", 'EXECUTE s', 'HANDLER t0 OPEN', 'SET TRANSACTION READ ONLY', "SET SESSION group_concat_max_len = 4",
		'SELECT SQL_CALC_FOUND_ROWS id FROM t0 ORDER BY id LIMIT 1', 'CREATE TEMPORARY TABLE t0 (id INT)', 'SELECT id FROM t0 LIMIT 3 /*! , @v := 2 */', 'ALTER VIEW v0 AS SELECT 3 AS a'];

	/** What tells of the user before. */
	private const LOOKS = ['SHOW WARNINGS', 'SHOW ERRORS', 'SELECT LAST_INSERT_ID(), DATABASE(), @v, @nope', "SELECT IS_FREE_LOCK(CONCAT(DATABASE(), 'l')), CONCAT(@@sql_mode, @@time_zone, @@autocommit, @@sql_select_limit, @@group_concat_max_len)",
		'SELECT @@warning_count, @@error_count', 'SELECT CONCAT_WS(" ", @@character_set_client, @@character_set_results, @@collation_connection, @@div_precision_increment, @@max_error_count)', 'EXECUTE s', 'HANDLER t0 READ FIRST', 'SELECT COUNT(*) FROM t0', 'SELECT COUNT(*) FROM t1',
		'SELECT f0()', 'INSERT INTO t9 (b) VALUES (1)', 'SELECT id FROM t3'];

	private Texts $texts;
	/** @var list<string> */
	public readonly array $statements;
	/** @var list<array{string, string, int}> commands that several users give */
	private array $common = [];

	public function __construct(private Dice $dice, Server $server)
	{
		$schema = new Schema($dice, $server);
		$tables = [$schema->table('t0'), $schema->table('t1')];
		$this->texts = new Texts($dice, $server, $tables);
		$this->statements = [...Schema::statements($tables, $this->texts->procedures()), 'CREATE TABLE t9 (id INT AUTO_INCREMENT PRIMARY KEY, b INT)', 'CREATE FUNCTION f0() RETURNS INT BEGIN SET @v = IFNULL(@v, 0) + 1; RETURN @v; END',
			'CREATE VIEW v0 AS SELECT f0() AS a', 'CREATE TABLE fires (a INT)', 'CREATE TRIGGER fired BEFORE INSERT ON fires FOR EACH ROW SET @v = 12'];
		for ($i = 0; $i < 6; $i++) {
			$this->common[] = $this->command();
		}
	}

	/** @return array{string, string, int} */
	private function command(): array
	{
		switch ($this->dice->weighted(['text' => 4, 'other' => 2, 'statement' => 4, 'several' => 1, 'insert' => 2])) {
			case 'text':
				return ['query', $this->texts->any(), 0];
			case 'other':
				return [$this->dice->pick(['query', 'execute_query']), $this->dice->pick(self::OTHERS), 0];
			case 'insert':
				return [$this->dice->pick(['query', 'execute_query']), 'INSERT INTO t9 (b) VALUES (2)', 0];
			case 'several':
				return ['multi_query', $this->texts->several(), 0];
			default:
				[$sql, $count] = $this->texts->prepared();
				return [$this->dice->pick(['execute_query', 'execute_query', 'prepare']), $sql, $count];
		}
	}

	/** @return list<array{string, string, list<int|string>}> */
	public function user(): array
	{
		$commands = [];
		for ($i = $this->dice->weighted([1 => 6, 2 => 3, 4 => 2]); $i > 0; $i--) {
			[$way, $sql, $count] = match ($this->dice->weighted(['common' => 6, 'own' => 3, 'look' => 3])) {
				'common' => $this->dice->pick($this->common),
				'own' => $this->command(),
				'look' => ['query', $this->dice->pick(self::LOOKS), 0],
			};
			$parameters = [];
			for ($j = 0; $j < $count; $j++) {
				$parameters[] = $this->dice->pick([1, 2, 3, 'a', '7']);
			}
			// the one thing that may be noticed (docs/pool-resets.md), and what is of the whole server
			if (($commands !== [] || !str_contains($sql, 'ROW_COUNT')) && trim($sql) !== '' && !preg_match('/CHECK TABLE|FLUSH/', $sql)) {
				$commands[] = [$way, $sql, $parameters];
			}
		}
		return $commands;
	}
}

/** What a user sees of its commands. */
function seen(mysqli $link, array $commands, string $database): array
{
	$seen = [];
	foreach ($commands as [$way, $sql, $parameters]) {
		$results = [];
		try {
			foreach (results($link, $way, $sql, $parameters) as $result) {
				$results[] = $result instanceof mysqli_result ? [array_column($result->fetch_fields(), 'name'), $result->fetch_all()] : $result;
			}
		} catch (mysqli_sql_exception | ValueError $e) {
			$results[] = [$e->getCode(), $e->getMessage()];
		}
		$seen[] = str_replace($database, 'OWN', serialize([$results, $link->insert_id, $link->affected_rows, $link->warning_count, $link->errno, $link->info, $link->character_set_name()]));
	}
	return $seen;
}

/** @return iterable<mysqli_result|bool> */
function results(mysqli $link, string $way, string $sql, array $parameters): iterable
{
	if ($way === 'multi_query') {
		$link->multi_query($sql);
		do {
			yield $link->store_result();
		} while ($link->more_results() && $link->next_result());
		return;
	}
	if ($way === 'prepare') {
		$statement = $link->prepare($sql);
		$statement->execute($parameters === [] ? null : $parameters);
		yield $statement->get_result();
		return;
	}
	yield $way === 'query' ? $link->query($sql) : $link->execute_query($sql, $parameters === [] ? null : $parameters);
}

[, $seed, $worlds, $users] = [...array_map(intval(...), $argv), 60];
$admin = connect(null);
$admin->query('SET GLOBAL log_bin_trust_function_creators = 1');
$server = Server::ask($admin);
$count = $handed_on = $differences = 0;
for ($last = $seed + $worlds; $seed < $last && $differences === 0; $seed++) {
	$world = new World(new Dice($seed), $server);
	foreach (DATABASES as $database) {
		$link = connect(null);
		foreach (["DROP DATABASE IF EXISTS $database", "CREATE DATABASE $database CHARACTER SET utf8mb4", "USE $database", ...$world->statements] as $sql) {
			try {
				$link->query($sql);
			} catch (mysqli_sql_exception) { // the tables are what the server makes of their definitions
			}
		}
	}
	$pool = new Mynd\Pool(fn () => connect(DATABASES[0]), 1);
	$before = [];
	for ($i = 0; $i < $users; $i++) {
		$commands = $world->user();
		$link = connect(DATABASES[1]);
		$sides = [$pool->use(fn (mysqli $link) => seen($link, $commands, DATABASES[0])), seen($link, $commands, DATABASES[1])];
		try { // the server may end the session later than the next begins
			$link->query('DO RELEASE_ALL_LOCKS()');
		} catch (mysqli_sql_exception) {
		}
		$link->close();
		$count++;
		if ($sides[0] !== $sides[1]) {
			$differences++;
			printf("seed %d, user %d: a session that others have used, and one of its own\n%s\n", $seed, $i, json_encode(['before' => $before, 'commands' => $commands], JSON_PRETTY_PRINT | JSON_INVALID_UTF8_SUBSTITUTE | JSON_UNESCAPED_SLASHES));
			foreach (array_keys($commands) as $at) {
				if ($sides[0][$at] !== $sides[1][$at]) {
					printf("%s\n%s\n", substr($sides[0][$at], 0, 600), substr($sides[1][$at], 0, 600));
				}
			}
			break;
		}
		$before = [...array_slice($before, -5), $commands];
	}
	$handed_on += $i - $pool->stats()['resets'];
	$pool->close();
}
foreach (DATABASES as $database) {
	$admin->query("DROP DATABASE IF EXISTS $database");
}
printf("%d users, %d of them left a session that was handed on as it is, %d differences\n", $count, $handed_on, $differences);
exit($differences === 0 && $handed_on * 4 > $count ? 0 : 1);

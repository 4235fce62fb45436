<?php
// Sessions that begin alike, so that a pool of mynd's learns their prologue: with mynd.persistent=all and
// mynd.round_trips=fewer. The first ALIKE ones begin with the same commands; those that come then begin with
// some of these, or with others. Each program has a pool of its own: its seed is part of the pool's key. With
// mynd.prefetch the sessions also have reads in common, which then come ahead.

final class Prologues
{
	public const ALIKE = 5;

	public function __construct(private Dice $dice, private bool $reads = false)
	{
	}

	/** @return list<list<array>> the calls with which each session begins */
	public function of_mysqli(): array
	{
		$connect = $this->connect_mysqli();
		return $this->sessions($connect, fn () => $this->command_of_mysqli(), ['do' => 'method', 'on' => 'm0', 'name' => 'query', 'args' => [$this->dice->pick(['SELECT 1', 'DO 1', 'SELECT DATABASE(), @@sql_mode'])], 'to' => 'r0']);
	}

	/** @return list<list<array>> the same for PDO */
	public function of_pdo(): array
	{
		$connect = $this->connect_pdo();
		return $this->sessions($connect, fn () => $this->command_of_pdo(), ['do' => 'method', 'on' => 'd0', 'name' => 'query', 'args' => [$this->dice->pick(['SELECT 1', 'DO 1', 'SELECT DATABASE(), @@sql_mode'])], 'to' => 'p0']);
	}

	/** @param list<array> $connect @param Closure(): list<array> $command */
	private function sessions(array $connect, Closure $command, array $last): array
	{
		$prologue = [];
		for ($i = $this->dice->int($this->reads ? 0 : 1, $this->reads ? 2 : 6); $i > 0; $i--) {
			$prologue[] = $command();
		}
		for ($first = true, $i = $this->reads ? $this->dice->int(3, 10) : 0; $i > 0; $i--, $first = false) {
			// what MariaDB's FOUND_ROWS() says first in a session is of the thread's session before
			$prologue[] = $this->read($connect, $first ? 'SELECT 1 AS one' : null);
		}
		$sessions = array_fill(0, self::ALIKE, [...$connect, ...array_merge(...$prologue), $last]);
		for ($i = $this->dice->int(1, 3); $i > 0; $i--) {
			$asked = array_slice($prologue, 0, $this->dice->chance(0.4) ? count($prologue) : $this->dice->int(0, count($prologue)));
			$other = $this->dice->chance(0.3) ? [$command()] : [];
			$sessions[] = [...$connect, ...array_merge(...$asked, ...$other, ...[[]])];
		}
		return $sessions;
	}

	/** A read that may come ahead, or one that may not; `text`: this one. @return list<array> */
	private function read(array $connect, ?string $text): array
	{
		$text ??= match ($this->dice->weighted(['plain' => 14, 'other' => 3])) {
			'plain' => $this->dice->pick(['SELECT * FROM t0', 'SELECT * FROM t0 ORDER BY 1 LIMIT 2', 'SELECT COUNT(*) FROM t0', 'SELECT id + 1 AS n FROM t0 WHERE id < 3',
				'SELECT id FROM t0 WHERE id > 1000000', "SELECT CAST('x' AS SIGNED), id FROM t0", 'SELECT t0.id, a.id FROM t0 JOIN t0 AS a ON a.id = t0.id LIMIT 5',
				"SELECT 'a' AS a, 1.5 AS b, NULL AS c", 'SELECT MAX(id) FROM t0', 'SELECT nothing FROM t0', 'SELECT 1 FROM missing']),
			'other' => $this->dice->pick(['SELECT SQL_CALC_FOUND_ROWS id FROM t0 LIMIT 1', 'SELECT FOUND_ROWS()', 'SELECT @@warning_count', 'SELECT ROW_COUNT(), LAST_INSERT_ID()',
				'SHOW WARNINGS', 'SELECT id FROM t0 LIMIT 1 FOR UPDATE', 'UPDATE t0 SET id = id WHERE id < 2', 'SELECT @@error_count, CONNECTION_ID() > 0']),
		};
		$method = fn (string $on, string $name, array $args, ?string $to = null) => ['do' => 'method', 'on' => $on, 'name' => $name, 'args' => $args] + ($to === null ? [] : ['to' => $to]);
		if (end($connect)['name'] === 'PDO') {
			return [$method('d0', 'query', [$text], 'p0'), ...$this->dice->pick([[], [$method('p0', 'fetchAll', [])], [$method('p0', 'fetch', [])]])];
		}
		$query = $this->dice->pick([[$text], [$text], [$text, constant_value('MYSQLI_USE_RESULT')]]);
		return [$method('m0', 'query', $query, 'r0'), ...($this->dice->chance(0.2) ? [] : [$method('r0', 'fetch_all', [])])];
	}

	/** The size of the buffer is part of the pool's key, and does nothing else. */
	private function connect_mysqli(): array
	{
		$host = $this->dice->pick(['localhost', '127.0.0.1']);
		$flags = match ($this->dice->weighted(['none' => 6, 'compressed' => 2, 'tls' => 2])) {
			'none' => 0,
			'compressed' => constant_value('MYSQLI_CLIENT_COMPRESS'),
			'tls' => $host === '127.0.0.1' ? constant_value(...$this->dice->pick([['MYSQLI_CLIENT_SSL'], ['MYSQLI_CLIENT_SSL', 'MYSQLI_CLIENT_COMPRESS']])) : 0,
		};
		$to = [$host, ['env' => 'MYND_TEST_USER'], ['env' => 'MYND_TEST_PASSWORD'], $this->dice->chance(0.6) ? ['env' => 'MYND_TEST_DB'] : null, ['env' => 'MYND_TEST_PORT'], ['env' => 'MYND_TEST_SOCKET'], $flags];
		$option = fn (string $name, mixed $value) => ['do' => 'method', 'on' => 'm0', 'name' => 'options', 'args' => [constant_value($name), $value]];
		$options = [$option('MYSQLI_OPT_NET_CMD_BUFFER_SIZE', 4096 + $this->dice->seed % 100000)];
		if ($this->dice->chance(0.2)) {
			$options[] = $option(...$this->dice->pick([['MYSQLI_INIT_COMMAND', "SET @v = 'from init'"], ['MYSQLI_SET_CHARSET_NAME', 'latin1'], ['MYSQLI_INIT_COMMAND', "SET sql_mode='ANSI_QUOTES'"], ['MYSQLI_OPT_INT_AND_FLOAT_NATIVE', 1]]));
		}
		return [['do' => 'function', 'name' => 'mysqli_init', 'args' => [], 'to' => 'm0'], ...$options, ['do' => 'method', 'on' => 'm0', 'name' => 'real_connect', 'args' => $to]];
	}

	private function connect_pdo(): array
	{
		$way = $this->dice->chance(0.7) ? ['mysql:unix_socket=', ['env' => 'MYND_TEST_SOCKET']] : ['mysql:host=127.0.0.1;port=', ['env' => 'MYND_TEST_PORT']];
		$database = $this->dice->chance(0.7) ? [';dbname=', ['env' => 'MYND_TEST_DB']] : [];
		$charset = $this->dice->chance(0.5) ? [';charset=' . $this->dice->pick(['utf8mb4', 'latin1', 'gbk'])] : [];
		$options = [[constant_value('PDO::ATTR_ERRMODE'), $this->dice->pick([2, 2, 0, 1])], [constant_value('PDO::MYSQL_ATTR_INIT_COMMAND'), 'SET @seed = ' . $this->dice->seed]];
		if ($this->dice->chance(0.7)) {
			$options[] = [constant_value('PDO::ATTR_EMULATE_PREPARES'), false];
		}
		return [['do' => 'new', 'name' => 'PDO', 'to' => 'd0', 'args' => [['join' => [...$way, ...$database, ...$charset]], ['env' => 'MYND_TEST_USER'], ['env' => 'MYND_TEST_PASSWORD'], ['map' => $options]]]];
	}

	/** What may be in a prologue, and can be seen: by a warning, another way of escaping, an error. */
	private function text(): string|array
	{
		return match ($this->dice->weighted(['mode' => 6, 'names' => 4, 'database' => 4, 'other' => 8, 'ask' => 6, 'wrong' => 1])) {
			'mode' => $this->dice->pick(["SET SESSION sql_mode='NO_BACKSLASH_ESCAPES'", "SET sql_mode='STRICT_ALL_TABLES'", "set session sql_mode=''", 'SET SESSION sql_mode="ANSI_QUOTES,NO_BACKSLASH_ESCAPES"']),
			'names' => $this->dice->pick(['SET NAMES utf8mb4', "set names 'utf8mb4' collate 'utf8mb4_bin'", 'SET NAMES latin1', 'SET NAMES gbk', 'SET character_set_results=NULL']),
			'database' => ['join' => ['USE ', ['env' => 'MYND_TEST_DB']]],
			'other' => $this->dice->pick(['SET time_zone="+00:00"', 'SET autocommit=0', 'SET SESSION max_sort_length=1', 'SET foreign_key_checks=0', 'SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED', 'SET SESSION group_concat_max_len=4096, div_precision_increment=8', 'SET sql_select_limit=2', 'SET max_error_count=2']),
			'ask' => $this->dice->pick(['SELECT @@SESSION.sql_mode', 'SELECT @@autocommit, @@time_zone', 'SELECT @@max_sort_length AS a', 'SELECT @@sql_mode, @@character_set_client']),
			'wrong' => $this->dice->pick(["SET sql_mode='nope'", 'SET nope=1', 'SET NAMES nope']),
		};
	}

	/** @return list<array> */
	private function command_of_mysqli(): array
	{
		$method = fn (string $name, array $args, ?string $to = null) => ['do' => 'method', 'on' => 'm0', 'name' => $name, 'args' => $args] + ($to === null ? [] : ['to' => $to]);
		return match ($this->dice->weighted(['text' => 10, 'charset' => 3, 'database' => 3, 'autocommit' => 1, 'escape' => 1])) {
			'text' => is_array($text = $this->text()) || !str_starts_with($text, 'SELECT') ? [$method('query', [$text])] : [$method('query', [$text], 'r0'), ['do' => 'method', 'on' => 'r0', 'name' => 'fetch_row', 'args' => []]],
			'charset' => [$method('set_charset', [$this->dice->pick(['utf8mb4', 'latin1', 'gbk', 'sjis'])])],
			'database' => [$method('select_db', [['env' => 'MYND_TEST_DB']])],
			'autocommit' => [$method('autocommit', [$this->dice->chance(0.5)])],
			'escape' => [$method('real_escape_string', ["it's \\ \xC3\xA9"])],
		};
	}

	/** @return list<array> */
	private function command_of_pdo(): array
	{
		$method = fn (string $on, string $name, array $args, ?string $to = null) => ['do' => 'method', 'on' => $on, 'name' => $name, 'args' => $args] + ($to === null ? [] : ['to' => $to]);
		$text = $this->text();
		return match ($this->dice->weighted(['text' => 8, 'prepared' => 5, 'autocommit' => 1, 'quote' => 1])) {
			'text' => is_string($text) && str_starts_with($text, 'SELECT') ? [$method('d0', 'query', [$text], 'p0'), $method('p0', 'fetch', [])] : [$method('d0', 'exec', [$text])],
			'prepared' => [$method('d0', 'prepare', [$text], 'p0'), $method('p0', 'execute', [])],
			'autocommit' => [$method('d0', 'setAttribute', [constant_value('PDO::ATTR_AUTOCOMMIT'), $this->dice->int(0, 1)])],
			'quote' => [$method('d0', 'quote', ["it's \\ \xC3\xA9"])],
		};
	}
}

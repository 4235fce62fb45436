<?php
// Random SQL over the tables of a program. What depends on the moment (clocks, connection ids, orders that
// nobody gave) is left out.

final class Texts
{
	private const NAMES = ['a', 'b', 'A', 'id', '0', '1', '7', '', ' x', 'é', 'a b', 'a.b', 'ID'];

	private const EXPRESSIONS = ['1', 'NULL', "'a'", "''", '1.5', '1.50', '1e10', '-0e0', "X'00ff41'", "_utf8mb4'é'", "_latin1 X'e9'", 'TRUE', '1+1', '-1', '2147483648', '18446744073709551615',
		'9223372036854775807', '-9223372036854775808', '9223372036854775808', '1/3', '10/0', "'a'+1", "CAST('12x' AS SIGNED)", "CAST('1.1' AS DECIMAL(10,3))", "CAST('2024-02-30' AS DATE)",
		"CAST('-12:34:56.789' AS TIME(3))", "CAST('2024-01-02 03:04:05.678901' AS DATETIME(6))", "CAST('a' AS BINARY(3))", "CAST(-1 AS UNSIGNED)", "CAST('2024-01-02' AS DATETIME)", 'DATABASE()', '@v', '@nope',
		'@@character_set_client', '@@character_set_results', '@@autocommit', '@@sql_mode', '@@warning_count', '@@error_count', 'LAST_INSERT_ID()', 'LAST_INSERT_ID(77)', 'LAST_INSERT_ID(9223372036854775808)', 'ROW_COUNT()',
		'@@in_transaction', 'CHARSET(\'a\')', "COLLATION('a')", 'PI()', "REPEAT('x', 250)", "REPEAT('x', 251)", "REPEAT('yz', 40000)", "SPACE(65536)", 'POINT(1,2)', "b'101'", "HEX('é')", '1=1', 'NOT NULL', "IF(1,'a',2)",
		"DATE'2024-05-06'", "TIME'10:11:12.5'", "TIMESTAMP'2024-05-06 07:08:09.123456'", "JSON_OBJECT('a', 1)", "JSON_ARRAY(1.5, 'x', NULL)", 'COALESCE(NULL, 1)', "GREATEST('a', 1)", '0x41', '0x41+0', 'ST_GeomFromText(\'POINT(1 1)\')', '~0', '1e400'];

	public const BAD = ['SELEC', 'SELECT', 'SELECT nope', 'SELECT * FROM nope', "SELECT 'open", 'SELECT (SELECT 1 UNION SELECT 2)', 'INSERT INTO nope VALUES (1)', 'SELECT 1 FROM', 'DO NOPE()',
		'DROP TABLE nope', 'SELECT * FROM nodb.nope', 'CALL nope()', "SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT='raised', MYSQL_ERRNO=5000", "SIGNAL SQLSTATE '02000'", 'SELECT ~', '', ' ', ';', '-- only', '/* only */', 'USE nodb'];

	/** @param list<array> $tables */
	public function __construct(private Dice $dice, private Server $server, private array $tables)
	{
	}

	private function table(): array
	{
		return $this->dice->pick($this->tables);
	}

	private function columns(array $table): array
	{
		return array_column($table['columns'], 0);
	}

	private function expressions(int $count): string
	{
		$list = [];
		for ($i = 0; $i < $count; $i++) {
			$expression = $this->dice->pick(self::EXPRESSIONS);
			$list[] = $expression . ($this->dice->chance(0.4) ? ' AS `' . $this->name() . '`' : '');
		}
		return implode(', ', $list);
	}

	private function name(): string
	{
		$name = $this->dice->pick(self::NAMES);
		return trim($name) === $name && $name !== '' ? $name : 'n';
	}

	/** A text that has a result set. */
	public function select(string $placeholder = ''): string
	{
		return match ($this->dice->weighted(['table' => 55, 'values' => 22, 'other' => 8, 'shape' => 8, 'failing' => 4, 'call' => 3])) {
			'table' => $this->from_table($placeholder),
			'values' => 'SELECT ' . $this->expressions($this->dice->weighted([1 => 6, 2 => 3, 5 => 2, 9 => 1])) . ($placeholder !== '' ? ", $placeholder" : ''),
			'other' => $this->dice->pick(['SHOW TABLES', 'DESCRIBE ' . $this->table()['name'], 'SHOW COLUMNS FROM ' . $this->table()['name'], 'SHOW WARNINGS', 'SHOW ERRORS', 'CHECK TABLE ' . $this->table()['name'],
				"SHOW VARIABLES LIKE 'character_set_%'", 'SHOW CREATE TABLE ' . $this->table()['name'], 'SELECT COUNT(*) FROM ' . $this->table()['name'], "SHOW FULL COLUMNS FROM " . $this->table()['name']]),
			'shape' => $this->dice->pick(['SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3', 'SELECT 1 WHERE 0', "SELECT 'a' AS k, 1 AS v UNION ALL SELECT 'a', 2 UNION ALL SELECT 'b', 3", 'WITH RECURSIVE n AS (SELECT 1 AS i UNION ALL SELECT i+1 FROM n WHERE i < 60) SELECT i, REPEAT(i, i) FROM n',
				'SELECT ' . implode(',', range(1, 40)), 'SELECT 1 a, 2 a, 3 a', 'SELECT NULL a UNION ALL SELECT NULL', "SELECT REPEAT('q', 70000) a UNION ALL SELECT 'b'", 'TABLE ' . $this->table()['name'],
				'(SELECT 1)', 'VALUES ' . ($this->server->mariadb ? '(1,2),(3,4)' : 'ROW(1,2),ROW(3,4)')]),
			'failing' => $this->failing_select(),
			'call' => $this->dice->pick(['CALL p0()', 'CALL p1(2)']),
		};
	}

	/** An error after some rows, or before the first. */
	private function failing_select(): string
	{
		$table = $this->table()['name'];
		$id = $this->dice->int(1, 3);
		return $this->dice->pick(["SELECT id, IF(id=$id, (SELECT 1 UNION SELECT 2), 1) AS x FROM $table", 'SELECT 1 UNION ALL SELECT (SELECT 1 UNION SELECT 2)', ...self::BAD]);
	}

	private function from_table(string $placeholder): string
	{
		$table = $this->table();
		$columns = $this->columns($table);
		$list = match ($this->dice->weighted(['all' => 5, 'some' => 4, 'aliases' => 2, 'mixed' => 1])) {
			'all' => '*',
			'some' => implode(', ', array_slice($this->dice->shuffled($columns), 0, $this->dice->int(1, count($columns)))),
			'aliases' => implode(', ', array_map(fn ($column) => "$column AS `" . $this->name() . '`', array_slice($columns, 0, 4))),
			'mixed' => "t.*, {$this->expressions(2)}",
		};
		$where = match (true) {
			$placeholder !== '' => $this->dice->pick([" WHERE id = $placeholder", " WHERE id >= $placeholder", " WHERE {$this->dice->pick($columns)} = $placeholder", " WHERE $placeholder"]),
			$this->dice->chance(0.15) => $this->dice->pick([' WHERE id=1', ' WHERE 0', ' WHERE id > 1']),
			default => '',
		};
		return "SELECT $list FROM $table[name] t$where ORDER BY id" . ($this->dice->chance(0.2) ? ' LIMIT ' . $this->dice->int(0, 3) : '');
	}

	private function literal(): string
	{
		return $this->dice->pick(['NULL', '0', '1', '-1', "'a'", "''", '99999999999', "'2024-01-01 00:00:00'", '1.5', "REPEAT('w', 300)", 'DEFAULT', "'10:00:00'"]);
	}

	/** A text without a result set. */
	public function change(string $placeholder = ''): string
	{
		$table = $this->table();
		$column = $this->dice->pick($this->columns($table));
		$value = $placeholder !== '' ? $placeholder : $this->literal();
		$id = $this->dice->pick(['1', '2', '100', 'NULL', '0']);
		return match ($this->dice->weighted(['insert' => 10, 'many' => 4, 'update' => 8, 'delete' => 3, 'replace' => 3, 'duplicate' => 3, 'ddl' => 3, 'session' => 8, 'transaction' => 3])) {
			'insert' => "INSERT " . ($this->dice->chance(0.4) ? 'IGNORE ' : '') . "INTO $table[name] ($column) VALUES ($value)",
			'many' => "INSERT IGNORE INTO $table[name] (id) VALUES (" . ($placeholder ?: '201') . '),(202),(1),(203)',
			'update' => $this->dice->pick(["UPDATE $table[name] SET $column = $value", "UPDATE IGNORE $table[name] SET $column = $value WHERE id = $id", "UPDATE $table[name] SET id = id"]),
			'delete' => $this->dice->pick(["DELETE FROM $table[name] WHERE id = " . ($placeholder ?: $id), "DELETE FROM $table[name] LIMIT 1", "DELETE FROM $table[name] WHERE 0"]),
			'replace' => "REPLACE INTO $table[name] (id, $column) VALUES ($id, $value)",
			'duplicate' => "INSERT INTO $table[name] (id) VALUES ($id) ON DUPLICATE KEY UPDATE " . ($column === 'id' ? 'id = id' : "$column = $value"),
			'ddl' => $this->dice->pick(["ALTER TABLE $table[name] ADD COLUMN z INT DEFAULT 5", "TRUNCATE $table[name]", 'CREATE TEMPORARY TABLE IF NOT EXISTS t3 (id INT, c0 TEXT)', 'DROP TABLE IF EXISTS t3', "ALTER TABLE $table[name] MODIFY COLUMN $column VARCHAR(20)", "CREATE TABLE t2 AS SELECT * FROM $table[name]"]),
			'session' => $this->session(),
			'transaction' => $this->dice->pick(['START TRANSACTION', 'COMMIT', 'ROLLBACK', 'BEGIN', 'SAVEPOINT s', 'ROLLBACK TO s', 'SET autocommit=0', 'SET autocommit=1', 'LOCK TABLES t0 WRITE', 'UNLOCK TABLES']),
		};
	}

	private function session(): string
	{
		return $this->dice->pick(["SET @v = 'set'", 'SET @v = 12', 'DO 1', "SET sql_mode=''", "SET sql_mode='ANSI_QUOTES'", "SET sql_mode='NO_BACKSLASH_ESCAPES'", "SET sql_mode='STRICT_ALL_TABLES'", "SET sql_mode='PAD_CHAR_TO_FULL_LENGTH'", 'SET NAMES latin1', 'SET NAMES utf8mb4',
			'SET NAMES gbk', 'SET character_set_results=NULL', 'USE mysql', 'SET time_zone="+00:00"', 'DO SLEEP(0)', "SET div_precision_increment=8", 'SET sql_select_limit=2', 'SET sql_select_limit=DEFAULT', 'FLUSH STATUS', 'SET max_error_count=2', "SET @v = X'00ff'"]);
	}

	/** Any text, some of them wrong. */
	public function any(string $placeholder = ''): string
	{
		return match ($this->dice->weighted(['select' => 60, 'change' => 32, 'bad' => 8])) {
			'select' => $this->select($placeholder),
			'change' => $this->change($placeholder),
			'bad' => $this->dice->pick(self::BAD),
		};
	}

	/** Several texts in one. */
	public function several(): string
	{
		$texts = [];
		$count = $this->dice->int(1, 4);
		for ($i = 0; $i < $count; $i++) {
			$texts[] = $this->any();
		}
		return implode($this->dice->pick(['; ', ';']), $texts) . ($this->dice->chance(0.2) ? ';' : '');
	}

	/** A text to prepare, with so many parameters at most. @return array{string, int} */
	public function prepared(string $mark = '?'): array
	{
		$sql = match ($this->dice->weighted(['value' => 4, 'one' => 5, 'none' => 3, 'pair' => 3, 'insert' => 4, 'limit' => 1])) {
			'value' => "SELECT $mark AS a",
			'one' => $this->any($mark),
			'none' => $this->any(),
			'pair' => $this->dice->pick(["SELECT $mark, $mark", "SELECT $mark AS a, id FROM {$this->table()['name']} WHERE id <> $mark ORDER BY id"]),
			'insert' => $this->insert_of_columns($mark),
			'limit' => "SELECT * FROM {$this->table()['name']} ORDER BY id LIMIT $mark",
		};
		return [$sql, substr_count($sql, $mark)];
	}

	private function insert_of_columns(string $mark): string
	{
		$table = $this->table();
		$columns = array_slice($this->columns($table), 1, $this->dice->int(1, 5));
		return "INSERT " . ($this->dice->chance(0.6) ? 'IGNORE ' : '') . "INTO $table[name] (" . implode(', ', $columns) . ') VALUES (' . implode(', ', array_fill(0, count($columns), $mark)) . ')';
	}

	/** Procedures that programs call: two row sets and one with a parameter. */
	public function procedures(): array
	{
		return ["CREATE PROCEDURE p0() BEGIN SELECT 1 AS a; SELECT 'b' AS b UNION ALL SELECT 'c'; END", 'CREATE PROCEDURE p1(IN n INT) BEGIN SELECT n AS n; IF n > 1 THEN SELECT nope; END IF; END'];
	}
}

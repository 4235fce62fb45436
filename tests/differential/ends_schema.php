<?php
// What programs of the kind "ends" run on: tables, and routines, triggers and views that write. All of it is
// made once in a database; what a program has changed is put back (holds.php). A row of `l` and `lm` says who
// has written it, so that what the server holds afterwards can be read.
// Always true: `big` and `base` are never written; what `big` has is more than a socket takes, so that a
// server that sends it waits for a reader.

final class EndsSchema
{
	public const PROCEDURES = 40;
	public const TABLES = ['t' => 'id, v', 'tt' => 'id, v', 'l' => 'n, w', 'lm' => 'n, w'];

	/** @return list<string> statements, for a database that is empty */
	public static function statements(bool $mariadb): array
	{
		$writer = fn (string $name, string $body) => "CREATE FUNCTION $name(n INT) RETURNS INT NOT DETERMINISTIC MODIFIES SQL DATA BEGIN $body RETURN n; END";
		return [
			'CREATE TABLE base (id INT PRIMARY KEY, v VARCHAR(30)) ENGINE=InnoDB',
			"INSERT INTO base VALUES (1, 'one'), (2, 'two'), (3, 'three'), (4, 'four'), (5, 'five'), (6, 'six')",
			'CREATE TABLE t LIKE base', 'INSERT INTO t SELECT * FROM base',
			'CREATE TABLE big (id INT PRIMARY KEY, pad VARCHAR(3000)) ENGINE=InnoDB',
			"INSERT INTO big SELECT a.id * 36 + b.id * 6 + c.id, REPEAT('b', 3000) FROM base a, base b, base c",
			'DELETE FROM big WHERE id > 222',
			'CREATE TABLE tt (id INT PRIMARY KEY, v INT) ENGINE=InnoDB',
			'CREATE TABLE l (n INT, w VARCHAR(40)) ENGINE=InnoDB',
			'CREATE TABLE lm (n INT, w VARCHAR(40)) ENGINE=MyISAM',
			...($mariadb ? ['CREATE SEQUENCE s NOCACHE'] : []),
			$writer('f', "INSERT INTO l VALUES (n, 'f');"),
			$writer('fm', "INSERT INTO lm VALUES (n, 'fm');"),
			$writer('fv', 'SET @fv = n;'),
			$writer('fl', "DO GET_LOCK(CONCAT(DATABASE(), '_f'), 0);"),
			'CREATE FUNCTION ff(n INT) RETURNS INT NOT DETERMINISTIC MODIFIES SQL DATA RETURN f(n) + 1',
			'CREATE FUNCTION g(n INT) RETURNS INT DETERMINISTIC NO SQL RETURN n + 1',
			"CREATE TRIGGER ti AFTER INSERT ON tt FOR EACH ROW INSERT INTO l VALUES (NEW.id, 'ti')",
			"CREATE TRIGGER tu BEFORE UPDATE ON tt FOR EACH ROW INSERT INTO lm VALUES (NEW.id, 'tu')",
			'CREATE VIEW vp AS SELECT id, v FROM t',
			'CREATE VIEW vb AS SELECT id, pad FROM big',
			'CREATE VIEW vw AS SELECT f(id) AS id, v FROM t',
			'CREATE VIEW vv AS SELECT id, v FROM vw',
			'CREATE VIEW vwb AS SELECT f(id) AS id, pad FROM big',
			...array_map(fn (int $i) => "CREATE PROCEDURE p$i() " . self::body(new Dice(7000 + $i), "p$i"), range(0, self::PROCEDURES - 1)),
		];
	}

	/** A block that writes before, between and behind its results. */
	public static function body(Dice $dice, string $name, string $block = 'BEGIN'): string
	{
		$steps = [];
		$count = $dice->int(2, 7);
		for ($i = 1; $i <= $count; $i++) {
			$log = "VALUES ($i, '$name')";
			$steps[] = match ($dice->weighted(['write' => 10, 'plain' => 3, 'small' => 10, 'large' => 3, 'hidden' => 3, 'change' => 4, 'sleep' => 3, 'transaction' => 3, 'lock' => 1, 'error' => 1, 'temporary' => 1])) {
				'write' => "INSERT INTO l $log",
				'plain' => "INSERT INTO lm $log",
				'small' => $dice->pick(["SELECT $i AS a", 'SELECT id, v FROM t ORDER BY id', 'SELECT 1 WHERE 0', "SELECT REPEAT('p', 30000)"]),
				'large' => $dice->pick(['SELECT id, pad FROM big', 'SELECT pad FROM vb LIMIT 150']),
				'hidden' => $dice->pick(['SELECT f(id) FROM t', 'SELECT id FROM vw', "SELECT fm($i)", 'SELECT ff(id) FROM t LIMIT 2']),
				'change' => $dice->pick(["UPDATE t SET v = '$name' WHERE id = $i", "DELETE FROM t WHERE id = $i", "INSERT IGNORE INTO tt VALUES ($i, 1)", 'UPDATE tt SET v = v + 1', "REPLACE INTO t VALUES ($i, '$name')"]),
				'sleep' => 'DO SLEEP(0.004)',
				'transaction' => $dice->pick(['START TRANSACTION', 'COMMIT', 'COMMIT', 'ROLLBACK', 'SET autocommit = 0']),
				'lock' => $dice->pick(["DO GET_LOCK(CONCAT(DATABASE(), '_a'), 0)", 'DO RELEASE_ALL_LOCKS()']),
				'error' => $dice->pick(["SIGNAL SQLSTATE '45000'", 'SELECT IF(id = 3, (SELECT 1 UNION SELECT 2), 1) FROM t ORDER BY id']),
				'temporary' => 'CREATE TEMPORARY TABLE IF NOT EXISTS tmp AS SELECT * FROM t',
			};
		}
		return "$block " . implode('; ', $steps) . '; END';
	}
}

<?php
// Random SQL of the kind "ends": what has effects although it has rows, what has none, and what goes between.

final class EndsTexts
{
	public function __construct(private Dice $dice, private Server $server)
	{
	}

	/** Something with rows, or several results. */
	public function rows(): string
	{
		return match ($this->dice->weighted(['call' => 28, 'hidden' => 22, 'returning' => 16, 'plain' => 16, 'session' => 6, 'failing' => 4, 'block' => 8])) {
			'call' => $this->call(),
			'hidden' => $this->hidden(),
			'returning' => $this->server->mariadb ? $this->returning() : $this->hidden(),
			'plain' => $this->plain(),
			'session' => $this->session(),
			'failing' => $this->dice->pick(['SELECT f(id), IF(id = 4, (SELECT 1 UNION SELECT 2), 1) FROM t ORDER BY id', 'SELECT id, IF(id = 100, (SELECT 1 UNION SELECT 2), pad) FROM big ORDER BY id', 'SELECT nope', 'CALL nope()', 'SELEC']),
			'block' => $this->server->mariadb ? EndsSchema::body($this->dice, 'b', 'BEGIN NOT ATOMIC') : $this->call(),
		};
	}

	private function call(): string
	{
		return $this->dice->pick(['CALL ', 'CALL ', 'CALL ', 'call ', '/* a */ CALL ', "CALL\n"]) . 'p' . $this->dice->int(0, EndsSchema::PROCEDURES - 1) . $this->dice->pick(['()', '()', '()', '']);
	}

	/** Rows of a function, a view or a sequence that writes. */
	private function hidden(): string
	{
		$small = ['SELECT f(id), v FROM t', 'SELECT ff(1), f(2)', 'SELECT fm(id) FROM t', 'SELECT * FROM vw', 'SELECT id FROM vv', 'SELECT 1 AS a UNION ALL SELECT f(7)', 'SELECT (SELECT f(8)) AS a', 'SELECT id FROM t WHERE f(id) > 0', 'SELECT id FROM t ORDER BY f(id)', 'SELECT id, g(id) FROM t HAVING f(id) > 0',
			'WITH c AS (SELECT f(id) AS x FROM t) SELECT x FROM c', 'SELECT `f`(id), /* f */ v FROM t', 'SELECT IF(id > 3, f(id), 0) FROM t'];
		$large = ['SELECT f(id), pad FROM big', 'SELECT fm(id), pad FROM big', 'SELECT * FROM vwb', 'SELECT pad FROM big WHERE f(id) > 0', 'SELECT pad, ff(id) FROM vb', 'SELECT pad FROM big UNION ALL SELECT f(5)', 'SELECT pad FROM big UNION ALL SELECT v FROM vw'];
		if ($this->server->mariadb) {
			$small[] = 'SELECT NEXTVAL(s)';
			$large[] = 'SELECT NEXT VALUE FOR s, pad FROM big LIMIT 150';
			$small[] = "EXECUTE IMMEDIATE 'SELECT f(id) FROM t'";
			$small[] = 'ANALYZE SELECT f(id) FROM t';
		}
		return $this->dice->chance(0.35) ? $this->dice->pick($large) : $this->dice->pick($small);
	}

	private function returning(): string
	{
		return $this->dice->pick(["INSERT INTO l VALUES (1, 'ret'), (2, 'ret') RETURNING n", "INSERT INTO l SELECT id, 'ret' FROM big RETURNING n, w, REPEAT('r', 3000)", "INSERT INTO lm SELECT id, 'ret' FROM big RETURNING n, REPEAT('r', 3000)", 'DELETE FROM t WHERE id < 4 RETURNING id, v', "DELETE FROM t RETURNING id, REPEAT('d', 90000)",
			"REPLACE INTO t VALUES (1, 'r'), (9, 'r') RETURNING id, v", 'INSERT INTO tt VALUES (1, 1), (2, 2) RETURNING id', 'INSERT INTO tt SELECT id, 0 FROM big RETURNING id, REPEAT("r", 3000)', 'INSERT INTO tt VALUES (5, 1) RETURNING f(id)', "INSERT IGNORE INTO t VALUES (1, 'r'), (8, 'r') RETURNING id"]);
	}

	private function plain(): string
	{
		return $this->dice->pick(['SELECT id, v FROM t', 'SELECT 1', 'SELECT id, pad FROM big', 'SELECT id, pad FROM big', 'SELECT pad FROM vb', 'SELECT id FROM vp', 'SELECT g(id), pad FROM big', 'SELECT UPPER(v), NOW() > 0 FROM t', 'SELECT a.pad FROM big a, t b LIMIT 200', 'SELECT 1 WHERE 0', 'TABLE t', "SELECT REPEAT('x', 300000)"]);
	}

	private function session(): string
	{
		return $this->dice->pick(['SELECT fv(id) FROM t', "SELECT GET_LOCK(CONCAT(DATABASE(), '_a'), 0), pad FROM big", 'SELECT fl(id) FROM t', 'SELECT id, v FROM t FOR UPDATE', 'SELECT id, pad FROM big FOR UPDATE', 'SELECT @v := id, pad FROM big', 'SELECT LAST_INSERT_ID(id), pad FROM big', "SELECT RELEASE_LOCK(CONCAT(DATABASE(), '_a'))",
			'SHOW TABLES', 'SHOW WARNINGS', 'SELECT @@autocommit', 'SELECT @fv, @v', 'SELECT COUNT(*) FROM tmp', 'SELECT f(id) FROM tmp', 'SELECT id, v FROM tmp', 'SELECT COUNT(*), SUM(n) FROM l', 'SELECT COUNT(*) FROM lm']);
	}

	/** Something that changes: no rows but those of a procedure. */
	public function change(): string
	{
		return $this->dice->chance(0.07) ? 'CALL p' . $this->dice->int(0, EndsSchema::PROCEDURES - 1) . '()' : $this->without_rows();
	}

	public function without_rows(): string
	{
		return match ($this->dice->weighted(['write' => 14, 'transaction' => 8, 'state' => 5])) {
			'write' => $this->dice->pick(["INSERT INTO l VALUES (9, 'ins')", "INSERT INTO lm VALUES (9, 'ins')", "UPDATE t SET v = 'upd' WHERE id > 3", 'DELETE FROM t WHERE id = 2', 'INSERT IGNORE INTO tt VALUES (3, 3), (4, 4)', 'UPDATE tt SET v = v + 1', 'DO f(11)', 'SET @x = f(12)', 'SELECT f(13) INTO @y', "INSERT INTO l SELECT SLEEP(0.004), 'slow'", "INSERT INTO l SELECT id, 'many' FROM big", "INSERT INTO t VALUES (1, 'dup')",
				"INSERT INTO tmp VALUES (8, 'tmp')", "INSERT INTO l SELECT id, 'tmp' FROM tmp"]),
			'transaction' => $this->dice->pick(['START TRANSACTION', 'BEGIN', 'COMMIT', 'COMMIT', 'ROLLBACK', 'SET autocommit = 0', 'SET autocommit = 1', 'SAVEPOINT a', 'ROLLBACK TO a', 'START TRANSACTION WITH CONSISTENT SNAPSHOT']),
			'state' => $this->dice->pick(["DO GET_LOCK(CONCAT(DATABASE(), '_a'), 0)", "DO GET_LOCK(CONCAT(DATABASE(), '_b'), 0)", 'CREATE TEMPORARY TABLE IF NOT EXISTS tmp AS SELECT * FROM t', 'DROP TEMPORARY TABLE IF EXISTS tmp', "CREATE TEMPORARY TABLE IF NOT EXISTS t (id INT PRIMARY KEY, v VARCHAR(30)) AS SELECT 1 AS id, 'own' AS v", 'DROP TEMPORARY TABLE IF EXISTS t', 'LOCK TABLES l READ', 'UNLOCK TABLES', 'HANDLER t OPEN', "SET @v = 'v'", 'DO 0',
				"PREPARE pre FROM 'SELECT f(id) FROM t'", 'SET SESSION sql_mode = ""']),
		};
	}

	/** Several statements in one text, with writes between and behind. */
	public function several(): string
	{
		$texts = [];
		for ($i = $this->dice->int(2, 5); $i > 0; $i--) {
			$texts[] = $this->dice->chance(0.5) ? $this->change() : $this->rows();
		}
		return implode('; ', $texts) . ($this->dice->chance(0.2) ? ';' : '');
	}

	/** Any of these; most have rows. */
	public function any(): string
	{
		return $this->dice->chance(0.7) ? $this->rows() : $this->change();
	}

	/** A text to be prepared, which has as many marks as it gets values. @return array{string, list<int>} */
	public function prepared(): array
	{
		if ($this->dice->chance(0.6)) {
			return [$this->any(), []];
		}
		$texts = ['SELECT f(?), v FROM t', 'SELECT f(id), pad FROM big WHERE id > ?', "INSERT INTO l VALUES (?, 'mark')", 'SELECT id, pad FROM big WHERE id > ?', 'UPDATE t SET v = ? WHERE id = 1', 'SELECT id FROM vw WHERE id > ?', 'SELECT ff(id) FROM t WHERE id <> ?'];
		if ($this->server->mariadb) {
			array_push($texts, "INSERT INTO l SELECT id, 'mark' FROM big WHERE id > ? RETURNING n, REPEAT('r', 3000)", "INSERT INTO lm VALUES (?, 'mark') RETURNING n", 'DELETE FROM t WHERE id = ? RETURNING v');
		}
		return [$this->dice->pick($texts), [$this->dice->int(1, 4)]];
	}
}

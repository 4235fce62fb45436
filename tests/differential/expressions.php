<?php
// Expressions over all types: a function or operator, applied to columns of every type with rows of NULL,
// zero and the edges of each, and to literals. What each way of asking gives is compared: text and binary
// rows of both faces, with native numbers and without, with the columns as the face tells of them.
// Always true: nothing depends on the moment, or on an order that nobody gave.

final class Expressions
{
	/** Rows of these, as SQL: NULL, zero, low, high, one that is usual. */
	public const TYPES = [
		'i8' => ['TINYINT', '0', '-128', '127', '5'], 'u8' => ['TINYINT UNSIGNED', '0', '1', '255', '7'], 'i16' => ['SMALLINT', '0', '-32768', '32767', '300'], 'i24' => ['MEDIUMINT', '0', '-8388608', '8388607', '70000'],
		'i32' => ['INT', '0', '-2147483648', '2147483647', '42'], 'u32' => ['INT UNSIGNED', '0', '1', '4294967295', '9'], 'z32' => ['INT(8) ZEROFILL', '0', '1', '4294967295', '12'], 'i64' => ['BIGINT', '0', '-9223372036854775808', '9223372036854775807', '-1'],
		'u64' => ['BIGINT UNSIGNED', '0', '9223372036854775808', '18446744073709551615', '3'], 'de' => ['DECIMAL(10,2)', '0', '-99999999.99', '99999999.99', '1.50'], 'big' => ['DECIMAL(65,30)', '0', '-1e34', '0.000000000000000000000000000001', '2'], 'ude' => ['DECIMAL(5,0) UNSIGNED', '0', '1', '99999', '8'],
		'f' => ['FLOAT', '0', '-3.4e38', '1e-38', '1.1'], 'd' => ['DOUBLE', '0', '-1.7976931348623157e308', '5e-324', '0.1'], 'f73' => ['FLOAT(7,3)', '0', '-9999.999', '0.001', '2.5'], 'd102' => ['DOUBLE(10,2)', '0', '-1', '99999999.99', '3.14'],
		'b1' => ['BIT(1)', '0', '1', '1', '0'], 'b9' => ['BIT(9)', '0', '1', '511', '256'], 'b64' => ['BIT(64)', '0', '1', '18446744073709551615', '77'],
		'y' => ['YEAR', '0', '1901', '2155', '2024'], 'dt' => ['DATE', "'0000-00-00'", "'1000-01-01'", "'9999-12-31'", "'2024-02-29'"], 'tm' => ['TIME', "'00:00:00'", "'-838:59:59'", "'838:59:59'", "'12:34:56'"], 'tm6' => ['TIME(6)', "'00:00:00'", "'-00:00:00.000001'", "'838:59:58.999999'", "'-01:02:03.4'"],
		'dtm' => ['DATETIME', "'0000-00-00 00:00:00'", "'1000-01-01'", "'9999-12-31 23:59:59'", "'2024-02-29 12:34:56'"], 'dtm3' => ['DATETIME(3)', "'0000-00-00 00:00:00'", "'2000-01-01 00:00:00.001'", "'9999-12-31 23:59:59.999'", "'2024-02-29 12:34:56.7'"], 'ts' => ['TIMESTAMP NULL', "'0000-00-00 00:00:00'", "'1970-01-02 00:00:01'", "'2038-01-18 03:14:07'", "'2024-01-02 03:04:05'"],
		'ts6' => ['TIMESTAMP(6) NULL', "'0000-00-00 00:00:00'", "'1970-01-02 00:00:01.5'", "'2038-01-18 03:14:06.999999'", "'2024-01-02 03:04:05.000006'"],
		'c' => ['CHAR(5)', "''", "'0'", "'zzzzz'", "'1e3'"], 'vc' => ['VARCHAR(20) CHARACTER SET utf8mb4', "''", "'-1.5'", "REPEAT('x', 20)", "'2024-05-06'"], 'l1' => ["VARCHAR(10) CHARACTER SET latin1", "''", "X'E9'", "'12:30:00'", "'a'"], 'tx' => ['TEXT', "''", "'0'", "REPEAT('t', 300)", "'text'"],
		'bn' => ['BINARY(4)', "''", "X'00'", "X'FFFFFFFF'", "'ab'"], 'vb' => ['VARBINARY(8)', "''", "X'00'", "X'FF00FF'", "'7'"], 'bl' => ['BLOB', "''", "X'00'", "REPEAT('b', 260)", "'blob'"], 'en' => ["ENUM('','a','b c')", "''", "'a'", "'b c'", "'a'"], 'st' => ["SET('a','b','c')", "''", "'a'", "'a,b,c'", "'b'"],
		'js' => ['JSON', "'0'", "'null'", "'[1, 2.5, \"x\"]'", "'{\"a\": 1}'"], 'pt' => ['POINT', 'POINT(0,0)', 'POINT(-1,1e300)', 'POINT(1,2)', 'POINT(3,4)'],
	];

	private const OF_ONE = ['%s', '%s + 0', '-%s', 'NOT %s', '~%s', '%s IS NULL', 'ABS(%s)', 'SIGN(%s)', 'ROUND(%s)', 'ROUND(%s, 1)', 'TRUNCATE(%s, 0)', 'CEILING(%s)', 'FLOOR(%s)', 'SQRT(%s)', 'CRC32(%s)', 'HEX(%s)', 'CONCAT(%s)', 'CONCAT(%s, \'\')', 'UPPER(%s)', 'LEFT(%s, 3)', 'LENGTH(%s)', 'ASCII(%s)', 'REVERSE(%s)', 'QUOTE(%s)', 'BINARY %s', 'TRIM(%s)',
		'CAST(%s AS SIGNED)', 'CAST(%s AS UNSIGNED)', 'CAST(%s AS DECIMAL(20,4))', 'CAST(%s AS CHAR)', 'CAST(%s AS CHAR(3))', 'CAST(%s AS BINARY)', 'CAST(%s AS DATE)', 'CAST(%s AS TIME(2))', 'CAST(%s AS DATETIME(4))', 'CAST(%s AS DOUBLE)', 'CAST(%s AS FLOAT)', 'CONVERT(%s USING latin1)', 'CONVERT(%s USING utf8mb4)',
		'YEAR(%s)', 'MONTH(%s)', 'DAYOFYEAR(%s)', 'WEEK(%s)', 'DAYNAME(%s)', 'HOUR(%s)', 'MICROSECOND(%s)', 'TO_DAYS(%s)', 'UNIX_TIMESTAMP(%s)', 'FROM_UNIXTIME(%s)', 'SEC_TO_TIME(%s)', 'TIME_TO_SEC(%s)', 'DATE(%s)', 'TIME(%s)', 'TIMESTAMP(%s)', 'LAST_DAY(%s)', 'DATE_FORMAT(%s, \'%%Y-%%f\')', 'DATE_ADD(%s, INTERVAL 1 DAY)', 'DATE_ADD(%s, INTERVAL 1 MICROSECOND)', 'MAKEDATE(%s, 1)', 'EXTRACT(YEAR_MONTH FROM %s)',
		'IFNULL(%s, NULL)', 'NULLIF(%s, NULL)', 'COALESCE(NULL, %s)', 'IF(1, %s, NULL)', 'CASE WHEN 0 THEN %s END', '(SELECT %s)', 'GREATEST(%s, %1$s)', 'BIT_COUNT(%s)', 'BIN(%s)', 'INET_NTOA(%s)', 'CHAR(%s)', 'FORMAT(%s, 2)', 'JSON_ARRAY(%s)', 'JSON_QUOTE(%s)', 'JSON_EXTRACT(%s, \'$\')', 'JSON_UNQUOTE(%s)', 'JSON_TYPE(%s)', 'FIELD(%s, 1)', 'ELT(1, %s)', 'MD5(%s)', 'SHA2(%s, 256)', 'UNHEX(%s)', 'TO_BASE64(%s)', 'COMPRESS(%s)', 'ST_AsText(%s)', 'ST_X(%s)', 'MAKE_SET(1, %s)', 'EXPORT_SET(%s, 1, 0, \'\', 4)', 'BENCHMARK(1, %s)', 'INTERVAL(%s, 1)', '%s COLLATE utf8mb4_bin', 'EXP(%s)', 'LOG(%s)', '%s DIV 1', '%s MOD 7', '%s / 3', '%s << 1', '%s LIKE \'a%%\''];

	private const OF_TWO = ['%s + %s', '%s - %s', '%s * %s', '%s / %s', '%s DIV %s', '%s MOD %s', '%s = %s', '%s <=> %s', '%s AND %s', '%s XOR %s', '%s & %s', '%s | %s', '%s ^ %s', 'CONCAT(%s, %s)', 'CONCAT_WS(\',\', %s, %s)', 'IFNULL(%s, %s)', 'COALESCE(%s, %s)', 'NULLIF(%s, %s)', 'IF(id > 2, %s, %s)', 'CASE WHEN id = 1 THEN %s ELSE %s END', 'GREATEST(%s, %s)', 'LEAST(%s, %s)', 'ATAN2(%s, %s)', 'POW(%s, %s)', 'ADDTIME(%s, %s)', 'SUBTIME(%s, %s)', 'TIMEDIFF(%s, %s)', 'DATEDIFF(%s, %s)', 'TIMESTAMP(%s, %s)',
		'MAKETIME(%s, %s, 1.5)', 'MAKEDATE(%s, %s)', 'LOCATE(%s, %s)', 'REPLACE(%s, %s, \'x\')', 'LPAD(%s, 8, %s)', 'STR_TO_DATE(%s, %s)', 'PERIOD_DIFF(%s, %s)', 'STRCMP(%s, %s)', 'ROUND(%s, %s)', 'TIMESTAMPDIFF(SECOND, %s, %s)', 'JSON_OBJECT(%s, %s)', 'FIND_IN_SET(%s, %s)', 'ELT(%s, %s)', 'NVL2(%s, %s, NULL)', '%s BETWEEN %s AND 5', '%s IN (%s, 1)'];

	private const OVER_ROWS = ['MAX(%s)', 'MIN(%s)', 'SUM(%s)', 'AVG(%s)', 'COUNT(%s)', 'COUNT(DISTINCT %s)', 'GROUP_CONCAT(%s ORDER BY id)', 'BIT_OR(%s)', 'BIT_AND(%s)', 'BIT_XOR(%s)', 'STDDEV(%s)', 'VARIANCE(%s)', 'JSON_ARRAYAGG(%s)', 'SUM(DISTINCT %s)', 'ANY_VALUE(%s)', 'LAG(%s) OVER (ORDER BY id)', 'FIRST_VALUE(%s) OVER (ORDER BY id)', 'LAST_VALUE(%s) OVER (ORDER BY id)', 'SUM(%s) OVER (ORDER BY id)', 'MAX(%s) OVER ()', 'NTH_VALUE(%s, 2) OVER (ORDER BY id)', 'RANK() OVER (ORDER BY %s)'];

	public function __construct(private Dice $dice, private bool $mariadb)
	{
	}

	/** @return list<string> what makes the table */
	public static function statements(): array
	{
		$columns = implode(', ', array_map(fn ($name, $type) => "$name $type[0]", array_keys(self::TYPES), self::TYPES));
		$not_null = implode(', ', array_map(fn ($name, $type) => "n_$name " . str_replace(' NULL', '', $type[0]) . ' NOT NULL' . (str_starts_with($type[0], 'TIMESTAMP') ? " DEFAULT '2001-01-01'" : ''), array_keys(self::TYPES), self::TYPES));
		$statements = ["SET sql_mode = ''", "CREATE TABLE e (id INT PRIMARY KEY, $columns, $not_null) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4"];
		foreach (range(0, 4) as $row) {
			$values = array_map(fn ($type) => $row === 0 ? 'NULL' : $type[$row], self::TYPES);
			$of_not_null = array_map(fn ($type) => $type[max(1, $row)], self::TYPES);
			$statements[] = "INSERT IGNORE INTO e VALUES ($row, " . implode(', ', $values) . ', ' . implode(', ', $of_not_null) . ')';
		}
		return $statements;
	}

	private function operand(): string
	{
		$type = $this->dice->pick(array_keys(self::TYPES));
		return match ($this->dice->weighted(['column' => 14, 'not null' => 5, 'literal' => 4, 'nested' => 4, 'edge' => 1])) {
			'column' => $type,
			'not null' => "n_$type",
			'literal' => $this->dice->pick(array_slice(self::TYPES[$type], 1)),
			'nested' => '(' . sprintf($this->dice->pick(self::OF_ONE), $this->dice->pick([$type, "n_$type"])) . ')',
			'edge' => $this->dice->pick(['NULL', 'TRUE', "DATE'2024-05-06'", "TIME'10:11:12.5'", "TIMESTAMP'2024-05-06 07:08:09.123456'", '0x41', "b'101'", '1e400', '-0e0', '@nope', 'PI()', "_latin1 X'e9'"]),
		};
	}

	public function text(): string
	{
		$list = [];
		for ($i = $this->dice->weighted([1 => 6, 2 => 2, 4 => 1]); $i > 0; $i--) {
			$list[] = $this->dice->chance(0.6) ? sprintf($this->dice->pick(self::OF_ONE), $this->operand()) : sprintf($this->dice->pick(self::OF_TWO), $this->operand(), $this->operand());
		}
		$one = sprintf($this->dice->pick(self::OVER_ROWS), $this->dice->pick(array_keys(self::TYPES)));
		$sql = implode(', ', $list);
		return match ($this->dice->weighted(['rows' => 14, 'over' => 4, 'union' => 2, 'derived' => 2, 'group' => 1, 'distinct' => 1])) {
			'rows' => "SELECT $sql FROM e ORDER BY id",
			'over' => str_contains($one, 'OVER') ? "SELECT $one FROM e ORDER BY id" : "SELECT $one FROM e",
			'union' => "SELECT $list[0] AS a FROM e WHERE id = " . $this->dice->int(0, 4) . " UNION ALL SELECT {$this->operand()} FROM e WHERE id = " . $this->dice->int(0, 4),
			'derived' => "SELECT * FROM (SELECT id, $list[0] AS a FROM e) AS derived ORDER BY id",
			'group' => "SELECT id, MAX($list[0]) AS a FROM e GROUP BY id ORDER BY id",
			'distinct' => "SELECT DISTINCT $list[0] AS a FROM e WHERE id = 4",
		};
	}
}

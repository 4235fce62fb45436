<?php
// Random tables: every type of column and character set of a server, values at the edges of each.
// A table in a program: {"name", "columns": [[name, type], ...], "options", "rows": [[SQL literal, ...],
// ...]}; the first column is always `id`.

final class Schema
{
	public const CHARSETS = ['big5', 'dec8', 'cp850', 'hp8', 'koi8r', 'latin1', 'latin2', 'swe7', 'ascii', 'ujis', 'sjis', 'hebrew', 'tis620', 'euckr',
		'koi8u', 'gb2312', 'greek', 'cp1250', 'gbk', 'latin5', 'armscii8', 'utf8mb3', 'ucs2', 'cp866', 'keybcs2', 'macce', 'macroman', 'cp852', 'latin7',
		'utf8mb4', 'cp1251', 'utf16', 'utf16le', 'cp1256', 'cp1257', 'utf32', 'binary', 'geostd8', 'cp932', 'eucjpms'];

	private const INTEGERS = ['TINYINT' => 8, 'SMALLINT' => 16, 'MEDIUMINT' => 24, 'INT' => 32, 'BIGINT' => 64];

	public function __construct(private Dice $dice, private Server $server)
	{
	}

	/** The SQL that makes the tables and procedures of a program. */
	public static function statements(array $tables, array $procedures): array
	{
		$statements = [];
		foreach ($tables as $table) {
			$columns = array_map(fn ($column) => "`$column[0]` $column[1]", $table['columns']);
			$statements[] = "CREATE TABLE $table[name] (" . implode(', ', $columns) . ") $table[options]";
			foreach (array_chunk($table['rows'], 20) as $rows) {
				$rows = array_map(fn ($row) => '(' . implode(', ', $row) . ')', $rows);
				$statements[] = "INSERT IGNORE INTO $table[name] VALUES " . implode(', ', $rows);
			}
		}
		return array_merge($statements, $procedures);
	}

	public function table(string $name): array
	{
		$columns = [['id', $this->dice->pick(['INT NOT NULL AUTO_INCREMENT PRIMARY KEY', 'INT NOT NULL PRIMARY KEY', 'BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY', 'INT NULL'])]];
		$makers = [null];
		$count = $this->dice->weighted([1 => 10, 2 => 20, 3 => 20, 5 => 20, 8 => 10, 14 => 5]);
		for ($i = 0; $i < $count; $i++) {
			[$type, $makers[]] = $this->column();
			$columns[] = ["c$i", $type . $this->dice->pick([' NULL', ' NULL', ' NULL', ' NOT NULL', ''])];
		}
		$rows = [];
		$rowCount = $this->dice->weighted([0 => 1, 1 => 4, 2 => 5, 3 => 6, 7 => 3, 30 => 1]);
		for ($i = 1; $i <= $rowCount; $i++) {
			$rows[] = array_map(fn ($maker) => $maker === null ? (string) $i : ($this->dice->chance(0.15) ? 'NULL' : $maker()), $makers);
		}
		$engine = $this->dice->pick($this->server->engines);
		return ['name' => $name, 'columns' => $columns, 'options' => "ENGINE=$engine DEFAULT CHARSET=utf8mb4", 'rows' => $rows];
	}

	/** @return array{string, Closure} a type, and what makes values for it as SQL literals */
	public function column(): array
	{
		$kinds = ['integer' => 20, 'decimal' => 6, 'float' => 8, 'bit' => 4, 'date' => 4, 'time' => 6, 'datetime' => 6, 'year' => 2, 'char' => 14,
			'text' => 8, 'binary' => 8, 'enum' => 5, 'json' => 3, 'geometry' => 3, 'special' => 4];
		return $this->{$this->dice->weighted($kinds)}();
	}

	private function integer(): array
	{
		$name = $this->dice->pick(array_keys(self::INTEGERS));
		$bits = self::INTEGERS[$name];
		$sign = $this->dice->pick(['', '', ' UNSIGNED', ' ZEROFILL', ' UNSIGNED ZEROFILL']);
		$width = $this->dice->chance(0.3) ? '(' . $this->dice->int(1, 30) . ')' : '';
		$edges = ['0', '1', '-1', '7', '42', '255', '-128', '32767', '2147483647', '2147483648', '-2147483648', '4294967295',
			'9223372036854775806', '9223372036854775807', '9223372036854775808', '-9223372036854775808', '18446744073709551615',
			$bits < 63 ? (string) ((1 << $bits) - 1) : '18446744073709551614', $bits < 64 ? (string) -(1 << ($bits - 1)) : '-9223372036854775807'];
		return ["$name$width$sign", fn () => $this->dice->pick($edges)];
	}

	private function decimal(): array
	{
		[$precision, $scale] = $this->dice->pick([[65, 30], [65, 0], [30, 30], [1, 0], [10, 2], [18, 9], [5, 5]]);
		$sign = $this->dice->pick(['', '', ' UNSIGNED', ' ZEROFILL']);
		$values = ['0', '-0', '1', '-1.5', '0.1', '99999999999999999999999999999999999.999999999999999999999999999999', '-99999999999999999999999999999999999.9',
			'0.000000000000000000000000000001', '12345678.99', str_repeat('9', 65), '0.99999'];
		return ["DECIMAL($precision,$scale)$sign", fn () => $this->dice->pick($values)];
	}

	private function float(): array
	{
		$type = $this->dice->pick(['FLOAT', 'DOUBLE', 'FLOAT(7,3)', 'DOUBLE(10,2)', 'FLOAT UNSIGNED', 'DOUBLE UNSIGNED', 'DOUBLE(53,30)', 'FLOAT ZEROFILL', 'FLOAT(20)', 'FLOAT(50)']);
		$values = ['0', '-0e0', '1.1', '0.1', '-2.5', '3.4e38', '-3.402823466e38', '1.175494351e-38', '1e-45', '16777217', '1.7976931348623157e308',
			'2.2250738585072014e-308', '5e-324', '1e15', '1e16', '123456789.125', '0.30000000000000004', '1e100', '1e-7', '999999.5', '3.14159265358979'];
		return [$type, fn () => $this->dice->pick($values)];
	}

	private function bit(): array
	{
		$width = $this->dice->pick([1, 2, 7, 8, 9, 16, 17, 24, 31, 32, 33, 48, 55, 56, 57, 63, 64]);
		return ["BIT($width)", fn () => $this->dice->pick(['0', '1', "b'" . str_repeat('1', $width) . "'", "b'1" . str_repeat('0', $width - 1) . "'", '2', '255'])];
	}

	private function date(): array
	{
		$values = ["'0000-00-00'", "'1000-01-01'", "'9999-12-31'", "'2024-02-29'", "'2023-00-00'", "'2023-12-00'", "'0001-01-01'", "'1970-01-01'"];
		return ['DATE', fn () => $this->dice->pick($values)];
	}

	private function fraction(): string
	{
		return $this->dice->pick(['', '', '(0)', '(1)', '(2)', '(3)', '(4)', '(5)', '(6)']);
	}

	private function time(): array
	{
		$values = ["'00:00:00'", "'-00:00:01'", "'838:59:59'", "'-838:59:59.999999'", "'12:34:56.789012'", "'-00:00:00.5'", "'100:00:00'", "'23:59:59.999999'", "'-01:02:03.000400'", "'25:00:00.1'"];
		return ['TIME' . $this->fraction(), fn () => $this->dice->pick($values)];
	}

	private function datetime(): array
	{
		$values = ["'0000-00-00 00:00:00'", "'1970-01-02 00:00:01'", "'2038-01-17 03:14:07.999999'", "'2024-02-29 12:34:56.789012'", "'9999-12-31 23:59:59.999999'",
			"'1000-01-01 00:00:00'", "'2000-01-01 00:00:00.000001'", "'2000-01-01'", "'2023-00-00 00:00:00'", "'2000-01-01 10:00:00'"];
		$type = $this->dice->pick(['DATETIME', 'TIMESTAMP']) . $this->fraction();
		// a NOT NULL timestamp would take the moment for NULL
		return [$type . (str_starts_with($type, 'T') ? ' NULL DEFAULT NULL COMMENT "x"' : ''), fn () => $this->dice->pick($values)];
	}

	private function year(): array
	{
		return ['YEAR', fn () => $this->dice->pick(['0', '1901', '2155', '2024', '69', '70', '1999'])];
	}

	private function charset(): string
	{
		$charset = $this->dice->chance(0.4) ? 'utf8mb4' : $this->dice->pick($this->server->charsets);
		$collation = $this->dice->chance(0.5) && isset($this->server->collations[$charset]) ? ' COLLATE ' . $this->dice->pick($this->server->collations[$charset]) : '';
		return " CHARACTER SET $charset$collation";
	}

	/** Text of a length: a row stays small enough to be fast, but for a few. */
	private function text_of(int $length): string
	{
		return match ($this->dice->weighted(['plain' => 5, 'same' => 3, 'wide' => 3, 'bytes' => 2, 'special' => 2])) {
			'plain' => "'" . substr(str_repeat('abcdefghij0123456789 ', intdiv($length, 21) + 1), 0, $length) . "'",
			'same' => "REPEAT('" . $this->dice->pick(['a', 'x', '0', ' ']) . "', $length)",
			'wide' => "REPEAT(_utf8mb4 X'" . bin2hex($this->dice->pick(["\u{e9}", "\u{4e2d}", "\u{1f600}", "\u{df}", "\u{20ac}"])) . "', " . $this->dice->int(1, max(1, min(300, $length))) . ')',
			'bytes' => "X'" . bin2hex($this->dice->bytes(min($length, 40))) . "'",
			'special' => $this->dice->pick(["''", "' '", "'a '", "'0'", "'1'", "'1e3'", "'NULL'", "'a\\0b'", "'it''s'", "'\\\\'", "'\\n\\r\\t\\Z'", "'%_'"]),
		};
	}

	private function char(): array
	{
		$length = $this->dice->pick([0, 1, 2, 10, 60, 63, 64, 85, 86, 127, 128, 250, 255]);
		$type = $this->dice->chance(0.4) ? "CHAR($length)" : 'VARCHAR(' . $this->dice->pick([$length, 256, 300, 512]) . ')';
		return [$type . $this->charset(), fn () => $this->text_of(min($this->dice->length(520), max(1, $length)))];
	}

	private function text(): array
	{
		$type = $this->dice->pick(['TINYTEXT', 'TEXT', 'MEDIUMTEXT', 'LONGTEXT', 'TEXT']);
		return [$type . $this->charset(), fn () => $this->text_of($this->dice->length($type === 'TINYTEXT' ? 255 : 65537))];
	}

	private function binary(): array
	{
		$type = $this->dice->pick(['BINARY(1)', 'BINARY(16)', 'BINARY(255)', 'VARBINARY(0)', 'VARBINARY(20)', 'VARBINARY(600)', 'TINYBLOB', 'BLOB', 'MEDIUMBLOB', 'LONGBLOB']);
		return [$type, fn () => $this->text_of($this->dice->length(str_contains($type, 'BLOB') ? 65537 : 600))];
	}

	private function enum(): array
	{
		$type = $this->dice->pick(["ENUM('a','b','long member','')", "SET('a','b','c','d e')", "ENUM('1','0','2')", 'SET(' . implode(',', array_map(fn ($n) => "'m$n'", range(1, 64))) . ')']);
		$values = ["'a'", "'b'", "''", '0', '1', '2', '3', "'m1,m64'", "'a,b'", "'nobody'"];
		return [$type . ($this->dice->chance(0.3) ? ' CHARACTER SET latin1' : ''), fn () => $this->dice->pick($values)];
	}

	private function json(): array
	{
		$values = ["'{}'", "'[]'", "'null'", "'1'", "'\"text\"'", "'{\"a\":[1,2.5,null,true],\"b\":\"\\\\u00e9\"}'", "'[1e400]'", "'18446744073709551615'"];
		return ['JSON', fn () => $this->dice->pick($values)];
	}

	private function geometry(): array
	{
		[$type, $values] = $this->dice->pick([
			['POINT', ['POINT(1,2)', 'POINT(-1.5,1e300)']],
			['GEOMETRY', ['POINT(0,0)', "ST_GeomFromText('LINESTRING(0 0,1 1,2 2)')"]],
			['LINESTRING', ["ST_GeomFromText('LINESTRING(0 0,1 1)')"]],
			['POLYGON', ["ST_GeomFromText('POLYGON((0 0,10 0,10 10,0 0))')"]],
			['MULTIPOINT', ["ST_GeomFromText('MULTIPOINT(1 1,2 2)')"]],
		]);
		return [$type, fn () => $this->dice->pick($values)];
	}

	/** Types that one kind of server has alone. */
	private function special(): array
	{
		[$type, $values] = $this->dice->pick($this->server->special);
		return [$type, fn () => $this->dice->pick($values)];
	}
}

<?php
declare(strict_types=1);

namespace Mynd\Cache;

/**
 * Whether the answer to an SQL text may be kept for a while and given again.
 *
 * Read as the servers' lexers do, word by word, not parsed. Every answer errs on the safe side: a text is
 * cacheable if it is one SELECT all of whose functions are known to give the same for the same data, to
 * whoever asks. What nobody can tell from a text: whether a name is a view over something that changes by
 * itself, or a temporary table. Those are for the pattern, or the hint, that picks what is cached at all.
 *
 * The hint is a comment anywhere in the text: mynd:ttl=30 (seconds); 0 keeps a text out of the cache.
 */
final class Sql
{
	/**
	 * Functions that return the same for the same arguments, and other words that may stand before a
	 * parenthesis. Each by its whole name, because a stored function may begin like one of the server's.
	 */
	private const KNOWN = [
		/* aggregates and windows */
		'AVG', 'BIT_AND', 'BIT_OR', 'BIT_XOR', 'COUNT', 'GROUP_CONCAT', 'MAX', 'MIN', 'STD', 'STDDEV', 'STDDEV_POP', 'STDDEV_SAMP', 'SUM', 'VAR_POP', 'VAR_SAMP', 'VARIANCE',
		'CUME_DIST', 'DENSE_RANK', 'FIRST_VALUE', 'LAG', 'LAST_VALUE', 'LEAD', 'MEDIAN', 'NTH_VALUE', 'NTILE', 'PERCENT_RANK', 'PERCENTILE_CONT', 'PERCENTILE_DISC', 'RANK', 'ROW_NUMBER',
		/* control, comparison, conversion */
		'CASE', 'CAST', 'COALESCE', 'CONVERT', 'GREATEST', 'IF', 'IFNULL', 'INTERVAL', 'ISNULL', 'LEAST', 'NULLIF', 'NVL', 'NVL2', 'DECODE',
		/* texts */
		'ASCII', 'BIN', 'BIT_LENGTH', 'CHAR', 'CHAR_LENGTH', 'CHARACTER_LENGTH', 'CHARSET', 'CHR', 'COERCIBILITY', 'COLLATION', 'CONCAT', 'CONCAT_WS', 'ELT', 'EXPORT_SET', 'FIELD', 'FIND_IN_SET',
		'FORMAT', 'FROM_BASE64', 'HEX', 'INSERT', 'INSTR', 'LCASE', 'LEFT', 'LENGTH', 'LENGTHB', 'LOCATE', 'LOWER', 'LPAD', 'LTRIM', 'MAKE_SET', 'MATCH', 'AGAINST', 'MID', 'NATURAL_SORT_KEY', 'OCT',
		'OCTET_LENGTH', 'ORD', 'POSITION', 'QUOTE', 'REGEXP_INSTR', 'REGEXP_LIKE', 'REGEXP_REPLACE', 'REGEXP_SUBSTR', 'REPEAT', 'REPLACE', 'REVERSE', 'RIGHT', 'RPAD', 'RTRIM', 'SFORMAT', 'SOUNDEX', 'SPACE',
		'STRCMP', 'SUBSTR', 'SUBSTRING', 'SUBSTRING_INDEX', 'TO_BASE64', 'TO_CHAR', 'TRIM', 'UCASE', 'UNHEX', 'UPPER', 'WEIGHT_STRING',
		/* numbers */
		'ABS', 'ACOS', 'ASIN', 'ATAN', 'ATAN2', 'BIT_COUNT', 'CEIL', 'CEILING', 'CONV', 'COS', 'COT', 'CRC32', 'CRC32C', 'DEGREES', 'EXP', 'FLOOR', 'LN', 'LOG', 'LOG10', 'LOG2', 'MOD', 'PI', 'POW', 'POWER',
		'RADIANS', 'ROUND', 'SIGN', 'SIN', 'SQRT', 'TAN', 'TRUNCATE',
		/* dates, of a value that is given */
		'ADDDATE', 'ADD_MONTHS', 'ADDTIME', 'CONVERT_TZ', 'DATE', 'DATE_ADD', 'DATE_FORMAT', 'DATE_SUB', 'DATEDIFF', 'DAY', 'DAYNAME', 'DAYOFMONTH', 'DAYOFWEEK', 'DAYOFYEAR', 'EXTRACT', 'FROM_DAYS', 'GET_FORMAT',
		'HOUR', 'LAST_DAY', 'MAKEDATE', 'MAKETIME', 'MICROSECOND', 'MINUTE', 'MONTH', 'MONTHNAME', 'PERIOD_ADD', 'PERIOD_DIFF', 'QUARTER', 'SEC_TO_TIME', 'SECOND', 'STR_TO_DATE', 'SUBDATE', 'SUBTIME', 'TIME_FORMAT',
		'TIME_TO_SEC', 'TIMEDIFF', 'TIMESTAMPADD', 'TIMESTAMPDIFF', 'TO_DAYS', 'TO_SECONDS', 'WEEK', 'WEEKDAY', 'WEEKOFYEAR', 'YEAR', 'YEARWEEK',
		/* digests, addresses, others */
		'AES_DECRYPT', 'COMPRESS', 'INET6_ATON', 'INET6_NTOA', 'INET_ATON', 'INET_NTOA', 'IS_IPV4', 'IS_IPV4_COMPAT', 'IS_IPV4_MAPPED', 'IS_IPV6', 'IS_UUID', 'BIN_TO_UUID', 'UUID_TO_BIN', 'MD5', 'SHA', 'SHA1', 'SHA2',
		'UNCOMPRESS', 'UNCOMPRESSED_LENGTH', 'EXTRACTVALUE', 'UPDATEXML', 'GROUPING', 'ANY_VALUE',
		/* JSON */
		'JSON_ARRAY', 'JSON_ARRAYAGG', 'JSON_ARRAY_APPEND', 'JSON_ARRAY_INSERT', 'JSON_ARRAY_INTERSECT', 'JSON_COMPACT', 'JSON_CONTAINS', 'JSON_CONTAINS_PATH', 'JSON_DEPTH', 'JSON_DETAILED',
		'JSON_EQUALS', 'JSON_EXISTS', 'JSON_EXTRACT', 'JSON_INSERT', 'JSON_KEYS', 'JSON_KEY_VALUE', 'JSON_LENGTH', 'JSON_LOOSE', 'JSON_MERGE', 'JSON_MERGE_PATCH', 'JSON_MERGE_PRESERVE', 'JSON_NORMALIZE',
		'JSON_OBJECT', 'JSON_OBJECTAGG', 'JSON_OBJECT_FILTER_KEYS', 'JSON_OBJECT_TO_ARRAY', 'JSON_OVERLAPS', 'JSON_PRETTY', 'JSON_QUERY', 'JSON_QUOTE', 'JSON_REMOVE', 'JSON_REPLACE', 'JSON_SCHEMA_VALID',
		'JSON_SCHEMA_VALIDATION_REPORT', 'JSON_SEARCH', 'JSON_SET', 'JSON_TABLE', 'JSON_TYPE', 'JSON_UNQUOTE', 'JSON_VALID', 'JSON_VALUE',
		/* geometry */
		'MBRCONTAINS', 'MBRCOVEREDBY', 'MBRCOVERS', 'MBRDISJOINT', 'MBREQUAL', 'MBREQUALS', 'MBRINTERSECTS', 'MBROVERLAPS', 'MBRTOUCHES', 'MBRWITHIN', 'ST_AREA', 'ST_ASBINARY', 'ST_ASGEOJSON', 'ST_ASTEXT',
		'ST_ASWKB', 'ST_ASWKT', 'ST_BOUNDARY', 'ST_BUFFER', 'ST_BUFFER_STRATEGY', 'ST_CENTROID', 'ST_COLLECT', 'ST_CONTAINS', 'ST_CONVEXHULL', 'ST_CROSSES', 'ST_DIFFERENCE', 'ST_DIMENSION', 'ST_DISJOINT',
		'ST_DISTANCE', 'ST_DISTANCE_SPHERE', 'ST_ENDPOINT', 'ST_ENVELOPE', 'ST_EQUALS', 'ST_EXTERIORRING', 'ST_FRECHETDISTANCE', 'ST_GEOHASH', 'ST_GEOMCOLLFROMTEXT', 'ST_GEOMCOLLFROMTXT', 'ST_GEOMCOLLFROMWKB',
		'ST_GEOMETRYCOLLECTIONFROMTEXT', 'ST_GEOMETRYCOLLECTIONFROMWKB', 'ST_GEOMETRYFROMTEXT', 'ST_GEOMETRYFROMWKB', 'ST_GEOMETRYN', 'ST_GEOMETRYTYPE', 'ST_GEOMFROMGEOJSON', 'ST_GEOMFROMTEXT',
		'ST_GEOMFROMWKB', 'ST_HAUSDORFFDISTANCE', 'ST_INTERIORRINGN', 'ST_INTERSECTION', 'ST_INTERSECTS', 'ST_ISCLOSED', 'ST_ISEMPTY', 'ST_ISRING', 'ST_ISSIMPLE', 'ST_ISVALID', 'ST_LATFROMGEOHASH',
		'ST_LATITUDE', 'ST_LENGTH', 'ST_LINEFROMTEXT', 'ST_LINEFROMWKB', 'ST_LINEINTERPOLATEPOINT', 'ST_LINEINTERPOLATEPOINTS', 'ST_LINESTRINGFROMTEXT', 'ST_LINESTRINGFROMWKB', 'ST_LONGFROMGEOHASH',
		'ST_LONGITUDE', 'ST_MAKEENVELOPE', 'ST_MLINEFROMTEXT', 'ST_MLINEFROMWKB', 'ST_MPOINTFROMTEXT', 'ST_MPOINTFROMWKB', 'ST_MPOLYFROMTEXT', 'ST_MPOLYFROMWKB', 'ST_MULTILINESTRINGFROMTEXT',
		'ST_MULTILINESTRINGFROMWKB', 'ST_MULTIPOINTFROMTEXT', 'ST_MULTIPOINTFROMWKB', 'ST_MULTIPOLYGONFROMTEXT', 'ST_MULTIPOLYGONFROMWKB', 'ST_NUMGEOMETRIES', 'ST_NUMINTERIORRING', 'ST_NUMINTERIORRINGS',
		'ST_NUMPOINTS', 'ST_OVERLAPS', 'ST_POINTATDISTANCE', 'ST_POINTFROMGEOHASH', 'ST_POINTFROMTEXT', 'ST_POINTFROMWKB', 'ST_POINTN', 'ST_POINTONSURFACE', 'ST_POLYFROMTEXT', 'ST_POLYFROMWKB',
		'ST_POLYGONFROMTEXT', 'ST_POLYGONFROMWKB', 'ST_RELATE', 'ST_SIMPLIFY', 'ST_SRID', 'ST_STARTPOINT', 'ST_SWAPXY', 'ST_SYMDIFFERENCE', 'ST_TOUCHES', 'ST_TRANSFORM', 'ST_UNION', 'ST_VALIDATE', 'ST_WITHIN',
		'ST_X', 'ST_Y',
		/* types, in CAST and JSON_TABLE */
		'BINARY', 'DATETIME', 'DEC', 'DECIMAL', 'DOUBLE', 'FLOAT', 'INT', 'NCHAR', 'NUMERIC', 'TIME', 'TIMESTAMP', 'VARBINARY', 'VARCHAR', 'COLUMNS',
		/* words that are not functions */
		'ALL', 'AND', 'ANY', 'AS', 'BETWEEN', 'BY', 'DISTINCT', 'DISTINCTROW', 'DIV', 'ELSE', 'EXCEPT', 'EXISTS', 'FROM', 'HAVING', 'IN', 'INDEX', 'INTERSECT', 'IS', 'JOIN', 'KEY', 'LATERAL', 'LIKE', 'LIMIT',
		'NOT', 'OF', 'OFFSET', 'ON', 'OR', 'OVER', 'PARTITION', 'REGEXP', 'RLIKE', 'ROLLUP', 'ROW', 'SELECT', 'SOME', 'SOUNDS', 'STRAIGHT_JOIN', 'THEN', 'UNION', 'USING', 'VALUES', 'WHEN', 'WHERE', 'XOR',
	];

	/**
	 * Words that exclude a text wherever they are, with the reason. In quotes they are names, and exclude
	 * nothing.
	 */
	private const SPOIL = [
		'CURRENT_DATE' => 'the time', 'CURRENT_TIME' => 'the time', 'CURRENT_TIMESTAMP' => 'the time', 'LOCALTIME' => 'the time', 'LOCALTIMESTAMP' => 'the time', 'SYSDATE' => 'the time', 'UTC_DATE' => 'the time',
		'UTC_TIME' => 'the time', 'UTC_TIMESTAMP' => 'the time', 'CURRENT_USER' => 'who asks', 'CURRENT_ROLE' => 'who asks', 'ROWNUM' => 'the order of rows', 'INTO' => 'it writes', 'UPDATE' => 'it locks or writes', 'DELETE' => 'it writes',
		'PROCEDURE' => 'a procedure', 'SQL_NO_CACHE' => 'it says so', 'SQL_CALC_FOUND_ROWS' => 'what it leaves behind', 'NEXT' => 'a sequence', 'PREVIOUS' => 'a sequence', 'SQL_BUFFER_RESULT' => 'what it leaves behind',
	];

	/** Pairs of words, or of a sign and a word, that exclude a text. */
	private const SPOIL_TOGETHER = ['FOR SHARE' => 'it locks', 'LOCK IN' => 'it locks', '% ROWCOUNT' => 'what was before it'];

	/** Names that exclude a text after a dot, in quotes too: sequences, where the sql_mode is ORACLE. */
	private const SPOIL_AFTER_DOT = ['NEXTVAL' => 'a sequence', 'CURRVAL' => 'a sequence'];

	/** Databases of the server's own: many of their tables change by themselves. */
	private const OF_SERVER = ['INFORMATION_SCHEMA' => true, 'PERFORMANCE_SCHEMA' => true, 'MYSQL' => true, 'SYS' => true];

	/** Types with a date. A TIME gets today's when it is cast to one of them. */
	private const WITH_DATE = ['DATE' => true, 'DATETIME' => true, 'TIMESTAMP' => true], TODAY = 'a time that may get today\'s date';

	/**
	 * Numbers that end where their digits end, whatever follows (1.FROM, 1e5FROM). All others are read as
	 * words.
	 */
	private const NUMBER = '/\G(?:\d++\.\d*+(?:e[+-]?\d++)?|\.\d++(?:e[+-]?\d++)?|\d++e[+-]?\d++)/i';

	/** A dot within a name. */
	public const DOT = "\x1f";

	/** Character sets with characters that contain ASCII bytes. */
	public const WIDE = ['big5', 'cp932', 'euckr', 'gb18030', 'gbk', 'sjis'];

	/**
	 * Words that end a list of tables. All are reserved on every server, so none is a table's or an alias'.
	 */
	private const END_TABLES = ['SELECT' => true, 'WHERE' => true, 'GROUP' => true, 'ORDER' => true, 'HAVING' => true, 'LIMIT' => true, 'UNION' => true, 'SET' => true];

	/** Words after which a table stands. */
	private const BEFORE_TABLE = ['FROM' => true, 'JOIN' => true, 'STRAIGHT_JOIN' => true, 'TABLE' => true];

	/**
	 * The same for statements that write: words that end a list, that come before a table, and between that
	 * word and the table.
	 */
	private const END_WRITTEN = ['VALUES' => true, 'VALUE' => true], BEFORE_WRITTEN = ['INTO' => true, 'INSERT' => true, 'REPLACE' => true, 'UPDATE' => true, 'DELETE' => true, 'TRUNCATE' => true, 'TO' => true, 'USING' => true],
		BETWEEN_WRITTEN = ['LOW_PRIORITY' => true, 'HIGH_PRIORITY' => true, 'DELAYED' => true, 'IGNORE' => true, 'IF' => true, 'NOT' => true, 'EXISTS' => true];

	/** @var array<string, int>|null */
	private static ?array $known = null;

	private int $at = 0;
	private readonly int $length;
	private int $start = -1, $stop = 0; /* of the statement; -1: it has not begun */
	/* the last two tokens: words in capitals, signs, or kinds in lower case */
	private string $before = '', $beforeThat = '';
	private bool $afterWord = false;
	/* the last token is the name of a database in OF_SERVER */
	private bool $afterServer = false;
	private ?string $spoilt = null;
	private ?int $ttl = null;
	private bool $begun = false, $ended = false;
	private int $depth = 0;
	/** @var list<string>|null */
	private ?array $tables = [];
	/* among tables; the next name is one; a dot and the rest of its name may follow */
	private bool $listing = false, $expectsTable = false, $qualifies = false;
	/** @var list<bool> `listing` of the parentheses around */
	private array $around = [];
	/** @var list<string> what stands before the parentheses around */
	private array $calls = [];

	private function __construct(private readonly string $sql, private readonly bool $backslash, private readonly bool $writes = false)
	{
		$this->length = strlen($sql);
	}

	/**
	 * `wide`: the connection's character set is one of WIDE; texts with bytes beyond ASCII are then refused.
	 */
	public static function read(string $sql, bool $wide = false): Reading
	{
		self::$known ??= array_flip(self::KNOWN);
		if ($wide && strlen($sql) !== strspn($sql, implode('', array_map(chr(...), range(0, 127))))) {
			return new Reading('characters that hide others', null, $sql);
		}
		$first = (new self($sql, true))->all();
		/* the meaning of a backslash depends on a mode of the session */
		if ($first->reason === null && str_contains($sql, '\\')) {
			$second = (new self($sql, false))->all();
			if ($second->reason !== null || $second->tables !== $first->tables) {
				return new Reading('a backslash that can be read in two ways', $first->ttl, $sql);
			}
		}
		return $first;
	}

	/** Null: the server's default, which may be one. */
	public static function isWide(?string $charset): bool
	{
		return $charset === null || in_array($charset, self::WIDE, true);
	}

	/**
	 * The tables that a statement writes, and those that it reads, as it names them; in doubt too many rather
	 * than too few.
	 *
	 * @param bool $isPlain a backslash is a sign like any other
	 * @return list<string> empty: it is not known which
	 */
	public static function tablesOf(string $sql, bool $isPlain = false): array
	{
		self::$known ??= array_flip(self::KNOWN);
		return array_values(array_unique((new self($sql, !$isPlain, true))->all()->tables ?? []));
	}

	/** Whether it is a database of the server's own. */
	public static function isOfServer(string $database): bool
	{
		return isset(self::OF_SERVER[strtoupper($database)]);
	}

	private function all(): Reading
	{
		while ($this->at < $this->length && ($this->spoilt === null || $this->writes)) {
			$this->token();
		}
		if (!$this->begun) {
			$this->spoil('no statement');
		} elseif ($this->depth !== 0) {
			$this->spoil('its parentheses');
		}
		return new Reading($this->spoilt, $this->ttl, $this->spoilt === null ? substr($this->sql, $this->start, $this->stop - $this->start) : $this->sql, $this->tables);
	}

	private function spoil(string $reason): void
	{
		$this->spoilt ??= $reason;
	}

	private function peek(int $ahead = 0): string
	{
		return $this->sql[$this->at + $ahead] ?? '';
	}

	private function token(): void
	{
		$this->at += strspn($this->sql, " \t\n\r\f\v", $this->at);
		$c = $this->peek();
		match (true) {
			$c === '' => null,
			$c === '#', $c === '-' && $this->peek(1) === '-' && ($this->peek(2) === '' || ord($this->peek(2)) <= 32) => $this->lineComment(),
			$c === '/' && $this->peek(1) === '*' => $this->comment(),
			$c === "'", $c === '"' => $this->quoted($c, $this->backslash),
			$c === '`' => $this->quoted($c, false),
			$c === '@' => $this->sign($c, 'a variable'),
			$c === "\0" => $this->sign($c, 'a NUL'),
			$c === ';' => $this->end(),
			$c === '.', ctype_digit($c) => $this->number($c),
			self::isWord($c) => $this->word(),
			default => $this->sign($c),
		};
	}

	private static function isWord(string $c): bool
	{
		return ctype_alnum($c) || $c === '_' || $c === '$' || ord($c) >= 0x80;
	}

	/** A token of the statement ends here: what it adds to what is known. */
	private function take(string $kind, int $start, bool $isWord = false): void
	{
		if ($this->ended) {
			$this->spoil('several statements');
		}
		if (!$this->begun && $kind !== '(') {
			$this->begun = true;
			if ($kind !== 'SELECT' && $kind !== 'WITH') {
				$this->spoil('not a SELECT');
			}
		}
		$this->beforeThat = $this->before;
		$this->before = $kind;
		$this->afterWord = $isWord;
		$this->afterServer = false;
		$this->start = $this->start < 0 ? $start : $this->start;
		$this->stop = $this->at;
	}

	private function end(): void
	{
		if (!$this->begun) {
			$this->spoil('no statement');
		} elseif ($this->ended) {
			$this->spoil('several statements');
		}
		$this->ended = true;
		$this->at++;
	}

	private function lineComment(): void
	{
		$this->at += strcspn($this->sql, "\n", $this->at);
	}

	/**
	 * Comments that servers execute are refused, and so are hints for the optimizer that change the session.
	 * Any other comment may contain our hint.
	 */
	private function comment(): void
	{
		$end = strpos($this->sql, '*/', $this->at + 2);
		if ($end === false) {
			$this->spoil('a comment without an end');
			$this->at = $this->length;
			return;
		}
		$text = substr($this->sql, $this->at + 2, $end - $this->at - 2);
		$this->at = $end + 2;
		if ($text !== '' && ($text[0] === '!' || str_starts_with($text, 'M!'))) {
			$this->spoil('a comment that is executed');
		} elseif ($text !== '' && $text[0] === '+') {
			stripos($text, 'SET_VAR') === false || $this->spoil('a variable');
		} else {
			$this->hint(trim($text));
		}
	}

	private function hint(string $text): void
	{
		if (str_starts_with($text, 'mynd:ttl=') && strlen($text) < 20 && ctype_digit(substr($text, 9))) {
			$this->ttl ??= (int) substr($text, 9);
		}
	}

	private function quoted(string $quote, bool $backslash): void
	{
		$start = $this->at++;
		$stop = $backslash ? "$quote\\" : $quote;
		for (;;) {
			$this->at += strcspn($this->sql, $stop, $this->at);
			$c = $this->peek();
			if ($c === '') {
				$this->spoil('a quote without an end');
				return;
			}
			if ($c === $quote && $this->peek(1) !== $quote) {
				break;
			}
			$this->at += 2;
		}
		$this->at++;
		if ($quote !== '`') { /* what stands in double quotes is a text or a name, as the sql_mode says */
			$this->noteText();
		}
		if ($quote === "'") {
			$this->take('text', $start);
			return;
		}
		$name = str_replace($quote . $quote, $quote, substr($this->sql, $start + 1, $this->at - $start - 2));
		$this->noteName(str_replace('.', self::DOT, $name));
		$this->takeName($name, $start);
	}

	/** A literal that is a TIME: TIME '10:00', {t '10:00'}. */
	private function noteText(): void
	{
		if ($this->before === 'TIME' || ($this->before === 'T' && $this->beforeThat === '{')) {
			$this->spoil(self::TODAY);
		}
	}

	/** A name in quotes, or after a dot. */
	private function takeName(string $name, int $start): void
	{
		$name = strtoupper($name);
		$reason = $this->before === '.' ? self::SPOIL_AFTER_DOT[$name] ?? null : null;
		if ($reason !== null) {
			$this->spoil($reason);
		}
		$this->take('name', $start);
		$this->afterServer = isset(self::OF_SERVER[$name]);
	}

	/** A dot directly after a word or a name belongs to that, and so do the digits after it. */
	private function number(string $c): void
	{
		$start = $this->at;
		$isQualified = $this->before === '.' || ($c === '.' && $start === $this->stop && ($this->afterWord || $this->before === 'name'));
		if (!$isQualified && preg_match(self::NUMBER, $this->sql, $found, 0, $start) === 1) {
			$this->at += strlen($found[0]);
			$this->noteName($found[0]);
			$this->take('number', $start);
		} elseif ($c === '.') {
			$this->sign($c);
		} else {
			$this->word();
		}
	}

	private function word(): void
	{
		$start = $this->at;
		while ($this->at < $this->length && self::isWord($this->sql[$this->at])) {
			$this->at++;
		}
		$written = substr($this->sql, $start, $this->at - $start);
		$word = strtoupper($written);
		if ($this->before === '.') { /* a column, a table, or a function of a schema */
			$this->noteName($written);
			$this->takeName($written, $start);
			return;
		}
		$this->noteWord($word, $written);
		$reason = self::SPOIL[$word] ?? self::SPOIL_TOGETHER["$this->before $word"] ?? null;
		if ($reason !== null && !($word === 'NEXT' && $this->before === 'FETCH')) {
			$this->spoil($reason);
		}
		if (isset(self::WITH_DATE[$word]) && $this->isType() && $this->beforeThat !== 'text' && $this->beforeThat !== '?') {
			$this->spoil(self::TODAY);
		}
		if (ctype_digit($word)) {
			$this->take('number', $start);
		} else {
			$this->take($word, $start, true);
			$this->afterServer = isset(self::OF_SERVER[$word]);
		}
	}

	/** CAST(... AS type), CONVERT(..., type) */
	private function isType(): bool
	{
		$call = end($this->calls);
		return ($call === 'CAST' && $this->before === 'AS') || ($call === 'CONVERT' && $this->before === ',');
	}

	private function sign(string $c, ?string $spoils = null): void
	{
		if ($spoils !== null) {
			$this->spoil($spoils);
		} elseif ($c === '(') {
			$this->depth++;
			$this->checkCall();
		} elseif ($c === ')' && --$this->depth < 0) {
			$this->spoil('its parentheses');
		} elseif ($c === '.' && $this->afterServer) {
			$this->spoil('tables of the server');
		}
		$this->noteSign($c);
		$this->at++;
		$this->take($c, $this->at - 1);
	}

	/** Tables: a name where a table may be, and the part of it after a dot. */
	private function noteName(string $name): void
	{
		if ($this->qualifies && $this->before === '.' && $this->tables !== null) {
			$this->tables[] = (string) array_pop($this->tables) . ".$name";
		} elseif ($this->expectsTable && $this->tables !== null) {
			$this->tables[] = $name;
			$this->qualifies = true;
		} else {
			$this->qualifies = false;
		}
		$this->expectsTable = false;
	}

	private function noteWord(string $word, string $written): void
	{
		if (isset(self::BEFORE_TABLE[$word]) || ($this->writes && isset(self::BEFORE_WRITTEN[$word]) && $this->before !== 'KEY')) { /* ON DUPLICATE KEY UPDATE */
			$this->listing = $this->expectsTable = true;
			$this->qualifies = false;
		} elseif (isset(self::END_TABLES[$word]) && $this->before !== 'FOR' || $this->writes && isset(self::END_WRITTEN[$word]) && !($word === 'VALUE' && $this->expectsTable)) { /* FORCE INDEX FOR ORDER BY ends none */
			$this->listing = $this->expectsTable = $this->qualifies = false;
		} elseif ($this->writes && $this->expectsTable && isset(self::BETWEEN_WRITTEN[$word])) {
			return;
		} elseif ($this->writes && $this->expectsTable && $word === 'QUICK') { /* or a table of that name */
			$this->noteName($written);
			$this->expectsTable = true;
		} elseif (!($word === 'LATERAL' && $this->opensParenthesis()) && !($word === 'DUAL' && $this->expectsTable)) {
			$this->noteName($written);
		}
	}

	private function opensParenthesis(): bool
	{
		return ($this->sql[$this->at + strspn($this->sql, " \t\n\r\f\v", $this->at)] ?? '') === '(';
	}

	private function noteSign(string $c): void
	{
		if ($c === '(') {
			$this->around[] = $this->listing;
			$this->calls[] = $this->before;
			$this->listing = $this->expectsTable; /* FROM (a, b) */
		} elseif ($c === ')') {
			$this->listing = array_pop($this->around) ?? false;
			array_pop($this->calls);
			$this->expectsTable = false;
		} elseif ($c === ',') {
			$this->expectsTable = $this->listing;
		} elseif ($c === '{') { /* ODBC's joins */
			$this->tables = null;
		}
		$this->qualifies = $this->qualifies && $c === '.' && $this->tables !== null;
	}

	/** Before a parenthesis there must be a known function, or no name. */
	private function checkCall(): void
	{
		$before = $this->before;
		if ($before === 'name') {
			$this->spoil('a function that nobody knows');
		} elseif ($this->afterWord && !isset(self::$known[$before]) && !$this->isCommonTable()) {
			$this->spoil("the function $before");
		}
	}

	/** WITH name (columns) AS ... */
	private function isCommonTable(): bool
	{
		return $this->beforeThat === 'WITH' || $this->beforeThat === 'RECURSIVE';
	}
}

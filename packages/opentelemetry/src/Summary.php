<?php
declare(strict_types=1);

namespace Mynd\OpenTelemetry;

/**
 * The summary of a text without values: its operations and the tables that they are about, in the text's
 * order and as the text writes them, without aliases, by OpenTelemetry's rules for db.query.summary. Names
 * that a WITH defines are no tables. It reads a text without a grammar, so in rare texts it may miss a table,
 * or take another name for one.
 *
 * @internal
 */
final class Summary
{
	private const LONGEST = 255;

	/** Words that begin a statement. */
	private const OPERATIONS = ['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'REPLACE', 'CALL', 'CREATE', 'ALTER', 'DROP', 'TRUNCATE', 'RENAME', 'WITH', 'SET', 'SHOW', 'LOAD',
		'VALUES', 'TABLE', 'DO', 'USE', 'BEGIN', 'START', 'COMMIT', 'ROLLBACK', 'SAVEPOINT', 'RELEASE', 'LOCK', 'UNLOCK', 'EXPLAIN', 'DESCRIBE', 'DESC', 'ANALYZE', 'OPTIMIZE',
		'CHECK', 'REPAIR', 'GRANT', 'REVOKE', 'PREPARE', 'EXECUTE', 'DEALLOCATE', 'KILL', 'FLUSH', 'HANDLER', 'XA', 'HELP'];
	/** Those that may stand within another one, unless one of these words is before them. */
	private const INNER = ['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'REPLACE'];
	private const NOT_BEFORE = ['FOR', 'ON', 'KEY', 'OR'];
	/** Those of which a text is prepared or run that is elsewhere. */
	private const PREPARED = ['PREPARE', 'EXECUTE', 'DEALLOCATE'];
	/** What is created or dropped belongs to the operation. */
	private const DDL = ['CREATE', 'ALTER', 'DROP', 'RENAME'];
	private const OBJECTS = ['TABLE', 'VIEW', 'PROCEDURE', 'DATABASE', 'SCHEMA', 'INDEX', 'USER', 'FUNCTION', 'TRIGGER', 'EVENT', 'SEQUENCE', 'ROLE'];
	/** Operations and other words behind which a table's name stands, or a query in brackets. */
	private const ON_TABLES = ['UPDATE', 'INSERT', 'REPLACE', 'CALL', 'TRUNCATE', 'USE', 'DESCRIBE', 'DESC', 'HANDLER', 'TABLE'];
	private const BEFORE_TABLES = ['FROM', 'INTO', 'JOIN', 'TABLE', 'TABLES'];
	private const SKIPPED = ['IF', 'NOT', 'EXISTS', 'IGNORE', 'LOW_PRIORITY', 'HIGH_PRIORITY', 'DELAYED', 'QUICK', 'LATERAL', 'TABLE', 'INTO', 'FROM'];
	private const ENDS = ['WITH', 'WHERE', 'SET', 'ON', 'USING', 'GROUP', 'ORDER', 'HAVING', 'LIMIT', 'VALUES', 'VALUE', 'UNION', 'EXCEPT', 'INTERSECT', 'WINDOW', 'FOR', 'OUTFILE', 'DUMPFILE'];

	/** Null: the text has no operation that is known. */
	public readonly ?string $text;
	/** The procedure, if the text is a CALL and nothing else. */
	public readonly ?string $procedure;

	/** @var list<array{'word'|'name'|'sign', string}> */
	private readonly array $tokens;
	/** @var array<string, list<array{int, int}>> what Definitions::in() returned */
	private readonly array $defined;
	/** What may come next: an operation, an object of DDL, a table, a comma and another one; '': nothing. */
	private string $expected = 'operation';
	/** In this bracket an operation has begun, whose FROM is followed by tables. */
	private bool $hasOperation = false;
	/** @var list<array{string, bool}> the same of the brackets around */
	private array $around = [];
	/** @var list<string> */
	private array $parts = [];
	private string $before = '';

	/** @param string $sanitized what Sql::sanitize() returned */
	public function __construct(string $sanitized)
	{
		$this->tokens = Sql::tokens($sanitized);
		$this->defined = stripos($sanitized, 'WITH') === false ? [] : Definitions::in($this->tokens);
		for ($at = 0; $at < count($this->tokens); $at++) {
			if ($this->expected === 'table' && $this->isName($this->tokens[$at])) {
				$at = $this->addName($at);
			} else {
				$this->read($this->tokens[$at], $this->tokens[$at + 1][1] ?? '');
			}
		}
		$this->text = $this->join();
		$this->procedure = count($this->parts) === 2 && strcasecmp($this->parts[0], 'CALL') === 0 ? $this->parts[1] : null;
	}

	/** @param array{'word'|'name'|'sign', string} $given */
	private function read(array $given, string $after): void
	{
		$token = $given[0] === 'word' ? strtoupper($given[1]) : $given[1];
		if ($this->begins($token, $after)) {
			$this->begin($token, $given[1]);
		} elseif ($token === '(' || $token === ')') {
			$this->readBracket($token);
		} elseif ($token === ';') {
			[$this->expected, $this->hasOperation, $this->around] = ['operation', false, []];
		} elseif ($this->expected === 'object') {
			$this->readObject($token, $given[1]);
		} elseif (in_array($token, self::BEFORE_TABLES, true) && $this->hasOperation && $this->before !== '.') {
			$this->expected = 'table';
		} elseif ($token === ',' && $this->expected === 'more') {
			$this->expected = 'table';
		} elseif (in_array($token, self::ENDS, true) || ($this->expected === 'operation' && $token !== '(')) {
			$this->expected = '';
		}
		$this->before = $token;
	}

	private function begins(string $token, string $after): bool
	{
		if ($this->expected === 'operation') {
			return in_array($token, self::OPERATIONS, true);
		}
		return in_array($token, self::INNER, true) && !in_array($this->before, self::NOT_BEFORE, true) && $this->before !== '.'
			&& ($token === 'SELECT' || $after !== '(');
	}

	private function begin(string $operation, string $asWritten): void
	{
		$this->parts[] = $asWritten;
		$this->hasOperation = !in_array($operation, self::PREPARED, true);
		$this->expected = in_array($operation, self::DDL, true) ? 'object' : (in_array($operation, self::ON_TABLES, true) ? 'table' : '');
	}

	private function readObject(string $token, string $asWritten): void
	{
		if (in_array($token, self::OBJECTS, true)) {
			$this->parts[] = $asWritten;
			$this->expected = 'table';
		}
	}

	/** What stands in a bracket is read by itself; behind it goes on what was before. */
	private function readBracket(string $bracket): void
	{
		if ($bracket === '(') {
			$this->around[] = [$this->expected === 'table' ? 'more' : '', $this->hasOperation];
			$this->expected = $this->expected === 'operation' || $this->expected === 'table' ? $this->expected : '';
			$this->hasOperation = $this->expected === 'table';
			return;
		}
		[$this->expected, $this->hasOperation] = array_pop($this->around) ?? ['', false];
	}

	/** @param array{'word'|'name'|'sign', string} $token */
	private function isName(array $token): bool
	{
		return $token[0] === 'name'
			|| ($token[0] === 'word' && $token[1][0] !== '@' && !in_array(strtoupper($token[1]), [...self::SKIPPED, ...self::INNER, ...self::ENDS], true));
	}

	/**
	 * A name with those before its points.
	 *
	 * @return int the place of its last token
	 */
	private function addName(int $at): int
	{
		$name = $this->tokens[$at][1];
		$isDefined = $this->isDefined($name, $at);
		while (($this->tokens[$at + 1][1] ?? '') === '.' && in_array($this->tokens[$at + 2][0] ?? '', ['name', 'word'], true)) {
			$at += 2;
			$name .= '.' . $this->tokens[$at][1];
			$isDefined = false;
		}
		if (!$isDefined) {
			$this->parts[] = $name;
		}
		$this->expected = 'more';
		$this->before = $name;
		return $at;
	}

	private function isDefined(string $name, int $at): bool
	{
		foreach ($this->defined[Definitions::plain($name)] ?? [] as [$from, $to]) {
			if ($at > $from && $at < $to) {
				return true;
			}
		}
		return false;
	}

	/** No part is cut in its middle. */
	private function join(): ?string
	{
		$text = '';
		foreach ($this->parts as $part) {
			if (strlen($text) + 1 + strlen($part) > self::LONGEST) {
				break;
			}
			$text .= ($text === '' ? '' : ' ') . $part;
		}
		return $text === '' ? null : $text;
	}
}

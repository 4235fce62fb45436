<?php
declare(strict_types=1);

namespace Mynd\OpenTelemetry;

/**
 * The summary of a text: its operations and the tables that they are about, in the text's order, without
 * aliases and values, by OpenTelemetry's rules for db.query.summary. It reads a text without a grammar, so in
 * rare texts it may miss a table, or take another name for one.
 *
 * @internal
 */
final class Summary
{
	private const LONGEST = 255;
	/** How many texts are remembered, and their greatest length. */
	private const KNOWN = 500, LONG_TEXT = 1024;

	/** @var array<string, ?string> by text */
	private static array $known = [];

	/** Words that begin a statement. */
	private const OPERATIONS = ['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'REPLACE', 'CALL', 'CREATE', 'ALTER', 'DROP', 'TRUNCATE', 'RENAME', 'WITH', 'SET', 'SHOW', 'LOAD',
		'VALUES', 'TABLE', 'DO', 'USE', 'BEGIN', 'START', 'COMMIT', 'ROLLBACK', 'SAVEPOINT', 'RELEASE', 'LOCK', 'UNLOCK', 'EXPLAIN', 'DESCRIBE', 'DESC', 'ANALYZE', 'OPTIMIZE',
		'CHECK', 'REPAIR', 'GRANT', 'REVOKE', 'PREPARE', 'EXECUTE', 'DEALLOCATE', 'KILL', 'FLUSH', 'HANDLER', 'XA', 'HELP'];
	/** Those that may stand within another one, unless one of these words is before them. */
	private const INNER = ['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'REPLACE'];
	private const NOT_BEFORE = ['FOR', 'ON', 'KEY', 'OR'];
	/** What is created or dropped belongs to the operation. */
	private const DDL = ['CREATE', 'ALTER', 'DROP', 'RENAME'];
	private const OBJECTS = ['TABLE', 'VIEW', 'PROCEDURE', 'DATABASE', 'SCHEMA', 'INDEX', 'USER', 'FUNCTION', 'TRIGGER', 'EVENT', 'SEQUENCE', 'ROLE'];
	/** Operations and other words behind which a table's name stands, or a query in brackets. */
	private const ON_TABLES = ['UPDATE', 'INSERT', 'REPLACE', 'CALL', 'TRUNCATE', 'USE', 'DESCRIBE', 'DESC', 'HANDLER', 'TABLE'];
	private const BEFORE_TABLES = ['FROM', 'INTO', 'JOIN', 'TABLE', 'TABLES'];
	private const SKIPPED = ['IF', 'NOT', 'EXISTS', 'IGNORE', 'LOW_PRIORITY', 'HIGH_PRIORITY', 'DELAYED', 'QUICK', 'LATERAL', 'TABLE', 'INTO', 'FROM'];
	private const ENDS = ['WHERE', 'SET', 'ON', 'USING', 'GROUP', 'ORDER', 'HAVING', 'LIMIT', 'VALUES', 'VALUE', 'UNION', 'EXCEPT', 'INTERSECT', 'WINDOW', 'FOR', 'OUTFILE', 'DUMPFILE'];

	/** What may come next: an operation, an object of DDL, a table, a comma and another one; '': nothing. */
	private string $expected = 'operation';
	/** In this bracket an operation has begun, whose FROM is followed by tables. */
	private bool $hasOperation = false;
	/** @var list<array{string, bool}> the same of the brackets around */
	private array $around = [];
	/** @var list<string> */
	private array $parts = [];
	private string $before = '';

	/** Null: the text has no operation that is known. */
	public static function of(string $sql, bool $noBackslashEscapes = false): ?string
	{
		if (strlen($sql) > self::LONG_TEXT) {
			return self::readAll($sql, $noBackslashEscapes);
		}
		if (count(self::$known) >= self::KNOWN) {
			self::$known = [];
		}
		return self::$known[$sql . ($noBackslashEscapes ? '\\' : '')] ??= self::readAll($sql, $noBackslashEscapes);
	}

	private static function readAll(string $sql, bool $noBackslashEscapes): ?string
	{
		$tokens = array_values(array_filter(
			Sql::tokens($sql, $noBackslashEscapes) ?? [],
			static fn (array $token): bool => !in_array($token[0], ['blank', 'comment', 'code'], true),
		));
		$summary = new self();
		for ($at = 0; $at < count($tokens); $at++) {
			if ($summary->expected === 'table' && $summary->isName($tokens[$at])) {
				$at = $summary->addName($tokens, $at);
			} else {
				$summary->read($tokens[$at][0] === 'word' ? strtoupper($tokens[$at][1]) : $tokens[$at][1], $tokens[$at + 1][1] ?? '');
			}
		}
		return $summary->join();
	}

	private function read(string $token, string $after): void
	{
		if ($this->begins($token, $after)) {
			$this->begin($token);
		} elseif ($token === '(' || $token === ')') {
			$this->readBracket($token);
		} elseif ($token === ';') {
			[$this->expected, $this->hasOperation, $this->around] = ['operation', false, []];
		} elseif ($this->expected === 'object') {
			$this->readObject($token);
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

	private function begin(string $operation): void
	{
		$this->parts[] = $operation;
		$this->hasOperation = true;
		$this->expected = in_array($operation, self::DDL, true) ? 'object' : (in_array($operation, self::ON_TABLES, true) ? 'table' : '');
	}

	private function readObject(string $token): void
	{
		if (in_array($token, self::OBJECTS, true)) {
			$this->parts[] = $token;
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

	/** @param array{string, string} $token */
	private function isName(array $token): bool
	{
		return $token[0] === 'name' || ($token[0] === 'word' && !in_array(strtoupper($token[1]), [...self::SKIPPED, ...self::INNER, ...self::ENDS], true));
	}

	/**
	 * A name with those before its points.
	 *
	 * @param list<array{string, string}> $tokens
	 * @return int the place of its last token
	 */
	private function addName(array $tokens, int $at): int
	{
		$name = self::plain($tokens[$at][1]);
		while (($tokens[$at + 1][1] ?? '') === '.' && in_array($tokens[$at + 2][0] ?? '', ['name', 'word'], true)) {
			$at += 2;
			$name .= '.' . self::plain($tokens[$at][1]);
		}
		$this->parts[] = $name;
		$this->expected = 'more';
		$this->before = $name;
		return $at;
	}

	private static function plain(string $name): string
	{
		return $name[0] === '`' ? str_replace(['``', ' '], ['`', '_'], trim($name, '`')) : $name;
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

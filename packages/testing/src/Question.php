<?php
declare(strict_types=1);

namespace Mynd\Testing;

use Mynd\Indicator;

/**
 * What an application asks on one of its connections: a kind of command, its text, its values.
 *
 * @phpstan-type Row list<null|bool|int|float|string|Indicator>
 */
final class Question
{
	private const READS = '~^(?:[\s(]|/\*.*?\*/|(?:--|\#)[^\n]*\n)*(SELECT|SHOW|DESC|DESCRIBE|EXPLAIN|WITH|VALUES|TABLE|HELP)\b~is';
	/** What changes something where it stands in a SELECT, and what speaks of the last such change. */
	private const CHANGES = '~\b(?:NEXTVAL|LASTVAL|SETVAL|GET_LOCK|RELEASE_LOCK|RELEASE_ALL_LOCKS)\s*\(|\b(?:NEXT|PREVIOUS)\s+VALUE\s+FOR\b|\.\s*(?:NEXTVAL|CURRVAL)\b|\bLAST_INSERT_ID\s*\(\s*[^)\s]|:=|\bINTO\b~i';
	/** Quoted texts and names, and comments, except for those that servers execute. */
	private const HIDDEN = <<<'END'
		~'(?:[^'\\]++|\\.|'')*+(?:'|\z)|"(?:[^"\\]++|\\.|"")*+(?:"|\z)|`[^`]*+(?:`|\z)|/\*(?!M?!).*?(?:\*/|\z)|(?:\#|--(?![^\s]))[^\n]*+~s
		END;
	private const HARMLESS = ['Connect', 'Prepare', 'Ping', 'Statistics', 'Debug', 'SetOption'];

	/**
	 * @param list<null|bool|int|float|string> $values
	 * @param list<Row> $rows of a command of execute_many()
	 */
	public function __construct(
		public readonly int $connection,
		public readonly string $kind,
		public readonly string $sql,
		public readonly array $values,
		public readonly array $rows = [],
	) {
	}

	/** The same for questions of a connection that have the same answer. */
	public function key(): string
	{
		return serialize([$this->kind, $this->sql, $this->values, $this->rows]);
	}

	/** It neither changes anything nor depends on what was changed. */
	public function isHarmless(): bool
	{
		return in_array($this->kind, self::HARMLESS, true);
	}

	/** After it others may have other answers. */
	public function changes(?Answer $answer): bool
	{
		if ($this->kind !== 'Query' && $this->kind !== 'Execute') {
			return !$this->isHarmless();
		}
		return !$this->isRead() || $answer === null || ($answer->rows === null && $answer->errno === 0) || $answer->more !== [];
	}

	/** Its first word is that of a statement that reads, and nothing in it changes anything. */
	private function isRead(): bool
	{
		if (preg_match(self::READS, $this->sql, $found) !== 1) {
			return false;
		}
		$word = strtoupper($found[1]);
		if (!in_array($word, ['SELECT', 'WITH', 'VALUES', 'TABLE'], true)) {
			return true;
		}
		$visible = preg_replace(self::HIDDEN, ' ? ', $this->sql);
		return $visible !== null && preg_match(self::CHANGES, $visible) === 0 && ($word !== 'WITH' || self::endsInRead($visible));
	}

	/** Of a WITH: whether the first statement outside its parentheses reads. */
	private static function endsInRead(string $visible): bool
	{
		$outside = preg_replace('~\((?:[^()]++|(?R))*+\)~', ' ', ltrim($visible, "( \t\n\r"));
		return $outside !== null && (preg_match('~\b(SELECT|VALUES|TABLE|INSERT|UPDATE|DELETE|REPLACE)\b~i', $outside, $found) !== 1
			|| in_array(strtoupper($found[1]), ['SELECT', 'VALUES', 'TABLE'], true));
	}

	public function show(): string
	{
		$text = $this->sql === '' ? '(' . $this->kind . ')' : Text::show($this->sql, $this->values);
		$what = $this->kind === 'Prepare' ? 'prepare of ' : '';
		$rows = $this->rows === [] ? '' : ' with ' . count($this->rows) . ' rows, the first ' . Text::json(Text::packRow($this->rows[0]));
		return $what . $text . $rows . ($this->connection === 1 ? '' : " on connection $this->connection");
	}

	/** @return array<string, mixed> */
	public function pack(): array
	{
		$packed = ['connection' => $this->connection, 'command' => $this->kind];
		if ($this->sql !== '') {
			$packed['sql'] = Text::pack($this->sql);
		}
		return $packed + ($this->values === [] ? [] : ['values' => Text::packValues($this->values)])
			+ ($this->rows === [] ? [] : ['rows' => array_map(Text::packRow(...), $this->rows)]);
	}

	public static function unpack(Fields $from): self
	{
		return new self($from->int('connection', 1), $from->text('command', ''), Text::unpack($from->any('sql') ?? ''),
			Text::unpackValues($from->any('values') ?? []), Text::unpackRows($from->any('rows') ?? []));
	}
}

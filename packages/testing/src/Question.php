<?php
declare(strict_types=1);

namespace Mynd\Testing;

/** What an application asks on one of its connections: a kind of command, its text, its values. */
final class Question
{
	private const READS = '~^(?:[\s(]|/\*.*?\*/|(?:--|\#)[^\n]*\n)*(?:SELECT|SHOW|DESC|DESCRIBE|EXPLAIN|WITH|VALUES|TABLE|HELP)\b~is';
	private const HARMLESS = ['Connect', 'Prepare', 'Ping', 'Statistics', 'Debug', 'SetOption'];

	/** @param list<null|bool|int|float|string> $values */
	public function __construct(
		public readonly int $connection,
		public readonly string $kind,
		public readonly string $sql,
		public readonly array $values,
	) {
	}

	/** The same for questions that have the same answer. */
	public function key(): string
	{
		return serialize([$this->connection, $this->kind, $this->sql, $this->values]);
	}

	/** It neither changes anything nor depends on what was changed. */
	public function is_harmless(): bool
	{
		return in_array($this->kind, self::HARMLESS, true);
	}

	/** After it others may have other answers. */
	public function changes(?Answer $answer): bool
	{
		if ($this->kind !== 'Query' && $this->kind !== 'Execute') {
			return !$this->is_harmless();
		}
		$is_read = preg_match(self::READS, $this->sql) === 1;
		return !$is_read || $answer === null || ($answer->rows === null && $answer->errno === 0);
	}

	public function show(): string
	{
		$text = $this->sql === '' ? '(' . $this->kind . ')' : Text::show($this->sql, $this->values);
		$what = $this->kind === 'Prepare' ? 'prepare of ' : '';
		return $what . $text . ($this->connection === 1 ? '' : " on connection $this->connection");
	}

	/** @return array<string, mixed> */
	public function pack(): array
	{
		$packed = ['connection' => $this->connection, 'command' => $this->kind];
		if ($this->sql !== '') {
			$packed['sql'] = Text::pack($this->sql);
		}
		return $this->values === [] ? $packed : $packed + ['values' => Text::pack_values($this->values)];
	}

	public static function unpack(Fields $from): self
	{
		return new self($from->int('connection', 1), $from->text('command', ''), Text::unpack($from->any('sql') ?? ''),
			Text::unpack_values($from->any('values') ?? []));
	}
}

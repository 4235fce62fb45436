<?php
declare(strict_types=1);

namespace Mynd\OpenTelemetry;

/**
 * Names that the WITH clauses of a text define for its queries (common table expressions), and where each is
 * known: behind its definition, with RECURSIVE in it as well, up to the end of the query that has the clause.
 *
 * @internal
 */
final class Definitions
{
	/** @var array<string, list<array{int, int}>> */
	private array $known = [];

	/** @param list<array{'word'|'name'|'sign', string}> $tokens */
	private function __construct(private readonly array $tokens)
	{
	}

	/**
	 * @param list<array{'word'|'name'|'sign', string}> $tokens
	 * @return array<string, list<array{int, int}>> by plain() of the name: the tokens where it is known
	 */
	public static function in(array $tokens): array
	{
		$self = new self($tokens);
		for ($at = 0; $at < count($tokens); $at++) {
			if ($self->isWord($at, 'WITH')) {
				$self->readClause($at + 1);
			}
		}
		return $self->known;
	}

	/** As names are compared. */
	public static function plain(string $name): string
	{
		return strtolower($name[0] === '`' ? str_replace('``', '`', substr($name, 1, -1)) : $name);
	}

	/** Names, each with columns or without, AS and a query in brackets; commas between them. */
	private function readClause(int $at): void
	{
		$isRecursive = $this->isWord($at, 'RECURSIVE');
		$at += $isRecursive ? 1 : 0;
		do {
			$name = $this->tokens[$at] ?? ['sign', ''];
			$columns = $at + 1;
			$as = $this->isSign($columns, '(') ? $this->closing($columns) + 1 : $columns;
			if ($name[0] === 'sign' || !$this->isWord($as, 'AS') || !$this->isSign($as + 1, '(')) {
				return; /* WITH ROLLUP, WITH CHECK OPTION */
			}
			$closing = $this->closing($as + 1);
			$this->known[self::plain($name[1])][] = [$isRecursive ? $at : $closing, $this->closing($at)];
			$at = $closing + 2;
		} while ($this->isSign($closing + 1, ','));
	}

	/** The place of the bracket that closes the one here, or the one around this; or the statement's end. */
	private function closing(int $at): int
	{
		$depth = $this->isSign($at, '(') ? 0 : 1;
		for (; $at < count($this->tokens); $at++) {
			if ($this->isSign($at, '(')) {
				$depth++;
			} elseif (($this->isSign($at, ')') && --$depth === 0) || $this->isSign($at, ';')) {
				break;
			}
		}
		return $at;
	}

	private function isWord(int $at, string $word): bool
	{
		return ($this->tokens[$at][0] ?? '') === 'word' && strtoupper($this->tokens[$at][1]) === $word;
	}

	private function isSign(int $at, string $sign): bool
	{
		return ($this->tokens[$at] ?? null) === ['sign', $sign];
	}
}

<?php
declare(strict_types=1);

namespace Mynd\Testing;

use Mynd\Command;
use Mynd\Kind;
use Mynd\Reply;

/** What the server has said to a command: its first result, and the results after it. */
final class Answer
{
	/** SERVER_STATUS_IN_TRANS, SERVER_STATUS_AUTOCOMMIT, SERVER_STATUS_NO_BACKSLASH_ESCAPES */
	private const STATUS_SEEN = 1 | 2 | 512;
	private const ROWS_SHOWN = 3;
	private const CELL_SHOWN = 40;

	/**
	 * @param string|null $rows the bytes of Mynd\capture(); of a Prepare those of its columns
	 * @param string|null $collation of a Connect, the server's own; null: not known
	 * @param list<self> $more
	 * @param bool $isTaken false: nobody has taken the reply, so it is not known
	 */
	private function __construct(
		public readonly int $errno,
		public readonly string $error,
		public readonly string $sqlstate,
		public readonly int|string $affected_rows,
		public readonly int|string $insert_id,
		public readonly int $warnings,
		public readonly ?string $info,
		public readonly int $status,
		public readonly ?string $rows,
		public readonly ?string $collation,
		public readonly array $more,
		public readonly bool $isTaken = true,
	) {
	}

	/** Of a command whose reply nobody has taken: left behind, or sent after one that failed. */
	public static function untaken(): self
	{
		return new self(0, '', '00000', 0, 0, 0, null, 0, null, null, [], false);
	}

	/**
	 * Of a Prepare the columns, if the driver has kept them; other commands than these have no rows, and
	 * leave those of the last one alone.
	 *
	 * @param Command $command read after the command has run
	 * @throws NotRecordable if it has rows that cannot be captured
	 */
	public static function of(Reply $reply, Command $command): self
	{
		if (in_array($command->kind, [Kind::Query, Kind::Execute, Kind::BulkExecute], true)) {
			return self::ofResults($command->sql ?? '', $reply->captureResults() ?? throw new NotRecordable('its rows are read through a cursor'));
		}
		$rows = $command->kind === Kind::Prepare && $reply->errno === 0 ? $reply->capture() : null;
		return self::make($command->sql ?? '', $reply, $rows, $command->kind === Kind::Connect ? $command->serverCollation : null, []);
	}

	/** @param list<Reply> $results */
	private static function ofResults(string $sql, array $results): self
	{
		$more = array_map(static fn (Reply $result): self => self::make($sql, $result, $result->capture(), null, []), array_slice($results, 1));
		return self::make($sql, $results[0], $results[0]->capture(), null, $more);
	}

	/** @param list<self> $more */
	private static function make(string $sql, Reply $of, ?string $rows, ?string $collation, array $more): self
	{
		return new self($of->errno, Secrets::hideInError($sql, $of->error), $of->sqlstate, $of->affected_rows, $of->insert_id, $of->warnings, $of->info, $of->status, $rows, $collation, $more);
	}

	/**
	 * Whether a program cannot tell them apart. Of the status it sees transactions, autocommit and how texts
	 * are escaped; that of a connect is the connection's own without a server.
	 */
	public function isAs(self $other, bool $hasStatus): bool
	{
		return $this->seen($hasStatus) === $other->seen($hasStatus);
	}

	/** @return list<mixed> */
	private function seen(bool $hasStatus): array
	{
		return [$this->errno, $this->error, $this->sqlstate, $this->affected_rows, $this->insert_id, $this->warnings, $this->info, $this->rows, $this->collation, $this->isTaken,
			$hasStatus ? $this->status & self::STATUS_SEEN : 0, array_map(static fn (self $result): array => $result->seen($hasStatus), $this->more)];
	}

	public function asReply(): Reply
	{
		$more = array_map(static fn (self $result): Reply => $result->asReply(), $this->more);
		return $more === [] ? $this->asResult() : Reply::results($this->asResult(), ...$more);
	}

	private function asResult(): Reply
	{
		$reply = match (true) {
			$this->errno !== 0 => Reply::failed($this->errno, $this->error, $this->sqlstate),
			$this->rows !== null => Reply::result($this->rows),
			default => Reply::done($this->affected_rows, $this->insert_id, $this->warnings, $this->info),
		};
		return $reply->withStatus($this->status);
	}

	/** @return array<string, mixed> */
	public function pack(): array
	{
		if (!$this->isTaken) {
			return ['taken' => false];
		}
		$packed = $this->packResult();
		return $this->more === [] ? $packed : ['results' => [$packed, ...array_map(static fn (self $result): array => $result->packResult(), $this->more)]];
	}

	/** @return array<string, mixed> */
	private function packResult(): array
	{
		if ($this->errno !== 0) {
			return ['errno' => $this->errno, 'sqlstate' => $this->sqlstate, 'error' => Text::pack($this->error), 'status' => $this->status];
		}
		if ($this->rows !== null) {
			return self::show($this->rows) + ['warnings' => $this->warnings, 'status' => $this->status, 'result' => Text::packBytes($this->rows)];
		}
		return ['affected_rows' => $this->affected_rows, 'insert_id' => $this->insert_id, 'warnings' => $this->warnings,
			'info' => $this->info === null ? null : Text::pack($this->info), 'status' => $this->status]
			+ ($this->collation === null ? [] : ['collation' => $this->collation]);
	}

	public static function unpack(Fields $from): self
	{
		if ($from->any('taken') === false) {
			return self::untaken();
		}
		$results = $from->any('results') === null ? [$from] : $from->objects('results');
		$first = array_shift($results) ?? throw new Unreadable('a reply has no results');
		return self::unpackResult($first, array_map(static fn (Fields $result): self => self::unpackResult($result, []), $results));
	}

	/** @param list<self> $more */
	private static function unpackResult(Fields $from, array $more): self
	{
		/** @var mixed $info */
		$info = $from->any('info');
		/** @var mixed $result */
		$result = $from->any('result');
		return new self($from->int('errno', 0), Text::unpack($from->any('error') ?? ''), $from->text('sqlstate', '00000'),
			$from->count('affected_rows'), $from->count('insert_id'), $from->int('warnings', 0),
			$info === null ? null : Text::unpack($info), $from->int('status', 0),
			$result === null ? null : Text::unpackBytes($result),
			$from->any('collation') === null ? null : $from->text('collation', ''), $more);
	}

	/**
	 * For whoever reads the file; nothing is made of it.
	 *
	 * @return array<string, mixed>
	 */
	private static function show(string $bytes): array
	{
		$result = \Mynd\replay($bytes);
		$names = $rows = [];
		foreach ($result->fetch_fields() as $field) {
			$names[] = Text::show(self::textOf($field->name), null, self::CELL_SHOWN);
		}
		while (count($rows) < self::ROWS_SHOWN && is_array($row = $result->fetch_row())) {
			$rows[] = array_map(self::cell(...), $row);
		}
		return ['columns' => $names, 'rows' => $result->num_rows, 'begins' => $rows];
	}

	private static function textOf(mixed $value): string
	{
		return is_scalar($value) ? (string) $value : '';
	}

	private static function cell(mixed $value): mixed
	{
		return is_string($value) ? Text::show($value, null, self::CELL_SHOWN) : $value;
	}
}

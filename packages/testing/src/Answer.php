<?php
declare(strict_types=1);

namespace Mynd\Testing;

use Mynd\Kind;
use Mynd\Reply;

/** What the server has said to a command. */
final class Answer
{
	/** SERVER_STATUS_IN_TRANS, SERVER_STATUS_AUTOCOMMIT, SERVER_STATUS_NO_BACKSLASH_ESCAPES */
	private const STATUS_SEEN = 1 | 2 | 512;
	private const ROWS_SHOWN = 3;
	private const CELL_SHOWN = 40;

	/** @param string|null $rows the bytes of Mynd\capture(); of a Prepare those of its columns */
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
	) {
	}

	/**
	 * Of a Prepare the columns, if the driver has kept them; other commands than these three have no rows,
	 * and leave those of the last one alone.
	 *
	 * @throws NotRecordable if it has several results, or rows that cannot be captured
	 */
	public static function of(Reply $reply, Kind $kind): self
	{
		$hasRows = $kind === Kind::Query || $kind === Kind::Execute;
		if ($hasRows && $reply->moreResults) {
			throw new NotRecordable('it has several results');
		}
		$captures = ($hasRows || $kind === Kind::Prepare) && $reply->errno === 0;
		$rows = $captures ? $reply->capture() : null; /* which may fail, and then it is an error */
		if ($hasRows && $rows === null && $reply->errno === 0 && $reply->field_count > 0) {
			throw new NotRecordable('its rows are read through a cursor');
		}
		return new self($reply->errno, $reply->error, $reply->sqlstate, $reply->affected_rows, $reply->insert_id,
			$reply->warnings, $reply->info, $reply->status, $rows);
	}

	/**
	 * Whether a program cannot tell them apart. Of the status it sees transactions, autocommit and how texts
	 * are escaped; that of a connect is the connection's own without a server.
	 */
	public function isAs(self $other, bool $hasStatus): bool
	{
		$seen = static fn(self $one): array => [$one->errno, $one->error, $one->sqlstate, $one->affected_rows, $one->insert_id, $one->warnings,
			$one->info, $one->rows, $hasStatus ? $one->status & self::STATUS_SEEN : 0];
		return $seen($this) === $seen($other);
	}

	public function asReply(): Reply
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
		if ($this->errno !== 0) {
			return ['errno' => $this->errno, 'sqlstate' => $this->sqlstate, 'error' => Text::pack($this->error), 'status' => $this->status];
		}
		if ($this->rows !== null) {
			return self::show($this->rows) + ['warnings' => $this->warnings, 'status' => $this->status, 'result' => Text::packBytes($this->rows)];
		}
		return ['affected_rows' => $this->affected_rows, 'insert_id' => $this->insert_id, 'warnings' => $this->warnings,
			'info' => $this->info === null ? null : Text::pack($this->info), 'status' => $this->status];
	}

	public static function unpack(Fields $from): self
	{
		/** @var mixed $info */
		$info = $from->any('info');
		/** @var mixed $result */
		$result = $from->any('result');
		return new self($from->int('errno', 0), Text::unpack($from->any('error') ?? ''), $from->text('sqlstate', '00000'),
			$from->count('affected_rows'), $from->count('insert_id'), $from->int('warnings', 0),
			$info === null ? null : Text::unpack($info), $from->int('status', 0),
			$result === null ? null : Text::unpackBytes($result));
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

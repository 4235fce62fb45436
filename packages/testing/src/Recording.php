<?php
declare(strict_types=1);

namespace Mynd\Testing;

use Mynd\Command;
use Mynd\Indicator;
use Mynd\Interception;
use Mynd\Kind;
use Mynd\Reply;

/**
 * Records what the application asks its servers from now on, or answers it as recorded, until close().
 *
 * Connections that it answers have no server, so an application has to connect after the recording was
 * opened. Of several recordings that are open, the one opened last has the commands (see apart()).
 *
 * @phpstan-type Values list<null|bool|int|float|string>
 * @phpstan-import-type Row from Question
 */
final class Recording
{
	/** @var list<self> those that are open; the last one has the commands */
	private static array $open = [];
	/**
	 * @var array<int, string> the files of apart() in which sessions were connected that may be open still
	 */
	private static array $connectedApart = [];

	private readonly bool $records;
	private readonly Tape $tape;
	private readonly Secrets $secrets;
	private readonly Interception $interception;
	/** @var (\Closure(string, Values): array{string, Values})|null */
	private readonly ?\Closure $normalise;
	/** @var array<int, int> the numbers of connections, by those of their sessions */
	private array $connections = [];
	private int $connected = 0;
	/** The first thing that went wrong, which the application may have swallowed. */
	private \Error|Unreadable|null $failure = null;
	/** Whether apart() has opened it. */
	private bool $isApart = false;

	/**
	 * @param array<string, string> $secrets by their names: what must not stand in the file
	 * @param (callable(string, Values): array{string, Values})|null $normalise
	 * makes a text and its values independent of the moment
	 */
	private function __construct(private readonly string $file, Mode $mode, array $secrets, ?callable $normalise)
	{
		$this->records = $mode->records($file);
		$this->tape = $this->records ? new Tape : File::read($file);
		$this->secrets = new Secrets($secrets);
		$this->normalise = $normalise === null ? null : $normalise(...);
		$this->interception = \Mynd\intercept(fn(Command $command, callable $next): Reply => $this->pass($command, $next));
		self::$open[] = $this;
	}

	private static function last(): ?self
	{
		return self::$open === [] ? null : self::$open[count(self::$open) - 1];
	}

	/** Lets commands pass from now on; of several recordings the one opened before has them again. */
	private function end(): void
	{
		$this->interception->remove();
		self::$open = array_values(array_filter(self::$open, fn (self $other): bool => $other !== $this));
	}

	/**
	 * @param array<string, string> $secrets by their names: what must not stand in the file
	 * @param (callable(string, Values): array{string, Values})|null $normalise
	 * makes a text and its values independent of the moment, when recording and when answering
	 * @throws Unreadable if it is to answer, and the file is no recording
	 */
	public static function open(string $file, ?Mode $mode = null, array $secrets = [], ?callable $normalise = null): self
	{
		return new self($file, $mode ?? Mode::ofEnvironment(), $secrets, $normalise);
	}

	/**
	 * Calls `state`, which makes what several tests need and only the first of them makes (a schema, rows
	 * that nobody changes), with a recording of its own: the recordings that are open have nothing of it, and
	 * so each test can run alone, and in any order. Returns what `state` returns.
	 *
	 * In the mode Missing it is recorded, or answered, as the recording is within which it is called. A
	 * connection that `state` uses and that is used after it must be connected before.
	 *
	 * @template T
	 * @param callable(): T $state
	 * @param array<string, string> $secrets as those of open()
	 * @param (callable(string, Values): array{string, Values})|null $normalise as that of open()
	 * @return T
	 * @throws Unreadable|NotRecorded|NotAsked|NotRecordable as open() and close() do
	 */
	public static function apart(string $file, callable $state, ?Mode $mode = null, array $secrets = [], ?callable $normalise = null): mixed
	{
		$mode ??= Mode::ofEnvironment();
		$around = self::last();
		if ($mode === Mode::Missing && $around !== null) {
			$mode = $around->records ? Mode::Record : Mode::Replay;
		}
		$recording = new self($file, $mode, $secrets, $normalise);
		$recording->isApart = true;
		try {
			$value = $state();
		} catch (\Throwable $why) {
			$recording->abandon();
			throw $why;
		}
		$recording->close();
		return $value;
	}

	public function isRecording(): bool
	{
		return $this->records;
	}

	/**
	 * Ends it. A recording that was made is written; one that has answered says what was not as recorded.
	 *
	 * @param bool $strictly everything that is recorded must have been asked
	 * @throws NotRecorded|NotRecordable|Unreadable what the application was told, even if it swallowed that
	 * @throws NotAsked
	 */
	public function close(bool $strictly = true): void
	{
		$this->end();
		if ($this->failure !== null) {
			throw $this->failure;
		}
		if ($this->records) {
			File::write($this->file, $this->tape);
			return;
		}
		$left = $strictly ? $this->tape->notAsked() : [];
		if ($left !== []) {
			$shown = implode("\n", array_map(static fn(Question $question): string => '  ' . $question->show(), array_slice($left, 0, 10)));
			$more = count($left) > 10 ? sprintf("\n  and %d more", count($left) - 10) : '';
			throw new NotAsked("$this->file: recorded, and not asked:\n$shown$more");
		}
	}

	/** Ends it; nothing is written or checked. */
	public function abandon(): void
	{
		$this->end();
	}

	private function pass(Command $command, callable $next): Reply
	{
		if (self::last() !== $this) {
			$reply = $next($command);
			\assert($reply instanceof Reply);
			return $reply;
		}
		$question = $this->question($command);
		try {
			return $this->records ? $this->record($command, $next, $question) : $this->replay($command, $next, $question);
		} catch (NotRecorded $why) {
			$told = new NotRecorded("$this->file: {$why->getMessage()}\nTo record anew: MYND_TESTING=record");
			$this->failure ??= $told;
			throw $told;
		}
	}

	private function question(Command $command): Question
	{
		$sql = $command->sql ?? '';
		if ($command->kind === Kind::BulkExecute) {
			/** @var list<list<null|bool|int|float|string|Indicator>> $rows */
			$rows = $command->params ?? [];
			return $this->questionOfRows($command, $sql, $rows);
		}
		/** @var list<null|bool|int|float|string> $values */
		$values = $command->params ?? [];
		if ($this->normalise !== null && $sql !== '') {
			[$sql, $values] = ($this->normalise)($sql, $values);
		}
		/* of commands without a text, what they ask for; never a password */
		$sql = match ($command->kind) {
			Kind::ChangeDatabase => (string) $command->database,
			Kind::ChangeUser => "$command->user $command->database",
			Kind::SetCharset => (string) $command->charset,
			default => $sql,
		};
		return new Question($this->connection($command), $command->kind->name, $this->secrets->hide($sql), $this->secrets->hideIn($values));
	}

	/** @param list<Row> $rows */
	private function questionOfRows(Command $command, string $sql, array $rows): Question
	{
		$normalised = $sql;
		foreach ($rows as $i => $row) {
			$values = array_map(static fn (null|bool|int|float|string|Indicator $value): null|bool|int|float|string => $value instanceof Indicator ? null : $value, $row);
			if ($this->normalise !== null) {
				[$normalised, $values] = ($this->normalise)($sql, $values);
			}
			$rows[$i] = self::withIndicators($this->secrets->hideIn($values), $row);
		}
		return new Question($this->connection($command), $command->kind->name, $this->secrets->hide($normalised), [], $rows);
	}

	/**
	 * @param Values $values
	 * @param Row $of
	 * @return Row
	 */
	private static function withIndicators(array $values, array $of): array
	{
		$row = [];
		foreach ($values as $i => $value) {
			$row[] = ($of[$i] ?? null) instanceof Indicator ? $of[$i] : $value;
		}
		return $row;
	}

	/** Connections are numbered as they appear. */
	private function connection(Command $command): int
	{
		if ($command->kind === Kind::Connect) {
			return ++$this->connected;
		}
		$file = self::$connectedApart[$command->session] ?? null;
		if ($file !== null && !$this->isApart) {
			throw $this->failure ??= new NotRecordable("$this->file: its connection was connected within apart() of $file: connect before that");
		}
		return $this->connections[$command->session] ??= ++$this->connected;
	}

	/** The session that has begun belongs to that connection. */
	private function noteSession(Command $command, int $connection): void
	{
		if ($command->kind === Kind::Connect || $command->kind === Kind::ChangeUser) {
			$anew = $command->withAttribute('mynd/testing', true); /* a copy reads the session anew */
			$this->connections[$anew->session] = $connection;
			if ($this->isApart && $command->kind === Kind::Connect) {
				self::$connectedApart = array_intersect_key(self::$connectedApart, array_flip(\Mynd\open_sessions()));
				self::$connectedApart[$anew->session] = $this->file;
			}
		}
	}

	private function record(Command $command, callable $next, Question $question): Reply
	{
		$place = $this->tape->add($question);
		/* what a pool has kept depends on what came before, and without a server each session is new */
		$reply = $next($command->kind === Kind::Connect ? $command->withoutPool() : $command);
		\assert($reply instanceof Reply);
		$this->noteSession($command, $question->connection);
		return $reply->then(function (Reply $reply) use ($place, $command, $question): void {
			if (!in_array($this, self::$open, true)) {
				throw new NotRecordable("$this->file: its reply was not taken before the recording ended: " . $question->show());
			}
			try {
				$answer = Answer::of($reply, $command);
				$this->secrets->check($answer);
			} catch (NotRecordable $why) {
				throw $this->failed($why, $question);
			}
			$this->tape->answer($place, $answer);
		});
	}

	private function failed(NotRecordable $why, Question $question): NotRecordable
	{
		$told = new NotRecordable("$this->file: cannot be recorded, for {$why->getMessage()}: " . $question->show());
		$this->failure ??= $told;
		return $told;
	}

	private function replay(Command $command, callable $next, Question $question): Reply
	{
		$answer = $this->tape->take($question);
		if (!$answer->isTaken) {
			return Reply::later(fn (): never => throw $this->failure ??= new NotRecorded("$this->file: nobody took its reply when it was recorded: " . $question->show()));
		}
		try {
			$passed = $answer->errno !== 0 ? $answer->asReply() : self::passed($command, $answer);
		} catch (\ValueError $why) { /* what an answer cannot be */
			throw $this->failure ??= new Unreadable("$this->file is no recording: {$why->getMessage()}", 0, $why);
		}
		if ($passed instanceof Reply) {
			return $passed;
		}
		$reply = $next($passed);
		\assert($reply instanceof Reply);
		$this->noteSession($command, $question->connection);
		return $reply;
	}

	/** What goes on to the driver, which answers it without a server, or the answer. */
	private static function passed(Command $command, Answer $answer): Command|Reply
	{
		return match ($command->kind) {
			Kind::Connect => $command->withoutServer($answer->info ?? 'unknown', $answer->collation),
			Kind::Prepare => $answer->rows === null ? $command : $command->withColumns($answer->rows),
			Kind::ChangeDatabase, Kind::ChangeUser, Kind::SetCharset, Kind::Ping, Kind::SetOption => $command,
			default => $answer->asReply(),
		};
	}
}

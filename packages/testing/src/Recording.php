<?php
declare(strict_types=1);

namespace Mynd\Testing;

use Mynd\Command;
use Mynd\Interception;
use Mynd\Kind;
use Mynd\Reply;

/**
 * Records what the application asks its servers from now on, or answers it as recorded, until close().
 *
 * Connections that it answers have no server, so an application has to connect after the recording was
 * opened.
 *
 * @phpstan-type Values list<null|bool|int|float|string>
 */
final class Recording
{
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
	private ?\Error $failure = null;

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

	public function isRecording(): bool
	{
		return $this->records;
	}

	/**
	 * Ends it. A recording that was made is written; one that has answered says what was not as recorded.
	 *
	 * @param bool $strictly everything that is recorded must have been asked
	 * @throws NotRecorded|NotRecordable what the application was told, even if it swallowed that
	 * @throws NotAsked
	 */
	public function close(bool $strictly = true): void
	{
		$this->interception->remove();
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
		$this->interception->remove();
	}

	private function pass(Command $command, callable $next): Reply
	{
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

	/** Connections are numbered as they appear. */
	private function connection(Command $command): int
	{
		if ($command->kind === Kind::Connect) {
			return ++$this->connected;
		}
		return $this->connections[$command->session] ??= ++$this->connected;
	}

	/** The session that has begun belongs to that connection. */
	private function noteSession(Command $command, int $connection): void
	{
		if ($command->kind === Kind::Connect || $command->kind === Kind::ChangeUser) {
			$anew = $command->withAttribute('mynd/testing', true); /* a copy reads the session anew */
			$this->connections[$anew->session] = $connection;
		}
	}

	private function record(Command $command, callable $next, Question $question): Reply
	{
		if ($command->kind === Kind::BulkExecute) {
			throw $this->failed(new NotRecordable('rows of execute_many() are sent together'), $question);
		}
		$place = $this->tape->add($question);
		$reply = $next($command);
		\assert($reply instanceof Reply);
		$this->noteSession($command, $question->connection);
		$kind = $command->kind;
		return $reply->then(function (Reply $reply) use ($place, $kind, $question): void {
			try {
				$answer = Answer::of($reply, $kind);
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
		if ($answer->errno !== 0) {
			return $answer->asReply();
		}
		$passed = match ($command->kind) {
			Kind::Connect => $command->withoutServer($answer->info ?? 'unknown'),
			Kind::Prepare => $answer->rows === null ? $command : $command->withColumns($answer->rows),
			Kind::ChangeDatabase, Kind::ChangeUser, Kind::SetCharset, Kind::Ping, Kind::SetOption => $command,
			default => null,
		};
		if ($passed === null) {
			return $answer->asReply();
		}
		$reply = $next($passed);
		\assert($reply instanceof Reply);
		$this->noteSession($command, $question->connection);
		return $reply;
	}
}

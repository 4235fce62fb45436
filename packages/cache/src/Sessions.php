<?php
declare(strict_types=1);

namespace Mynd\Cache;

use Mynd\Command;
use Mynd\Kind;
use Mynd\Reply;

/** The sessions whose commands pass through the cache, and what these commands change in them. */
final class Sessions
{
	private const KNOWN = 1000; /* of them, those that are over are forgotten */

	/** @var array<int, Session> by number */
	private array $sessions = [];
	private int $known = self::KNOWN;
	/** @var array<int, Run> commands for which a call waits */
	private array $runs = [];
	/** @var \WeakMap<Run, true> commands whose replies are taken later */
	private \WeakMap $later;

	/** @param ?Tables $tables versions of tables, where they are to be kept */
	public function __construct(private readonly string $namespace, private readonly ?Tables $tables)
	{
		/** @var \WeakMap<Run, true> $later */
		$later = new \WeakMap();
		$this->later = $later;
		if ($tables !== null) {
			$sessions = \WeakReference::create($this);
			register_shutdown_function(static function () use ($sessions): void {
				$sessions->get()?->abandonAll();
			});
		}
	}

	/** The end of the request has come, maybe by a fatal error, in the middle of a command. */
	private function abandonAll(): void
	{
		foreach ($this->runs as $run) {
			$run->abandon();
		}
		/** @var Run $run */
		foreach ($this->later as $run => $_) {
			$run->abandon();
		}
	}

	/**
	 * A session whose beginning has not passed here is left alone, because it is not known what was set in
	 * it.
	 */
	public function of(Command $command): Session
	{
		$session = $this->sessions[$command->session] ?? $this->add($command, true);
		$session->noteDatabase($command);
		return $session;
	}

	private function add(Command $command, bool $isAlone): Session
	{
		if (count($this->sessions) >= $this->known) {
			$this->sessions = array_intersect_key($this->sessions, array_flip(\Mynd\open_sessions()));
			$this->known = max(self::KNOWN, 2 * count($this->sessions));
		}
		$session = new Session($this->namespace, $command);
		$session->isAlone = $session->isAlone || $isAlone;
		/* its transaction may have written anything */
		if ($isAlone && $command->inTransaction && $this->tables !== null) {
			$session->written = [$this->tables->any() => true];
		}
		return $this->sessions[$command->session] = $session;
	}

	/**
	 * Runs a command whose answer is not kept.
	 *
	 * @param callable(Command): Reply $next
	 */
	public function run(Command $command, callable $next): Reply
	{
		if ($command->sql === null) {
			return $this->runOther($command, $next);
		}
		$session = $this->of($command);
		$this->noteEffect($session, $command);
		if ($this->tables === null || !self::isRun($command)) {
			$reply = $next($command);
			$this->follow($session, $reply, static fn () => null);
			return $reply;
		}
		$run = new Run($this->tables, $session, $command, $this->written($session, $command));
		$this->runs[spl_object_id($run)] = $run;
		/* where the program ends in a call, nothing below is run, and the end of the request sees to it */
		try {
			$reply = $next($command);
			$this->later[$run] = true;
			$this->follow($session, $reply, $run->settle(...));
		} finally {
			unset($this->runs[spl_object_id($run)]);
		}
		return $reply;
	}

	/**
	 * Tells what the command's end has brought.
	 *
	 * @param callable(Reply): void $settle
	 */
	private function follow(Session $session, Reply $reply, callable $settle): void
	{
		$session->pending += $reply->pending ? 1 : 0;
		$wasPending = $reply->pending;
		$reply->then(static function (Reply $reply) use ($session, $settle, $wasPending): void {
			$session->pending -= $wasPending ? 1 : 0;
			/* there is more than one statement, and the others were not looked at */
			$session->isAlone = $session->isAlone || $reply->moreResults;
			$session->noteStatus($reply);
			$settle($reply);
		});
	}

	/**
	 * A command without a text.
	 *
	 * @param callable(Command): Reply $next
	 */
	private function runOther(Command $command, callable $next): Reply
	{
		$kind = $command->kind;
		if ($kind === Kind::ChangeDatabase) {
			$this->of($command);
		}
		if ($kind === Kind::SetCharset) {
			$this->of($command)->set("charset $command->charset");
		}
		$reply = $next($command);
		if (($kind === Kind::Connect || $kind === Kind::ChangeUser) && $reply->errno === 0) {
			$this->add($command, false)->noteStatus($reply);
		}
		return $reply;
	}

	private function noteEffect(Session $session, Command $command): void
	{
		$effect = self::isRun($command) ? Effect::of($command->sql ?? '') : Effect::None;
		if ($effect === Effect::Settings && $command->kind !== Kind::BulkExecute && ($command->params ?? []) === []) {
			$session->set($command->sql ?? '');
		} elseif ($effect !== Effect::None) {
			$session->isAlone = true;
		}
	}

	private static function isRun(Command $command): bool
	{
		return in_array($command->kind, [Kind::Query, Kind::Execute, Kind::BulkExecute], true);
	}

	/** @return list<string> keys of the tables that a command writes */
	private function written(Session $session, Command $command): array
	{
		$names = Writes::of($command->sql ?? '', Sql::isWide($command->charset), $session->isPlain);
		/* where none is known, names without one count as any */
		$isCertain = $session->knowsDatabase($command) || $command->database === null;
		return $this->tables?->written($command, $isCertain || $names === [] ? $names : null) ?? [];
	}
}

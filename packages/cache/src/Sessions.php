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
				$sessions->get()?->abandon_all();
			});
		}
	}

	/** The end of the request has come, maybe by a fatal error, in the middle of a command. */
	private function abandon_all(): void
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
		$session->note_database($command);
		return $session;
	}

	private function add(Command $command, bool $is_alone): Session
	{
		if (count($this->sessions) >= $this->known) {
			$this->sessions = array_intersect_key($this->sessions, array_flip(\Mynd\open_sessions()));
			$this->known = max(self::KNOWN, 2 * count($this->sessions));
		}
		$session = new Session($this->namespace, $command);
		$session->is_alone = $session->is_alone || $is_alone;
		/* its transaction may have written anything */
		if ($is_alone && $command->in_transaction && $this->tables !== null) {
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
			return $this->run_other($command, $next);
		}
		$session = $this->of($command);
		$this->note_effect($session, $command);
		if ($this->tables === null || !self::is_run($command)) {
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
		$was_pending = $reply->pending;
		$reply->then(static function (Reply $reply) use ($session, $settle, $was_pending): void {
			$session->pending -= $was_pending ? 1 : 0;
			/* there is more than one statement, and the others were not looked at */
			$session->is_alone = $session->is_alone || $reply->more_results;
			$session->note_status($reply);
			$settle($reply);
		});
	}

	/**
	 * A command without a text.
	 *
	 * @param callable(Command): Reply $next
	 */
	private function run_other(Command $command, callable $next): Reply
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
			$this->add($command, false)->note_status($reply);
		}
		return $reply;
	}

	private function note_effect(Session $session, Command $command): void
	{
		$effect = self::is_run($command) ? Effect::of($command->sql ?? '') : Effect::None;
		if ($effect === Effect::Settings && $command->kind !== Kind::BulkExecute && ($command->params ?? []) === []) {
			$session->set($command->sql ?? '');
		} elseif ($effect !== Effect::None) {
			$session->is_alone = true;
		}
	}

	private static function is_run(Command $command): bool
	{
		return in_array($command->kind, [Kind::Query, Kind::Execute, Kind::BulkExecute], true);
	}

	/** @return list<string> keys of the tables that a command writes */
	private function written(Session $session, Command $command): array
	{
		$names = Writes::of($command->sql ?? '', Sql::is_wide($command->charset), $session->is_plain);
		/* where none is known, names without one count as any */
		$is_certain = $session->knows_database($command) || $command->database === null;
		return $this->tables?->written($command, $is_certain || $names === [] ? $names : null) ?? [];
	}
}

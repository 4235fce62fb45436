<?php
declare(strict_types=1);

namespace Mynd\Cache;

use Mynd\Command;
use Mynd\Kind;
use Mynd\Reply;

/** The sessions whose commands pass through the cache, and what these commands change in them. */
final class Sessions
{
	private const KNOWN = 1000; /* at most, at a time */

	/** @var array<int, Session> by number */
	private array $sessions = [];

	/** @param ?Tables $tables versions of tables, where they are to be kept */
	public function __construct(private readonly string $namespace, private readonly ?Tables $tables)
	{
	}

	/**
	 * A session whose beginning has not passed here is left alone, because it is not known what was set in
	 * it.
	 */
	public function of(Command $command): Session
	{
		return $this->sessions[$command->session] ?? $this->add($command, true);
	}

	private function add(Command $command, bool $is_alone): Session
	{
		if (count($this->sessions) >= self::KNOWN) {
			$this->sessions = [];
		}
		$session = new Session($this->namespace, $command);
		$session->is_alone = $session->is_alone || $is_alone;
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
		$this->note_effect($command);
		$written = $this->tables === null ? [] : $this->written($command);
		$in_transaction = $written !== [] && $command->in_transaction;
		$reply = $next($command);
		if ($reply->pending) {
			$session = $this->of($command);
			$session->pending++;
			$reply->then(function (Reply $settled) use ($session, $command, $written, $in_transaction) {
				$session->pending--;
				$this->settle($session, $settled, $command, $written, $in_transaction);
			});
		} elseif ($this->tables !== null || $reply->more_results) {
			$this->settle($this->of($command), $reply, $command, $written, $in_transaction);
		}
		return $reply;
	}

	/**
	 * A command without a text.
	 *
	 * @param callable(Command): Reply $next
	 */
	private function run_other(Command $command, callable $next): Reply
	{
		$kind = $command->kind;
		if ($kind === Kind::SetCharset) {
			$this->of($command)->set("charset $command->charset");
		}
		$reply = $next($command);
		if (($kind === Kind::Connect || $kind === Kind::ChangeUser) && $reply->errno === 0) {
			$this->add($command, false);
		}
		return $reply;
	}

	private function note_effect(Command $command): void
	{
		$kind = $command->kind;
		$effect = $kind === Kind::Query || $kind === Kind::Execute ? Effect::of($command->sql ?? '') : Effect::None;
		if ($effect === Effect::Settings && ($command->params ?? []) === []) {
			$this->of($command)->set($command->sql ?? '');
		} elseif ($effect !== Effect::None) {
			$this->of($command)->is_alone = true;
		}
	}

	/** @return list<string> keys of the tables that a command names to write into them */
	private function written(Command $command): array
	{
		$kind = $command->kind;
		$is_run = $kind === Kind::Query || $kind === Kind::Execute || $kind === Kind::BulkExecute;
		$sql = $command->sql ?? '';
		return $this->tables !== null && $is_run && Effect::is_write($sql) ? $this->tables->keys($command, Sql::tables_of($sql)) : [];
	}

	/** @param list<string> $written */
	private function settle(Session $session, Reply $reply, Command $command, array $written, bool $in_transaction): void
	{
		if ($reply->more_results) { /* there is more than one statement, and the others were not looked at */
			$session->is_alone = true;
		}
		$this->tables?->touch($written);
		/*
		 * other sessions see the change, and keep old answers, until the transaction ends: so once more then
		 */
		if ($in_transaction) {
			$session->written += array_fill_keys($written, true);
		} elseif ($session->written !== [] && (!$command->in_transaction || Effect::ends_transaction($command->sql ?? ''))) {
			$this->tables?->touch(array_keys($session->written));
			$session->written = [];
		}
	}
}

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
	private const IN_TRANSACTION = 1, AUTOCOMMIT = 2; /* bits of a session's status */

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
		$written = $this->written($command);
		$is_idle = $this->tables !== null && !$command->in_transaction && $this->of($command)->pending === 0;
		$reply = $next($command);
		if ($reply->pending) {
			$session = $this->of($command);
			$session->pending++;
			$reply->then(function (Reply $settled) use ($session, $command, $written, $is_idle) {
				$session->pending--;
				$this->settle($session, $settled, $command, $written, $is_idle);
			});
		} elseif ($this->tables !== null || $reply->more_results) {
			$this->settle($this->of($command), $reply, $command, $written, $is_idle);
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
		$effect = self::is_run($command) ? Effect::of($command->sql ?? '') : Effect::None;
		if ($effect === Effect::Settings && $command->kind !== Kind::BulkExecute && ($command->params ?? []) === []) {
			$this->of($command)->set($command->sql ?? '');
		} elseif ($effect !== Effect::None) {
			$this->of($command)->is_alone = true;
		}
	}

	private static function is_run(Command $command): bool
	{
		return in_array($command->kind, [Kind::Query, Kind::Execute, Kind::BulkExecute], true);
	}

	/** @return list<string> keys of the tables that a command writes */
	private function written(Command $command): array
	{
		return $this->tables !== null && self::is_run($command) ? $this->tables->written($command, Writes::of($command->sql ?? '')) : [];
	}

	/**
	 * @param list<string> $written
	 * @param bool $is_idle before the command no transaction was open, and no other command under way
	 */
	private function settle(Session $session, Reply $reply, Command $command, array $written, bool $is_idle): void
	{
		if ($reply->more_results) { /* there is more than one statement, and the others were not looked at */
			$session->is_alone = true;
			$written = $this->tables?->written($command, null) ?? [];
		}
		if ($this->tables === null || !self::is_run($command)) {
			return;
		}
		/*
		 * other sessions see the change, and keep old answers, until the transaction ends: so once more then.
		 * The statements whose results are yet to come may not have run
		 */
		$may_go_on = $reply->more_results || self::is_in_transaction($session, $reply, $command);
		$before = array_keys($session->written);
		if ($written !== [] && ($may_go_on || $command->in_transaction)) {
			$session->written += array_fill_keys($written, true);
		}
		$sql = $command->sql ?? '';
		if ($written === [] && Effect::first_word($sql) === 'SELECT') {
			$is_over = $is_idle && $reply->errno === 0;
			$touches = $is_over;
		} else {
			$is_over = !$may_go_on || (!$reply->more_results && $reply->errno === 0 && Writes::end_transaction($sql));
			$touches = $is_over || !Writes::are_within($sql);
		}
		$this->tables->touch($touches ? array_values(array_unique([...$written, ...$before])) : $written);
		if ($is_over) {
			$session->written = [];
		}
	}

	/** Whether a transaction may be open after this reply. What it says is certain if it has no rows. */
	private static function is_in_transaction(Session $session, Reply $reply, Command $command): bool
	{
		if ($reply->field_count > 0 || $reply->errno !== 0) {
			return $command->in_transaction || $session->pending > 0;
		}
		return ($reply->status & self::IN_TRANSACTION) !== 0 || ($reply->status & self::AUTOCOMMIT) === 0;
	}
}

<?php
declare(strict_types=1);

namespace Mynd\Cache;

use Mynd\Command;
use Mynd\Reply;

/**
 * One command that goes to the server, in a cache whose answers are dropped by writes: what it may write, and
 * what its end says. Always true: a command of which the program does not see the end (its reply is not
 * taken, its wait is cut, its connection is lost) may have written, now or a little later, so its tables are
 * in doubt for a while.
 *
 * @internal
 */
final class Run
{
	private const IN_TRANSACTION = 1, AUTOCOMMIT = 2; /* bits of a session's status */
	private const OUT_OF_SYNC = 2014; /* an error of the driver's: the command was not sent */

	private bool $isOver = false;
	/** Before the command no transaction was open, and no other command under way. */
	private readonly bool $isIdle;
	/** The doubt about its tables while it is under way; null: there is none. */
	private ?Doubt $doubt = null;

	/** @param list<string> $written keys of the tables that the command writes */
	public function __construct(private readonly Tables $tables, private readonly Session $session, private readonly Command $command, private readonly array $written)
	{
		$this->isIdle = !$command->inTransaction && $session->pending === 0;
		if ($command->async) {
			$this->doubt = $tables->doubt($this->concerned());
		}
	}

	public function __destruct()
	{
		$this->abandon();
	}

	/** @return list<string> what may change for others: what the command writes, and what a commit shows */
	private function concerned(): array
	{
		$reads = $this->written === [] && Effect::firstWord($this->command->sql ?? '') === 'SELECT';
		return $reads ? [] : array_values(array_unique([...$this->written, ...array_keys($this->session->written)]));
	}

	/** Nobody may ever see the end of the command. */
	public function abandon(): void
	{
		$this->isOver || $this->tables->doubt($this->concerned());
	}

	public function settle(Reply $reply): void
	{
		/* after an error of the driver's the command may have run */
		if ($reply->errno >= 2000 && $reply->errno < 3000 && $reply->errno !== self::OUT_OF_SYNC) {
			$this->abandon();
		}
		$this->isOver = true;
		$written = $reply->moreResults ? $this->tables->written($this->command, null) : $this->written;
		$isRead = $this->isReadToItsEnd($reply, $written);
		/*
		 * other sessions see the change, and keep old answers, until the transaction ends: so once more then.
		 * The statements whose results are yet to come may not have run
		 */
		$mayGoOn = $reply->moreResults || $this->isInTransaction($reply);
		$before = array_keys($this->session->written);
		if ($written !== [] && ($mayGoOn || !$isRead || $this->command->inTransaction)) {
			$this->session->written += array_fill_keys($written, true);
		}
		$sql = $this->command->sql ?? '';
		if ($written === [] && Effect::firstWord($sql) === 'SELECT') {
			$isOver = $this->isIdle && $reply->errno === 0;
			$touches = $isOver;
		} else {
			$isOver = $isRead && (!$mayGoOn || (!$reply->moreResults && $reply->errno === 0 && Writes::endTransaction($sql, $this->session->isPlain)));
			$touches = $isOver || !Writes::areWithin($sql, $this->session->isPlain);
		}
		$this->tables->touch($touches ? array_values(array_unique([...$written, ...$before])) : $written);
		if ($isOver) {
			$this->session->written = [];
		}
		$this->endDoubts($isRead ? [] : $written);
	}

	/**
	 * Reads the rows of a write (RETURNING), at whose end it is done. Of what may be large, or has more
	 * results, the end is the program's to read.
	 *
	 * @param list<string> $written
	 */
	private function isReadToItsEnd(Reply $reply, array $written): bool
	{
		if ($written === [] || $reply->field_count === 0) {
			return !$reply->moreResults;
		}
		return !$reply->moreResults && !in_array($this->tables->any(), $written, true) && $reply->capture() !== null;
	}

	/** @param list<string> $unread tables of results that the program has yet to read */
	private function endDoubts(array $unread): void
	{
		$this->doubt?->end();
		$this->session->unread?->end(); /* a reply came, so all before it have ended */
		$this->session->unread = $this->tables->doubt($unread);
	}

	/** Whether a transaction may be open after this reply. What it says is certain if it has no rows. */
	private function isInTransaction(Reply $reply): bool
	{
		if ($reply->field_count > 0 || $reply->errno !== 0) {
			return $this->command->inTransaction || $this->session->pending > 0;
		}
		return ($reply->status & self::IN_TRANSACTION) !== 0 || ($reply->status & self::AUTOCOMMIT) === 0;
	}
}

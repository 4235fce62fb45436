<?php
declare(strict_types=1);

namespace Mynd\Cache;

use Mynd\Command;
use Mynd\Kind;
use Mynd\Reply;

/**
 * An interceptor that answers SELECTs with results that were kept: Mynd\intercept(new Cache(new ApcuStore(),
 * new Rules(...))).
 *
 * An answer is kept for as long as its rule says (it is fresh), and for a grace period after that, in which
 * one process asks the server again while the others still get the old answer. So none is ever older than
 * both together, counted from when its query was sent. Kept are results of one SELECT that Sql::read() finds
 * cacheable, without errors, warnings or further results; never in a transaction, nor where something may be
 * under way or set in the session that the driver and Session do not know.
 */
final class Cache
{
	private const NOT_CHOSEN = 0, CHOSEN = 1;
	private const TEXTS = 1000; /* how many texts are remembered, and their greatest length: */
	private const LONG_TEXT = 8192;
	private const LONGEST = 86400; /* seconds for which an answer is fresh */

	/** @var array<string, int> by text */
	private array $texts = [];
	/** @var array<string, Reading> by text */
	private array $readings = [];
	/**
	 * Hits are answers that were kept, `stale` those of them that were in their grace period; misses those
	 * that the server gave and that could have been kept, `stored` those that were.
	 *
	 * @var array<string, int>
	 */
	private array $counts = ['hits' => 0, 'stale' => 0, 'misses' => 0, 'stored' => 0, 'waits' => 0, 'passed' => 0, 'broken' => 0];
	/** @var array<string, int> */
	private array $counted = [];
	/**
	 * Answers that are under way under a lock of ours, by key: when the lock ends by itself, in milliseconds.
	 *
	 * @var array<string, int>
	 */
	private array $asking = [];
	private readonly Sessions $sessions;
	private readonly ?Tables $tables;

	/**
	 * @param int $maxBytes results that are larger are not kept
	 * @param float $grace seconds
	 * @param float $lock seconds for which one process alone asks for an answer
	 * @param float $wait seconds for which the others wait for it, where there is no old one
	 * @param string $namespace what keys begin with: programs that share a store and do not mean the same by
	 * the same text have different ones
	 * @param bool $invalidates answers are dropped when this program writes into their tables
	 */
	public function __construct(
		private readonly Store $store, private readonly Rules $rules, private readonly int $maxBytes = 1 << 20, private readonly float $grace = 10.0,
		private readonly float $lock = 10.0, private readonly float $wait = 2.0, string $namespace = 'mynd', bool $invalidates = false,
	) {
		$this->tables = $invalidates ? new Tables($store, $namespace) : null;
		/* answers that are not dropped have no versions of tables, so the two kinds have keys of their own */
		$kind = serialize([$rules->fingerprint(), $invalidates]);
		$this->sessions = new Sessions($namespace . ':' . substr(hash('sha256', $kind), 0, 8), $this->tables);
	}

	/** @param callable(Command): Reply $next */
	public function __invoke(Command $command, callable $next): Reply
	{
		$sql = $command->sql;
		if ($sql === null || ($this->texts[$sql] ?? $this->choose($sql)) !== self::CHOSEN) {
			return $this->pass($command, $next);
		}
		$kind = $command->kind;
		if ($kind !== Kind::Query && $kind !== Kind::Execute) {
			return $this->pass($command, $next);
		}
		$key = $command->inTransaction ? null : $this->key($command, $kind === Kind::Query ? 'q' : 'x', $sql);
		if ($key === null) {
			return $this->pass($command, $next);
		}
		$entry = $this->store->get($key);
		return $this->kept($entry, (int) (microtime(true) * 1000)) ?? $this->miss($command, $next, $key, $entry);
	}

	/** @return array<string, int> of this request */
	public function stats(): array
	{
		return $this->counts;
	}

	/** Adds what is new in the counts to those of all requests. */
	public function tell(): void
	{
		$news = array_map(static fn (int $now, int $before) => $now - $before, $this->counts, $this->counted ?: array_fill_keys(array_keys($this->counts), 0));
		$this->counted = $this->counts;
		$this->store->count(array_filter(array_combine(array_keys($this->counts), $news)));
	}

	/* What is known of a text */

	private function choose(string $sql): int
	{
		return $this->remember($sql, $this->rules->areAbout($sql) && Effect::of($sql) === Effect::None && !Effect::isWrite($sql) ? self::CHOSEN : self::NOT_CHOSEN);
	}

	private function remember(string $sql, int $choice): int
	{
		if (strlen($sql) <= self::LONG_TEXT && ($choice === self::CHOSEN || $this->rules->areAbout($sql))) {
			if (count($this->texts) >= self::TEXTS) {
				$this->texts = $this->readings = [];
			}
			$this->texts[$sql] = $choice;
		}
		return $choice;
	}

	/** Seconds for which the text's answer may be kept; 0: not at all. */
	private function ttl(Reading $reading): int
	{
		return $reading->isCacheable() && ($this->tables === null || $reading->tables !== null) ? min($this->rules->ttl($reading), self::LONGEST) : 0;
	}

	private function read(Command $command): Reading
	{
		$sql = $command->sql ?? '';
		$charset = $command->charset;
		$wide = Sql::isWide($charset);
		return isset($this->texts[$sql]) ? $this->readings[($wide ? 'w' : ' ') . $sql] ??= Sql::read($sql, $wide) : Sql::read($sql, $wide);
	}

	/**
	 * Null: the answer depends on more than is known. So it is with a parameter that is null: it may stand
	 * for a value that went as long data (send_long_data(), PDO's streams), which no interceptor sees.
	 */
	private function key(Command $command, string $kind, string $sql): ?string
	{
		$prefix = $this->sessions->of($command)->prefix($command);
		if ($prefix === null) {
			return null;
		}
		$params = '';
		foreach ($kind === 'x' ? $command->params ?? [] : [] as $value) {
			if (is_string($value)) {
				$params .= 's' . strlen($value) . ':' . $value;
			} elseif (is_float($value)) { /* serialize() rounds it as serialize_precision says */
				$params .= 'd' . pack('E', $value);
			} elseif (is_scalar($value)) {
				$params .= serialize($value);
			} else {
				return null;
			}
		}
		$rest = "$kind$sql\0$params";
		return strlen($rest) <= self::LONG_TEXT ? $prefix . $rest : $prefix . 'h' . hash('sha256', $rest);
	}

	/* Answers that were kept */

	/** Null: the entry has no answer, or it is out of date. */
	private function kept(?string $entry, int $now): ?Reply
	{
		if ($entry === null || !Entry::isFresh($entry, $now) || ($this->tables !== null && !$this->tables->areAsThen(Entry::tables($entry)))) {
			return null;
		}
		return $this->reply($entry);
	}

	private function reply(string $entry): ?Reply
	{
		$reply = Entry::reply($entry);
		if ($reply !== null) {
			$this->counts['hits']++;
		} elseif (!Entry::isNote($entry)) {
			$this->counts['broken']++;
		}
		return $reply;
	}

	/**
	 * An answer in its grace period. It is given if another process has the lock. Stores may keep it for
	 * longer than they were told, so the entry itself says when that period ends.
	 */
	private function stale(?string $entry): ?Reply
	{
		if ($entry === null || !Entry::isFresh($entry, self::now() - (int) ($this->grace * 1000)) || ($this->tables !== null && !$this->tables->areAsThen(Entry::tables($entry)))) {
			return null;
		}
		$reply = $this->reply($entry);
		$this->counts['stale'] += $reply === null ? 0 : 1;
		return $reply;
	}

	/* Answers of the server's */

	/**
	 * The answer was not chosen to be kept, or cannot be looked up now.
	 *
	 * @param callable(Command): Reply $next
	 */
	private function pass(Command $command, callable $next): Reply
	{
		$this->counts['passed']++;
		return $this->sessions->run($command, $next);
	}

	/**
	 * There is no fresh answer: one process asks for it.
	 *
	 * @param callable(Command): Reply $next
	 */
	private function miss(Command $command, callable $next, string $key, ?string $entry): Reply
	{
		if ($entry !== null && Entry::isNote($entry) && Entry::isFresh($entry, self::now())) {
			return $this->pass($command, $next);
		}
		$reading = $this->read($command);
		$ttl = $this->ttl($reading);
		if ($ttl === 0) {
			$this->remember($command->sql ?? '', self::NOT_CHOSEN);
			return $this->pass($command, $next);
		}
		$token = random_int(1, PHP_INT_MAX);
		$isOurs = $this->store->lock($key, $token, (int) ($this->lock * 1000));
		$reply = match ($isOurs) {
			/* it may have come since we looked, before we had the lock */
			true => $this->kept($this->store->get($key), self::now()),
			false => $this->stale($entry) ?? ($this->mayWait($command, $key) ? $this->wait($key, $token, $isOurs) : null),
			null => null,
		};
		if ($reply === null) {
			$this->counts['misses']++;
			return $this->renew($command, $next, $key, $isOurs ? $token : 0, $ttl, $reading);
		}
		if ($isOurs) {
			$this->store->unlock($key, $token);
		}
		return $reply;
	}

	/**
	 * Not for an answer that this program has asked for itself, by an asynchronous command or in a fiber: it
	 * does not come while the program waits.
	 */
	private function mayWait(Command $command, string $key): bool
	{
		return !$command->async && \Fiber::getCurrent() === null && ($this->asking[$key] ?? 0) <= self::now();
	}

	/** Another process asks: waits for its answer, or for the lock, for a while. */
	private function wait(string $key, int $token, ?bool &$isOurs): ?Reply
	{
		$this->counts['waits']++;
		$end = self::now() + (int) ($this->wait * 1000);
		for ($pause = 500; $isOurs === false && self::now() < $end; $pause = min(2 * $pause, 10000)) {
			usleep(random_int($pause, 2 * $pause));
			$isOurs = $this->store->lock($key, $token, (int) ($this->lock * 1000));
			$entry = $this->store->get($key);
			if (($reply = $this->kept($entry, self::now())) !== null) {
				return $reply;
			}
			if ($entry !== null && Entry::isNote($entry)) {
				return null;
			}
		}
		return null;
	}

	/**
	 * Asks the server, keeps the answer, releases the lock.
	 *
	 * @param callable(Command): Reply $next
	 */
	private function renew(Command $command, callable $next, string $key, int $token, int $ttl, Reading $reading): Reply
	{
		$began = self::now();
		$names = array_values(array_unique($reading->tables ?? []));
		$tables = $this->tables === null ? '' : $this->tables->versions($this->tables->keys($command, $names));
		if ($tables === null) { /* a write may be under way */
			$this->release($key, $token);
			$token = 0;
		}
		$isOver = false;
		if ($token !== 0) {
			/* without those whose replies nobody took */
			$this->asking = array_filter($this->asking, static fn (int $end) => $end > $began);
			$this->asking[$key] = $began + (int) ($this->lock * 1000);
		}
		try {
			$reply = $next($command);
			$keep = function (Reply $reply) use ($key, $token, $ttl, $tables, $began): void {
				$tables === null || $this->keep($reply, $key, $began + $ttl * 1000, $tables);
				$this->release($key, $token);
			};
			$reply->pending ? $reply->then($keep) : $keep($reply);
			$isOver = true;
			return $reply;
		} finally {
			$isOver || $this->release($key, $token);
		}
	}

	/** 0: there is no lock of ours. */
	private function release(string $key, int $token): void
	{
		if ($token !== 0) {
			unset($this->asking[$key]);
			$this->store->unlock($key, $token);
		}
	}

	private function keep(Reply $reply, string $key, int $freshUntil, string $tables): void
	{
		if (strlen($tables) > Entry::TABLES || $reply->errno !== 0 || $reply->moreResults) {
			return;
		}
		$bytes = $reply->capture();
		if ($bytes === null || $reply->warnings !== 0) {
			return;
		}
		if (strlen($bytes) > $this->maxBytes) {
			$this->store->set($key, Entry::make(Entry::NOTE, $freshUntil, '', ''), max(1, $freshUntil - self::now()));
			return;
		}
		$this->counts['stored']++;
		$this->store->set($key, Entry::make(Entry::RESULT, $freshUntil, $tables, $bytes), $freshUntil - self::now() + (int) ($this->grace * 1000));
	}

	private static function now(): int
	{
		return (int) (microtime(true) * 1000);
	}
}

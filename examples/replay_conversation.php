<?php
/*
 * Replays to a program what record.php has recorded, without any server: what the program hears is what was
 * heard then, as long as it says the same.
 *
 *   CONVERSATION=talk.jsonl php -d auto_prepend_file=examples/replay_conversation.php \
 *       -d mysqli.default_socket=/tmp/nobody.sock program.php
 *
 * A connection needs something to connect to: a socket on which nobody ever answers, at mysqli.default_socket
 * or where CONVERSATION_AT says ("tcp://127.0.0.1:3307"). Nothing passes through it. The program's commands
 * are compared with the recorded ones; what it says while it logs in is not (it tells the process, for one).
 * Conversations over TLS cannot be replayed: filters know nothing of its handshake, and nobody is there for
 * it.
 */
declare(strict_types=1);

/** The conversation of a connection, and how far it has come. */
final class Conversation
{
	/** @var array<int, array{string, string}> runs of one side, in turn */
	private array $runs = [];
	private string $said = '';

	public function add(string $way, string $bytes): void
	{
		$last = array_key_last($this->runs);
		if ($last !== null && $this->runs[$last][0] === $way) {
			$this->runs[$last][1] .= $bytes;
		} else {
			$this->runs[] = [$way, $bytes];
		}
	}

	public function say(string $bytes): void
	{
		$this->said .= $bytes;
	}

	/** What the program hears now: nothing until it has said everything that was said before that. */
	public function hear(): string
	{
		if (($this->runs[0][0] ?? '') === 'said') {
			$then = $this->runs[0][1];
			/* the number of the first packet: the numbers of a reply go on from it */
			$is_command = ord($then[3]) === 0;
			if ($this->said === '' || ($is_command && $this->said !== $then && str_starts_with($then, $this->said))) {
				return '';
			}
			if ($is_command && !str_starts_with($this->said, $then)) {
				throw new LogicException('The program says another thing than it did then: ' . self::words($this->said) . ', not ' . self::words($then));
			}
			array_shift($this->runs);
			/* commands may have been sent ahead */
			$this->said = $is_command ? substr($this->said, strlen($then)) : '';
		}
		if ($this->runs === [] && $this->said !== '') {
			throw new LogicException('The program goes on where it did not then: ' . self::words($this->said));
		}
		return array_shift($this->runs)[1] ?? '';
	}

	private static function words(string $bytes): string
	{
		return trim((string) preg_replace('/[^ -~]+/', '', $bytes));
	}
}

final class Replayer extends php_user_filter
{
	/** @var array<int, Conversation> by the number of the connection */
	private static array $conversations = [];
	private static int $links = 0;
	private int $number = 0;

	public static function start(string $path, string $at): void
	{
		foreach (file($path, FILE_IGNORE_NEW_LINES) ?: [] as $line) {
			[$link, $way, $bytes] = json_decode($line);
			(self::$conversations[(int) $link] ??= new Conversation())->add((string) $way, base64_decode((string) $bytes));
		}
		$nobody = stream_socket_server($at) ?: throw new RuntimeException("nothing can be at $at");
		/* Until then nobody accepts its connections. */
		register_shutdown_function(static function () use ($nobody, $at): void {
			fclose($nobody);
			if (str_starts_with($at, 'unix://')) {
				unlink(substr($at, strlen('unix://')));
			}
		});
		stream_filter_register('replay.*', self::class);
		Mynd\filter('replay.heard', null, STREAM_FILTER_READ);
		Mynd\filter('replay.said', null, STREAM_FILTER_WRITE);
	}

	public function onCreate(): bool
	{
		$this->number = $this->filtername === 'replay.heard' ? self::$links++ : self::$links - 1;
		$this->conversation();
		return true;
	}

	private function conversation(): Conversation
	{
		return self::$conversations[$this->number] ?? throw new LogicException('The program had no connection number ' . ($this->number + 1) . ' then');
	}

	/**
	 * @param resource $in
	 * @param resource $out
	 * @param int $consumed
	 */
	public function filter($in, $out, &$consumed, bool $closing): int
	{
		$bytes = '';
		while ($bucket = stream_bucket_make_writeable($in)) {
			$consumed += (int) $bucket->datalen;
			$bytes .= (string) $bucket->data;
		}
		if ($this->filtername === 'replay.said') {
			$this->conversation()->say($bytes);
			return PSFS_FEED_ME;
		}
		$heard = $this->conversation()->hear();
		if ($heard === '') {
			return PSFS_FEED_ME;
		}
		stream_bucket_append($out, stream_bucket_new($this->stream ?? throw new LogicException('a filter of no stream'), $heard));
		return PSFS_PASS_ON;
	}
}

Replayer::start(
	getenv('CONVERSATION') ?: throw new RuntimeException('CONVERSATION names no file'),
	getenv('CONVERSATION_AT') ?: 'unix://' . ini_get('mysqli.default_socket'),
);

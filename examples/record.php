<?php
/*
 * Records what a program and its servers say to each other, for replay_conversation.php. The program knows
 * nothing of it:
 *
 *   CONVERSATION=talk.jsonl php -d auto_prepend_file=examples/record.php program.php
 *
 * Each line of the file is [number of the connection, "said" or "heard", the bytes in base64]. What is
 * encrypted is recorded in clear, what is compressed as it is. The file holds whatever the program asks and
 * learns, and the answer to the server's challenge: it is to be kept as secret as the database.
 */
declare(strict_types=1);

final class Recorder extends php_user_filter
{
	/** @var resource|null */
	private static $file;
	private static int $links = 0;
	private int $link = 0;
	private string $way = '';

	public static function start(string $path): void
	{
		self::$file = fopen($path, 'w') ?: throw new RuntimeException("$path cannot be written");
		stream_filter_register('record.*', self::class);
		Mynd\filter('record.heard', null, STREAM_FILTER_READ);
		Mynd\filter('record.said', null, STREAM_FILTER_WRITE);
	}

	/** The filters of a connection are made one after the other, the reading ones first. */
	public function onCreate(): bool
	{
		$this->way = substr($this->filtername, strlen('record.'));
		$this->link = $this->way === 'heard' ? self::$links++ : self::$links - 1;
		return true;
	}

	/**
	 * @param resource $in
	 * @param resource $out
	 * @param int $consumed
	 */
	public function filter($in, $out, &$consumed, bool $closing): int
	{
		$file = self::$file ?? throw new LogicException('nothing is recorded before start()');
		while ($bucket = stream_bucket_make_writeable($in)) {
			fwrite($file, json_encode([$this->link, $this->way, base64_encode($bucket->data)]) . "\n");
			$consumed += (int) $bucket->datalen;
			stream_bucket_append($out, $bucket);
		}
		return PSFS_PASS_ON;
	}
}

Recorder::start(getenv('CONVERSATION') ?: throw new RuntimeException('CONVERSATION names no file'));

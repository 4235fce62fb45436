<?php
declare(strict_types=1);

namespace Mynd\Tracing;

/** Writes spans as lines of JSON to a file or stream that several processes may write to at once. */
final class SpanWriter
{
	/** @var resource */
	private $stream;

	/** @param resource|string $to a stream, or the path of a file that is appended to */
	public function __construct($to)
	{
		$this->stream = is_string($to) ? (fopen($to, 'a') ?: throw new \RuntimeException("$to cannot be written")) : $to;
	}

	/** @param array<string, mixed> $span */
	public function __invoke(array $span): void
	{
		fwrite($this->stream, json_encode($span, JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE | JSON_INVALID_UTF8_SUBSTITUTE) . "\n");
	}
}

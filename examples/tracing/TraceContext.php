<?php
declare(strict_types=1);

namespace Mynd\Tracing;

/** A place in a trace: W3C's Trace Context, level 1. Immutable. */
final class TraceContext
{
	private const LENGTH = 55; /* version, trace-id, parent-id, trace-flags */
	private const SAMPLED = 1;

	/** @param string|null $span_id null: a trace in which nothing has happened yet */
	private function __construct(public readonly string $trace_id, public readonly ?string $span_id, public readonly int $flags, public readonly ?string $state)
	{
	}

	/**
	 * The trace context of the request that is being served: the one of its header, or a new trace if there
	 * is no valid one.
	 *
	 * @param array<array-key, mixed>|null $server
	 */
	public static function of_request(?array $server = null): self
	{
		$server ??= $_SERVER;
		$parent = self::parse((string) ($server['HTTP_TRACEPARENT'] ?? ''), $server['HTTP_TRACESTATE'] ?? null);
		return $parent ?? self::new();
	}

	/** A new trace, which is sampled. Its first span has no parent. */
	public static function new(): self
	{
		return new self(self::id(16), null, self::SAMPLED, null);
	}

	/**
	 * Null: it is not a valid traceparent, and is treated as if there were none. Later versions may have more
	 * after the flags.
	 */
	public static function parse(string $traceparent, ?string $state = null): ?self
	{
		$parts = explode('-', trim($traceparent));
		if (count($parts) < 4 || array_map(strlen(...), array_slice($parts, 0, 4)) !== [2, 32, 16, 2]) {
			return null;
		}
		[$version, $trace, $span, $flags] = $parts;
		if ($version === 'ff' || ($version === '00' && strlen(trim($traceparent)) !== self::LENGTH)) {
			return null;
		}
		foreach ([$version, $trace, $span, $flags] as $part) {
			if (strspn($part, '0123456789abcdef') !== strlen($part)) {
				return null;
			}
		}
		if (trim($trace, '0') === '' || trim($span, '0') === '') {
			return null;
		}
		return new self($trace, $span, hexdec($flags) & self::SAMPLED, $state === '' ? null : $state);
	}

	/** The same trace, one span deeper. */
	public function child(): self
	{
		return new self($this->trace_id, self::id(8), $this->flags, $this->state);
	}

	/** The trace is being recorded. */
	public function is_sampled(): bool
	{
		return ($this->flags & self::SAMPLED) !== 0;
	}

	/** In the form of W3C's header. For a span, not for a trace that is still empty. */
	public function traceparent(): string
	{
		assert($this->span_id !== null);
		return sprintf('00-%s-%s-%02x', $this->trace_id, $this->span_id, $this->flags);
	}

	/** @param positive-int $bytes */
	private static function id(int $bytes): string
	{
		do {
			$id = bin2hex(random_bytes($bytes));
		} while (trim($id, '0') === '');
		return $id;
	}
}

<?php
declare(strict_types=1);

namespace Mynd\OpenTelemetry;

use OpenTelemetry\Context\Propagation\TextMapPropagatorInterface;

/**
 * What is told of commands, and to whom.
 *
 * @since 0.3.0
 */
final class Options
{
	/**
	 * @param QueryText $text what spans have as db.query.text
	 * @param bool $noBackslashEscapes the servers' sql_mode has NO_BACKSLASH_ESCAPES: where a literal ends
	 * depends on it, and so what is taken out of texts
	 * @param bool $comments texts get an SQL comment with the trace and the tags; the conventions want it off
	 * by default
	 * @param bool $commentPrepared those that are prepared, too: each is another text then, for the driver's
	 * cache of statements and the server's digests
	 * @param bool $queryAttributes MySQL gets traceparent and tags as query attributes as well
	 * @param array<string, string> $tags more for comments and query attributes: route, controller, framework
	 * @param (\Closure(\Mynd\Command): array<non-empty-string, string|int|float|bool>)|null $attributes more
	 * for spans that are recorded: what the driver cannot know, as the place in the program. It is called
	 * when a command begins
	 * @param TextMapPropagatorInterface|null $propagator what the comments have of the trace. null:
	 * OpenTelemetry's global one, or traceparent and tracestate where none was set up
	 */
	public function __construct(
		public readonly QueryText $text = QueryText::Sanitized,
		public readonly bool $noBackslashEscapes = false,
		public readonly bool $comments = false,
		public readonly bool $commentPrepared = false,
		public readonly bool $queryAttributes = true,
		public readonly array $tags = [],
		public readonly ?\Closure $attributes = null,
		public readonly ?TextMapPropagatorInterface $propagator = null,
	) {
	}
}

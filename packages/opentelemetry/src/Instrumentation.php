<?php
declare(strict_types=1);

namespace Mynd\OpenTelemetry;

use Mynd\Command;
use Mynd\Kind;
use Mynd\Reply;
use OpenTelemetry\API\Globals;
use OpenTelemetry\API\Metrics\HistogramInterface;
use OpenTelemetry\API\Metrics\MeterProviderInterface;
use OpenTelemetry\API\Trace\Propagation\TraceContextPropagator;
use OpenTelemetry\API\Trace\SpanInterface;
use OpenTelemetry\API\Trace\SpanKind;
use OpenTelemetry\API\Trace\StatusCode;
use OpenTelemetry\API\Trace\TracerInterface;
use OpenTelemetry\API\Trace\TracerProviderInterface;
use OpenTelemetry\Context\ContextInterface;

/**
 * An interceptor that makes a span of every command and measures how long it takes: Mynd\intercept(new
 * Instrumentation()). The span is a child of the one that is active when the command is given. It lasts until
 * the reply is there; that of an asynchronous command until the program takes the reply. It is exported when
 * all of the reply was read; an error among its rows or between its results is its own, and it lasts until
 * then. What the program does not read on is exported at the end of the request. If nobody takes a reply, the
 * span does not end, and is not exported.
 *
 * Texts get a comment with the place in the trace, in SQLCommenter's form, and MySQL query attributes.
 *
 * @since 0.3.0
 */
final class Instrumentation
{
	private const NAME = 'mynd/opentelemetry', SCHEMA = 'https://opentelemetry.io/schemas/1.33.0';
	private const BUCKETS = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10];

	private readonly TracerInterface $tracer;
	private readonly HistogramInterface $durations;
	private readonly Parents $parents;
	/** @var array<int, \Closure(): void> what ends the spans whose replies are not read to their end yet */
	private array $open = [];

	/**
	 * @param TracerProviderInterface|null $tracers null: OpenTelemetry's global one
	 * @param MeterProviderInterface|null $meters null: OpenTelemetry's global one
	 * @param ContextInterface|null $parent what spans are children of where the program has no active span;
	 * null: what the request's header traceparent says
	 */
	public function __construct(
		?TracerProviderInterface $tracers = null, ?MeterProviderInterface $meters = null, private readonly Options $options = new Options(), ?ContextInterface $parent = null,
	) {
		$this->tracer = ($tracers ?? Globals::tracerProvider())->getTracer(self::NAME, null, self::SCHEMA);
		$this->durations = ($meters ?? Globals::meterProvider())->getMeter(self::NAME, null, self::SCHEMA)
			->createHistogram('db.client.operation.duration', 's', 'Duration of database client operations.', ['ExplicitBucketBoundaries' => self::BUCKETS]);
		$this->parents = new Parents($parent);
		$self = \WeakReference::create($this);
		register_shutdown_function(static fn () => $self->get()?->endOpen());
	}

	/** The program reads no further. */
	private function endOpen(): void
	{
		foreach ($this->open as $end) {
			$end();
		}
	}

	/** @param callable(Command): Reply $next */
	public function __invoke(Command $command, callable $next): Reply
	{
		$attributes = Attributes::of($command, $this->options);
		$parent = $this->parents->current();
		$begun = (int) (microtime(true) * 1e9);
		$span = $this->start($command, $attributes, $parent, $begun);
		$sent = $this->mark($command, $span, $parent);
		$started = hrtime(true);
		try {
			$reply = $next($sent);
		} catch (\Throwable $e) {
			$span->setStatus(StatusCode::STATUS_ERROR, $this->options->text === QueryText::Full ? $e->getMessage() : null);
			$this->finish($command, $attributes + [Attributes::ERROR => $e::class], $span, $begun, hrtime(true) - $started, $parent);
			throw $e;
		}
		/** @var ?int $took nanoseconds until the reply began; null: it has not */
		$took = null;
		$id = spl_object_id($span);
		$end = function (?Reply $ended) use ($command, $attributes, $span, $begun, $started, $parent, $id, &$took): void {
			unset($this->open[$id]);
			$outcome = $ended === null ? [] : $this->outcome($ended, $span);
			$this->finish($command, $attributes + $outcome, $span, $begun, $took === null || $outcome !== [] ? hrtime(true) - $started : $took, $parent);
		};
		$reply->then(function () use (&$took, $started, $id, $end): void {
			$took = hrtime(true) - $started;
			$this->open[$id] = static function () use ($end): void {
				$end(null);
			};
		});
		return $reply->atEnd($end);
	}

	/** @param array<non-empty-string, string|int> $attributes */
	private function start(Command $command, array $attributes, ContextInterface $parent, int $begun): SpanInterface
	{
		$span = $this->tracer->spanBuilder(Attributes::name($attributes))->setSpanKind(SpanKind::KIND_CLIENT)->setParent($parent)->setAttributes($attributes)->setStartTimestamp($begun)->startSpan();
		if ($span->isRecording()) {
			$span->setAttribute(Attributes::TEXT, Attributes::text($command, $this->options));
			if ($this->options->attributes !== null) {
				$span->setAttributes(($this->options->attributes)($command));
			}
		}
		return $span;
	}

	/** The command that is sent instead. */
	private function mark(Command $command, SpanInterface $span, ContextInterface $parent): Command
	{
		$tags = [];
		if ($span->getContext()->isValid()) {
			TraceContextPropagator::getInstance()->inject($tags, null, $span->storeInContext($parent));
		}
		/** @var array<string, string> $tags */
		$tags += $this->options->tags;
		if ($this->options->queryAttributes && ($command->kind === Kind::Query || $command->kind === Kind::Execute)) {
			foreach ($tags as $name => $value) {
				$command = $command->withQueryAttribute($name, $value);
			}
		}
		if (!$this->options->comments || $command->sql === null || !$this->mayBeCommented($command, $command->sql)) {
			return $command;
		}
		$sql = Comment::append($command->sql, $tags);
		return $sql === $command->sql ? $command : $command->withSql($sql);
	}

	/**
	 * An execute has the text of its prepare, or is execute_query(), which does both. Texts that servers keep
	 * (views, procedures, events) get no trace.
	 */
	private function mayBeCommented(Command $command, string $sql): bool
	{
		if ($command->kind === Kind::Query) {
			return preg_match('/^[\s(]*+(?:CREATE|ALTER)\b/i', $sql) === 0;
		}
		return $command->kind === Kind::Prepare && $this->options->commentPrepared;
	}

	/**
	 * Messages have values in them, quoted or not (Duplicate entry 'alice@example.com'; what SIGNAL says), in
	 * the server's language: a span has them where it may have the values of texts.
	 *
	 * @return array<non-empty-string, string>
	 */
	private function outcome(Reply $reply, SpanInterface $span): array
	{
		if ($reply->errno === 0) {
			return [];
		}
		$code = "$reply->errno ($reply->sqlstate)";
		$span->setStatus(StatusCode::STATUS_ERROR, $this->options->text === QueryText::Full ? "$code: $reply->error" : $code);
		return [Attributes::STATUS => (string) $reply->errno, Attributes::ERROR => (string) $reply->errno];
	}

	/**
	 * @param array<non-empty-string, string|int> $attributes
	 * @param int $begun of the clock, in nanoseconds
	 * @param int $took nanoseconds
	 */
	private function finish(Command $command, array $attributes, SpanInterface $span, int $begun, int $took, ContextInterface $parent): void
	{
		if ($command->server !== null) {
			$attributes[Attributes::SYSTEM] = Attributes::system($command); /* a connect has learned it */
		}
		$span->setAttributes($attributes);
		$span->setAttribute(Attributes::THREAD, $command->thread_id === 0 ? null : $command->thread_id);
		$span->end($begun + $took);
		$this->durations->record($took / 1e9, $attributes, $span->storeInContext($parent));
	}
}

<?php
declare(strict_types=1);

namespace Mynd\OpenTelemetry;

use Mynd\Command;
use Mynd\Reply;
use OpenTelemetry\API\Globals;
use OpenTelemetry\API\Metrics\HistogramInterface;
use OpenTelemetry\API\Metrics\MeterProviderInterface;
use OpenTelemetry\API\Trace\SpanInterface;
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
 * MySQL gets the place in the trace as query attributes; by an option texts get it in a comment, in
 * SQLCommenter's form.
 *
 * @since 0.3.0
 */
final class Instrumentation
{
	private const NAME = 'mynd/opentelemetry', SCHEMA = 'https://opentelemetry.io/schemas/1.44.0';
	private const BUCKETS = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10];

	private readonly TracerInterface $tracer;
	private readonly HistogramInterface $durations;
	private readonly Parents $parents;
	private readonly Descriptions $descriptions;
	private readonly Marks $marks;
	/** @var array<int, Running> whose replies are not read to their end yet */
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
		$this->descriptions = new Descriptions($options);
		$this->marks = new Marks($options);
		$self = \WeakReference::create($this);
		register_shutdown_function(static fn () => $self->get()?->endOpen());
	}

	/** The program reads no further. */
	private function endOpen(): void
	{
		foreach ($this->open as $running) {
			$running->end(null);
		}
		$this->open = [];
	}

	/** @param callable(Command): Reply $next */
	public function __invoke(Command $command, callable $next): Reply
	{
		$isMeasured = $this->durations->isEnabled();
		if (!$isMeasured && !$this->tracer->isEnabled()) {
			return $this->pass($command, $next);
		}
		$description = $this->descriptions->of($command);
		$parent = $this->parents->current();
		$begun = (int) (microtime(true) * 1e9);
		$span = ($description->builder ?? $description->makeBuilder($this->tracer))->setParent($parent)->setStartTimestamp($begun)->startSpan();
		$sent = $description->connection->isMarked ? $this->marks->on($command, $description->connection, $span->storeInContext($parent)) : $command;
		if (!$isMeasured && !$span->isRecording()) {
			return $next($sent); /* nobody wants to know when it ends */
		}
		$this->addOwn($command, $span);
		return $this->run(new Running($command, $description, $span, $begun, $parent, $this->durations, $this->options->text), $sent, $next);
	}

	/**
	 * Nobody gathers spans or durations, but the server may be told of a trace that goes through.
	 *
	 * @param callable(Command): Reply $next
	 */
	private function pass(Command $command, callable $next): Reply
	{
		$connection = $this->descriptions->connection($command);
		return $next($connection->isMarked ? $this->marks->on($command, $connection, $this->parents->current()) : $command);
	}

	/** What the program says of its commands. */
	private function addOwn(Command $command, SpanInterface $span): void
	{
		if ($this->options->attributes !== null && $span->isRecording()) {
			$span->setAttributes(($this->options->attributes)($command));
		}
	}

	/** @param callable(Command): Reply $next */
	private function run(Running $running, Command $sent, callable $next): Reply
	{
		try {
			$reply = $next($sent);
		} catch (\Throwable $e) {
			$running->throw($e);
			throw $e;
		}
		$id = spl_object_id($running);
		$reply->atEnd(function (Reply $ended) use ($running, $id): void {
			unset($this->open[$id]);
			$running->end($ended);
		});
		if (!$running->hasEnded) {
			$reply->then(function () use ($running, $id): void {
				$running->reply();
				$this->open[$id] = $running;
			});
		}
		return $reply;
	}
}

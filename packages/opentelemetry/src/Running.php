<?php
declare(strict_types=1);

namespace Mynd\OpenTelemetry;

use Mynd\Command;
use Mynd\Reply;
use OpenTelemetry\API\Metrics\HistogramInterface;
use OpenTelemetry\API\Trace\SpanInterface;
use OpenTelemetry\API\Trace\StatusCode;
use OpenTelemetry\Context\ContextInterface;

/**
 * A command that runs: its span, and since when.
 *
 * @internal
 */
final class Running
{
	public bool $hasEnded = false;
	/** Nanoseconds until the reply began; null: it has not. */
	private ?int $took = null;
	private readonly int $started;

	/** @param int $begun of the clock, in nanoseconds */
	public function __construct(
		private readonly Command $command, private readonly Description $description, private readonly SpanInterface $span, private readonly int $begun,
		private readonly ContextInterface $parent, private readonly HistogramInterface $durations, private readonly QueryText $text,
	) {
		$this->started = hrtime(true);
	}

	public function reply(): void
	{
		$this->took = hrtime(true) - $this->started;
	}

	/** All of the reply was read, or (null) the program reads no further. */
	public function end(?Reply $reply): void
	{
		if ($this->hasEnded) {
			return;
		}
		if ($reply === null || $reply->errno === 0) {
			$this->finish([], $this->took ?? hrtime(true) - $this->started);
			return;
		}
		$message = Messages::of($reply->errno, $reply->sqlstate);
		$this->fail($this->text === QueryText::Full ? "$reply->errno ($reply->sqlstate): $reply->error" : $message,
			[Attributes::STATUS => (string) $reply->errno, Attributes::ERROR => (string) $reply->errno]);
	}

	public function throw(\Throwable $e): void
	{
		$this->fail($this->text === QueryText::Full ? $e->getMessage() : null, [Attributes::ERROR => $e::class]);
	}

	/** @param array<non-empty-string, string> $attributes */
	private function fail(?string $description, array $attributes): void
	{
		$this->span->setStatus(StatusCode::STATUS_ERROR, $description);
		$this->finish($attributes, hrtime(true) - $this->started);
	}

	/**
	 * @param array<non-empty-string, string> $outcome
	 * @param int $took nanoseconds
	 */
	private function finish(array $outcome, int $took): void
	{
		$this->hasEnded = true;
		if ($this->description->isOfConnect && $this->command->server !== null) {
			$outcome[Attributes::SYSTEM] = Descriptions::system($this->command); /* it has learned it */
		}
		$context = $this->parent;
		if ($this->span->isRecording()) {
			if ($outcome !== []) {
				$this->span->setAttributes($outcome);
			}
			if ($this->command->thread_id !== 0) {
				$this->span->setAttribute(Attributes::THREAD, $this->command->thread_id);
			}
			$context = $this->durations->isEnabled() ? $this->span->storeInContext($this->parent) : $context;
			$this->span->end($this->begun + $took);
		}
		$this->durations->record($took / 1e9, $outcome + $this->description->ofMetric, $context);
	}
}

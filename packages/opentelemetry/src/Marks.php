<?php
declare(strict_types=1);

namespace Mynd\OpenTelemetry;

use Mynd\Command;
use Mynd\Kind;
use OpenTelemetry\API\Globals;
use OpenTelemetry\API\Trace\Propagation\TraceContextPropagator;
use OpenTelemetry\Context\ContextInterface;
use OpenTelemetry\Context\Propagation\NoopTextMapPropagator;
use OpenTelemetry\Context\Propagation\TextMapPropagatorInterface;

/**
 * What tells the server of the trace: SQL comments, and query attributes of MySQL.
 *
 * @internal
 */
final class Marks
{
	private readonly TextMapPropagatorInterface $propagator;

	public function __construct(private readonly Options $options)
	{
		$propagator = $options->propagator ?? Globals::propagator();
		$this->propagator = $propagator instanceof NoopTextMapPropagator ? TraceContextPropagator::getInstance() : $propagator;
	}

	/** The command that is sent instead. */
	public function on(Command $command, Connection $connection, ContextInterface $context): Command
	{
		if (!$connection->isMariaDb && $this->options->queryAttributes && ($command->kind === Kind::Query || $command->kind === Kind::Execute)) {
			foreach ($this->tags(TraceContextPropagator::getInstance(), $context) as $name => $value) {
				$command = $command->withQueryAttribute((string) $name, $value);
			}
		}
		if (!$this->options->comments || $command->sql === null || !$this->mayBeCommented($command, $command->sql)) {
			return $command;
		}
		$sql = Comment::append($command->sql, $this->tags($this->propagator, $context));
		return $sql === $command->sql ? $command : $command->withSql($sql);
	}

	/** @return array<array-key, string> */
	private function tags(TextMapPropagatorInterface $propagator, ContextInterface $context): array
	{
		$tags = [];
		$propagator->inject($tags, null, $context);
		/** @var array<array-key, string> $tags */
		return $tags + $this->options->tags;
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
}

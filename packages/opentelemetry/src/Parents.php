<?php
declare(strict_types=1);

namespace Mynd\OpenTelemetry;

use OpenTelemetry\API\Trace\Propagation\TraceContextPropagator;
use OpenTelemetry\API\Trace\Span;
use OpenTelemetry\Context\Context;
use OpenTelemetry\Context\ContextInterface;

/**
 * What spans are children of: the active span; where there is none, what was given, or what the headers of
 * the request say (W3C Trace Context).
 *
 * @internal
 */
final class Parents
{
	private readonly ContextInterface $otherwise;
	/** @var \Closure(int, string): bool */
	private readonly \Closure $silent;
	/** The context of the last command, which never changes, and what its span was a child of. */
	private ?ContextInterface $last = null;
	private ContextInterface $ofLast;

	public function __construct(?ContextInterface $given)
	{
		$this->silent = static fn (int $level, string $text): bool => true;
		$this->otherwise = $given ?? TraceContextPropagator::getInstance()->extract(array_filter([
			'traceparent' => $_SERVER['HTTP_TRACEPARENT'] ?? null,
			'tracestate' => $_SERVER['HTTP_TRACESTATE'] ?? null,
		], is_string(...)), null, Context::getRoot());
		$this->ofLast = $this->otherwise;
	}

	public function current(): ContextInterface
	{
		$current = \Fiber::getCurrent() === null ? Context::getCurrent() : $this->ofFiber();
		if ($current !== $this->last) {
			$this->last = $current;
			$this->ofLast = Span::fromContext($current)->getContext()->isValid() ? $current : $this->otherwise;
		}
		return $this->ofLast;
	}

	/**
	 * In a fiber where nothing was attached OpenTelemetry warns, and answers with what {main} has. A driver
	 * must not warn of that at each command.
	 */
	private function ofFiber(): ContextInterface
	{
		set_error_handler($this->silent, E_USER_WARNING);
		try {
			return Context::getCurrent();
		} finally {
			restore_error_handler();
		}
	}
}

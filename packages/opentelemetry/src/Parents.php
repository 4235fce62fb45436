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

	public function __construct(?ContextInterface $given)
	{
		$this->otherwise = $given ?? TraceContextPropagator::getInstance()->extract(array_filter([
			'traceparent' => $_SERVER['HTTP_TRACEPARENT'] ?? null,
			'tracestate' => $_SERVER['HTTP_TRACESTATE'] ?? null,
		], is_string(...)), null, Context::getRoot());
	}

	public function current(): ContextInterface
	{
		$current = \Fiber::getCurrent() === null ? Context::getCurrent() : self::ofFiber();
		return Span::fromContext($current)->getContext()->isValid() ? $current : $this->otherwise;
	}

	/**
	 * In a fiber where nothing was attached OpenTelemetry warns, and answers with what {main} has. A driver
	 * must not warn of that at each command.
	 */
	private static function ofFiber(): ContextInterface
	{
		set_error_handler(static fn (): bool => true, E_USER_WARNING);
		try {
			return Context::getCurrent();
		} finally {
			restore_error_handler();
		}
	}
}

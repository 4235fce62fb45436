<?php
/*
 * What the programs of this suite share: OpenTelemetry's SDK, whose spans and metrics stay in memory.
 */
declare(strict_types=1);

require __DIR__ . '/../packages.php';

use Mynd\OpenTelemetry\Instrumentation;
use Mynd\OpenTelemetry\Options;
use OpenTelemetry\API\Trace\Propagation\TraceContextPropagator;
use OpenTelemetry\Context\Context;
use OpenTelemetry\SDK\Metrics\MeterProvider;
use OpenTelemetry\SDK\Metrics\MetricExporter\InMemoryExporter as MetricsInMemory;
use OpenTelemetry\SDK\Metrics\MetricReader\ExportingReader;
use OpenTelemetry\SDK\Trace\ImmutableSpan;
use OpenTelemetry\SDK\Trace\SpanDataInterface;
use OpenTelemetry\SDK\Trace\SpanExporter\InMemoryExporter;
use OpenTelemetry\SDK\Trace\SpanProcessor\SimpleSpanProcessor;
use OpenTelemetry\SDK\Trace\TracerProvider;

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736', PARENT_SPAN = '00f067aa0ba902b7';

final class Gathered
{
	public readonly TracerProvider $tracers;
	public readonly MeterProvider $meters;
	private readonly ArrayObject $spans;
	private readonly MetricsInMemory $metrics;
	private readonly ExportingReader $reader;

	public function __construct()
	{
		$this->spans = new ArrayObject();
		$this->tracers = new TracerProvider(new SimpleSpanProcessor(new InMemoryExporter($this->spans)));
		$this->metrics = new MetricsInMemory();
		$this->reader = new ExportingReader($this->metrics);
		$this->meters = MeterProvider::builder()->addReader($this->reader)->build();
	}

	/** Registers it; a sampled trace is its parent, or one that is not. */
	public function intercept(Options $options = new Options(), string $flags = '01'): Mynd\Interception
	{
		$parent = TraceContextPropagator::getInstance()->extract(['traceparent' => '00-' . TRACE . '-' . PARENT_SPAN . "-$flags"], null, Context::getRoot());
		return Mynd\intercept(new Instrumentation($this->tracers, $this->meters, $options, $parent));
	}

	/** @return list<SpanDataInterface> since the last call */
	public function spans(): array
	{
		$spans = array_values($this->spans->getArrayCopy());
		$this->spans->exchangeArray([]);
		return $spans;
	}

	/** @return array<string, OpenTelemetry\SDK\Metrics\Data\Metric> by name */
	public function metrics(): array
	{
		$this->reader->collect();
		$metrics = array_column($this->metrics->collect(true), null, 'name');
		ksort($metrics);
		return $metrics;
	}
}

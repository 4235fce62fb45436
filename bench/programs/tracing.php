<?php
/*
 * Runs SELECT 1 many times without an interceptor, with one that does nothing, and with
 * packages/opentelemetry in several ways, in turn. Arguments: the loader of Composer's packages, times,
 * rounds. Prints of each way the client CPU of one query (microseconds, the median of the rounds), and a sum
 * of what was read.
 */
error_reporting(E_ALL & ~E_DEPRECATED);
require __DIR__ . '/common.php';
require $argv[1];

use Mynd\OpenTelemetry\Instrumentation;
use OpenTelemetry\API\Common\Time\Clock;
use OpenTelemetry\API\Metrics\Noop\NoopMeterProvider;
use OpenTelemetry\API\Trace\NoopTracerProvider;
use OpenTelemetry\API\Trace\Span;
use OpenTelemetry\API\Trace\SpanContext;
use OpenTelemetry\Context\Context;
use OpenTelemetry\SDK\Common\Future\CancellationInterface;
use OpenTelemetry\SDK\Common\Future\CompletedFuture;
use OpenTelemetry\SDK\Common\Future\FutureInterface;
use OpenTelemetry\SDK\Metrics\MeterProvider;
use OpenTelemetry\SDK\Metrics\MetricExporter\InMemoryExporter;
use OpenTelemetry\SDK\Metrics\MetricReader\ExportingReader;
use OpenTelemetry\SDK\Trace\Sampler\AlwaysOffSampler;
use OpenTelemetry\SDK\Trace\SpanExporterInterface;
use OpenTelemetry\SDK\Trace\SpanProcessor\BatchSpanProcessor;
use OpenTelemetry\SDK\Trace\TracerProvider;

/** Takes spans as an exporter does, and sends them nowhere. */
final class Nowhere implements SpanExporterInterface
{
    public function export(iterable $batch, ?CancellationInterface $cancellation = null): FutureInterface
    {
        return new CompletedFuture(true);
    }

    public function shutdown(?CancellationInterface $cancellation = null): bool
    {
        return true;
    }

    public function forceFlush(?CancellationInterface $cancellation = null): bool
    {
        return true;
    }
}

[, , $times, $rounds] = $argv;
$root = Context::getRoot();
$unsampled = Span::wrap(SpanContext::createFromRemoteParent('4bf92f3577b34da6a3ce929d0e0e4736', '00f067aa0ba902b7', 0))->storeInContext($root);
$none = new NoopMeterProvider();
$meters = MeterProvider::builder()->addReader(new ExportingReader(new InMemoryExporter()))->build();
$off = new TracerProvider([], new AlwaysOffSampler());
$on = new TracerProvider([new BatchSpanProcessor(new Nowhere(), Clock::getDefault())]);
$ways = [
    'none' => null,
    'empty' => static fn ($command, $next) => $next($command),
    'noop' => new Instrumentation(new NoopTracerProvider(), $none, parent: $root),
    'out' => new Instrumentation($off, $none, parent: $unsampled),
    'out, a trace each' => new Instrumentation($off, $none, parent: $root),
    'out, metrics' => new Instrumentation($off, $meters, parent: $unsampled),
    'spans' => new Instrumentation($on, $none, parent: $root),
    'spans, metrics' => new Instrumentation($on, $meters, parent: $root),
];
$first = Mynd\intercept($ways['empty']); /* the server reports the database from the login on */
$link = connect();
$first->remove();

$cpu = [];
$sum = 0;
for ($round = 0; $round < $rounds; $round++) {
    foreach ($ways as $way => $interceptor) {
        $interception = $interceptor === null ? null : Mynd\intercept($interceptor);
        for ($i = 0; $i < 25; $i++) {
            $link->query('SELECT 1')->free();
        }
        $before = cpu();
        for ($i = 0; $i < $times; $i++) {
            $result = $link->query('SELECT 1');
            $sum += (int) $result->fetch_column();
            $result->free();
        }
        $cpu[$way][] = (cpu() - $before) / $times;
        $interception?->remove();
    }
}
report(['sum' => $sum] + array_map(static function (array $values): float {
    sort($values);
    return (float) $values[intdiv(count($values), 2)];
}, $cpu));

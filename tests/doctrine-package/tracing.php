<?php
/*
 * Spans of mynd/opentelemetry with what the driver cannot know: the connection's name, and the place in the
 * program. There is one span for each command, as without this package.
 */
declare(strict_types=1);

require __DIR__ . '/common.php';

use Mynd\Doctrine\Middleware;
use Mynd\Doctrine\Tracing;
use Mynd\OpenTelemetry\Instrumentation;
use Mynd\OpenTelemetry\Options;
use OpenTelemetry\SDK\Trace\SpanExporter\InMemoryExporter;
use OpenTelemetry\SDK\Trace\SpanProcessor\SimpleSpanProcessor;
use OpenTelemetry\SDK\Trace\TracerProvider;

final class Shop
{
	public function __construct(private readonly Doctrine\DBAL\Connection $db)
	{
	}

	public function count(): int
	{
		return (int) $this->db->createQueryBuilder()->select('COUNT(*)')->from('information_schema.schemata')->where('1 = ?')->setParameter(0, 1)->executeQuery()->fetchOne();
	}
}

$spans = new InMemoryExporter();
Mynd\intercept(new Instrumentation(new TracerProvider(new SimpleSpanProcessor($spans)), options: new Options(attributes: Tracing::attributes(...))));
$db = dbal(new Middleware(name: 'shop'));
$other = dbal(new Middleware(name: 'other'));
$unnamed = dbal();
$line = (new ReflectionMethod(Shop::class, 'count'))->getStartLine() + 2;
Loop::all(
	static fn () => (new Shop($db))->count(),
	static fn () => (new Shop($other))->count(),
	static fn () => (new Shop($unnamed))->count(),
);
$found = $places = [];
foreach ($spans->getSpans() as $span) {
	$of = $span->getAttributes();
	if (str_contains((string) $of->get('db.query.text'), 'schemata')) {
		$found[] = (string) $of->get('db.client.connection.pool.name');
		$places[] = [basename((string) $of->get('code.file.path')), $of->get('code.line.number'), $of->get('code.function.name')];
	}
}
$counts = array_count_values($found);
ksort($counts);
check('each connection has its name', ['', 'other', 'shop'], array_keys($counts));
check('as many spans of each', 1, count(array_unique($counts)));
check('and the place in the program', [['tracing.php', $line, 'Shop::count']], array_values(array_unique($places, SORT_REGULAR)));

$spans->getStorage()->exchangeArray([]);
$main = dbal(new Middleware(name: 'main'));
$main->executeStatement('DO 1');
$line = __LINE__ - 1;
check('one command, one span', ['connect', 'DO'], array_map(static fn ($span): string => explode(' ', $span->getName())[0], $spans->getSpans()));
check('the main program has no function', ['main', $line, null], (static fn ($of): array => [$of->get('db.client.connection.pool.name'), $of->get('code.line.number'), $of->get('code.function.name')])($spans->getSpans()[1]->getAttributes()));
$pending = $main->executeQueryAsync('DO 2');
check('an asynchronous one has a span when its reply is taken', 2, count($spans->getSpans()));
$pending->result();
check('it has the name', 'main', $spans->getSpans()[count($spans->getSpans()) - 1]->getAttributes()->get('db.client.connection.pool.name'));
connect()->query('SELECT 1');
$last = $spans->getSpans();
check('what is not Doctrine\'s has neither', [null, null], [end($last)->getAttributes()->get('db.client.connection.pool.name'), end($last)->getAttributes()->get('code.line.number')]);
finish();

<?php
/*
 * The duration of commands, and the numbers of the pools.
 */
declare(strict_types=1);

require __DIR__ . '/gathered.php';

use Mynd\OpenTelemetry\PoolMetrics;

$gathered = new Gathered();
$system = str_contains(connect()->server_info, 'MariaDB') ? 'mariadb' : 'mysql';
$gathered->intercept(flags: '00');
PoolMetrics::register($gathered->meters);
[, $user, $password, $database, $port, $socket] = where();
$db = connect();
for ($i = 0; $i < 3; $i++) {
	$db->query("SELECT $i, SLEEP(0.02)");
}
thrown(static fn () => $db->query('SELECT nonsense'));
$tcp = new mysqli('127.0.0.1', $user, $password, $database, $port);
$pooled = [new mysqli('p:localhost', $user, $password, $database, 0, $socket), new mysqli('p:localhost', $user, $password, $database, 0, $socket), new mysqli('p:localhost', $user, $password, $database, 0, $socket)];
$pooled[0]->close();

check('what is not sampled has no spans', [], $gathered->spans());
$metrics = $gathered->metrics();
check('the metrics', ['db.client.connection.count', 'db.client.connection.idle.max', 'db.client.connection.idle.min', 'db.client.connection.max', 'db.client.connection.pending_requests',
	'db.client.connection.timeouts', 'db.client.operation.duration'], array_keys($metrics));
$duration = $metrics['db.client.operation.duration'];
check('its unit', 's', $duration->unit);
$points = [];
foreach ($duration->data->dataPoints as $point) {
	$attributes = $point->attributes->toArray();
	ksort($attributes);
	$points[($attributes['db.query.summary'] ?? $attributes['db.operation.name']) . (isset($attributes['error.type']) ? ' !' : '') . ' ' . ($attributes['server.port'] ?? '')] = [$point, $attributes];
}
[$selects, $attributes] = $points['SELECT '];
check('the attributes of a query', ['db.namespace' => $database, 'db.query.summary' => 'SELECT', 'db.system.name' => $system, 'server.address' => $socket], $attributes);
check('its count', 3, $selects->count);
check('its sum in seconds', true, $selects->sum >= 0.06 && $selects->sum < 30);
check('the advised buckets', [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10], $selects->explicitBounds);
check('all of them at 20 ms or more', [0, 0, 0, 3], [...array_slice($selects->bucketCounts, 0, 3), array_sum(array_slice($selects->bucketCounts, 3))]);
check('a failure', ['1054', '1054', 1], [$points['SELECT ! '][1]['db.response.status_code'], $points['SELECT ! '][1]['error.type'], $points['SELECT ! '][0]->count]);
check('a connect over TCP', ['127.0.0.1', $port, 1], [$points["connect $port"][1]['server.address'], $points["connect $port"][1]['server.port'], $points["connect $port"][0]->count]);

/** The numbers of a metric by the pool's name, and by state where it has one. */
function by_pool(OpenTelemetry\SDK\Metrics\Data\Metric $metric): array
{
	$numbers = [];
	foreach ($metric->data->dataPoints as $point) {
		$attributes = $point->attributes->toArray();
		$numbers[$attributes['db.client.connection.pool.name'] . (isset($attributes['db.client.connection.state']) ? " {$attributes['db.client.connection.state']}" : '')] = $point->value;
	}
	ksort($numbers);
	return $numbers;
}

$states = [];
foreach ($metrics['db.client.connection.count']->data->dataPoints as $point) {
	$attributes = $point->attributes->toArray();
	$states[$attributes['db.client.connection.pool.name']][$attributes['db.client.connection.state']] = $point->value;
}
$total = static fn (string $state): int => array_sum(array_column($states, $state));
check('connections in use, and idle', [2, 1], [$total('used'), $total('idle')]);
check('a pool is named without a password', [true, false], [str_contains(json_encode($states), "$user@"), str_contains(json_encode($states), $password)]);
check('the most idle ones', (int) ini_get('mynd.max_idle'), $metrics['db.client.connection.idle.max']->data->dataPoints[0]->value);

/* A pool that the program has made, as long as there is the object. */
$pool = new Mynd\Pool(connect(...), maximum: 3, minimum: 1);
PoolMetrics::watch($pool, 'orders');
$before = count(by_pool($gathered->metrics()['db.client.connection.count']));
$taken = [$pool->acquire(), $pool->acquire()];
Mynd\waiter(static function ($stream, int $events, ?float $timeout): bool {
	if ($timeout === null || $timeout > 1) { /* it waits for a connection; the other one does in vain */
		Fiber::suspend();
		return true;
	}
	usleep((int) ($timeout * 1e6));
	return false;
});
$holds = new Fiber(static fn () => $taken[] = $pool->acquire());
$waits = new Fiber(static fn () => $pool->acquire(30));
$fails = new Fiber(static fn () => thrown(static fn () => $pool->acquire(0.05)));
$holds->start();
$fails->start();
$waits->start();
$metrics = $gathered->metrics();
check('connections of the pool', ['orders idle' => 0, 'orders used' => 3], array_filter(by_pool($metrics['db.client.connection.count']), static fn (string $name): bool => str_starts_with($name, 'orders'), ARRAY_FILTER_USE_KEY));
check('they are counted once', $before, count(by_pool($metrics['db.client.connection.count'])));
check('its limits, who waits, who got none', [3, 1, 3, 1, 1], array_map(static fn (string $name): int => by_pool($metrics["db.client.connection.$name"])['orders'], ['idle.max', 'idle.min', 'max', 'pending_requests', 'timeouts']));
check('units', ['{connection}', '{request}', '{timeout}'], array_map(static fn (string $name): string => $metrics["db.client.connection.$name"]->unit, ['max', 'pending_requests', 'timeouts']));
Mynd\waiter(null);
unset($pool, $holds, $waits, $fails, $taken);
gc_collect_cycles();
check('a pool that is gone has no numbers', false, isset(by_pool($gathered->metrics()['db.client.connection.idle.max'])['orders']));
finish();

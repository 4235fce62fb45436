<?php
declare(strict_types=1);

namespace Mynd\OpenTelemetry;

use OpenTelemetry\API\Globals;
use OpenTelemetry\API\Metrics\MeterProviderInterface;
use OpenTelemetry\API\Metrics\ObserverInterface;

/**
 * The numbers of this process' pools of persistent connections (Mynd\pools()), whenever metrics are
 * collected: db.client.connection.count by state, and db.client.connection.idle.max.
 *
 * @experimental OpenTelemetry's conventions for pools are in development, and may change
 * @since 0.3.0
 */
final class PoolMetrics
{
	/** @param MeterProviderInterface|null $meters null: OpenTelemetry's global one */
	public static function register(?MeterProviderInterface $meters = null): void
	{
		$meter = ($meters ?? Globals::meterProvider())->getMeter('mynd/opentelemetry');
		$meter->createObservableUpDownCounter('db.client.connection.count', '{connection}', 'The number of connections that are currently in state described by the state attribute.',
			static function (ObserverInterface $observer): void {
				foreach (\Mynd\pools() as $pool) {
					$name = ['db.client.connection.pool.name' => self::name($pool['key'])];
					$observer->observe($pool['idle'], $name + ['db.client.connection.state' => 'idle']);
					$observer->observe($pool['live'], $name + ['db.client.connection.state' => 'used']);
				}
			});
		$meter->createObservableUpDownCounter('db.client.connection.idle.max', '{connection}', 'The maximum number of idle open connections allowed.',
			static function (ObserverInterface $observer): void {
				foreach (\Mynd\pools() as $pool) {
					$observer->observe((int) ini_get('mynd.max_idle'), ['db.client.connection.pool.name' => self::name($pool['key'])]);
				}
			});
	}

	/** @param array<string, mixed> $key */
	private static function name(array $key): string
	{
		$text = static fn (string $part): string => is_scalar($key[$part] ?? null) ? (string) $key[$part] : '';
		$address = $text('socket') !== '' ? $text('socket') : $text('host') . ':' . $text('port');
		return "{$text('user')}@$address/{$text('database')}";
	}
}

<?php
declare(strict_types=1);

namespace Mynd\OpenTelemetry;

use Mynd\ConnectionPool;
use OpenTelemetry\API\Globals;
use OpenTelemetry\API\Metrics\MeterProviderInterface;
use OpenTelemetry\API\Metrics\ObserverInterface;

/**
 * The numbers of pools, whenever metrics are collected: of this process' pools of persistent connections
 * (Mynd\pools()), and of those that the program gives to watch(). What the conventions want as a distribution
 * (create_time, wait_time, use_time) is not there: of those the driver knows sums.
 *
 * @experimental OpenTelemetry's conventions for pools are in development, and may change
 * @since 0.3.0
 */
final class PoolMetrics
{
	/** The metrics by their last word: the key in a pool's numbers, unit, description. */
	private const LIMITS = [
		'idle.max' => ['maximum', '{connection}', 'The maximum number of idle open connections allowed.'],
		'idle.min' => ['minimum', '{connection}', 'The minimum number of idle open connections allowed.'],
		'max' => ['maximum', '{connection}', 'The maximum number of open connections allowed.'],
		'pending_requests' => ['waiting', '{request}', 'The number of current pending requests for an open connection.'],
	];

	/** @var list<array{\WeakReference<object>, string}> the pools that are watched, and their names */
	private static array $watched = [];

	/** @param MeterProviderInterface|null $meters null: OpenTelemetry's global one */
	public static function register(?MeterProviderInterface $meters = null): void
	{
		$meter = ($meters ?? Globals::meterProvider())->getMeter('mynd/opentelemetry');
		$meter->createObservableUpDownCounter('db.client.connection.count', '{connection}', 'The number of connections that are currently in state described by the state attribute.',
			self::observeStates(...));
		foreach (self::LIMITS as $name => [$key, $unit, $description]) {
			$meter->createObservableUpDownCounter("db.client.connection.$name", $unit, $description,
				static fn (ObserverInterface $observer) => self::observe($observer, $name, $key));
		}
		$meter->createObservableCounter('db.client.connection.timeouts', '{timeout}', 'The number of connection timeouts that have occurred trying to obtain a connection from the pool.',
			static fn (ObserverInterface $observer) => self::observe($observer, 'timeouts', 'timeouts'));
	}

	/**
	 * Has the numbers of a pool observed as long as there is the object.
	 *
	 * @param string $name what the metrics have as db.client.connection.pool.name
	 * @param ConnectionPool<\mysqli>|ConnectionPool<\PDO> $pool
	 */
	public static function watch(ConnectionPool $pool, string $name): void
	{
		self::$watched[] = [\WeakReference::create($pool), $name];
	}

	/** @return list<array{string, array<string, mixed>}> the name and the numbers of each that is watched */
	private static function watched(): array
	{
		$all = [];
		self::$watched = array_values(array_filter(self::$watched, static fn (array $watched): bool => $watched[0]->get() !== null));
		foreach (self::$watched as [$pool, $name]) {
			$pool = $pool->get();
			$all[] = [$name, $pool instanceof ConnectionPool ? $pool->stats() : []];
		}
		return $all;
	}

	private static function observeStates(ObserverInterface $observer): void
	{
		foreach (\Mynd\pools() as $pool) {
			$name = ['db.client.connection.pool.name' => self::name($pool['key'])];
			$observer->observe($pool['idle'], $name + ['db.client.connection.state' => 'idle']);
			$observer->observe($pool['live'], $name + ['db.client.connection.state' => 'used']);
		}
		foreach (self::watched() as [$name, $stats]) {
			foreach (['idle' => 'idle', 'used' => 'in_use'] as $state => $key) {
				self::observeOne($observer, $stats[$key] ?? null, $name, ['db.client.connection.state' => $state]);
			}
		}
	}

	/** @param string $key of the numbers of a pool */
	private static function observe(ObserverInterface $observer, string $metric, string $key): void
	{
		$setting = ['idle.max' => 'mynd.max_idle', 'max' => 'mynd.max_per_key'][$metric] ?? null;
		$limit = $setting === null ? -1 : (int) ini_get($setting);
		foreach ($limit < 0 ? [] : \Mynd\pools() as $pool) {
			self::observeOne($observer, $limit, self::name($pool['key']));
		}
		foreach (self::watched() as [$name, $stats]) {
			self::observeOne($observer, $stats[$key] ?? null, $name);
		}
	}

	/**
	 * @param mixed $number nothing is observed if it is none
	 * @param array<non-empty-string, string> $attributes
	 */
	private static function observeOne(ObserverInterface $observer, mixed $number, string $pool, array $attributes = []): void
	{
		if (is_int($number)) {
			$observer->observe($number, ['db.client.connection.pool.name' => $pool] + $attributes);
		}
	}

	/** @param array<string, mixed> $key */
	private static function name(array $key): string
	{
		$text = static fn (string $part): string => is_scalar($key[$part] ?? null) ? (string) $key[$part] : '';
		$address = $text('socket') !== '' ? $text('socket') : $text('host') . ':' . $text('port');
		return "{$text('user')}@$address/{$text('database')}";
	}
}

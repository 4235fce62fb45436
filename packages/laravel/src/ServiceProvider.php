<?php
declare(strict_types=1);

namespace Mynd\Laravel;

use Illuminate\Contracts\Container\Container;
use Illuminate\Database\Connection;
use Illuminate\Database\DatabaseManager;
use Illuminate\Support\ServiceProvider as LaravelProvider;

/**
 * Makes the connections of the drivers "mysql" and "mariadb" those of this package, and adds
 * DB::concurrently(). Laravel finds it by itself.
 *
 * @since 0.3.0
 */
class ServiceProvider extends LaravelProvider
{
	public function register(): void
	{
		self::install($this->app);
		$this->app->singleton('db.transactions', static fn (): TransactionsManager => new TransactionsManager());
	}

	/**
	 * The same without an application: for a program that has Illuminate\Database\Capsule\Manager alone.
	 *
	 * @param Container|null $container that of the manager (getContainer()): the connections of fibers are
	 * set up once for each session then, instead of each time that a fiber takes one
	 */
	public static function install(?Container $container = null): void
	{
		$container?->bindIf('db.connector.mysql', MySqlConnector::class);
		$container?->bindIf('db.connector.mariadb', MariaDbConnector::class);
		Connection::resolverFor('mysql', self::mySql(...));
		Connection::resolverFor('mariadb', self::mariaDb(...));
		/* Laravel binds them to its object, so they are not static. */
		DatabaseManager::macro('concurrently', fn (array $tasks, ?bool $sync = null): array => Concurrently::run($tasks, $sync));
		/* Capsule has the manager's by this */
		Connection::macro('concurrently', fn (array $tasks, ?bool $sync = null): array => Concurrently::run($tasks, $sync));
	}

	/**
	 * @param \PDO|(\Closure(): \PDO) $pdo
	 * @param array<string, mixed> $config
	 */
	private static function mySql(\PDO|\Closure $pdo, string $database, string $prefix, array $config): MySqlConnection
	{
		return new MySqlConnection($pdo, $database, $prefix, $config);
	}

	/**
	 * @param \PDO|(\Closure(): \PDO) $pdo
	 * @param array<string, mixed> $config
	 */
	private static function mariaDb(\PDO|\Closure $pdo, string $database, string $prefix, array $config): MariaDbConnection
	{
		return new MariaDbConnection($pdo, $database, $prefix, $config);
	}
}

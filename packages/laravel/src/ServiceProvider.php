<?php
declare(strict_types=1);

namespace Mynd\Laravel;

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
		self::install();
		$this->app->singleton('db.transactions', static fn (): TransactionsManager => new TransactionsManager());
	}

	/** The same without an application: for a program that has Illuminate\Database\Capsule\Manager alone. */
	public static function install(): void
	{
		Connection::resolverFor('mysql', self::my_sql(...));
		Connection::resolverFor('mariadb', self::maria_db(...));
		/* Laravel binds them to its object, so they are not static. */
		DatabaseManager::macro('concurrently', fn (array $tasks): array => Concurrently::run($tasks));
		/* Capsule has the manager's by this */
		Connection::macro('concurrently', fn (array $tasks): array => Concurrently::run($tasks));
	}

	/**
	 * @param \PDO|(\Closure(): \PDO) $pdo
	 * @param array<string, mixed> $config
	 */
	private static function my_sql(\PDO|\Closure $pdo, string $database, string $prefix, array $config): MySqlConnection
	{
		return new MySqlConnection($pdo, $database, $prefix, $config);
	}

	/**
	 * @param \PDO|(\Closure(): \PDO) $pdo
	 * @param array<string, mixed> $config
	 */
	private static function maria_db(\PDO|\Closure $pdo, string $database, string $prefix, array $config): MariaDbConnection
	{
		return new MariaDbConnection($pdo, $database, $prefix, $config);
	}
}

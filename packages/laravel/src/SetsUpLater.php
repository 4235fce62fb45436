<?php
declare(strict_types=1);

namespace Mynd\Laravel;

/**
 * For a connector of Laravel's: a connection that a pool opens is set up once for each of its sessions, and
 * not each time that a fiber takes it. The login chooses the database.
 *
 * @internal
 */
trait SetsUpLater
{
	/**
	 * @param array<string, mixed> $config
	 * @return \PDO
	 */
	public function connect(array $config)
	{
		if (!Pools::isOpening()) {
			return parent::connect($config);
		}
		$pdo = $this->createConnection($this->getDsn($config), $config, $this->getOptions($config));
		Pools::opened($pdo, function (\PDO $pdo) use ($config): void {
			$this->configureConnection($pdo, $config);
		});
		return $pdo;
	}
}

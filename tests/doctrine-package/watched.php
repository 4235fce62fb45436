<?php
/*
 * Asynchronous queries are seen by the middlewares of others: DBAL's own logging, and that of Symfony's
 * profiler. They stand before it, behind it, around it in the configuration, and without it there.
 */
declare(strict_types=1);

require __DIR__ . '/common.php';

use Doctrine\DBAL\Logging;
use Mynd\Doctrine\Middleware;
use Psr\Log\AbstractLogger;
use Symfony\Bridge\Doctrine\Middleware\Debug;

final class Log extends AbstractLogger
{
	/** @var list<string> */
	public array $lines = [];

	public function log($level, string|Stringable $message, array $context = []): void
	{
		if (isset($context['sql'])) {
			$this->lines[] = $context['sql'] . ' ' . json_encode(array_values($context['params'] ?? []));
		}
	}
}

$orders = [
	'before it' => static fn (object ...$others): array => [...$others, new Middleware(maximum: 1)],
	'behind it' => static fn (object ...$others): array => [new Middleware(maximum: 1), ...$others],
	'around it' => static fn (object $one, object $two): array => [$one, new Middleware(maximum: 1), $two],
	'without it' => static fn (object ...$others): array => $others,
];
foreach ($orders as $where => $order) {
	$log = new Log();
	$profiler = new Debug\DebugDataHolder();
	$db = dbal(middlewares: $order(new Logging\Middleware($log), new Debug\Middleware($profiler, new Symfony\Component\Stopwatch\Stopwatch())));
	$ask = static function () use ($db): array {
		$both = [$db->executeQueryAsync('SELECT ? + 1', [1]), $db->executeQueryAsync('SELECT 3')];
		return array_map(static fn ($one): int => (int) $one->result()->fetchOne(), $both);
	};
	$texts = ['SELECT ? + 1 ["1"]', 'SELECT 3 []'];
	check("$where: the values", [2, 3], $ask());
	check("$where: DBAL's log", $texts, array_map(static fn (string $line): string => str_replace('[1]', '["1"]', $line), $log->lines));
	check("$where: Symfony's profiler", $texts, array_map(static fn (array $query): string => $query['sql'] . ' ' . json_encode(array_map(strval(...), array_values($query['params']))), array_values($profiler->getData())[0] ?? []));
	check("$where: in a fiber, out of a pool", [[2, 3], 4], [Loop::all($ask)[0], count($log->lines)]);
	check("$where: they are sent at once", true, (static function () use ($db): bool {
		$number = number($db);
		$slow = $db->executeQueryAsync('SELECT SLEEP(0.2)');
		$is_ready = $slow->isReady();
		$slow->result();
		return !$is_ready && $number === number($db);
	})());
	$db->executeStatement('CREATE OR REPLACE TABLE doctrine_watched (id INT)');
	$db->transactional(static fn () => $db->executeStatement('INSERT INTO doctrine_watched VALUES (?)', [1]));
	$db->beginTransaction();
	$db->executeQueryAsync('INSERT INTO doctrine_watched VALUES (?)', [2]);
	$db->rollBack();
	check("$where: transactions", 1, (int) $db->fetchOne('SELECT COUNT(*) FROM doctrine_watched'));
	$db->executeStatement('DROP TABLE doctrine_watched');
	check("$where: an error", 1146, failure(static fn () => $db->executeQueryAsync('SELECT 1 FROM doctrine_nothing')->result()));
	unset($ask, $db);
}

/* A driver that is not DriverManager's stays. */
final class Mine extends Doctrine\DBAL\Driver\Middleware\AbstractDriverMiddleware
{
	public int $connects = 0;

	public function connect(array $params): Doctrine\DBAL\Driver\Connection
	{
		$this->connects++;
		return parent::connect($params);
	}
}
$params = ['driver' => $driver, 'host' => 'localhost', 'unix_socket' => getenv('MYND_TEST_SOCKET'), 'user' => getenv('MYND_TEST_USER'), 'password' => getenv('MYND_TEST_PASSWORD')];
$config = (new Doctrine\DBAL\Configuration())->setMiddlewares([new Logging\Middleware(new Log())]);
$config->setSchemaManagerFactory(new Doctrine\DBAL\Schema\DefaultSchemaManagerFactory());
$mine = new Mine(Doctrine\DBAL\DriverManager::getConnection(['driver' => $driver], (clone $config)->setMiddlewares([]))->getDriver());
$db = new Mynd\Doctrine\Connection($params, $mine, $config);
check('a driver of one\'s own', [7, 1], [(int) $db->fetchOne('SELECT 7'), $mine->connects]);
finish();

<?php
/* Doctrine's ORM: an entity manager for each fiber, on one connection object. */
declare(strict_types=1);

require __DIR__ . '/common.php';
require __DIR__ . '/entities/Order.php';
require __DIR__ . '/entities/Line.php';

use Doctrine\ORM\EntityManager;
use Doctrine\ORM\ORMSetup;
use Doctrine\ORM\Tools\SchemaTool;
use Mynd\Doctrine\Middleware;
use Symfony\Component\Cache\Adapter\ArrayAdapter;

$config = ORMSetup::createAttributeMetadataConfiguration([__DIR__ . '/entities'], true, null, new ArrayAdapter());
if (method_exists($config, 'enableNativeLazyObjects') && PHP_VERSION_ID >= 80400) {
	$config->enableNativeLazyObjects(true);
} elseif (method_exists($config, 'setLazyGhostObjectEnabled')) {
	$config->setLazyGhostObjectEnabled(true);
}
$db = dbal(new Middleware(maximum: 4, deadline: 30.0));
$manager = static fn (): EntityManager => new EntityManager($db, $config);
$main = $manager();
$tool = new SchemaTool($main);
$classes = $main->getMetadataFactory()->getAllMetadata();
$tool->dropSchema($classes);
$tool->createSchema($classes);

$save = static function (string $name, int $lines, bool $fails = false) use ($manager, $db): array {
	$own = $manager();
	return $own->wrapInTransaction(static function () use ($own, $name, $lines, $fails, $db): array {
		$order = new Order($name, new DateTimeImmutable('2001-02-03 04:05:06'));
		for ($i = 0; $i < $lines; $i++) {
			$order->lines->add(new Line($order, "$name $i"));
		}
		$own->persist($order);
		$own->flush();
		$db->executeQuery('SELECT SLEEP(0.001)');
		if ($fails) {
			throw new DomainException($name);
		}
		return [$order->id, $db->getTransactionNestingLevel()];
	});
};
$saved = Loop::all(...array_map(static fn (int $i): Closure => static fn () => $i % 3 ? $save("n$i", $i) : thrown(static fn () => $save("n$i", $i, true)), range(1, 9)));
check('those that fail are rolled back', ['DomainException 0', 'DomainException 0', 'DomainException 0'], [$saved[2], $saved[5], $saved[8]]);
check('each has an id of its own', 6, count(array_unique(array_column(array_filter($saved, is_array(...)), 0))));
check('and its own transaction', [1], array_values(array_unique(array_column(array_filter($saved, is_array(...)), 1))));
check('rows', ['n1' => 1, 'n2' => 2, 'n4' => 4, 'n5' => 5, 'n7' => 7, 'n8' => 8], array_map(intval(...), $db->fetchAllKeyValue('SELECT o.customer, COUNT(*) FROM orm_orders o JOIN orm_lines l ON l.order_id = o.id GROUP BY o.customer ORDER BY o.customer')));

/* Lazy loading within a fiber, and what is read there. */
$read = Loop::all(...array_map(static fn (string $name): Closure => static function () use ($name, $manager): array {
	$order = $manager()->getRepository(Order::class)->findOneBy(['customer' => $name]);
	return [$order->day->format('c'), count($order->lines), $order->lines->first()->product];
}, ['n1', 'n8']));
check('orders and their lines', [[(new DateTimeImmutable('2001-02-03 04:05:06'))->format('c'), 1, 'n1 0'], [(new DateTimeImmutable('2001-02-03 04:05:06'))->format('c'), 8, 'n8 0']], $read);
check('an error closes the manager of its fiber alone', ['Doctrine\DBAL\Exception\UniqueConstraintViolationException', true], Loop::all(static function () use ($save): string {
	return explode(' ', (string) thrown(static fn () => $save('n1', 1)))[0];
}, static fn (): bool => is_array($save('n10', 1))));
check('the main program has its own', [true, 0], [$main->isOpen(), $db->getTransactionNestingLevel()]);
$tool->dropSchema($classes);
finish();

<?php
/*
 * In Revolt's loop, which runs one task after another in the same fiber: what a task leaves is gone when the
 * task ends.
 */
declare(strict_types=1);

require __DIR__ . '/common.php';

use Mynd\Doctrine\Middleware;
use function Amp\async;
use function Amp\Future\await;

$db = dbal(new Middleware(maximum: 2));
$db->executeStatement('CREATE OR REPLACE TABLE dbal_tasks (id INT PRIMARY KEY AUTO_INCREMENT) ENGINE=InnoDB');
$task = static function () use ($db): array {
	$before = [$db->getTransactionNestingLevel(), $db->fetchOne('SELECT @left'), (int) $db->fetchOne('SELECT COUNT(*) FROM dbal_tasks')];
	$db->beginTransaction();
	$db->executeStatement('SET @left = 1');
	$db->executeStatement('INSERT INTO dbal_tasks () VALUES ()');
	return $before;
};
Mynd\Revolt\uninstall();
Mynd\waiter(null); // nothing waits: Revolt uses a fiber again whose task has not been suspended
$fibers = [];
for ($i = 0; $i < 6; $i++) {
	$got = async(static function () use ($task, &$fibers): array {
		$fibers[] = spl_object_id(Fiber::getCurrent());
		return $task();
	})->await();
	check("task $i has nothing of the one before it", [0, null, 0], $got);
}
check('some ran in the same fiber', true, count(array_unique($fibers)) < 6);
Mynd\Revolt\install();
check('many at a time', array_fill(0, 20, [0, null, 0]), array_values(await(array_map(static fn () => async($task), range(1, 20)))));
check('the main program', [0, 0], [$db->getTransactionNestingLevel(), (int) $db->fetchOne('SELECT COUNT(*) FROM dbal_tasks LOCK IN SHARE MODE')]);
$db->executeStatement('DROP TABLE dbal_tasks');
finish();

--TEST--
Mynd\Pool: a connection is given back while a pipeline on it waits for its source, which is suspended
--EXTENSIONS--
mysqli
pdo_mysql
mynd
--INI--
mynd.source_fibers=1
--FILE--
<?php
require __DIR__ . '/../fibers/sources.inc';

/** Blocks until the server runs the connection's command, or until it has answered it. */
function until(bool $is_running, mysqli $other, int $id): void
{
	do {
		$state = $other->query("SELECT command FROM information_schema.processlist WHERE id = $id")->fetch_column();
	} while (($state !== 'Sleep') !== $is_running);
}

$other = link_for_test();
foreach (['mysqli' => 'link_for_test', 'PDO' => 'pdo_for_test'] as $face => $connect) {
	$pool = new Mynd\Pool($connect(...), 2);
	$db = $pool->acquire();
	$result = $db->query('SELECT CONNECTION_ID()');
	$id = (int) ($result instanceof PDOStatement ? $result->fetchColumn() : $result->fetch_column());
	unset($result);
	[$command, $release] = until_released();
	$gate = new Gate;
	$said = [];
	Loop::start(function () use ($db, $command, $gate, &$said) {
		$source = (function () use ($command, $gate) {
			yield $command;
			$gate->wait();
			yield 'SELECT 2';
		})();
		foreach (Mynd\pipeline($db, $source) as $outcome) {
			$said[] = told($outcome);
		}
	});
	until(true, $other, $id);
	$release();
	until(false, $other, $id);
	$pool->release($db);
	until(false, $other, $id); /* the reset */
	for ($i = 0; $i < 5; $i++) {
		Loop::turn(0.01);
	}
	echo "$face: ", implode(', ', $said), "\n";
	$next = $pool->acquire();
	echo "$face, the next one: ", told($next->query("SELECT IF(CONNECTION_ID() = $id, 'the same session', 'another one')")), "\n";
	$gate->open();
	Loop::run();
	echo "$face: ", implode(', ', $said), "\n";
}
?>
--EXPECT--
mysqli: error 2006
mysqli, the next one: the same session
mysqli: error 2006, error 2006
PDO: error HY000
PDO, the next one: the same session
PDO: error HY000, error HY000

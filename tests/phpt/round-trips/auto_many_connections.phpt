--TEST--
mynd.round_trips=fewer with the default of mynd.pipelining: a program that connects anew for each task has it, too
--EXTENSIONS--
mysqli
pdo_mysql
--INI--
mynd.round_trips=fewer
--FILE--
<?php
require __DIR__ . '/trips.inc';

for ($task = 1; $task <= 9; $task++) {
	$pdo = pdo_for_trips();
	trips("task $task", $pdo, function () use ($pdo, $task): string {
		for ($i = 0; $i < 2; $i++) {
			$statement = $pdo->prepare("SELECT $i + ?");
			$statement->execute([$task]);
			$statement->fetch();
		}
		return 'done';
	});
	$pdo = $statement = null;
}
?>
--EXPECT--
task 1: "done"
	4 trips
task 2: "done"
	4 trips
task 3: "done"
	4 trips
task 4: "done"
	4 trips
task 5: "done"
	4 trips
task 6: "done"
	2 trips
task 7: "done"
	2 trips
task 8: "done"
	2 trips
task 9: "done"
	2 trips

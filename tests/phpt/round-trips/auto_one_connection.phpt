--TEST--
mynd.round_trips=fewer with the default of mynd.pipelining: a program that keeps one connection has it, too
--DESCRIPTION--
The trial of the address is made at the end of a connection, where it costs nothing. A queue worker's connection
does not end, and PDO's ends without one on the command line: after sixteen prepares of the process the trial is
made over a connection of its own.
--EXTENSIONS--
mysqli
pdo_mysql
--INI--
mynd.round_trips=fewer
--FILE--
<?php
require __DIR__ . '/trips.inc';

echo 'mynd.pipelining = ', ini_get('mynd.pipelining'), "\n";
$m = mysqli_for_trips();

$run = function (int $times) use ($m): string {
	for ($i = 0; $i < $times; $i++) {
		static $number = 0;
		$statement = $m->prepare('SELECT ? + ' . $number++ % 15); // the first fifteen are new
		$statement->execute([$i]);
		$statement->get_result()->fetch_row();
		$statement->close();
	}
	return "$times prepares";
};
trips('the first ones', $m, fn () => $run(15));
trips('then, with the trial', $m, fn () => $run(3));
trips('later', $m, fn () => $run(10));

echo 'connects: ', mysqli_get_client_stats()['connect_success'], "\n";

// a second connection of the process, and PDO
$pdo = pdo_for_trips();
trips('PDO', $pdo, function () use ($pdo): string {
	for ($i = 0; $i < 10; $i++) {
		$statement = $pdo->prepare("SELECT ? + $i");
		$statement->execute([$i]);
		$statement->fetch();
	}
	return '10 prepares';
});
?>
--EXPECT--
mynd.pipelining = auto
the first ones: "15 prepares"
	30 trips
then, with the trial: "3 prepares"
	3 trips
later: "10 prepares"
	10 trips
connects: 1
PDO: "10 prepares"
	10 trips

<?php
/*
 * A process of the fight: runs the programs of so many seeds, or one that is written in a file, and tells its
 * parent on descriptor 3 what it is at: "S seed" begins, "E seed calls" is over, "W text" a judgement, "D
 * text" a fatal error, "X" the end was reached.
 *
 *     worker.php SEED COUNT STEP | worker.php --program FILE
 */
require __DIR__ . '/all.inc';
require __DIR__ . '/arena.inc';

$parent = @fopen('php://fd/3', 'w') ?: STDERR;
$told = static function (string $line) use ($parent): void {
	if (@fwrite($parent, str_replace("\n", ' ', $line) . "\n") === false) {
		exit(1); // nobody is there any more
	}
};
World::$tell = static function (string $what) use ($told): void {
	$told("W $what");
};
register_shutdown_function(static function () use ($told): void {
	$error = error_get_last();
	if ($error !== null && $error['type'] & (E_ERROR | E_USER_ERROR | E_CORE_ERROR | E_COMPILE_ERROR | E_RECOVERABLE_ERROR)) {
		$told("D {$error['message']}");
	}
});

function run(string $program): void
{
	$a = $b = $c = null;
	$w = new World;
	eval($program);
	$w->end();
	$w->ledger->audit();
	unset($w);
	Afterwards::judge_fresh();
	Afterwards::judge_sockets();
}

Afterwards::count_sockets();
mysqli_report(MYSQLI_REPORT_ERROR | MYSQLI_REPORT_STRICT);
if ($argv[1] === '--program') {
	$told('S 0');
	run(substr(strstr(file_get_contents($argv[2]), '$w = new World;'), 15));
	$told('E 0 ' . World::$total);
} else {
	for ($seed = (int) $argv[1], $step = (int) $argv[3], $last = $seed + $step * (int) $argv[2]; $seed < $last; $seed += $step) {
		$told("S $seed");
		run(written((new Maker($seed))->program()));
		$told("E $seed " . World::$total);
	}
}
$told('X');

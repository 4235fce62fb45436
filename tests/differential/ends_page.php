<?php
// A request of a program of the kind "ends": php-fpm runs this file, and each process of ends_forks.php. What
// stands here stands in no function: the program's end is this file's.

require_once __DIR__ . '/ends_run.php';
$program = json_decode($_SERVER['MYND_PROGRAM'], true, 512, JSON_THROW_ON_ERROR);
foreach ($program['environment'] as $name => $value) {
	putenv("$name=$value");
}
$how = end($program['calls'])['do'] === 'end' ? end($program['calls'])['how'] : 'fall';
if ($program['holder'] === 'frame' || $how === 'unwind') {
	Frame::$program = $program;
	unset($program);
	try {
		Frame::run();
	} catch (DomainException $left) {
		unset($left);
	}
} else {
	$run = new Run($program);
	unset($program);
	set_error_handler($run->hear(...));
	$run->run();
	restore_error_handler();
}
end_of_program($how);

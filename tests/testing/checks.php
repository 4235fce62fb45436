<?php
/* For the programs of this suite: each check is one test with a name; they print the counts at their end. */
declare(strict_types=1);

[$passed, $failed] = [0, 0];

function check(string $what, mixed $expected, mixed $actual): void
{
	global $passed, $failed;
	if ($expected === $actual) {
		$passed++;
		return;
	}
	$failed++;
	printf("--- %s\n  expected %s\n  actual   %s\n", $what, var_export($expected, true), var_export($actual, true));
}

<?php
/*
 * For programs that suites run: each check is one test with a name; finish() prints the counts, as
 * tests/lib.sh does.
 */
declare(strict_types=1);

$passed = $failed = 0;

function check(string $name, mixed $expected, mixed $actual): void
{
	global $passed, $failed;
	if ($expected === $actual) {
		$passed++;
		return;
	}
	$failed++;
	$show = static fn (mixed $value): string => (string) json_encode($value, JSON_INVALID_UTF8_SUBSTITUTE | JSON_UNESCAPED_SLASHES | JSON_PARTIAL_OUTPUT_ON_ERROR);
	echo "--- $name\n    expected {$show($expected)}\n    actual   {$show($actual)}\n";
}

function finish(): never
{
	global $passed, $failed;
	echo "$passed passed, $failed failed\n";
	exit($failed === 0 ? 0 : 1);
}

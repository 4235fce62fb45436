<?php
/*
 * For checks.php: counts, warnings, and a link. The last line is "N passed, N failed".
 */
declare(strict_types=1);

$passed = $failed = 0;
$warnings = [];

function same(string $what, mixed $expected, mixed $actual): void
{
	global $passed, $failed;
	if ($expected === $actual) {
		$passed++;
		return;
	}
	$failed++;
	printf("--- %s\n    expected %s\n    is       %s\n", $what, shown($expected), shown($actual));
}

function shown(mixed $value): string
{
	return is_resource($value) ? "resource #" . get_resource_id($value) : (string) json_encode($value, JSON_PARTIAL_OUTPUT_ON_ERROR | JSON_UNESCAPED_SLASHES);
}

/** What a call answers, and its warnings: "Warning: text", "Notice: text", "Deprecated: text". */
function told(callable $call): array
{
	global $warnings;
	$warnings = [];
	$answer = $call();
	return [$answer, $warnings];
}

/** The same without what ext/mysql says at each connect. */
function told_but_deprecations(callable $call): array
{
	[$answer, $said] = told($call);
	return [$answer, array_values(array_filter($said, fn (string $text): bool => !str_starts_with($text, 'Deprecated: ')))];
}

const LEVELS = [E_USER_WARNING => 'Warning', E_USER_NOTICE => 'Notice', E_USER_DEPRECATED => 'Deprecated'];

set_error_handler(static function (int $level, string $text): bool {
	global $warnings;
	$warnings[] = (LEVELS[$level] ?? "Level $level") . ": $text";
	return true;
});

function connect(bool $new = false, int $flags = 0): mixed
{
	return mysql_connect('localhost:' . getenv('MYND_TEST_SOCKET'), getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'), $new, $flags);
}

/** A link with the database of the tests. */
function linked(): mixed
{
	$link = connect(true);
	mysql_select_db((string) getenv('MYND_TEST_DB'), $link) or exit("no database: " . mysql_error($link) . "\n");
	return $link;
}

function finish(): never
{
	global $passed, $failed;
	echo "$passed passed, $failed failed\n";
	exit($failed > 0 ? 1 : 0);
}

<?php
/*
 * For programs that test the packages against the real libraries, which Composer has put into a folder; its
 * loader is the first argument. Each check is one test with a name; finish() prints the counts, as
 * tests/lib.sh does.
 */
declare(strict_types=1);

error_reporting(E_ALL);
set_error_handler(static function (int $level, string $text, string $file, int $line): bool {
	$is_deprecated = ($level & (E_DEPRECATED | E_USER_DEPRECATED)) !== 0; /* by libraries, in newer PHPs */
	if ((error_reporting() & $level) === 0 || ($is_deprecated && str_contains($file, '/vendor/'))) {
		return true;
	}
	throw new ErrorException($text, 0, $level, $file, $line);
});
require $argv[1];
mysqli_report(MYSQLI_REPORT_ERROR | MYSQLI_REPORT_STRICT);

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

/** What a program throws, and the exceptions before it: "Class code". */
function thrown(callable $program): ?string
{
	try {
		$program();
		return null;
	} catch (Throwable $e) {
		for ($said = []; $e !== null; $e = $e->getPrevious()) {
			$said[] = $e::class . ' ' . $e->getCode();
		}
		return implode(' < ', $said);
	}
}

function finish(): never
{
	global $passed, $failed;
	echo "$passed passed, $failed failed\n";
	exit($failed === 0 ? 0 : 1);
}

/** @return array{?string, string, string, string, int, string} of a connect of mysqli */
function where(): array
{
	return [null, (string) getenv('MYND_TEST_USER'), (string) getenv('MYND_TEST_PASSWORD'), (string) getenv('MYND_TEST_DB'), (int) getenv('MYND_TEST_PORT'), (string) getenv('MYND_TEST_SOCKET')];
}

function connect(): mysqli
{
	return new mysqli(...where());
}

function connect_pdo(array $options = []): PDO
{
	return new PDO('mysql:unix_socket=' . getenv('MYND_TEST_SOCKET') . ';dbname=' . getenv('MYND_TEST_DB'), (string) getenv('MYND_TEST_USER'), (string) getenv('MYND_TEST_PASSWORD'), $options);
}

/** The first cell of the answer. */
function ask(mysqli $db, string $sql): string
{
	return (string) $db->query($sql)->fetch_column();
}

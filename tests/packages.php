<?php
/*
 * For programs that test the packages against the real libraries, which Composer has put into a folder; its
 * loader is the first argument.
 */
declare(strict_types=1);

require __DIR__ . '/checks.php';

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

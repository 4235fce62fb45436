<?php
/*
 * Are the scanner of placeholders and the server of one opinion about what is a string, a name or a comment?
 * Random texts out of nasty pieces, in many character sets and modes, are prepared as they are, and with
 * values in place of the placeholders.
 *
 *   compare.php SCAN-PROGRAM CORPUS-FOLDER [SEED [TEXTS-PER-COMBINATION]]
 *
 * What a server takes must have as many parameters as the scanner has found placeholders. With a value in
 * place of each placeholder, whatever the value, it must take the text still, and find no parameter any more.
 * Where the scanner has ended early it may have found too few, and no others.
 */

require __DIR__ . '/common.php';

const MODES = ['' => 0, 'NO_BACKSLASH_ESCAPES' => 1, 'ANSI_QUOTES' => 2, 'ANSI_QUOTES,NO_BACKSLASH_ESCAPES' => 3, 'IGNORE_SPACE' => 0];
const CHARSETS = ['latin1', 'utf8mb4', 'gbk', 'sjis', 'big5', 'gb18030', 'cp932', 'euckr', 'gb2312', 'ujis', 'eucjpms', 'utf8', 'cp1251',
	'koi8r', 'greek', 'hebrew', 'tis620', 'cp850', 'latin2', 'macroman', 'armscii8', 'ascii', 'binary'];

/* What values do that want to be code; a leading = is put as it is, as numbers are. */
const VALUES = ["'a", "'' ? ", "'\\", "'\" ? ", "'` ? ", "'*/ ? /*", "'\n ? # ", "'\x81' ? ", "'\xBF\\' ? ", "'\0 ? ", '=7', '=-7', '=NULL'];

const PIECES = ['?', '?', '?', '?', '?', ',', ',', ' ', ' ', ' AS ', "'", "'", '"', '"', '`', '`', '\\', '\\', "''", '""', '``', "\\'", '\\"', '#', '-- ', '--',
	'-', '--7', "\n", '/*', '*/', '/*!', '/*!50000 ', '/*!50700', '/*!80000 ', '/*!080000 ', '/*!99999 ', '/*!90500', '/*!100000 ', '/*!100100', '/*M!', '/*M!100100 ', '/*!5000',
	'/', '*', '.', '..', '1', '.5', '1.e', '1.5e', '1e5', '1e', 'e', 'x', 'a', 'e5', '0x41', '0x', '0b1', '1x', '+', '(', ')', '@', '@a', '@@', '@@version', '@@global.port', '$', '$$', '$a$',
	'a$', ':', ':=', ';', '\\N', "\0", "\t", "\x7F", "\x1A", "\r", "\xA0", "\x81", "\x81\\", "\x81`", "\x81'", "\x81?", "\x81\x30", "\x81\x30\x81\x30", "\xBF'", "\xBF\\", "\xBF`",
	"\xE0\\", "\xE0`", "\xFE\\", "\xA1\\", "\xA1`", "\xA1|", "\xA4\xA4", "\x8E\xA1", "\x8F\xA1\xA1", "\xC3\xA4", "\xC3", "\xC3'", "\xE2\x82\xAC", "\xE2\x82'", "\xF0\x9F\x98\x80",
	"\x80", "\xFF", "\xDF\\", "N'", "_latin1'", "x'", "b'", "n'a'", 'NULL', ' IN (', ' LIKE ', ' AND ', '||', '&&', '<=>', '=', '%', '!', '~', '|', '^', '{', '}', '[', '<', '>'];

function pieces(int $least, int $most): string
{
	$text = '';
	for ($i = mt_rand($least, $most); $i > 0; $i--) {
		$text .= one_of(PIECES);
	}
	return $text;
}

/* Between quotes there may be anything. */
function quoted(string $quote): string
{
	return $quote . pieces(0, 3) . $quote;
}

function comment(): string
{
	return match (mt_rand(0, 7)) {
		0 => '/*' . pieces(0, 3) . '*/',
		1 => '# ' . pieces(0, 2) . "\n",
		2 => '-- ' . pieces(0, 2) . "\n",
		3 => '--' . one_of(["\t", "\n", "\x01", "\x7F", "\x1F", "\xA0", "\x80", ' ']) . pieces(0, 2) . "\n",
		4 => '/*!' . one_of(['', '50000', '50000 ', '50699 ', '50700 ', '80000 ', '99999 ', '100000 ', '100100', '080000 ', '090500 ', '120000 ']) . one_of([',', '+ ?', ', ?', '']) . '*/',
		5 => '/*M!' . one_of(['', '100000 ', '50700 ', '999999 ']) . one_of([', ?', '']) . '*/',
		default => ' ',
	};
}

function atom(): string
{
	return match (mt_rand(0, 13)) {
		0, 1, 2, 3 => '?',
		4 => quoted("'"),
		5 => quoted('"'),
		6 => '1 AS ' . quoted('`'),
		7 => '@' . quoted(one_of(['`', "'", '"'])),
		8 => '@' . one_of(['a', "\x81a", 'a.5e', "\xC3\xA4", "\x81`", "\xA1|", "a\x81\\", '$$', 'a$']),
		9 => one_of(['1', '1.5', '1e5', '.5', '1.', '0x41', "x'41'", "b'1'", 'NULL', "N'a'", '7.e1', '1.5e3']),
		10 => '1 AS ' . one_of(['a', 'a$', 'a$b$', '$a', '1x', "\x81\\", "\x81`", "a\x81`", "1\x81`", "\xE4", "\xC3\xA4", "\xA1`a", '1e', "\x81\x30\x81\x30"]),
		11 => '(' . atom() . ')',
		12 => '@@' . one_of(['version', 'global.port', '`version`', 'session.sql_mode']),
		13 => one_of(['-', '+', '- -', '--', '~', '!']) . atom(),
	};
}

function text(): string
{
	$text = 'SELECT ';
	for ($i = mt_rand(1, 4); $i > 0; $i--) {
		$text .= atom() . (mt_rand(0, 2) === 0 ? comment() : '') . ($i > 1 ? one_of([',', ', ', ',', '+', ' AND ', '-', '*', '/', '']) : '');
	}
	for ($i = mt_rand(-2, 2); $i > 0; $i--) {
		$at = mt_rand(7, strlen($text));
		$text = substr($text, 0, $at) . one_of(PIECES) . substr($text, $at + mt_rand(0, 1));
	}
	return $text;
}

/*
 * The texts of the fuzzer's corpus in a folder, which it has found by what they do to the scanner; each as it
 * is, and where a text may stand.
 */
function texts_of_fuzzer(string $folder): iterable
{
	foreach (glob("$folder/*") as $file) {
		$text = substr(file_get_contents($file), 6); /* after what chooses the dialect */
		yield from [$text, "SELECT $text", "SELECT ?, $text", "SELECT 1 AS a, $text ?"];
	}
}

final class Scanner extends Program
{
	/** @return array{int, bool, string...} */
	public function scan(string $dialect, string $text, array $values): array
	{
		$line = "$dialect " . ($text === '' ? '-' : bin2hex($text));
		foreach ($values as $value) {
			$line .= " $value[0]" . bin2hex(substr($value, 1));
		}
		$answer = $this->ask($line);
		return [(int) $answer[0], $answer[1] === '1', ...array_map(hex2bin(...), array_slice($answer, 2))];
	}
}

/* How many parameters the server sees, or its error. */
function parameters(mysqli $server, string $text): int|string
{
	$statement = $server->prepare($text);
	return $statement ? $statement->param_count : "error $server->errno";
}

/* What is wrong with the scanner's reading of the text; null: nothing. */
function disagreement(mysqli $server, Scanner $scanner, string $dialect, string $text, array &$seen): ?string
{
	[$found, $early] = $scanner->scan($dialect, $text, []);
	$wanted = parameters($server, $text);
	$seen[is_int($wanted) ? 'taken' : 'refused']++;
	$seen['ended early'] += (int) $early;
	$seen['parameters'] += (int) $wanted;
	if (is_int($wanted) && ($early ? $found > $wanted : $found !== $wanted)) {
		return "the server sees $wanted parameters, the scanner $found";
	}
	if ($found === 0) {
		return null;
	}
	$values = is_int($wanted) ? VALUES : [one_of(VALUES), one_of(VALUES)];
	foreach (array_slice($scanner->scan($dialect, $text, $values), 2) as $i => $replaced) {
		$left = parameters($server, $replaced);
		$seen['replaced']++;
		if (is_int($left) && ($early ? is_int($wanted) && $left !== $wanted - $found : $left !== 0)) {
			return 'with the value ' . show($values[$i]) . " there are $left parameters left in " . show($replaced);
		}
		if (is_int($wanted) && $left === 'error 1064' && $values[$i][0] === "'") {
			return 'with the value ' . show($values[$i]) . ' the server refuses ' . show($replaced) . ": $server->error";
		}
	}
	return null;
}

mysqli_report(MYSQLI_REPORT_OFF);
$scanner = new Scanner($argv[1]);
$seed = (int) ($argv[3] ?? random_int(0, 0x7FFFFFFF));
$texts = (int) ($argv[4] ?? 150);
mt_srand($seed);
$server = new mysqli(getenv('MYND_TEST_HOST'), getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'), getenv('MYND_TEST_DB'), (int) getenv('MYND_TEST_PORT'));
$about = (str_contains($server->server_info, 'MariaDB') ? '1 ' : '0 ') . $server->server_version;
$seen = array_fill_keys(['taken', 'refused', 'parameters', 'replaced', 'ended early'], 0);
$passed = $failed = 0;
foreach (CHARSETS as $charset) {
	if (!$server->set_charset($charset)) {
		continue;
	}
	foreach (MODES as $mode => $modes) {
		$server->query("SET sql_mode = '$mode'");
		$wrong = 0;
		for ($i = 0; $i < $texts; $i++) {
			$text = text();
			if (($why = disagreement($server, $scanner, "$charset $modes $about", $text, $seen)) !== null && $wrong++ < 3) {
				echo "--- $charset, mode '$mode', seed $seed: ", show($text), ": $why\n";
			}
		}
		$wrong === 0 ? $passed++ : $failed++;
	}
}
foreach (texts_of_fuzzer($argv[2]) as $text) {
	$charset = one_of(CHARSETS);
	$mode = one_of(array_keys(MODES));
	$wrong = 0;
	if ($server->set_charset($charset) && $server->query("SET sql_mode = '$mode'") &&
		($why = disagreement($server, $scanner, "$charset " . MODES[$mode] . " $about", $text, $seen)) !== null) {
		echo "--- of the fuzzer, $charset, mode '$mode': ", show($text), ": $why\n";
		$wrong++;
	}
	$of_fuzzer = ($of_fuzzer ?? 0) + $wrong;
}
($of_fuzzer ?? 1) === 0 ? $passed++ : $failed++;
echo "seed $seed; ", implode(', ', array_map(fn ($what, $count) => "$count $what", array_keys($seen), $seen)), "\n";
echo "$passed passed, $failed failed\n";
exit($failed || !$seen['parameters'] ? 1 : 0);

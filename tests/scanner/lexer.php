<?php
/*
 * Are the lexer and the server of one opinion about what is a comment, what a quoted part, and where a
 * statement ends? The texts of the unit tests' table, and random ones, run on a server.
 *
 *   lexer.php LEXER-PROGRAM [SEED [TEXTS-PER-COMBINATION]]
 *
 * The lexer makes a text plain: a comment is an empty one, a byte between quotes is an x. Both texts must do
 * the same: as many results, each with as many columns, or the same error. Nothing is compared where the
 * lexer is unsure, nor where the server refuses the bytes of a character (1300).
 */

require __DIR__ . '/common.php';

mysqli_report(MYSQLI_REPORT_OFF);

const MODES = ['' => 0, 'NO_BACKSLASH_ESCAPES' => 1, 'ANSI_QUOTES' => 2, 'ANSI_QUOTES,NO_BACKSLASH_ESCAPES' => 3];
const CHARSETS = ['latin1' => 0, 'utf8mb4' => 0, 'binary' => 0, 'cp1251' => 0, 'gbk' => 1, 'sjis' => 1, 'big5' => 1];
const INSIDE = ['a', 'b', ' ', '-- ', '--', '#', '/*', '*/', ';', ',', "\n", "\t", '\\', '\\\\', "\\'", '\\"', "'", '"', '`', "''", '""', '``', '1', "\xC3\xA4", "\x81", "\xA1\\", "\x81`", "\xA0", '*', '/', '-', '!', '+', "\\\n"];

function inside(int $most): string
{
	$text = '';
	for ($i = mt_rand(0, $most); $i > 0; $i--) {
		$text .= one_of(INSIDE);
	}
	return $text;
}

function comment(): string
{
	return match (mt_rand(0, 4)) {
		0 => '/*' . inside(4) . '*/',
		1 => '#' . inside(4) . "\n",
		2, 3 => '--' . one_of([' ', "\t", "\n", "\r", "\v", "\f", "\x01", "\x7F", "\xA0", '', '2', "'"]) . inside(4) . "\n",
		4 => one_of(['/*!', '/*M!', '/*+ ', '/**/', '/*/', '-- ', '#', '--', '/*']) . inside(2),
	};
}

function atom(): string
{
	$quote = one_of(["'", "'", '"']);
	return match (mt_rand(0, 4)) {
		0, 1 => $quote . inside(3) . $quote,
		2 => '1 AS `a' . inside(2) . '`',
		3 => one_of(['1', '-1', '- -1', '1--1', '6/2', '2*3', '(1)']),
		4 => '1' . comment(),
	};
}

function text(): string
{
	$text = 'SELECT ' . atom();
	for ($i = mt_rand(0, 3); $i > 0; $i--) {
		$text .= (mt_rand(0, 2) === 0 ? comment() : '') . one_of([', ', ',', ',', '; SELECT ', ";\nSELECT "]) . atom();
	}
	return $text . one_of(['', '', ';', comment()]);
}

final class Lexer extends Program
{
	/** @return list<string> */
	public function table(): array
	{
		return array_map(hex2bin(...), $this->ask('table'));
	}

	/** What the text is to the lexer; null: it is unsure. */
	public function parts(string $text, int $modes, int $wide): ?string
	{
		$answer = $this->ask("$modes $wide " . bin2hex($text))[0];
		return $answer === '?' ? null : hex2bin($answer);
	}
}

/* What the server makes of a text: the columns of each result, or the error's number. */
function outcome(mysqli $server, string $text): string
{
	$seen = [];
	if (!$server->multi_query($text)) {
		return "error $server->errno";
	}
	do {
		$result = $server->store_result();
		$seen[] = $server->errno ? "error $server->errno" : ($result ? $result->field_count : 'none');
	} while ($server->more_results() && ($server->next_result() || ($seen[] = "error $server->errno") === ''));
	return implode(' ', $seen);
}

$lexer = new Lexer($argv[1]);
$seed = (int) ($argv[2] ?? random_int(0, 0x7FFFFFFF));
$texts = (int) ($argv[3] ?? 300);
mt_srand($seed);
$server = new mysqli(getenv('MYND_TEST_HOST'), getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'), getenv('MYND_TEST_DB'), (int) getenv('MYND_TEST_PORT'));
$seen = array_fill_keys(['compared', 'taken', 'unsure', 'of other bytes', 'several'], 0);
$passed = $failed = 0;
foreach (CHARSETS as $charset => $wide) {
	foreach (MODES as $mode => $modes) {
		$server->set_charset($charset);
		$server->query("SET sql_mode = '$mode'");
		$wrong = 0;
		$all = $lexer->table();
		for ($i = 0; $i < $texts; $i++) {
			$all[] = text();
		}
		foreach ($all as $text) {
			$parts = $lexer->parts($text, $modes, $wide);
			if ($parts === null) {
				$seen['unsure']++;
				continue;
			}
			[$wanted, $found] = [outcome($server, $text), outcome($server, $parts)];
			if (str_contains($wanted, '1300')) {
				$seen['of other bytes']++;
				continue;
			}
			$seen['compared']++;
			$seen['taken'] += (int) !str_contains($wanted, 'error');
			$seen['several'] += (int) (!str_contains($wanted, 'error') && str_contains($wanted, ' '));
			if ($wanted !== $found && $wrong++ < 3) {
				echo "--- $charset, mode '$mode', seed $seed: ", show($text), ": the server makes $wanted of it, and $found of ", show($parts), "\n";
			}
		}
		$wrong === 0 ? $passed++ : $failed++;
	}
}
echo "seed $seed; ", implode(', ', array_map(fn ($what, $count) => "$count $what", array_keys($seen), $seen)), "\n";
echo "$passed passed, $failed failed\n";
exit($failed || in_array(0, $seen, true) ? 1 : 0);

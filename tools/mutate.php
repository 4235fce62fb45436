<?php
/*
 * Changes one thing at a time in a room's C: a comparison, a constant, what is returned, or a statement that
 * is dropped. For ./dev mutate, which asks whether the tests notice.
 *
 *     php mutate.php pick FOLDER SEED                   all changes, in the seed's order (tabs between):
 *                                                       file, offset, length, new text, kind, line
 *     php mutate.php apply FILE OFFSET LENGTH TEXT      makes it
 *
 * Left alone, because no test of behaviour can tell: preprocessor lines, assertions, what is only compiled
 * for tests (MYND_CHECKED), hints for the processor, the hash of a search that may miss, the sizes of arrays
 * (they only grow), tables that are generated, and files of which only the speed depends.
 */
const GENERATED = ['charset_table.c', 'charset_table.h'];
const ONLY_SPEED = ['pages.c'];
const COMPARISONS = ['<' => '<=', '<=' => '<', '>' => '>=', '>=' => '>', '==' => '!=', '!=' => '==', '&&' => '||', '||' => '&&'];
const RETURNS = ['MYND_OK' => 'MYND_BAD', 'MYND_BAD' => 'MYND_OK', 'MYND_MORE' => 'MYND_BAD', 'true' => 'false', 'false' => 'true', 'NULL' => null];
const NO_CALLS = ['MYND_ASSERT', 'ZEND_ASSERT', 'ZEND_ASSUME', '_Static_assert', 'mynd_prefetch', '__builtin_prefetch', 'mynd_pages_at', 'mynd_pages_whole', 'mynd_store_check', 'sizeof', '__attribute__'];
const NO_FUNCTIONS = ['look_ahead', 'slot_of']; /* the same, but they are defined beside others */
const NOTHING = '(void) 0';

/**
 * @return list<array{string, int, int}> text, offset, line; no comments, no preprocessor lines, nothing of
 * builds for tests alone
 */
function tokens(string $code): array
{
	preg_match_all('~/\*.*?\*/|//[^\n]*|"(?:[^"\\\\]|\\\\.)*"|\'(?:[^\'\\\\]|\\\\.)*\'|^[ \t]*#(?:[^\n\\\\]|\\\\.)*|[A-Za-z_]\w*|\d[\w.]*(?:(?<=[eEpP])[+-]\w+)?|'
		. '<<=|>>=|\.\.\.|->|\+\+|--|<<|>>|[<>=!+*/%&|^-]=|&&|\|\||\S~msS', $code, $found, PREG_OFFSET_CAPTURE);
	$tokens = [];
	$depth = $skipped = 0;
	foreach ($found[0] as [$text, $at]) {
		$directive = preg_match('~^\s*#\s*(ifdef|ifndef|if|else|endif)\b\s*(\w*)~', $text, $m) ? $m : ['', '', ''];
		if (in_array($directive[1], ['if', 'ifdef', 'ifndef'], true)) {
			$depth++;
			$skipped = $skipped ?: ($directive[2] === 'MYND_CHECKED' ? $depth : 0);
		} elseif ($directive[1] === 'else' && $skipped === $depth) {
			$skipped = 0;
		} elseif ($directive[1] === 'endif') {
			$skipped = $skipped === $depth ? 0 : $skipped;
			$depth--;
		}
		if (!$skipped && !preg_match('~^(/[*/]|\s*#|")~', $text)) {
			$tokens[] = [$text, $at, 1 + substr_count($code, "\n", 0, $at)];
		}
	}
	return $tokens;
}

/** Where the call that begins at this token ends: after its closing parenthesis. */
function behind_call(array $tokens, int $i): int
{
	for ($depth = 0, $i++; isset($tokens[$i]); $i++) {
		$depth += match ($tokens[$i][0]) { '(' => 1, ')' => -1, default => 0 };
		if ($depth === 0) {
			return $i + 1;
		}
	}
	return $i;
}

/** Where the function that begins at this token ends: after its closing brace. */
function behind_body(array $tokens, int $i): int
{
	for ($depth = 0; isset($tokens[$i]); $i++) {
		$depth += match ($tokens[$i][0]) { '{' => 1, '}' => -1, default => 0 };
		if ($depth === 0 && $tokens[$i][0] === '}') {
			return $i + 1;
		}
	}
	return $i;
}

/** This number is the size of an array that is declared here. */
function is_size(array $tokens, int $i): bool
{
	$word = static fn (int $at) => preg_match('~^(\*|[A-Za-z_]\w*)$~', $tokens[$at][0] ?? '') && ($tokens[$at][0] ?? '') !== 'return';
	return ($tokens[$i - 1][0] ?? '') === '[' && ($tokens[$i + 1][0] ?? '') === ']' && $word($i - 2) && $word($i - 3) && in_array($tokens[$i + 2][0] ?? '', [';', '=', ','], true);
}

/** The changed number, or null: none that is worth it. */
function other_number(string $text): ?string
{
	return preg_match('~^(\d+)([uUlL]*)$~', $text, $m) && $m[1] === ltrim($m[1], '0') . ($m[1] === '0' ? '0' : '') ? $m[1] + 1 . $m[2]
		: (preg_match('~^(0[xX][0-9a-fA-F]{1,7})([uUlL]*)$~', $text, $m) ? sprintf('0x%X', hexdec($m[1]) + 1) . $m[2] : null);
}

/**
 * How many tokens the statement has that begins here, if it can be dropped: an assignment or a call, no
 * declaration; 0: it cannot.
 */
function statement(array $tokens, int $i): int
{
	$words = [];
	$start = $i;
	for ($depth = 0; isset($tokens[$i]); $i++) {
		$text = $tokens[$i][0];
		$depth += match ($text) { '(', '[' => 1, ')', ']' => -1, default => 0 };
		if ($text === '{' || $text === '}' || $depth < 0 || $text === ':') {
			return 0;
		}
		if ($text === ';' && $depth === 0) {
			break;
		}
		$words[] = $text;
	}
	$first = $words[0] ?? '';
	if (count($words) < 2 || in_array($first, ['return', 'if', 'else', 'for', 'while', 'do', 'switch', 'case', 'default', 'goto', 'break', 'continue', 'typedef', 'static', 'extern',
		'const', 'struct', 'enum', 'union', 'unsigned', 'goto', ...NO_CALLS], true)) {
		return 0;
	}
	/* Two words in a row, or a word and a star before a word: a declaration. */
	if (preg_match('~^[A-Za-z_]\w*( \*+)* [A-Za-z_]\w*( |$)~', implode(' ', array_slice($words, 0, 6))) && !preg_match('~^\*~', $first)) {
		return 0;
	}
	return $i - $start;
}

/** @return list<array{int, int, string, string, int}> offset, length, new text, kind, line */
function changes(string $code): array
{
	$tokens = tokens($code);
	$changes = [];
	$depth = 0;
	for ($i = 0; isset($tokens[$i]); $i++) {
		[$text, $at, $line] = $tokens[$i];
		$before = $tokens[$i - 1][0] ?? '';
		if (in_array($text, NO_CALLS, true)) {
			$i = behind_call($tokens, $i) - 1;
			continue;
		}
		if ($depth === 0 && in_array($text, NO_FUNCTIONS, true)) {
			$i = behind_body($tokens, $i) - 1;
			continue;
		}
		$depth += match ($text) { '{' => 1, '}' => -1, default => 0 };
		if ($depth === 0) {
			continue;
		}
		if (isset(COMPARISONS[$text])) {
			$changes[] = [$at, strlen($text), COMPARISONS[$text], 'comparison', $line];
		} elseif ($before === 'return' && array_key_exists($text, RETURNS)) {
			RETURNS[$text] === null || $changes[] = [$at, strlen($text), RETURNS[$text], 'return', $line];
		} elseif ($text === 'true' || $text === 'false') {
			$changes[] = [$at, strlen($text), RETURNS[$text], 'constant', $line];
		} elseif ($text[0] >= '0' && $text[0] <= '9' && !is_size($tokens, $i) && ($other = other_number($text)) !== null) {
			$changes[] = [$at, strlen($text), $other, 'constant', $line];
		}
		if (in_array($before, [';', '{', '}'], true) && ($n = statement($tokens, $i)) > 0) {
			$changes[] = [$at, $tokens[$i + $n][1] - $at, NOTHING, 'dropped statement', $line];
		}
	}
	return $changes;
}

function pick(string $folder, int $seed): void
{
	$all = [];
	foreach (glob("$folder/*.[ch]") as $file) {
		if (in_array(basename($file), [...GENERATED, ...ONLY_SPEED], true)) {
			continue;
		}
		foreach (changes(file_get_contents($file)) as $change) {
			$all[] = implode("\t", [$file, ...$change]);
		}
	}
	mt_srand($seed);
	shuffle($all);
	echo implode("\n", $all), "\n";
}

function apply(string $file, int $at, int $length, string $new): void
{
	$code = file_get_contents($file);
	file_put_contents($file, substr($code, 0, $at) . $new . substr($code, $at + $length));
}

match ($argv[1]) {
	'pick' => pick($argv[2], (int) $argv[3]),
	'apply' => apply($argv[2], (int) $argv[3], (int) $argv[4], $argv[5]),
};

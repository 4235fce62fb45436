<?php
/*
 * Figures in pages that look measured and have no marker. What looks so and is none (a limit that is set, an
 * example) stands in unmarked.tsv with its reason; so do whole pages that are records of another kind.
 */

declare(strict_types=1);

namespace Mynd\Figures;

use RuntimeException;

/*
 * What only a measurement has: times below a millisecond, fractions, a rate, a comparison. "16 MiB" and "20
 * ms" are mostly limits that are set, and are not looked at.
 */
const LOOKS_MEASURED = [
	'/\d[\d.,]* ?(?:µs|us|ns|microseconds|nanoseconds)\b/u',
	'/\b\d[\d,]*\.\d+ ?(?:ms|milliseconds|seconds|[KMG]i?B)\b/',
	'/\b\d[\d.,]* ?%/',
	'/\b\d[\d.,]*(?: to \d[\d.,]*)? (?:times|x|×) (?:as|the|stock|faster|slower|less|more|fewer)\b/',
	'/\b\d[\d.,]* (?:of|times) (?:stock|the time|what stock)/',
	'/\b\d[\d,]* (?:instructions|cycles)\b/',
	'/\b\d[\d.,]* (?:queries|rows|connects|requests|pages|answers) (?:a|per) second\b/',
	'/\b\d[\d.,]*(?: or \d+)?(?: µs| ms| MiB)? instead of \d+/u',
	'/\b(?:twice|half|a third|a quarter|a tenth|[a-z]+ times)(?: as)? (?:fast|slow|faster|slower|fewer|less|much)\b/',
];

/** The lines of a page's text that people read as prose: code and marked figures are blanked. */
function prose_lines(string $text): array
{
	$text = preg_replace_callback(MARKER, static fn (array $match) => 'FIGURE' . str_repeat("\n", substr_count($match[0], "\n")), $text);
	$text = preg_replace_callback('/^ *(```+|~~~+).*?^ *\1 *$/ms', static fn (array $match) => str_repeat("\n", substr_count($match[0], "\n")), $text);
	return explode("\n", preg_replace('/(`+)[^`\n]+\1/', 'CODE', $text));
}

/** Numbers that stand alone in a cell of a table with a column of stock's. */
function bare_cells(string $line): array
{
	return array_values(preg_grep('/^\**\d[\d.,]*(?: ?(?:µs|us|ms|s|[KMG]i?B|%))?\**$/u', array_map(trim(...), array_slice(explode('|', $line), 2, -1))));
}

/** @return array<int, list<string>> what looks measured, by the number of its line */
function claims(string $text): array
{
	$found = [];
	$compares = false;
	foreach (prose_lines($text) as $i => $line) {
		$is_row = str_starts_with(ltrim($line), '|');
		$compares = $is_row && ($compares || preg_match('/\|[^|]*\b[Ss]tock\b[^|]*\|/', $line) === 1);
		foreach (LOOKS_MEASURED as $pattern) {
			preg_match_all($pattern, $line, $matches);
			array_push($matches[0], ...($compares && $pattern === LOOKS_MEASURED[0] ? bare_cells($line) : []));
			$found[$i + 1] = [...$found[$i + 1] ?? [], ...$matches[0]];
		}
	}
	return array_filter($found);
}

/** @return list<string> what is wrong: figures without a marker, and lines of the list that nothing needs */
function unmarked(string $root): array
{
	$wrong = $used = [];
	$allowed = fields_of("$root/tools/figures/unmarked.tsv", 3);
	foreach (pages($root) as $page) {
		$text = file_get_contents("$root/$page");
		[$offset, $length] = living_part($page, $text);
		$lines = explode("\n", $text);
		$first = line_at($text, $offset) - 1;
		foreach (claims(substr($text, $offset, $length)) as $number => $found) {
			$line = $lines[$first + $number - 1];
			$by = array_keys(array_filter($allowed, static fn (array $entry) => fnmatch($entry[0], $page) && ($entry[1] === '*' || str_contains($line, $entry[1]))));
			$used += array_flip($by);
			if ($by === []) {
				$wrong[] = sprintf('%s:%d: "%s" looks measured and has no marker', $page, $first + $number, implode('", "', array_unique($found)));
			}
		}
	}
	foreach (array_diff_key($allowed, $used) as [$page, $text]) {
		if ($page !== 'CHANGELOG.md') { /* a release ends what Unreleased needs */
			$wrong[] = "tools/figures/unmarked.tsv: \"$text\" is not needed for $page";
		}
	}
	return $wrong;
}

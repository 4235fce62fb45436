<?php
/*
 * What is to be said of a page without running anything: its blocks have tags, its links lead somewhere, it
 * is read in ten minutes, a guide has at most 1,500 words, and its lines end at column 110 (rows of tables
 * excepted: Markdown has a row on one line). Pages that a command makes are to be looked things up in, and
 * may be as long as they are.
 */

const MOST_WORDS = 2000;
const MOST_WORDS_OF_A_GUIDE = 1500; // its code included, as `wc -w` counts
const LONGER_PAGES = '/^docs\/(ARCHITECTURE|testing|testing-machines|compatibility(-\w+)?)\.md$/';
const MOST_COLUMNS = 110;

/** @return list<string> a page's lines without its code */
function prose(array $lines): array
{
	$inside = false;
	return array_filter($lines, function (string $line) use (&$inside): bool {
		$fence = preg_match('/^\s*```/', $line) === 1;
		$inside = $fence ? !$inside : $inside;
		return !$fence && !$inside;
	});
}

/** The anchor that a heading gets. */
function anchor(string $heading): string
{
	$plain = preg_replace('/\[([^]]*)\]\([^)]*\)/', '$1', $heading);
	return str_replace(' ', '-', preg_replace('/[^\w\- ]/u', '', strtolower(trim($plain))));
}

/** @return list<string> of all headings */
function anchors(array $lines): array
{
	$anchors = [];
	foreach (prose($lines) as $line) {
		if (preg_match('/^#+ +(.*?)#*$/', $line, $match) === 1) {
			$anchors[] = anchor($match[1]);
		}
	}
	return $anchors;
}

function is_generated(array $lines): bool
{
	return str_contains(implode("\n", array_slice($lines, 0, 5)), '<!-- Made by ./dev reference');
}

/** @return list<string> */
function wrong_tags(string $page, array $lines): array
{
	$wrong = [];
	foreach (blocks_of($page, $lines) as $block) {
		if (!$block->is_code()) {
			continue;
		}
		if ($block->language === '') {
			$wrong[] = $block->name() . ': a block without a language';
		} elseif (!$block->is_run() && $block->reason() === null) {
			$wrong[] = $block->name() . ": \"$block->tag\" is none of: run, output, not-run: REASON";
		} elseif ($block->tag === 'output' && $block->output === null) {
			$wrong[] = $block->name() . ': no "```text output" follows';
		} elseif ($block->is_run() && !in_array($block->language, ['php', 'sh', 'ini'], true)) {
			$wrong[] = $block->name() . ": nothing runs \"$block->language\"";
		}
	}
	foreach (prose($lines) as $number => $line) {
		if (preg_match('/^(\t| {4})/', $line) === 1 && trim($lines[$number - 1] ?? '') === '' && preg_match('/^\s*([-*]|\d+\.)\s/', $line) === 0) {
			$wrong[] = "$page:" . ($number + 1) . ': a block by indentation, which has no tag';
		}
	}
	return $wrong;
}

/** @return list<string> */
function wrong_links(string $root, string $page, array $lines, array $pages): array
{
	$wrong = [];
	foreach (prose($lines) as $number => $line) {
		preg_match_all('/\]\(([^)\s]+)\)/', preg_replace('/`[^`]*`/', '', $line), $matches);
		foreach ($matches[1] as $link) {
			if (preg_match('/^[a-z]+:/', $link) === 1) {
				continue;
			}
			[$path, $heading] = explode('#', $link, 2) + [1 => null];
			$target = $path === '' ? $page : ltrim(resolve(dirname($page), $path), '/');
			if (!isset($pages[$target]) && !file_exists("$root/$target")) {
				$wrong[] = "$page:" . ($number + 1) . ": there is no $target";
			} elseif ($heading !== null && !in_array($heading, anchors($pages[$target] ?? file("$root/$target", FILE_IGNORE_NEW_LINES)), true)) {
				$wrong[] = "$page:" . ($number + 1) . ": $target has no heading #$heading";
			}
		}
	}
	return $wrong;
}

function resolve(string $folder, string $path): string
{
	$parts = [];
	foreach (explode('/', "$folder/$path") as $part) {
		if ($part === '..') {
			array_pop($parts);
		} elseif ($part !== '.' && $part !== '') {
			$parts[] = $part;
		}
	}
	return implode('/', $parts);
}

/** @return list<string> */
function too_long(string $page, array $lines): array
{
	$words = count(preg_split('/\s+/', implode("\n", prose($lines)), -1, PREG_SPLIT_NO_EMPTY));
	return $words <= MOST_WORDS || is_generated($lines) ? [] : ["$page has $words words, more than are read in ten minutes (" . MOST_WORDS . ')'];
}

function is_guide(string $page): bool
{
	return preg_match('/^docs\/[^\/]+\.md$/', $page) === 1 && preg_match(LONGER_PAGES, $page) === 0;
}

/** @return list<string> */
function too_long_guide(string $page, array $lines): array
{
	$words = count(preg_split('/\s+/', implode("\n", $lines), -1, PREG_SPLIT_NO_EMPTY));
	return $words <= MOST_WORDS_OF_A_GUIDE || !is_guide($page) ? [] : ["$page has $words words, more than a guide may have (" . MOST_WORDS_OF_A_GUIDE . ')'];
}

/** Characters, not bytes, without what is not shown: the markers of figures. */
function columns(string $line): int
{
	return preg_match_all('/./u', preg_replace('/<!--.*?-->/', '', $line));
}

/** @return list<string> */
function too_wide(string $page, array $lines): array
{
	$wrong = [];
	foreach ($lines as $number => $line) {
		if (columns($line) > MOST_COLUMNS && !str_starts_with(ltrim($line), '|')) {
			$wrong[] = "$page:" . ($number + 1) . ' has ' . columns($line) . ' columns';
		}
	}
	return $wrong;
}

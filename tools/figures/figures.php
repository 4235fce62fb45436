#!/usr/bin/env php
<?php
/*
 * Figures in the pages come from bench/results/ (bench/README.md).
 *
 *   figures.php put ROOT              puts them into the pages, and draws the picture of the README
 *   figures.php check ROOT            says where a page has another one; what has no marker, or no result
 *   figures.php release ROOT VERSION  says what is not fit for a release of that version
 *   figures.php benches ROOT          the benches that pages show, a line each
 *
 * Exit 1: something is wrong, or not fit.
 */

declare(strict_types=1);

namespace Mynd\Figures;

require dirname(__DIR__) . '/page/parts.php';
foreach (['results', 'pages', 'claims', 'release'] as $part) {
	require __DIR__ . "/$part.php";
}

const PICTURE_FILE = 'docs/images/overview.svg';

/** The picture of the README; null while one of its benches is still to be recorded. */
function picture(Results $results): ?string
{
	if (array_intersect_key(array_flip(PICTURE), $results->missing) !== []) {
		return null;
	}
	$lines = [];
	foreach (PICTURE as $bench) {
		$results->of($bench) !== null || throw new \RuntimeException("bench/results/ has no $bench.json");
		array_push($lines, ...$results->of($bench)->lines);
	}
	$figures = new \Mynd\Page\Figures($lines);
	return \Mynd\Page\overview($figures, \Mynd\Page\charts($figures));
}

function put(string $root, Results $results): array
{
	$pages = new Pages($root, $results);
	foreach ($pages->changed as $page => $text) {
		file_put_contents("$root/$page", $text);
		echo "$page has new figures\n";
	}
	$picture = picture($results);
	if ($picture !== null && $picture !== @file_get_contents("$root/" . PICTURE_FILE)) {
		file_put_contents("$root/" . PICTURE_FILE, $picture);
		echo PICTURE_FILE . " is drawn\n";
	}
	if ($results->missing !== []) {
		printf("%d of %d figures wait for benches that are still to be recorded: %s\n", $pages->waiting, $pages->figures, implode(', ', array_keys($results->missing)));
	}
	return $pages->wrong;
}

/** @return list<string> */
function wrong(string $root, Results $results): array
{
	$pages = new Pages($root, $results);
	$wrong = [...$pages->wrong, ...$pages->differing, ...unmarked($root)];
	foreach (array_diff_key($results->names, $pages->used) as $name => $_) {
		$wrong[] = "bench/figures.tsv: no page but perhaps the changelog has $name";
	}
	foreach (array_keys($results->missing) as $bench) {
		$results->of($bench) === null || $wrong[] = "bench/results/to-be-recorded.tsv: $bench was recorded";
		in_array($bench, $results->benches(), true) || $wrong[] = "bench/results/to-be-recorded.tsv: no page shows the bench $bench";
	}
	$picture = picture($results);
	if ($picture !== null && $picture !== @file_get_contents("$root/" . PICTURE_FILE)) {
		$wrong[] = PICTURE_FILE . ' has other figures than bench/results/: ./dev figures';
	}
	return $wrong;
}

/** Prints them. */
function names_of_benches(Results $results): array
{
	echo implode("\n", $results->benches()), "\n";
	return [];
}

[, $what, $root] = $argv + ['', 'check', dirname(__DIR__, 2)];
try {
	$results = new Results($root);
	$wrong = match ($what) {
		'put' => put($root, $results),
		'check' => wrong($root, $results),
		'release' => unfit($root, $results, $argv[3]),
		'benches' => names_of_benches($results),
		default => ["figures: there is no \"$what\""],
	};
} catch (\RuntimeException $e) {
	$wrong = [$e->getMessage()];
}
echo $wrong === [] ? '' : implode("\n", $wrong) . "\n";
exit($wrong === [] ? 0 : 1);

<?php
/*
 * Are the results fit for a release? They are of its minor version (a build after the version before it is),
 * of a whole run of a commit, on a machine that did nothing else when the bench began.
 */

declare(strict_types=1);

namespace Mynd\Figures;

const MOST_LOAD = 1.0;

function minor(string $version): string
{
	return implode('.', array_slice(explode('.', $version), 0, 2));
}

/** The version that figures belong to: a build "after 0.2.0" is of the version that followed, if one did. */
function version_of(string $told, string $changelog): ?string
{
	if (preg_match('/^(after )?(\d+\.\d+\.\d+\S*)$/', $told, $match) !== 1) {
		return null;
	}
	preg_match_all('/^## \[(\d[^]]*)\]/m', $changelog, $released);
	$place = array_search($match[2], $released[1], true);
	return $match[1] === '' || $place === 0 ? $match[2] : ($place === false ? null : $released[1][$place - 1]);
}

/** @return list<string> what is wrong with one run */
function faults_of_run(array $about, string $version, string $changelog): array
{
	$wrong = [];
	$of = version_of($about['mynd'] ?? '', $changelog);
	if ($of === null || version_compare(minor($of), minor($version), '<')) {
		$wrong[] = 'is of mynd ' . ($about['mynd'] ?? '(unknown)') . ", not of $version";
	}
	if (!isset($about['Load']) || (float) $about['Load'] > MOST_LOAD) {
		$wrong[] = sprintf('was recorded at a load of %s; at most %.0f', isset($about['Load']) ? strtok($about['Load'], ' ') : 'nobody knows', MOST_LOAD);
	}
	if (($about['Size'] ?? '') !== '') {
		$wrong[] = 'is of a quick run';
	}
	if (!isset($about['Commit']) || str_contains($about['Commit'], 'with changes')) {
		$wrong[] = 'is of no commit, but of ' . ($about['Commit'] ?? 'files that are in no repository');
	}
	return $wrong;
}

/** @return list<string> */
function unfit(string $root, Results $results, string $version): array
{
	$changelog = file_get_contents("$root/CHANGELOG.md");
	$wrong = [];
	foreach ($results->benches() as $bench) {
		$runs = $results->of($bench)?->runs ?? [];
		$runs !== [] || $wrong[] = "$bench was not recorded: ./dev bench --record $bench";
		foreach ($runs as $about) {
			array_push($wrong, ...array_map(static fn (string $fault) => "bench/results/$bench.json $fault", faults_of_run($about, $version, $changelog)));
		}
	}
	return [...$wrong, ...wrong($root, $results)];
}

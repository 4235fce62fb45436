<?php
/*
 * The catalogue in eight parts, each behind a connection of its own and a tenth of a second away: asked one
 * after the other, and all at once, with the answers taken as they come: by Mynd\as_completed(), and where
 * the driver does not have that, by mysqli_poll().
 *
 *   php catalogue_shards.php             both
 *   php catalogue_shards.php at-once     this scene
 *
 * Connects as php.ini's mysqli.default_* say, to the database in the environment's CATALOGUE_DB
 * ("catalogue"). One server has all parts here; shards.php has a table over several.
 */
declare(strict_types=1);

require __DIR__ . '/catalogue_common.php';

const SCENES = [
	'in-turn' => 'eight shards, 0.1 s away, one after the other',
	'at-once' => 'eight shards, 0.1 s away, all asked at once',
];
const PARTS = 8;

function question(int $part, int $last): string
{
	$from = intdiv($part * $last, PARTS) + 1;
	$to = intdiv(($part + 1) * $last, PARTS);
	return "SELECT section, COUNT(*), SUM(installed_size) FROM (SELECT SLEEP(0.1)) away, packages WHERE id BETWEEN $from AND $to GROUP BY section";
}

/**
 * @param array<int, mysqli> $links
 * @return Generator<int, mysqli>
 */
function as_completed(array $links): Generator
{
	while ($links) {
		$read = $links;
		$error = $reject = [];
		mysqli_poll($read, $error, $reject, 60);
		/** @var list<mysqli> $read */
		foreach ($read as $link) {
			$part = (int) array_search($link, $links, true);
			unset($links[$part]);
			yield $part => $link;
		}
	}
}

/** @param Generator<int, mysqli_result> $answers */
function show(Generator $answers): void
{
	/** @var array<array-key, array{int, int}> $sections */
	$sections = [];
	foreach ($answers as $answer) {
		foreach ($answer->fetch_all() as [$section, $count, $size]) {
			$before = $sections[(string) $section] ?? [0, 0];
			$sections[(string) $section] = [$before[0] + (int) $count, $before[1] + (int) $size];
		}
	}
	uksort($sections, static fn (int|string $a, int|string $b) => [$sections[$b][0], $a] <=> [$sections[$a][0], $b]);
	printf("%d packages in %d sections\n", array_sum(array_column($sections, 0)), count($sections));
	foreach (array_slice($sections, 0, 10) as $section => [$count, $size]) {
		printf("  %s: %d packages, %d KiB\n", $section, $count, $size);
	}
}

/**
 * @param array<int, mysqli> $links
 * @return Generator<int, mysqli_result>
 */
function asked_in_turn(array $links, int $last): Generator
{
	foreach ($links as $part => $link) {
		yield $link->query(question($part, $last));
	}
}

/**
 * @param array<int, mysqli> $links
 * @return Generator<int, mysqli_result>
 */
function asked_at_once(array $links, int $last): Generator
{
	foreach ($links as $part => $link) {
		$link->query(question($part, $last), MYSQLI_ASYNC);
	}
	foreach (function_exists('Mynd\as_completed') ? Mynd\as_completed($links) : as_completed($links) as $link) {
		yield $link->reap_async_query();
	}
}

/** @param array<int, mysqli> $links */
function in_turn(array $links, int $last): void
{
	show(asked_in_turn($links, $last));
}

/** @param array<int, mysqli> $links */
function at_once(array $links, int $last): void
{
	show(asked_at_once($links, $last));
}

mysqli_report(MYSQLI_REPORT_ERROR | MYSQLI_REPORT_STRICT);
$links = [];
for ($part = 0; $part < PARTS; $part++) {
	$links[] = new mysqli(null, null, null, catalogue());
}
$last = (int) $links[0]->query('SELECT MAX(id) FROM packages')->fetch_column();
play($argv, SCENES, $links, $last);

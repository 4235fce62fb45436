<?php
/*
 * The charts of the page: which figures of which bench each shows, and what it says of them. All numbers come
 * from the figures; a chart whose bench has measured nothing is left out.
 */

declare(strict_types=1);

namespace Mynd\Page;

const FETCHES = [
	'wide, store all assoc' => 'query(), fetch_all()',
	'wide, use loop assoc' => 'unbuffered, in a loop',
	'wide, prepared all assoc' => 'prepared, fetch_all()',
	'wide, pdo store all assoc' => 'PDO, fetchAll()',
];
const ROUTES = ['unix' => 'Unix socket', 'tcp' => 'TCP', 'tls' => 'TLS', '1 ms' => 'TCP, the server 1 ms away'];
const CONNECTS = ['new' => 'fresh', 'p:' => 'persistent'];
const PLACES = ['loopback' => 'On the loopback', '1 ms' => 'The server 1 ms away'];
/* Of each way: its label, and of what stock's figure is where only mynd has it. */
const INSERTS = [
	'sync, VALUES of 1 row' => ['one by one', null],
	'VALUES of 100 rows' => ['VALUES of 100 rows', null],
	'pipeline' => ['pipeline()', 'one by one'],
	'prepared pipeline' => ['pipeline(), prepared', 'one by one'],
	'execute_many' => ['execute_many()', 'one by one'],
];
const SHARDS = [
	'in turn' => ['one after the other', null],
	'mysqli_poll' => ['at once, mysqli_poll()', null],
	'as_completed' => ['at once, as_completed()', 'mysqli_poll()'],
];
const APPLICATIONS = ['WordPress' => 'WordPress, the front page', 'Laravel' => 'Laravel', 'Doctrine, mysqli' => 'Doctrine over mysqli', 'Doctrine, PDO' => 'Doctrine over PDO'];
const PAGES = ['fresh' => ['untouched', null], 'all' => ['persistent=all', 'untouched'], 'fewer' => ['round_trips=fewer', 'untouched']];

/**
 * Names made of each part with each other.
 *
 * @param list<string> ...$parts
 * @return list<string>
 */
function names(string $format, array ...$parts): array
{
	$rows = [[]];
	foreach ($parts as $part) {
		$longer = [];
		foreach ($rows as $row) {
			foreach ($part as $next) {
				$longer[] = [...$row, $next];
			}
		}
		$rows = $longer;
	}
	return array_map(static fn (array $row) => vsprintf($format, $row), $rows);
}

/**
 * The cases that the charts need of a bench, those of a full run and of a quick one.
 *
 * @return list<string>
 */
function wanted(string $bench): array
{
	return match ($bench) {
		'blob' => ['over time'],
		'fetch' => array_keys(FETCHES),
		'connect' => names('%s, %s, SELECT 1', array_keys(ROUTES), array_keys(CONNECTS)),
		'insert' => names('%s rows, %s, 1 link, %s', ['20,000', '1,000'], array_keys(PLACES), array_keys(INSERTS)),
		'scatter' => [...names('%s links, staggered', ['8', '200', '1,000', '1,100', '4,000']), ...names('8 shards, 20 ms each: %s', array_keys(SHARDS))],
		'far' => names('%s, 1 ms', array_keys(APPLICATIONS)),
		default => [],
	};
}

/** @return array<string, ?Chart> by bench, in the page's order */
function charts(Figures $figures): array
{
	return [
		'blob' => memory_chart($figures),
		'fetch' => fetch_chart($figures),
		'connect' => connect_chart($figures),
		'insert' => insert_chart($figures),
		'scatter' => shards_chart($figures),
		'far' => trips_chart($figures),
		'demo' => demo_chart($figures),
	];
}

/** "stock 2.09 µs a row, mynd 1.48" */
function beside(Figure $figure): string
{
	$stock = $figure->value('stock');
	return ($stock === null ? 'stock cannot' : 'stock ' . number($stock) . ' ' . unit($figure->unit())) . ', mynd ' . number($figure->value('mynd'))
		. ($stock === null ? ' ' . unit($figure->unit()) : '');
}

function samples(Figure $figure): string
{
	$samples = $figure->samples();
	return match ($samples) {
		null => '',
		1 => ' One sample of each.',
		default => " Medians of $samples samples, taken in turn; small numbers and thin lines: between them lies the middle half.",
	};
}

/**
 * A chart of rows and its table, of the same entries.
 *
 * @param list<Entry> $entries
 */
function rows_chart(string $id, string $title, string $finding, string $how, array $entries, string $first, string $axis, Figure $headline, string $text, Summary $summary, bool $logarithmic = false, string $limit = ''): Chart
{
	return new Chart($id, $title, $finding, $how . samples($headline), ['' => new Rows($entries, $axis, $logarithmic, $limit)],
		['' => Table::of("$title: $axis", $first, $entries)], $headline, $text, $summary);
}

function memory_chart(Figures $figures): ?Chart
{
	$highest = $figures->get('blob', 'engine peak', 'over time: highest');
	if ($highest === null) {
		return null;
	}
	$lines = memory_lines($figures);
	return new Chart('memory', 'BLOB memory over time',
		sprintf('At the highest the program holds %s MiB on stock and %s MiB on mynd; the data itself is 32 MiB.', number($highest->value('stock')), number($highest->value('mynd'))),
		'One program: a stored result of ten BLOBs, 32 KiB to 16 MiB, taken row by row and kept; then the result is freed, then the rows are. '
			. 'A mark for each step: what PHP’s engine holds above what it held before the query.' . samples($highest),
		['' => new Lines($lines, 'milliseconds', 'MiB')], ['' => memory_table($figures, $highest)],
		$highest, 'for ten BLOBs of 32 MiB, at the highest', new Summary('MiB at the highest, fewer is better', [new Pair('ten BLOBs, 32 MiB in all, kept', $highest->value('stock'), $highest->value('mynd'))]));
}

/**
 * @return list<array{string, Figure, Figure}> each step: its name, what is held after it, and when it was
 * over
 */
function memory_steps(Figures $figures): array
{
	$steps = [];
	foreach ($figures->like('blob', 'engine memory', '/^over time: (.*)$/') as $step => $held) {
		$steps[] = [$step, $held, $figures->get('blob', 'after', "over time: $step")];
	}
	return $steps;
}

/** @return list<Series> */
function memory_lines(Figures $figures): array
{
	$points = static fn (string $side) => array_map(static fn (array $step) => [$step[2]->value($side), $step[1]->value($side)], memory_steps($figures));
	return [new Series('stock', 'stock', $points('stock')), new Series('mynd', 'mynd', $points('mynd'))];
}

function memory_table(Figures $figures, Figure $highest): Table
{
	$table = new Table('Memory over time: MiB that the engine holds after each step, and milliseconds until it was over', ['step', 'stock', 'mynd', 'mynd / stock', 'stock, ms', 'mynd, ms']);
	foreach (memory_steps($figures) as [$step, $held, $time]) {
		$table->add('', $step, [Cell::of($held, 'stock'), Cell::of($held, 'mynd'), new Cell($held->ratio()), Cell::of($time, 'stock'), Cell::of($time, 'mynd')]);
	}
	$table->add('', 'the highest at any time', [Cell::of($highest, 'stock'), Cell::of($highest, 'mynd'), new Cell($highest->ratio())]);
	return $table;
}

function fetch_chart(Figures $figures): ?Chart
{
	$entries = [];
	foreach (FETCHES as $case => $label) {
		$figure = $figures->get('fetch', 'cpu', $case);
		$entries = $figure === null ? $entries : [...$entries, new Entry('', $label, $figure)];
	}
	if ($entries === []) {
		return null;
	}
	return rows_chart('fetch', 'Four ways to fetch', 'By ' . $entries[0]->label . ': ' . beside($entries[0]->figure) . '.',
		'The client’s CPU time from the query to the freed result, of a table with numbers, dates and texts; the server’s bytes are replayed from memory, the same for both.',
		$entries, 'way', 'µs of CPU a row, fewer is better', $entries[0]->figure, 'of CPU a row, ' . $entries[0]->label,
		new Summary('µs of CPU a row, fewer is better', array_map(Pair::of(...), $entries)), false, 'limit: a reader that checks nothing');
}

function connect_chart(Figures $figures): ?Chart
{
	$entries = [];
	foreach (ROUTES as $route => $group) {
		foreach (CONNECTS as $kind => $label) {
			$figure = $figures->get('connect', 'rate', "$route, $kind, SELECT 1");
			$entries = $figure === null ? $entries : [...$entries, new Entry($group, $label, $figure)];
		}
	}
	if ($entries === []) {
		return null;
	}
	$headline = end($entries);
	$two = [$entries[1] ?? $headline, $headline];
	$finding = array_map(static fn (Entry $entry) => "$entry->group, $entry->label: " . beside($entry->figure) . '.', $two);
	$pairs = array_map(static fn (Entry $entry) => Pair::of($entry, "$entry->label, " . lcfirst(strtr($entry->group, ['TCP, ' => ''])), $entry->group), $two);
	return rows_chart('connect', 'Connect rates', implode(' ', array_unique($finding)),
		'Connect, SELECT 1, close: how often a second, one after the other. Persistent connections are reset before they are used again, on both.',
		$entries, 'connection', 'connects a second, more is better', $headline->figure, "connects, $headline->label, $headline->group",
		new Summary('connect, SELECT 1, close: how often a second, more is better', $pairs), true, 'limit: a bare login in C');
}

function insert_chart(Figures $figures): ?Chart
{
	$entries = [];
	foreach (PLACES as $place => $group) {
		$found = $figures->like('insert', 'total', '/^[\d,]+ rows, ' . $place . ', 1 link: (.*)$/');
		foreach (array_intersect_key(INSERTS, $found) as $way => [$label, $instead]) {
			$entries[] = new Entry($group, $label, $found[$way], $instead);
		}
	}
	if ($entries === []) {
		return null;
	}
	$last = end($entries);
	$some = array_filter($entries, static fn (Entry $entry) => $entry->group === $last->group && in_array($entry->label, ['one by one', 'pipeline()', 'execute_many()'], true));
	return rows_chart('insert', 'Inserts by pipeline',
		"$last->group, a row by $last->label: mynd " . number($last->figure->value('mynd')) . ' µs; by stock’s synchronous inserts ' . number($last->figure->value('stock')) . ' µs.',
		'The time from the first row to the last reply, divided by the rows; the table is checked at the end. What only mynd has stands in the table beside stock’s inserts one by one.',
		$entries, 'way', 'µs a row, fewer is better', $last->figure, 'a row inserted, ' . lcfirst($last->group),
		new Summary('µs a row, ' . lcfirst($last->group) . '; stock one by one', array_map(Pair::of(...), array_values($some))), true);
}

function shards_chart(Figures $figures): ?Chart
{
	$shards = $figures->like('scatter', 'time', '/^8 shards, 20 ms each: (.*)$/');
	$polled = $figures->like('scatter', 'cpu, mysqli_poll', '/^([\d,]+) links, staggered$/');
	$completed = $figures->like('scatter', 'cpu, as_completed', '/^([\d,]+) links, staggered$/');
	if (!isset($shards['in turn'], $shards['as_completed']) || $polled === [] || array_keys($polled) !== array_keys($completed)) {
		return null;
	}
	$entries = [];
	foreach (array_intersect_key(SHARDS, $shards) as $way => [$label, $instead]) {
		$entries[] = new Entry('', $label, $shards[$way], $instead);
	}
	$times = new Rows($entries, 'ms until all have answered, fewer is better');
	$most = array_key_last(array_filter($completed, static fn (Figure $figure) => $figure->value('stock') !== null)) ?? array_key_first($completed);
	[$in_turn, $at_once] = [$shards['in turn'], $shards['as_completed']];
	return new Chart('shards', 'Shards at once',
		sprintf('Eight shards of 20 ms: %s ms one after the other on stock, %s ms at once on mynd.%s', number($in_turn->value('stock')), number($at_once->value('mynd')), refusal($polled)),
		'Time: eight connections, a query of 20 ms on each. CPU: a query on each connection, the answers one after the other, the client’s CPU of waiting and taking. Stock’s mysqli_poll() waits with select().' . samples($in_turn),
		['Time until eight shards have answered' => $times, 'CPU an answer, by connections' => waiting_drawing($polled, $completed)],
		['Time until eight shards have answered' => Table::of('Shards at once: ms until all have answered', 'way', $entries), 'CPU an answer, by connections' => waiting_table($polled, $completed)],
		$completed[$most], "of CPU an answer, $most connections, by as_completed()",
		new Summary("µs of CPU an answer, $most connections; stock mysqli_poll()", [Pair::of(new Entry('', 'mysqli_poll()', $polled[$most])), Pair::of(new Entry('', 'as_completed()', $completed[$most]))]));
}

/** @param array<string, Figure> $polled by the number of connections */
function refusal(array $polled): string
{
	foreach ($polled as $links => $figure) {
		if ($figure->value('stock') === null) {
			return " Stock’s mysqli_poll() cannot wait for $links connections.";
		}
	}
	return '';
}

/**
 * @param array<string, Figure> $polled by the number of connections
 * @param array<string, Figure> $completed
 */
function waiting_drawing(array $polled, array $completed): Lines
{
	$points = static function (array $figures, string $side): array {
		$points = [];
		foreach ($figures as $links => $figure) {
			if ($figure->value($side) !== null) {
				$points[] = [(float) strtr((string) $links, [',' => '']), $figure->value($side)];
			}
		}
		return $points;
	};
	return new Lines([new Series('stock', 'stock, mysqli_poll()', $points($polled, 'stock')), new Series('mynd', 'mynd, mysqli_poll()', $points($polled, 'mynd')),
		new Series('more', 'mynd, as_completed()', $points($completed, 'mynd'))], 'connections', 'µs an answer, fewer is better', true);
}

/**
 * @param array<string, Figure> $polled by the number of connections
 * @param array<string, Figure> $completed
 */
function waiting_table(array $polled, array $completed): Table
{
	$table = new Table('Shards at once: µs of CPU an answer', ['connections', 'stock, mysqli_poll()', 'mynd, mysqli_poll()', 'mynd, as_completed()']);
	foreach ($polled as $links => $figure) {
		$table->add('', (string) $links, [Cell::of($figure, 'stock'), Cell::of($figure, 'mynd'), Cell::of($completed[$links], 'mynd')]);
	}
	return $table;
}

function trips_chart(Figures $figures): ?Chart
{
	$entries = [];
	$table = new Table('Trips a page: round trips, and milliseconds a page', ['page', 'stock', 'mynd', 'mynd / stock', 'stock, ms', 'mynd, ms']);
	foreach (APPLICATIONS as $application => $group) {
		foreach (PAGES as $way => [$label, $instead]) {
			$trips = $figures->get('far', 'round trips', "$application, $way");
			$time = $figures->get('far', 'time, 1 ms', "$application, $way");
			if ($trips !== null && $time !== null) {
				$timed = $time;
				$entries[$group][] = new Entry($group, $label, $trips, $instead);
				$table->add($group, $label, [Cell::of($trips, 'stock', $instead ?? ''), Cell::of($trips, 'mynd'), new Cell($trips->ratio()), Cell::of($time, 'stock'), Cell::of($time, 'mynd')]);
			}
		}
	}
	if ($entries === []) {
		return null;
	}
	$ways = reset($entries);
	$best = end($ways);
	return new Chart('trips', 'Trips a page',
		"$best->group: stock " . number($best->figure->value('stock')) . " round trips, mynd with $best->label " . number($best->figure->value('mynd')) . '.',
		'Pages of applications that nobody has touched, with the server 1 ms away. persistent=all and round_trips=fewer (with the former) are mynd’s settings. '
			. 'A way in between counts the trips; a fresh connection needs two for connecting alone.' . samples($timed),
		['' => new Rows(array_merge(...array_values($entries)), 'round trips a page, fewer is better')], ['' => $table],
		$best->figure, "$best->group, $best->label", new Summary('round trips a page, fewer is better', trips_pairs($entries)));
}

/**
 * Of the first two applications: stock, and mynd as it needs least.
 *
 * @param array<string, non-empty-list<Entry>> $entries by application
 * @return non-empty-list<Pair>
 */
function trips_pairs(array $entries): array
{
	return array_map(static fn (string $group) => Pair::of(end($entries[$group]), strtok($group, ',') . ', ' . end($entries[$group])->label), array_keys(array_slice($entries, 0, 2)));
}

function demo_chart(Figures $figures): ?Chart
{
	$drawings = $tables = [];
	foreach (['cpu' => 'CPU of the whole process', 'peak' => 'The engine’s peak memory', 'wall' => 'Time by the clock'] as $metric => $heading) {
		$entries = [];
		foreach ($figures->like('demo', $metric, '/^(.*)$/') as $case => $figure) {
			[$program, $scene] = explode(':', $case, 2) + [1 => ''];
			$entries[] = new Entry($program, $scene, $figure);
		}
		if ($entries !== []) {
			$axis = ['s' => 'seconds', 'MiB' => 'MiB'][$entries[0]->figure->unit()] . ', fewer is better';
			$drawings[$heading] = new Rows($entries, $axis);
			$tables[$heading] = Table::of("The demo’s programs: $heading, $axis", 'scene', $entries);
		}
	}
	if ($drawings === []) {
		return null;
	}
	$scene = $figures->like('demo', 'peak', '/^(.*)$/');
	uasort($scene, static fn (Figure $a, Figure $b) => $b->value('stock') <=> $a->value('stock'));
	$largest = reset($scene);
	return new Chart('demo', 'The demo’s programs', 'The most memory is that of ' . strtr($largest->case(), [':' => ', ']) . ': ' . beside($largest) . '.',
		'Programs of examples/ on the machine’s own package catalogue, which print the same on both. Whole processes, PHP’s own start included.' . samples($largest),
		$drawings, $tables, $largest, 'at the peak of ' . strtr($largest->case(), [':' => ', ']));
}

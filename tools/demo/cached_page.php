<?php
/*
 * Loads pages of an unmodified application many times, first as it is, then with the query cache put before
 * it by php.ini alone, and says what the database server saw of it. The pages must be the same.
 *
 *   cached_page.php ROOT PORT PHP-COMMAND... -- SETTINGS FOR PHP...
 *
 * Connects as the settings say, too. Exit 0: the pages are equal, and the cache has done its work.
 */
const WORDS = ['database', 'driver', 'client library', 'zsh', 'compiler'];
const ROUNDS = 8;

/** @return resource the application's web server: one process, whose APCu lasts from page to page */
function start(array $command, string $root, int $port, array $settings)
{
	$server = proc_open([...$command, ...$settings, '-S', "127.0.0.1:$port", '-t', $root], [['file', '/dev/null', 'r'], ['file', '/dev/null', 'w'], ['file', '/dev/null', 'w']], $pipes);
	for ($end = microtime(true) + 10; microtime(true) < $end; usleep(20000)) {
		if ($socket = @stream_socket_client("tcp://127.0.0.1:$port")) {
			fclose($socket);
			return $server;
		}
	}
	fwrite(STDERR, "The web server does not start.\n");
	exit(1);
}

function stop($server): void
{
	proc_terminate($server);
	proc_close($server);
}

function page(int $port, string $path): string
{
	$page = file_get_contents("http://127.0.0.1:$port/$path");
	return $page !== false ? $page : throw new RuntimeException("the page $path cannot be had");
}

/** SELECTs that the server has run, for all connections. */
function selects(): int
{
	return (int) (new mysqli(null))->query("SHOW GLOBAL STATUS LIKE 'Com_select'")->fetch_row()[1];
}

/** @return array{pages: list<string>, seconds: float, queries: int} */
function load_pages(int $port): array
{
	$before = selects();
	$start = hrtime(true);
	$pages = [];
	for ($round = 0; $round < ROUNDS; $round++) {
		foreach (WORDS as $word) {
			$pages[] = page($port, 'examples/catalogue_page.php?q=' . rawurlencode($word));
		}
	}
	return ['pages' => $pages, 'seconds' => (hrtime(true) - $start) / 1e9, 'queries' => selects() - $before];
}

function say(string $what, array $run, string $more): void
{
	printf("  %-34s %3d page loads in %6.2f s, %7.1f ms each; the server ran %3d SELECTs%s\n", $what, count($run['pages']), $run['seconds'], $run['seconds'] / count($run['pages']) * 1000, $run['queries'], $more);
}

[, $root, $port] = $argv;
$rest = array_slice($argv, 3);
$end = array_search('--', $rest, true);
[$command, $settings] = [array_slice($rest, 0, $end), array_slice($rest, $end + 1)];
$prepended = ['-d', 'apc.enable_cli=1', '-d', "mynd.prepend_interceptors=$root/packages/cache/prepend.php", '-d', 'mynd_cache.tables="packages=60"'];

$server = start($command, $root, $port, $settings);
$without = load_pages($port);
stop($server);
say('as it is:', $without, '');
$server = start($command, $root, $port, [...$settings, ...$prepended]);
$with = load_pages($port);
$counts = json_decode(page($port, 'tools/demo/cache_counts.php'), true);
stop($server);
say('with the query cache prepended:', $with, sprintf(', the cache had %d hits and %d misses', $counts['hits'], $counts['misses']));
if ($with['pages'] !== $without['pages']) {
	echo "The pages differ.\n";
	exit(1);
}
if ($counts['hits'] === 0 || $with['queries'] >= $without['queries']) {
	echo "The cache did nothing.\n";
	exit(1);
}

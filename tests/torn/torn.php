<?php
/*
 * Cuts, splits and stalls conversations at every byte: ./dev torn. Runs with the stock driver or mynd; the
 * conversations themselves run in clients (client.php), one for each group of settings.
 *
 *     php torn.php --php COMMAND --relay FILE --server KIND --folder DIR [--seconds N] [--seed S] [--part F]
 *         [--conversation NAME]... [--at CASE] [--no-stalls] [--jobs N] [--list] [--kernel LIBRARY]
 *         [--resume RECORD --commit HASH]
 *
 * With a record (record.inc) it runs what that lacks, slice by slice, and adds what has passed.
 * Prints what is wrong with the command that repeats it, and at the end what was done; status 0 if nothing is
 * wrong.
 */
require __DIR__ . '/conversations.inc';
require __DIR__ . '/record.inc';
mysqli_report(MYSQLI_REPORT_ERROR | MYSQLI_REPORT_STRICT);

const SILENCE = 60; // seconds without a word after which a client has hung

$o = getopt('', ['php:', 'relay:', 'server:', 'folder:', 'seconds:', 'seed:', 'part:', 'conversation:', 'at:', 'no-stalls', 'jobs:', 'list', 'kernel:', 'resume:', 'commit:']);
$server = $o['server'];
prepare_server($server);
$all = conversations($server);
if (isset($o['list'])) {
	echo implode("\n", array_keys($all)), "\n";
	exit;
}
$chosen = isset($o['conversation']) ? array_filter($all, fn($name) => (bool) array_filter((array) $o['conversation'], fn($glob) => fnmatch($glob, $name)), ARRAY_FILTER_USE_KEY) : $all;
/* A failing call of its second witness, which passes no relay, would be one of the conversation. */
isset($o['kernel']) && $chosen = array_filter($chosen, fn($name) => !str_starts_with($name, 'cancel/'), ARRAY_FILTER_USE_KEY);
$chosen || exit("torn: there is no such conversation; --list names them\n");
$seed = (int) ($o['seed'] ?? random_int(1, 999999999));
$until = microtime(true) + ($o['seconds'] ?? 1e6);
$part = (float) ($o['part'] ?? 1);
$record = isset($o['resume']) ? new Record($o['resume'], $server, $o['commit'] ?? '') : null;

/**
 * What clients are given to do: settings, names, a slice or none. What is first differs with the seed, so
 * that short runs reach all. Many of one group are shared among clients.
 */
function share(array $chosen, ?int $slice): array
{
	$groups = $shares = [];
	foreach ($chosen as $name => ['settings' => $settings]) {
		$groups[json_encode($settings)][] = $name;
	}
	foreach ($groups as $settings => $names) {
		shuffle($names);
		foreach (array_chunk($names, 8) as $some) {
			$shares[] = [json_decode($settings, true), $some, $slice];
		}
	}
	shuffle($shares);
	return $shares;
}

mt_srand($seed);
$waiting = $record === null ? share($chosen, null) : [];
for ($slice = 0; $record !== null && $slice < SLICES; $slice++) {
	array_push($waiting, ...share(array_filter($chosen, fn($name) => !$record->has($name, $slice), ARRAY_FILTER_USE_KEY), $slice));
}

final class Running
{
	public float $heard;
	public array $case = ['', ''];
	public bool $ended = false;
	public ?int $slice;
	public $process, $said;
	public string $buffer = '';
}

function start(array $settings, array $names, ?int $slice, array $options, string $php): Running
{
	$r = new Running;
	$r->slice = $slice;
	$command = explode(' ', $php);
	foreach ($settings + ['display_errors' => 'stderr', 'mynd.shared_pool' => '0', 'mysqli.allow_local_infile' => '1'] as $name => $value) {
		array_push($command, '-d', "$name=$value");
	}
	$environment = getenv();
	if ($options['kernel']) {
		$orders = tempnam($options['folder'], 'orders');
		file_put_contents($orders, str_repeat("\0", 64));
		$environment = ['LD_PRELOAD' => trim($options['preload'] . ' ' . ($environment['LD_PRELOAD'] ?? '')), 'TORN_KERNEL' => $orders] + $environment;
	}
	$r->process = proc_open([...$command, __DIR__ . '/client.php', json_encode(['names' => $names, 'slice' => $slice] + $options)], [['file', '/dev/null', 'r'], ['pipe', 'w'], STDERR], $pipes, null, $environment);
	$r->said = $pipes[1];
	stream_set_blocking($r->said, false);
	$r->heard = microtime(true);
	return $r;
}

$waiting_before = count($waiting);
$failures = $cases = $stalls = $done = $possible = 0;
$again = fn(string $name, string $case) => "./dev torn " . (isset($o['kernel']) ? '--kernel ' : '') . "--server $server --conversation $name" . ($case !== '' && !str_starts_with($case, 'stall') ? " --at $case" : " --seed $seed");
$wrong = function (string $name, string $case, string $what) use (&$failures, $again): void {
	if (++$failures <= 200) {
		echo "--- $name, $case: $what\n    ", $again($name, $case), "\n";
	}
};
$hear = function (Running $r, array $word) use (&$cases, &$stalls, &$done, &$possible, $wrong, $record): void {
	match ($word[0]) {
		'case' => $r->case = [$word[1], $word[2]],
		'wrong' => $wrong($word[1], $word[2], $word[3]),
		'told' => print(json_encode($word, JSON_PRETTY_PRINT) . "\n"),
		'done' => [$cases += $word[2], $possible += $word[3], $stalls += $word[5], $done++, getenv('TORN_VERBOSE') && fprintf(STDERR, "%s: %d cases of %d, %d bytes, %d stalls\n", ...array_slice($word, 1))],
		'passed' => $record?->add($word[1], $r->slice, $word[2], $word[3]),
		'end' => $r->ended = true,
	};
};
$options = ['relay' => $o['relay'], 'server' => $server, 'folder' => $o['folder'], 'seed' => $seed, 'part' => $part, 'until' => $until,
	'stalls' => !isset($o['no-stalls']), 'kernel' => isset($o['kernel']), 'preload' => $o['kernel'] ?? ''] + (isset($o['at']) ? ['at' => $o['at']] : []);
$running = [];
while ($running || ($waiting && microtime(true) < $until)) {
	while ($waiting && count($running) < ($o['jobs'] ?? 2) && microtime(true) < $until) {
		$running[] = start(...array_shift($waiting), options: $options, php: $o['php']);
	}
	$read = array_map(fn(Running $r) => $r->said, $running);
	$none = null;
	stream_select($read, $none, $none, 1);
	foreach ($running as $i => $r) {
		while (($line = fgets($r->said)) !== false) {
			$r->heard = microtime(true);
			$r->buffer .= $line;
			if (str_ends_with($r->buffer, "\n")) {
				$hear($r, json_decode($r->buffer, true) ?? ['wrong', ...$r->case, "printed $r->buffer"]);
				$r->buffer = '';
			}
		}
		$hung = microtime(true) - $r->heard > SILENCE;
		if (feof($r->said) || $hung) {
			$hung && proc_terminate($r->process, SIGKILL);
			while (($status = proc_get_status($r->process))['running']) {
				usleep(1000);
			}
			if (!$r->ended) {
				$wrong(...$r->case, what: $hung ? 'hangs' : "the client has ended with status $status[exitcode], signal $status[termsig]");
			}
			unset($running[$i]);
		}
	}
}
printf("seed %d: %d of %d cases and %d stalls in %d of %d conversations, %d wrong\n", $seed, $cases, $possible, $stalls, $done, count($chosen), $failures);
$record === null || print($record->status(array_keys($all)) . "\n");
exit($failures > 0 || $done === 0 && !isset($o['at']) && $waiting_before > 0 ? 1 : 0);

<?php
/*
 * Runs a program once and tells what it cost. Used by compare.php and by the demo; itself run by a PHP
 * without drivers.
 */
namespace Mynd\Measure;

/** What one run of a program gave and cost. Bytes and seconds; null: unknown. */
final class Run
{
	public function __construct(
		public readonly string $output,
		public readonly string $errors,
		public readonly int $status,
		public readonly float $wall,
		public readonly float $cpu,
		public readonly ?string $driver,
		public readonly ?int $peak,
		public readonly ?int $resident,
		public readonly ?int $roundTrips,
	) {
	}

	/** What a visitor sees of a program: what it printed, what it complained of, how it ended. */
	public function sameAs(Run $other): bool
	{
		return $this->output === $other->output && $this->errors === $other->errors
			&& $this->status === $other->status;
	}
}

/**
 * @param list<string> $php     the command of a PHP, and settings for it
 * @param list<string> $program the script and its arguments
 */
function run(array $php, array $program, string $ownPrepend = ''): Run
{
	$files = [];
	foreach (['output', 'errors', 'report'] as $name) {
		$files[$name] = tempnam(sys_get_temp_dir(), 'mynd-measure-');
	}
	$environment = getenv() + ['MYND_MEASURE_REPORT' => $files['report'], 'MYND_MEASURE_PREPEND' => $ownPrepend];
	$command = [...$php, '-d', 'auto_prepend_file=' . __DIR__ . '/report.php', ...$program];
	$streams = [['file', '/dev/null', 'r'], ['file', $files['output'], 'w'], ['file', $files['errors'], 'w']];

	$before = processor_time();
	$started = hrtime(true);
	$process = proc_open($command, $streams, $pipes, null, $environment);
	$status = proc_close($process);
	$wall = (hrtime(true) - $started) / 1e9;
	$cpu = processor_time() - $before;

	$known = json_decode((string) file_get_contents($files['report']), true) ?? [];
	$run = new Run(
		(string) file_get_contents($files['output']),
		(string) file_get_contents($files['errors']),
		$status,
		$wall,
		$cpu,
		$known['driver'] ?? null,
		$known['peak'] ?? null,
		$known['resident'] ?? null,
		round_trips($known['statistics'] ?? []),
	);
	array_map('unlink', $files);
	return $run;
}

/** User and system time of the children that have ended, in seconds. */
function processor_time(): float
{
	$usage = getrusage(1);
	return $usage['ru_utime.tv_sec'] + $usage['ru_stime.tv_sec']
		+ ($usage['ru_utime.tv_usec'] + $usage['ru_stime.tv_usec']) / 1e6;
}

/** How often the program waited for the server: logins, and the commands that have a reply. */
function round_trips(array $statistics): ?int
{
	if (!isset($statistics['connect_success'])) {
		return null;
	}
	$sum = (int) $statistics['connect_success'];
	foreach ($statistics as $name => $value) {
		if (str_starts_with($name, 'com_')) {
			$sum += (int) $value;
		}
	}
	foreach (['com_quit', 'com_stmt_close', 'com_stmt_send_long_data'] as $silent) {
		$sum -= (int) ($statistics[$silent] ?? 0);
	}
	return $sum;
}

/** @param non-empty-list<int|float|null> $values */
function median(array $values): int|float|null
{
	$values = array_filter($values, static fn ($value): bool => $value !== null);
	sort($values);
	return $values[intdiv(count($values), 2)] ?? null;
}

function megabytes(?int $bytes): string
{
	return $bytes === null ? '?' : sprintf('%.1f MiB', $bytes / 1048576);
}

function seconds(?float $seconds): string
{
	return $seconds === null ? '?' : sprintf('%.3f s', $seconds);
}

/** mynd / stock, as it is read best. */
function ratio(int|float|null $stock, int|float|null $mynd): string
{
	return $stock && $mynd !== null ? sprintf('%.2f', $mynd / $stock) : '';
}

/**
 * A table with a heading; the first column is left-aligned, the others right.
 *
 * @param list<list<string>> $rows
 */
function table(array $rows): string
{
	$widths = array_map(
		static fn (int $column): int => max(array_map(strlen(...), array_column($rows, $column))),
		array_keys($rows[0]),
	);
	$text = '';
	foreach ($rows as $row) {
		$cells = [];
		foreach ($row as $column => $cell) {
			$cells[] = str_pad($cell, $widths[$column], ' ', $column === 0 ? STR_PAD_RIGHT : STR_PAD_LEFT);
		}
		$text .= rtrim('  ' . implode('   ', $cells)) . "\n";
	}
	return $text;
}

/** The difference of two outputs as lines, from the first one that differs; at most $limit of them. */
function difference(string $stock, string $mynd, int $limit = 60): string
{
	$files = [tempnam(sys_get_temp_dir(), 'mynd-stock-'), tempnam(sys_get_temp_dir(), 'mynd-mynd-')];
	file_put_contents($files[0], $stock);
	file_put_contents($files[1], $mynd);
	$command = ['diff', '-a', '-u', '--label', 'stock', '--label', 'mynd', ...$files];
	$process = proc_open($command, [1 => ['pipe', 'w']], $pipes);
	$lines = explode("\n", rtrim((string) stream_get_contents($pipes[1]), "\n"));
	proc_close($process);
	array_map('unlink', $files);
	if (count($lines) > $limit) {
		$lines = [...array_slice($lines, 0, $limit), sprintf('... %d more lines', count($lines) - $limit)];
	}
	return implode("\n", array_map(static fn (string $line): string => shortened($line), $lines)) . "\n";
}

/** A line that is not too long for a screen. */
function shortened(string $line, int $length = 300): string
{
	return strlen($line) > $length ? preg_replace('/[\x80-\xBF]*$/', '', substr($line, 0, $length)) . ' ...' : $line;
}

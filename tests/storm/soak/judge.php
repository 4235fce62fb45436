<?php
/*
 * judge.php ledger FOLDER ROWS: whether the server's rows (a file of lines "token count") are what the
 * ledgers of FOLDER/ledger say: what was done is there once, what may have run once or not at all, what has
 * not run is not there, and nobody else has written. Prints the counts; then lines that begin with WRONG.
 *
 * judge.php samples FILE: whether memory, descriptors and connections stay as they are, by the samples of
 * each minute: lines of minute, name, value, separated by tabs; a name ends with what it is (rss, fds,
 * threads). From the tenth minute to the end memory grows by less than 2 percent (medians of three samples),
 * and the others are at the end what they were then (the server's threads: no more than they were until then,
 * because idle connections of pools come and go). Where there are fewer than twenty minutes memory is not
 * judged, and the others are compared with the first sample.
 */
const FROM = 10, LEAST = 20, MOST_GROWTH = 0.02;

function wrong(string $what): void
{
	global $wrong;
	$wrong[] = "WRONG: $what";
}

function judge_ledger(string $folder, string $rows): void
{
	$times = [];
	foreach (new SplFileObject($rows) as $line) {
		if (preg_match('/^(\S+)\s+(\d+)$/', $line, $match) === 1) {
			$times[$match[1]] = (int) $match[2];
		}
	}
	$counts = ['d' => 0, 'm' => 0, 'n' => 0];
	$lost = $doubled = $run = $known = 0;
	foreach (glob("$folder/ledger/*") as $ledger) {
		foreach (new SplFileObject($ledger) as $line) {
			if (($line = rtrim($line)) === '') {
				continue;
			}
			[$token, $told] = explode(' ', $line);
			$there = $times[$token] ?? 0;
			unset($times[$token]);
			$counts[$told]++;
			$known += $there;
			$told !== 'd' || $there > 0 || ++$lost > 5 || wrong("lost: $token");
			$there <= 1 || ++$doubled > 5 || wrong("$there times there: $token");
			$told !== 'n' || $there === 0 || ++$run > 5 || wrong("has run although it was told not to: $token");
		}
	}
	if ($times !== []) {
		wrong(count($times) . ' rows that nobody knows of, or that were told of twice: ' . implode(' ', array_slice(array_keys($times), 0, 5)));
	}
	echo "{$counts['d']} done, {$counts['m']} unknown, {$counts['n']} not run; $known rows: $lost lost, $doubled doubled, $run run that were told not to\n";
	foreach (['d' => 500, 'm' => 1, 'n' => 1] as $told => $least) {
		$counts[$told] >= $least || wrong("that was no endurance: '$told' fewer than $least times");
	}
}

function median(array $values): float
{
	sort($values);
	return (float) $values[intdiv(count($values), 2)];
}

function judge_memory(string $name, array $values): void
{
	$from = array_filter($values, fn ($minute) => $minute >= FROM, ARRAY_FILTER_USE_KEY);
	[$begin, $end] = [median(array_slice($from, 0, 3)), median(array_slice($from, -3))];
	$growth = $end / $begin - 1;
	printf("%s: from %d to %d, %+.2f%%\n", $name, $begin, $end, $growth * 100);
	$growth < MOST_GROWTH || wrong(sprintf('%s has grown by %.2f%%', $name, $growth * 100));
}

function judge_samples(string $file): void
{
	$all = [];
	foreach (file($file, FILE_IGNORE_NEW_LINES) as $line) {
		[$minute, $name, $value] = explode("\t", $line);
		$all[$name][(int) $minute] = (int) $value;
	}
	$all !== [] || wrong('there are no samples');
	foreach ($all as $name => $values) {
		$minutes = array_key_last($values);
		if (str_ends_with($name, ' rss')) {
			if ($minutes >= LEAST) {
				judge_memory($name, $values);
			} else {
				printf("%s: from %d to %d, not judged in %d minutes\n", $name, reset($values), end($values), $minutes);
			}
		} elseif (preg_match('/(fds|threads)$/', $name) === 1) {
			$begin = $values[$minutes >= LEAST ? FROM : array_key_first($values)];
			count($values) > 1 || wrong("$name: one sample is none");
			$most = max(array_filter($values, fn (int $minute) => $minute <= FROM, ARRAY_FILTER_USE_KEY));
			$stays = str_ends_with($name, 'threads') && $minutes >= LEAST ? end($values) <= $most : end($values) === $begin;
			$stays || wrong("$name: $begin, and " . end($values) . ' at the end');
		}
	}
}

$wrong = [];
$argv[1] === 'samples' ? judge_samples($argv[2]) : judge_ledger($argv[2], $argv[3]);
echo implode("\n", $wrong), $wrong === [] ? '' : "\n";
exit($wrong === [] ? 0 : 1);

<?php
/*
 * judge.php answers FOLDER: reads FOLDER/answers and FOLDER/rows (token and way of each row that is in the
 * tables), prints how many answers there were of each kind, and lines that begin with "WRONG" for what must
 * not be.
 * judge.php pools FOLDER: the same of FOLDER/pools, where each worker shows its pools when the storm is over.
 *
 * An answer is right if it worked and saw a clean link and its own words, or if it met one error, of ERRORS,
 * in time. What a request was told to have written is there once; of one that met an error there may be a
 * row, but never two.
 */
const CLEAN = ['socket' => [null, '1', 'storm', '1', 'SYSTEM'], 'tls' => [null, '1', 'storm_tls', '1', 'SYSTEM'], 'pdo' => [null, '1', 'storm', '1', 'SYSTEM']];
const ERRORS = [2002, 2006, 1053]; /* the last one is a server's own word while it goes */
const IN_TIME = 4000; /* ms: a reset, a connect and a command wait a second at most; the machine is busy */

function wrong(string $what): void
{
	global $wrong;
	$wrong[] = "WRONG: $what\n";
}

function kind(array $line, int $written): string
{
	$answer = $line['answer'];
	$told = json_encode($line);
	if (isset($answer['garbage']) || isset($answer['complaint'])) {
		wrong("no answer: $told");
		return 'garbage';
	}
	if ($answer['ms'] > IN_TIME) {
		wrong("not in time: $told");
	}
	if (isset($answer['seen']) && $answer['seen'] !== CLEAN[$line['place']]) {
		wrong("the link was not clean: $told");
	}
	if ($written > 1 || ($written > 0 && $line['way'] === 'transaction')) {
		wrong("written $written times: $told");
	}
	if (isset($answer['error'])) {
		if (!in_array($answer['error'], ERRORS, true)) {
			wrong("another error: $told");
		}
		return "error $answer[error]";
	}
	if ($answer['said'] !== "<$line[token]>") {
		wrong("another request's data: $told");
	}
	if ($written !== ($line['way'] === 'transaction' ? 0 : 1)) {
		wrong("written $written times: $told");
	}
	return 'ok';
}

function judge_answers(string $folder): void
{
	$written = array_count_values(array_map(static fn ($row) => strtok($row, "\t"), file("$folder/rows", FILE_IGNORE_NEW_LINES)));
	$kinds = [];
	foreach (file("$folder/answers") as $line) {
		$line = json_decode($line, true);
		$kind = kind($line, $written[$line['token']] ?? 0);
		$kinds[$kind] = ($kinds[$kind] ?? 0) + 1;
	}
	ksort($kinds);
	echo json_encode($kinds), "\n";
	foreach (['ok' => 2000, 'error 2002' => 10, 'error 2006' => 1] as $kind => $least) {
		if (($kinds[$kind] ?? 0) < $least) {
			wrong("that was no storm: '$kind' fewer than $least times");
		}
	}
}

/** Nobody waits, nothing was refused a reset, and each worker has seen what died. */
function judge_pools(string $folder): void
{
	foreach (file("$folder/pools") as $line) {
		['pools' => $pools] = json_decode($line, true);
		if (count($pools) !== count(CLEAN)) {
			wrong(count($pools) . ' pools after the storm');
		}
		foreach ($pools as $pool) {
			$never = array_intersect_key($pool['closed'], array_flip(['reset_failed', 'unread_result', 'fatal_error', 'max_links', 'role']));
			if ($pool['live'] !== 0 || $pool['idle'] !== 1 || array_sum($never) !== 0 || $pool['made'] < 2 || $pool['reused'] < 100) {
				wrong('a pool after the storm: ' . json_encode($pool));
			}
			if ($pool['found_dead'] + array_sum($pool['closed']) + 1 !== $pool['made']) {
				wrong('a link that nobody knows of: ' . json_encode($pool));
			}
		}
	}
}

$wrong = [];
$argv[1] === 'pools' ? judge_pools($argv[2]) : judge_answers($argv[2]);
echo implode('', array_slice($wrong, 0, 20));

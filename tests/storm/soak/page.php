<?php
/*
 * One request of the endurance test: takes a connection, looks whether it is as new, writes, and leaves some
 * state at times. Prints a JSON object: what was told of each row, what was wrong, the errors.
 *
 * Parameters: token, seed, place; or rest: a number and how many workers there are: then it holds a
 * connection of each place until all workers have come so far, so that each pool is full, and says who it is.
 */
require __DIR__ . '/writer.inc';

function rest_together(string $folder, string $round, int $workers): array
{
	$links = array_map(fn ($place) => patiently(fn () => connect($place)), PLACES);
	touch("$folder/$round." . getmypid());
	for ($end = microtime(true) + 10; count(glob("$folder/$round.*")) < $workers && microtime(true) < $end;) {
		usleep(5000);
	}
	return ['rests' => count($links)];
}

$answer = ['pid' => getmypid()];
$folder = getenv('SOAK_FOLDER');
mt_srand((int) ($_GET['seed'] ?? 0));
try {
	if (isset($_GET['rest'])) {
		$answer += rest_together("$folder/rest", $_GET['rest'], (int) $_GET['workers']);
		gc_mem_caches();
	} else {
		$writer = new Writer($_GET['token'], $folder);
		$writer->outcome_of(null, function () use (&$link) {
			$link = connect($_GET['place']);
		});
		if ($link !== null) {
			$writer->as_new($link);
			for ($i = mt_rand(1, 4); $i > 0 && !$writer->lost; $i--) {
				$writer->act($link);
			}
			$writer->lost || mt_rand(0, 3) > 0 || $writer->leave($link);
		}
		$answer += ['told' => $writer->told, 'wrong' => $writer->wrong, 'errors' => $writer->errors];
	}
} catch (mysqli_sql_exception | PDOException $e) {
	$answer['error'] = number_of($e);
	$answer['text'] = $e->getMessage();
}
echo json_encode($answer, JSON_THROW_ON_ERROR | JSON_INVALID_UTF8_SUBSTITUTE);

<?php
/* Answers as they come, taken with mysqli_poll(): what programs have on any driver. */

declare(strict_types=1);

require __DIR__ . '/common.php';

/** Yields each link whose answer is there. If the driver cannot wait for so many, reports that and ends. */
function by_poll(array $links): Generator
{
	$waiting = [];
	foreach ($links as $link) {
		$waiting[spl_object_id($link)] = $link;
	}
	while ($waiting) {
		$read = $waiting;
		$error = $reject = [];
		$count = mysqli_poll($read, $error, $reject, 60);
		if ($count === false || $reject) {
			report(['cannot' => error_get_last()['message'] ?? 'links were rejected']);
			exit(0);
		}
		foreach ($read as $link) {
			unset($waiting[spl_object_id($link)]);
			yield $link;
		}
	}
}

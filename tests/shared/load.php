<?php
/*
 * Asks a php-fpm for pages, some at a time: load.php SOCKET PAGE NUMBER CONCURRENCY [SERVER-SOCKET USER
 * KILL-EVERY PARENT]. With SERVER-SOCKET each end of a connection of USER is waited for, see Requests.
 *
 * Prints: answered N, lost N, killed N, workers N, seconds S; then what was wrong, a line each.
 */
require __DIR__ . '/requests.php';

[, $path, $page, $number, $concurrency] = $argv;
$requests = new Requests($path, $page, (int) $concurrency);
if (isset($argv[5])) {
	$requests->await_ends(new mysqli('localhost', 'watch', 'throw away', null, null, $argv[5]), $argv[6], (int) $argv[7], $argv[8]);
}
$seconds = $requests->run((int) $number);
printf("answered %d, lost %d, killed %d, workers %d, seconds %.2f\n", $requests->answered, $requests->lost, $requests->killed, count($requests->workers), $seconds);
echo implode("\n", array_slice($requests->wrong, 0, 20)), $requests->wrong === [] ? '' : "\n";

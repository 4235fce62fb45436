<?php
/*
 * Runs small queries. Arguments: what, times. Prints client CPU and time in all (microseconds), and the sum of the answers.
 *
 *     query       SELECT 1, buffered, one row fetched
 *     query, TCP  the same by TCP, all else by the unix socket
 *     same text   execute_query() with one value, the same text each time
 *     new text    execute_query() with one value, another text each time
 */
require __DIR__ . '/common.php';

[, $what, $times] = $argv;
$link = $what === 'query, TCP' ? connect_by_tcp() : connect();
$ask = match ($what) {
    'query', 'query, TCP' => static fn (int $i) => $link->query('SELECT 1')->fetch_row()[0],
    'same text' => static fn (int $i) => $link->execute_query('SELECT ? + 1', [$i])->fetch_row()[0],
    'new text' => static fn (int $i) => $link->execute_query("SELECT ? + 1 AS c$i", [$i])->fetch_row()[0],
};
$sum = $ask(0);
$time = hrtime(true);
$cpu = cpu();
for ($i = 0; $i < $times; $i++) {
    $sum += $ask($i);
}
report(['cpu' => cpu() - $cpu, 'time' => intdiv(hrtime(true) - $time, 1000), 'sum' => $sum, 'times' => (int) $times]);

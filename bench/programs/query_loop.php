<?php
/*
 * Runs small queries. Arguments: what, times. Prints client CPU and time in all (microseconds), and the sum
 * of the answers.
 *
 *     query       SELECT 1, buffered, one row fetched
 *     same text   execute_query() with one value, the same text each time
 *     new text    execute_query() with one value, another text each time
 *
 * Over the unix socket, or with ", TCP" after it by TCP.
 */
require __DIR__ . '/common.php';

[, $what, $times] = $argv;
$by_tcp = str_ends_with($what, ', TCP');
$link = $by_tcp ? connect_by_tcp() : connect();
$ask = match ($by_tcp ? substr($what, 0, -5) : $what) {
    'query' => static fn (int $i) => $link->query('SELECT 1')->fetch_row()[0],
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

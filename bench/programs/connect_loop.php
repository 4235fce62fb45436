<?php
/*
 * Connects and closes. Arguments: times, "idle" or "query" (one SELECT 1 each time). Prints CPU and page
 * faults in all.
 */
require __DIR__ . '/common.php';

$times = (int) $argv[1];
$query = $argv[2] === 'query';
$answers = 0;
if ($times > 0) {
    connect()->close(); /* what is made once only */
}
$faults = getrusage()['ru_minflt'];
$before = cpu();
for ($i = 0; $i < $times; $i++) {
    $link = connect();
    if ($query) {
        $answers += (int) $link->query('SELECT 1')->fetch_row()[0];
    }
    $link->close();
}
$cpu = cpu() - $before;
report(['cpu' => $cpu, 'faults' => getrusage()['ru_minflt'] - $faults, 'answers' => $answers, 'times' => $times]);

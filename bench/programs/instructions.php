<?php
/*
 * Does one thing many times. Arguments: what, times. Prints a sum of what was read.
 *
 *     query       SELECT 1, buffered, its row fetched
 *     execute     a prepared statement with one value, its row fetched
 *     connect     a login, and its end
 *     row         so many rows of six columns out of one buffered result, as associative arrays
 */
require __DIR__ . '/common.php';

[, $what, $times] = $argv;
$link = connect();
$statement = $what === 'execute' ? $link->prepare('SELECT ?') : null;
$sum = 0;
if ($what === 'row') {
    $result = $link->query("SELECT id, name, price, stock, changed, note FROM bench_articles ORDER BY id LIMIT $times");
    while ($row = $result->fetch_assoc()) {
        $sum += $row['id'];
    }
} else {
    $do = match ($what) {
        'query' => static fn () => $link->query('SELECT 1')->fetch_row()[0],
        'execute' => static fn () => $statement->execute([1]) ? $statement->get_result()->fetch_row()[0] : 0,
        'connect' => static fn () => connect()->close() ? 1 : 0,
    };
    for ($i = 0; $i < $times; $i++) {
        $sum += $do();
    }
}
report(['sum' => $sum, 'times' => (int) $times]);

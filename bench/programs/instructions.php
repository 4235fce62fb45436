<?php
/*
 * Does one thing many times. Arguments: what, times. Prints a sum of what was read.
 *
 *     query       SELECT 1, buffered, its row fetched
 *     execute     a prepared statement with one value, its row fetched
 *     connect     a login, and its end
 *     row         so many rows of six columns out of one buffered result, as associative arrays
 *     everything  a query of a page, each time with another number in it, on a connection of a pool that has
 *                 been handed back before, so that it knows what the table is
 */
require __DIR__ . '/common.php';

[, $what, $times] = $argv;
$link = connect();
$statement = $what === 'execute' ? $link->prepare('SELECT ?') : null;
for ($i = 0; $what === 'everything' && $i < 3; $i++) {
    $link->query('SELECT note FROM bench_articles WHERE id = 1');
    $link->close();
    $link = connect();
}
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
        'everything' => static fn (int $i) => count($link->query("SELECT id, name, price FROM bench_articles WHERE id = $i AND note <> 'x' ORDER BY name LIMIT 5")->fetch_all()),
    };
    for ($i = 0; $i < $times; $i++) {
        $sum += $do($i);
    }
}
report(['sum' => $sum, 'times' => (int) $times]);

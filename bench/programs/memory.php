<?php
/*
 * A worker that has run queries. Arguments: what, where from ("unix socket", "TCP"). Prints its private dirty
 * memory (KB) when all results are freed again, and a sum of what was read.
 *
 *     nothing     connects, and no more
 *     mysqli      queries, prepared statements and inserts
 *     PDO         the same
 */
require __DIR__ . '/common.php';

[, $what, $way] = $argv;

/** The table, and the statements that both ask with. */
function prepare(mysqli|PDO $link): array
{
    $link->query('CREATE TEMPORARY TABLE bench_memory (id INT AUTO_INCREMENT PRIMARY KEY, name VARCHAR(80), price DECIMAL(10,2), changed DATETIME)');
    $insert = $link->prepare('INSERT INTO bench_memory (name, price, changed) VALUES (?, ?, NOW())');
    $select = $link->prepare('SELECT * FROM bench_memory WHERE id > ?');
    return [$insert, $select];
}

function ask_mysqli(mysqli $link): int
{
    $sum = 0;
    [$insert, $select] = prepare($link);
    for ($i = 0; $i < 100; $i++) {
        $insert->execute(["name $i", $i / 10]);
        $select->execute([$i - 10]);
        $sum += count($select->get_result()->fetch_all(MYSQLI_ASSOC));
        $result = $link->query('SELECT * FROM bench_memory');
        while ($row = $result->fetch_assoc()) {
            $sum += $row['id'];
        }
    }
    return $sum;
}

function ask_pdo(PDO $link): int
{
    $sum = 0;
    [$insert, $select] = prepare($link);
    for ($i = 0; $i < 100; $i++) {
        $insert->execute(["name $i", $i / 10]);
        $select->execute([$i - 10]);
        $sum += count($select->fetchAll());
        foreach ($link->query('SELECT * FROM bench_memory') as $row) {
            $sum += $row['id'];
        }
    }
    return $sum;
}

$link = $what === 'PDO' ? connect_pdo($way === 'TCP') : ($way === 'TCP' ? connect_by_tcp() : connect());
$sum = match ($what) {
    'nothing' => 0,
    'mysqli' => ask_mysqli($link),
    'PDO' => ask_pdo($link),
};
preg_match('/^Private_Dirty:\s+(\d+)/m', file_get_contents('/proc/self/smaps_rollup'), $match);
report(['private' => (int) $match[1], 'sum' => $sum]);

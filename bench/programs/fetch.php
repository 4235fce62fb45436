<?php
/*
 * Fetches a result a number of times. Arguments: query, way, repetitions.
 *
 * A way is "store" or "use", and how rows are taken: "all assoc", "all num", "loop assoc", "loop row". Prints client CPU a
 * repetition (microseconds) from the query to the result's end, the same with the dropping of the program's own array, the engine's
 * peak, the growth of the process' peak over its size before the first query (bytes), and the number of rows.
 * The way "check" hashes every value, buffered and unbuffered, instead of measuring. With bench/bare.c loaded and "bare" before the
 * way, that reads instead of the driver.
 */
require __DIR__ . '/common.php';

function fetch_all(mysqli $link, string $query, int $mode, int $shape): array
{
    $result = $link->query($query, $mode);
    $rows = $result->fetch_all($shape);
    $result->free();
    return $rows;
}

function loop_assoc(mysqli $link, string $query, int $mode): int
{
    $count = 0;
    $result = $link->query($query, $mode);
    while ($row = $result->fetch_assoc()) {
        $count++;
    }
    $result->free();
    return $count;
}

function loop_row(mysqli $link, string $query, int $mode): int
{
    $count = 0;
    $result = $link->query($query, $mode);
    while ($row = $result->fetch_row()) {
        $count++;
    }
    $result->free();
    return $count;
}

/** The rows, or where they were not kept, their number. */
function once(mysqli $link, string $query, string $way): array|int
{
    [$mode, $how] = explode(' ', $way, 2);
    if ($mode === 'bare') {
        return bare_fetch(getenv('MYND_TEST_SOCKET'), $query, $how);
    }
    $mode = ['store' => MYSQLI_STORE_RESULT, 'use' => MYSQLI_USE_RESULT][$mode];
    return match ($how) {
        'all assoc' => fetch_all($link, $query, $mode, MYSQLI_ASSOC),
        'all num' => fetch_all($link, $query, $mode, MYSQLI_NUM),
        'loop assoc' => loop_assoc($link, $query, $mode),
        'loop row' => loop_row($link, $query, $mode),
    };
}

/** A hash of everything that every way yields. */
function check(mysqli $link, string $query): string
{
    $hash = hash_init('sha256');
    foreach ([MYSQLI_STORE_RESULT, MYSQLI_USE_RESULT] as $mode) {
        foreach ([MYSQLI_ASSOC, MYSQLI_NUM] as $shape) {
            hash_update($hash, serialize($link->query($query, $mode)->fetch_all($shape)));
            foreach ($link->query($query, $mode) as $row) {
                hash_update($hash, serialize($row));
            }
        }
        $result = $link->query($query, $mode);
        while ($row = $result->fetch_row()) {
            hash_update($hash, serialize($row));
        }
        $result->free();
    }
    return hash_final($hash);
}

[, $query, $way, $repetitions] = $argv;
$link = connect();
if ($way === 'check') {
    report(['hash' => check($link, $query)]);
    exit;
}
$count = 0;
$taken = $dropped = 0;
$resident = resident_peak();
memory_reset_peak_usage();
for ($i = 0; $i < $repetitions; $i++) {
    $begin = cpu();
    $rows = once($link, $query, $way);
    $end = cpu();
    $count += is_int($rows) ? $rows : count($rows);
    $rows = null;
    $taken += $end - $begin;
    $dropped += cpu() - $end;
}
$repetitions = max(1, (int) $repetitions);
report(['cpu' => $taken / $repetitions, 'cpu_dropped' => ($taken + $dropped) / $repetitions, 'peak' => memory_get_peak_usage(),
    'resident' => resident_peak() - $resident, 'rows' => $count]);

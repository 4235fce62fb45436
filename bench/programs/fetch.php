<?php
/*
 * Fetches a result a number of times. Arguments: query, way, repetitions.
 *
 * A way is "store" or "use", and how rows are taken: "all assoc", "all num", "loop assoc", "loop row";
 * "native", the same buffered with MYSQLI_OPT_INT_AND_FLOAT_NATIVE; or "prepared", a statement's result taken
 * as "all assoc", "all num" or, unbuffered into bound variables, "bind". Prints client CPU a repetition
 * (microseconds) from the query to the result's end, the same with the dropping of the program's own array,
 * the engine's peak, the growth of the process' peak over its size before the first query (bytes), and the
 * number of rows. The way "check" hashes every value, buffered and unbuffered, instead of measuring. With
 * bench/bare.c loaded and "bare" before the way, that reads instead of the driver.
 */
require __DIR__ . '/fetches.php';

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

function prepare(mysqli $link, string $query): mysqli_stmt
{
    $statement = $link->prepare($query);
    $statement->execute();
    return $statement;
}

function prepared_all(mysqli $link, string $query, int $shape): array
{
    return prepare($link, $query)->get_result()->fetch_all($shape);
}

/** Calls back with each row, the same array of bound variables. */
function prepared_bind(mysqli $link, string $query, ?callable $each): int
{
    $statement = prepare($link, $query);
    $row = array_fill(0, $statement->field_count, null);
    $statement->bind_result(...$row);
    $count = 0;
    while ($statement->fetch()) {
        $count++;
        if ($each !== null) {
            $each($row);
        }
    }
    return $count;
}

/** The rows, or where they were not kept, their number. */
function once(mysqli $link, string $query, string $way): array|int
{
    [$mode, $how] = explode(' ', $way, 2);
    if ($mode === 'bare') {
        return bare_fetch(getenv('MYND_TEST_SOCKET'), $query, $how);
    }
    if ($mode === 'prepared') {
        return $how === 'bind' ? prepared_bind($link, $query, null) : prepared_all($link, $query, ['all assoc' => MYSQLI_ASSOC, 'all num' => MYSQLI_NUM][$how]);
    }
    $link->options(MYSQLI_OPT_INT_AND_FLOAT_NATIVE, (int) ($mode === 'native'));
    $mode = ['store' => MYSQLI_STORE_RESULT, 'native' => MYSQLI_STORE_RESULT, 'use' => MYSQLI_USE_RESULT][$mode];
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
    check_queries($link, $query, $hash);
    $link->options(MYSQLI_OPT_INT_AND_FLOAT_NATIVE, 1);
    check_queries($link, $query, $hash);
    foreach ([MYSQLI_ASSOC, MYSQLI_NUM] as $shape) {
        hash_update($hash, serialize(prepared_all($link, $query, $shape)));
    }
    prepared_bind($link, $query, static fn (array $row) => hash_update($hash, serialize($row)));
    return hash_final($hash);
}

function check_queries(mysqli $link, string $query, HashContext $hash): void
{
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
}

[, $query, $way, $repetitions] = $argv;
$link = connect();
if ($way === 'check') {
    report(['hash' => check($link, $query)]);
    exit;
}
measure_fetches((int) $repetitions, static fn (): array|int => once($link, $query, $way));

<?php
/*
 * The founding experiment. Argument: the way.
 *
 * "row by row" asks a query for each row; "in one" takes all ten from one result; "dropped" frees a row
 * before the next is fetched, "held" when the next has taken its place. Prints the peaks and a checksum of
 * all values.
 */
require __DIR__ . '/common.php';

final class Sum
{
    public int $crc = 0;
    public int $bytes = 0;

    public function take(string $value): void
    {
        $this->bytes += strlen($value);
        $this->crc ^= crc32($value);
    }
}

function row_by_row(mysqli $link, Sum $sum, int $mode, bool $held): void
{
    for ($id = 15; $id <= 24; $id++) {
        $result = $link->query("SELECT data FROM bench_blob WHERE id = $id", $mode);
        $row = $result->fetch_assoc();
        $result->free();
        $sum->take($row['data']);
        if (!$held) {
            unset($row);
        }
    }
}

function in_one(mysqli $link, Sum $sum, int $mode, bool $held): void
{
    $result = $link->query('SELECT data FROM bench_blob ORDER BY id', $mode);
    while ($row = $result->fetch_assoc()) {
        $sum->take($row['data']);
        if (!$held) {
            unset($row);
        }
    }
    $result->free();
}

function all_at_once(mysqli $link, Sum $sum, int $mode): void
{
    $result = $link->query('SELECT data FROM bench_blob ORDER BY id', $mode);
    $rows = $result->fetch_all(MYSQLI_ASSOC);
    foreach ($rows as $row) {
        $sum->take($row['data']);
    }
}

/**
 * What may go wrong when cells are shared: a value lives on after free(), and a changed one changes nobody
 * else's.
 */
function kept_and_changed(mysqli $link, Sum $sum): void
{
    $result = $link->query('SELECT data FROM bench_blob WHERE id = 20');
    $first = $result->fetch_row()[0];
    $first[0] = '!';
    $result->data_seek(0);
    $again = $result->fetch_row()[0];
    $result->free();
    $sum->take($again);
    $sum->take($first);
}

function freed_then_larger(mysqli $link, Sum $sum): void
{
    foreach ([20, 21] as $id) {
        $result = $link->query("SELECT data FROM bench_blob WHERE id = $id");
        $row = $result->fetch_row();
        $sum->take($row[0]);
        $result->free();
        unset($row, $result);
    }
}

/** One query a hundred times: what the engine holds after the last, above what it held after the first. */
function again_and_again(mysqli $link, Sum $sum): int
{
    for ($i = 0; $i < 100; $i++) {
        in_one($link, $sum, $i % 2 ? MYSQLI_USE_RESULT : MYSQLI_STORE_RESULT, false);
        $first ??= memory_get_usage();
    }
    return memory_get_usage() - $first;
}

/** What the engine holds when each step is over, and when that was. */
final class Steps
{
    /** @var array<string, int> bytes and microseconds by step: "use row 3", "time row 3" */
    public array $figures = [];
    private readonly int $base;
    private readonly int $begun;

    public function __construct()
    {
        memory_reset_peak_usage();
        $this->base = memory_get_usage();
        $this->begun = hrtime(true);
    }

    public function over(string $step): void
    {
        $time = hrtime(true);
        $this->figures += ["use $step" => memory_get_usage() - $this->base, "time $step" => intdiv($time - $this->begun, 1000)];
    }

    /** Above what the engine held before the first step. */
    public function highest(): int
    {
        return memory_get_peak_usage() - $this->base;
    }
}

/** All rows of a stored result, taken one by one and kept; then the result is freed, and the rows are. */
function kept_over_time(mysqli $link, Sum $sum): Steps
{
    $steps = new Steps();
    $steps->over('connected');
    $result = $link->query('SELECT data FROM bench_blob ORDER BY id');
    $steps->over('query() has returned');
    for ($number = 1; $row = $result->fetch_row(); $number++) {
        $rows[] = $row;
        $steps->over("row $number");
        $sum->take($row[0]);
    }
    $result->free();
    $steps->over('free()');
    unset($rows, $row, $result);
    $steps->over('the rows are dropped');
    return $steps;
}

$link = connect();
$sum = new Sum();
$growth = 0;
match ($argv[1]) {
    'select 1' => $sum->take($link->query('SELECT 1')->fetch_row()[0]),
    'row by row, store, dropped' => row_by_row($link, $sum, MYSQLI_STORE_RESULT, false),
    'row by row, use, dropped' => row_by_row($link, $sum, MYSQLI_USE_RESULT, false),
    'in one, use, dropped' => in_one($link, $sum, MYSQLI_USE_RESULT, false),
    'row by row, store, held' => row_by_row($link, $sum, MYSQLI_STORE_RESULT, true),
    'row by row, use, held' => row_by_row($link, $sum, MYSQLI_USE_RESULT, true),
    'in one, use, held' => in_one($link, $sum, MYSQLI_USE_RESULT, true),
    'in one, store, dropped' => in_one($link, $sum, MYSQLI_STORE_RESULT, false),
    'in one, store, fetch_all' => all_at_once($link, $sum, MYSQLI_STORE_RESULT),
    'in one, use, fetch_all' => all_at_once($link, $sum, MYSQLI_USE_RESULT),
    'kept and changed' => kept_and_changed($link, $sum),
    '1 MiB, then 2 MiB' => freed_then_larger($link, $sum),
    'again and again' => $growth = again_and_again($link, $sum),
    'over time' => $steps = kept_over_time($link, $sum),
};
if (isset($steps)) {
    report($steps->figures + ['highest' => $steps->highest(), 'crc' => $sum->crc, 'bytes' => $sum->bytes]);
    exit;
}
report(['peak' => memory_get_peak_usage(), 'resident' => resident_peak(), 'growth' => $growth, 'crc' => $sum->crc, 'bytes' => $sum->bytes]);

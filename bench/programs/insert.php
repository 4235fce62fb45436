<?php
/*
 * Inserts rows one by one, or some at a time. Arguments: way, rows, links, port (0: the unix socket).
 *
 *     sync              query(), one after the other
 *     values N          the same with N rows in a statement
 *     async             query(ASYNC) and reap_async_query(), one under way on each link
 *     queued            query(ASYNC) for all rows, then reap_async_query() for all
 *     pipeline          Mynd\pipeline() of texts, one for each link, a step of each in turn
 *     prepared pipeline the same with values
 *     execute_many      Mynd\execute_many(), on the first link
 *
 * The rows are dealt out to the links in turn. Prints the time until the last command was issued and until
 * the last reply was there, and the client's CPU (microseconds), after it has seen that all rows are in the
 * table; and whether the server is a MariaDB.
 */
require __DIR__ . '/common.php';

const INTO = 'INSERT INTO inserted (id, n, text) VALUES ';

[, $way, $rows, $links, $port] = $argv;
$rows = (int) $rows;
$links = array_map(static fn () => (int) $port === 0 ? connect() : new mysqli('127.0.0.1', (string) getenv('MYND_TEST_USER'),
    (string) getenv('MYND_TEST_PASSWORD'), (string) getenv('MYND_TEST_DB'), (int) $port), range(1, (int) $links));
$count = count($links);

function text_of(int $id): string
{
    return "the text of row number $id";
}

function values(int $id): string
{
    return "($id, " . 7 * $id . ", '" . text_of($id) . "')";
}

/** The rows of one link: every so many-th, as what `make` makes of their number. */
function rows(int $first, int $step, int $end, callable $make): Generator
{
    global $issued;
    for ($id = $first; $id < $end; $id += $step) {
        yield $make($id);
    }
    $issued = hrtime(true);
}

function sync(array $links, int $rows, int $at_once): void
{
    for ($id = $turn = 0; $id < $rows; $turn++) {
        $values = [];
        for ($end = min($rows, $id + $at_once); $id < $end; $id++) {
            $values[] = values($id);
        }
        $links[$turn % count($links)]->query(INTO . implode(', ', $values));
    }
}

function async(array $links, int $rows): void
{
    for ($id = 0; $id < $rows; $id++) {
        $link = $links[$id % count($links)];
        if ($id >= count($links)) {
            $link->reap_async_query();
        }
        $link->query(INTO . values($id), MYSQLI_ASYNC);
    }
    foreach ($links as $link) {
        $link->reap_async_query();
    }
}

function queued(array $links, int $rows): void
{
    global $issued;
    for ($id = 0; $id < $rows; $id++) {
        $links[$id % count($links)]->query(INTO . values($id), MYSQLI_ASYNC);
    }
    $issued = hrtime(true);
    for ($id = 0; $id < $rows; $id++) {
        $links[$id % count($links)]->reap_async_query();
    }
}

function pipelines(array $links, int $rows, callable $make): void
{
    $all = [];
    foreach ($links as $i => $link) {
        $all[] = Mynd\pipeline($link, rows($i, count($links), $rows, $make));
    }
    while ($all) {
        foreach ($all as $i => $outcomes) {
            if (!$outcomes->valid()) {
                unset($all[$i]);
                continue;
            }
            if (!$outcomes->current() instanceof Mynd\Done) {
                throw $outcomes->current();
            }
            $outcomes->next();
        }
    }
}

$links[0]->query('DROP TABLE IF EXISTS inserted');
$links[0]->query('CREATE TABLE inserted (id INT PRIMARY KEY, n INT, text VARCHAR(60)) ENGINE=InnoDB');
$issued = null;
$cpu = cpu();
$time = hrtime(true);
match (strtok($way, ' ')) {
    'sync' => sync($links, $rows, 1),
    'values' => sync($links, $rows, (int) strtok(' ')),
    'async' => async($links, $rows),
    'queued' => queued($links, $rows),
    'pipeline' => pipelines($links, $rows, static fn ($id) => INTO . values($id)),
    'prepared' => pipelines($links, $rows, static fn ($id) => [INTO . '(?, ?, ?)', [$id, 7 * $id, text_of($id)]]),
    'execute_many' => Mynd\execute_many($links[0], INTO . '(?, ?, ?)', rows(0, 1, $rows, static fn ($id) => [$id, 7 * $id, text_of($id)])),
};
$end = hrtime(true);
$cpu = cpu() - $cpu;
$right = $links[0]->query("SELECT COUNT(*), SUM(n = 7 * id AND text = CONCAT('the text of row number ', id)), MAX(id) FROM inserted")->fetch_row();
if (array_map('intval', $right) !== [$rows, $rows, $rows - 1]) {
    fwrite(STDERR, "$way: the table has " . json_encode($right));
    exit(1);
}
report(['is_mariadb' => (int) str_contains($links[0]->server_info, 'MariaDB'), 'issued' => intdiv(($issued ?? $end) - $time, 1000), 'total' => intdiv($end - $time, 1000), 'cpu' => $cpu]);

<?php
/*
 * Inserts rows, many commands under way, and kills the server in the middle. Arguments: way, folder for what
 * was told.
 *
 *     queued            query(ASYNC) for all, then reap_async_query() for all
 *     pipeline          Mynd\pipeline(), texts and prepared statements by turns
 *     execute_many      in bulk, where the server has that
 *     executes          Mynd\execute_many() with a statement that it runs row by row
 *
 * What the driver has told of each row goes to a file: d(one), m(ay have run), n(ot run). It must be in that
 * order. Or argument "judge" in the place of the way: the table must have all that was told to be done, and
 * nothing of what was told not to have run.
 */
declare(strict_types=1);

mysqli_report(MYSQLI_REPORT_ERROR | MYSQLI_REPORT_STRICT);
[, $way, $file] = $argv;
const ROWS = 40000;
$link = new mysqli('localhost', getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'), getenv('MYND_TEST_DB'), 0, getenv('MYND_TEST_SOCKET'));

function kill_server(): void
{
    posix_kill((int) getenv('MYND_TEST_SERVER_PID'), SIGKILL);
}

/** What is told of a command that has failed with the link. */
function told(mysqli $link, mysqli_sql_exception $e): string
{
    if (!in_array($e->getCode(), [2006, 2013], true)) {
        throw $e;
    }
    return Mynd\last_failure($link)['may_have_run'] ? 'm' : 'n';
}

/** The same of rows, from the exception of execute_many(). */
function told_of_rows(mysqli $link, mysqli_sql_exception $e): string
{
    $row = $e->getPrevious();
    $told = str_repeat('d', $row->number) . str_repeat(told($link, $e), $row->count);
    return str_pad(str_pad($told, $row->sent, 'm'), ROWS, 'n');
}

function rows(int $from = 0): Generator
{
    for ($id = $from; $id < $from + ROWS; $id++) {
        if ($id === 35000) {
            kill_server();
        }
        yield [$id, "row $id"];
    }
}

function queued(mysqli $link): string
{
    for ($id = 0; $id < ROWS; $id++) {
        $link->query("INSERT INTO killed VALUES ($id, 'row $id')", MYSQLI_ASYNC);
    }
    $told = '';
    for ($id = 0; $id < ROWS; $id++) {
        if ($id === 500) {
            kill_server();
        }
        try {
            $link->reap_async_query();
            $told .= 'd';
        } catch (mysqli_sql_exception $e) {
            $told .= told($link, $e);
        }
    }
    return $told;
}

function pipeline(mysqli $link): string
{
    $commands = (function () {
        for ($id = 0; $id < ROWS; $id++) {
            yield $id % 2 ? "INSERT INTO killed VALUES ($id, 'row $id')" : ['INSERT INTO killed VALUES (?, ?)', [$id, "row $id"]];
        }
    })();
    $told = '';
    foreach (Mynd\pipeline($link, $commands) as $id => $outcome) {
        $told .= $outcome instanceof mysqli_sql_exception ? told($link, $outcome) : 'd';
        if ($id === 5000) {
            kill_server();
        }
    }
    return $told;
}

function many(mysqli $link, string $sql): string
{
    try {
        Mynd\execute_many($link, $sql, rows());
    } catch (mysqli_sql_exception $e) {
        return told_of_rows($link, $e);
    }
    return '';
}

function judge(mysqli $link, string $told): string
{
    $there = array_column($link->query('SELECT id FROM killed')->fetch_all(), 0, 0);
    $counts = ['d' => 0, 'm' => 0, 'n' => 0, 'done, and lost' => 0, 'not run, and there' => 0];
    foreach (str_split($told) as $id => $what) {
        $counts[$what]++;
        $counts['done, and lost'] += $what === 'd' && !isset($there[$id]);
        $counts['not run, and there'] += $what === 'n' && isset($there[$id]);
    }
    if (!preg_match('/^d*m*n*$/D', $told) || $counts['d'] < 500 || $counts['d'] === ROWS) {
        return 'the order is wrong, or it was not in the middle: ' . json_encode($counts);
    }
    return "{$counts['done, and lost']} lost, {$counts['not run, and there']} that were not run, " . strlen($told) . ' in all';
}

if ($way === 'judge') {
    echo judge($link, file_get_contents($file)), "\n";
    exit;
}
$link->query('CREATE OR REPLACE TABLE killed (id INT PRIMARY KEY, v VARCHAR(20)) ENGINE=InnoDB');
file_put_contents($file, match ($way) {
    'queued' => queued($link),
    'pipeline' => pipeline($link),
    'execute_many' => many($link, 'INSERT INTO killed VALUES (?, ?)'),
    'executes' => many($link, 'INSERT INTO killed SELECT ?, ?'),
});

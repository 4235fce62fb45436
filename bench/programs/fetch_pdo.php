<?php
/*
 * Fetches a result a number of times with PDO. Arguments: query, way, repetitions; prints what fetch.php
 * prints.
 *
 * A way is "pdo", how the statement is run and how rows are taken. Run: "store" and "use", a text, buffered
 * or not; "strings", a buffered text with ATTR_STRINGIFY_FETCHES; "prepared", a buffered native statement.
 * Taken: "all assoc", "all num", "loop assoc", "loop row". The way "check" hashes every value that every way
 * yields instead of measuring.
 */
require __DIR__ . '/fetches.php';

const RUN = ['store', 'use', 'strings', 'prepared'];

function connect_emulating(): PDO
{
    $dsn = 'mysql:unix_socket=' . getenv('MYND_TEST_SOCKET') . ';dbname=' . getenv('MYND_TEST_DB');
    return new PDO($dsn, (string) getenv('MYND_TEST_USER'), (string) getenv('MYND_TEST_PASSWORD'));
}

function run(PDO $link, string $query, string $how): PDOStatement
{
    $link->setAttribute(PDO::MYSQL_ATTR_USE_BUFFERED_QUERY, $how !== 'use');
    $link->setAttribute(PDO::ATTR_STRINGIFY_FETCHES, $how === 'strings');
    $link->setAttribute(PDO::ATTR_EMULATE_PREPARES, $how !== 'prepared');
    $statement = $link->prepare($query);
    $statement->execute();
    return $statement;
}

/** Calls back with each row. */
function loop(PDOStatement $statement, int $shape, ?callable $each): int
{
    $count = 0;
    while ($row = $statement->fetch($shape)) {
        $count++;
        if ($each !== null) {
            $each($row);
        }
    }
    return $count;
}

/** The rows, or where they were not kept, their number. */
function once(PDO $link, string $query, string $way): array|int
{
    [, $how, $take] = explode(' ', $way, 3);
    $statement = run($link, $query, $how);
    return match ($take) {
        'all assoc' => $statement->fetchAll(PDO::FETCH_ASSOC),
        'all num' => $statement->fetchAll(PDO::FETCH_NUM),
        'loop assoc' => loop($statement, PDO::FETCH_ASSOC, null),
        'loop row' => loop($statement, PDO::FETCH_NUM, null),
    };
}

function check(PDO $link, string $query): string
{
    $hash = hash_init('sha256');
    foreach (RUN as $how) {
        foreach ([PDO::FETCH_ASSOC, PDO::FETCH_NUM] as $shape) {
            hash_update($hash, serialize(run($link, $query, $how)->fetchAll($shape)));
            loop(run($link, $query, $how), $shape, static fn (array $row) => hash_update($hash, serialize($row)));
        }
    }
    return hash_final($hash);
}

[, $query, $way, $repetitions] = $argv;
$link = connect_emulating();
if ($way === 'check') {
    report(['hash' => check($link, $query)]);
    exit;
}
measure_fetches((int) $repetitions, static fn (): array|int => once($link, $query, $way));

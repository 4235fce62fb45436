<?php
/*
 * Runs a query many times, with an interceptor or without. Arguments: what, times, interceptor ("none",
 * "empty", "apcu", or the address of a Redis), way ("unix", "tcp"). Prints client CPU and time of one query
 * (microseconds, the median of ten parts), until its result was there and with all rows fetched, and a sum of
 * what was read.
 *
 *     query, pdo query             SELECT 1
 *     execute, pdo execute         a prepared statement with one value
 *     execute_query                the same text each time
 *     rows                         40 rows by index, of 25 categories in turn
 */
require __DIR__ . '/common.php';

[, $what, $times, $interceptor, $way] = $argv;
$cache = null;
if ($interceptor === 'empty') {
    Mynd\intercept(fn ($command, $next) => $next($command));
} elseif ($interceptor !== 'none') {
    require __DIR__ . '/../../packages/cache/load.php';
    $store = $interceptor === 'apcu' ? new Mynd\Cache\ApcuStore() : new Mynd\Cache\RedisStore($interceptor);
    Mynd\intercept($cache = new Mynd\Cache\Cache($store, new Mynd\Cache\Rules([], [], 600)));
}

function connect_by(string $way): mysqli
{
    return $way === 'unix' ? connect() : connect_by_tcp();
}

$link = str_starts_with($what, 'pdo') ? connect_pdo() : connect_by($way);
$statement = str_ends_with($what, 'execute') ? $link->prepare('SELECT ?') : null;
[$ask, $fetch] = match ($what) {
    'query' => [static fn (int $i) => $link->query('SELECT 1'), static fn ($result) => $result->fetch_all()],
    'execute_query' => [static fn (int $i) => $link->execute_query('SELECT ?', [1]), static fn ($result) => $result->fetch_all()],
    'execute' => [static fn (int $i) => $statement->execute([1]) ? $statement->get_result() : null, static fn ($result) => $result->fetch_all()],
    'pdo query' => [static fn (int $i) => $link->query('SELECT 1'), static fn ($statement) => $statement->fetchAll(PDO::FETCH_NUM)],
    'pdo execute' => [static fn (int $i) => $statement->execute([1]) ? $statement : null, static fn ($statement) => $statement->fetchAll(PDO::FETCH_NUM)],
    'rows' => [static fn (int $i) => $link->query('SELECT id, name, price, stock, changed, note FROM bench_articles WHERE category = ' . $i % 25),
        static fn ($result) => $result->fetch_all(MYSQLI_ASSOC)],
};

function median(array $values): float
{
    sort($values);
    return (float) $values[intdiv(count($values), 2)];
}

for ($i = 0; $i < 25; $i++) { /* answers that are kept have been asked for once */
    $sum = count($fetch($ask($i)));
}
$sum = 0;
$parts = min(10, (int) $times);
$size = intdiv((int) $times, $parts);
$cpu = $time = $asked = [];
for ($part = 0; $part < $parts; $part++) {
    $in_ask = 0;
    $cpu_before = cpu();
    $before = hrtime(true);
    for ($i = 0; $i < $size; $i++) {
        $rows = $fetch($ask($i));
        $sum += count($rows) + (int) reset($rows[0]);
    }
    $time[] = (hrtime(true) - $before) / 1000 / $size;
    $cpu[] = (cpu() - $cpu_before) / $size;
}
report(['cpu' => median($cpu), 'time' => median($time), 'sum' => $sum, 'asked' => $parts * $size, 'hits' => $cache === null ? 0 : $cache->stats()['hits']]);

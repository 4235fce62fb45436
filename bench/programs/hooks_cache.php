<?php
/*
 * A query through the loopback, answered by the server and by examples/cache, in turn. Arguments: which query, store (apcu, memory), times, rounds. Prints the medians of the
 * rounds' time (nanoseconds a query), the hits, and a sum over what was read, which is the same both ways.
 *
 *     key    one row by its primary key
 *     ten    ten rows by their primary keys
 *     count  a COUNT over a hundred rows
 */
require __DIR__ . '/common.php';
require __DIR__ . '/../../examples/cache/all.php';

[, $which, $store, $times, $rounds] = $argv;
$cache = new Mynd\Cache\Cache($store === 'apcu' ? new Mynd\Cache\ApcuStore() : new Mynd\Cache\MemoryStore(), new Mynd\Cache\Rules(all: 600));
$interception = Mynd\intercept($cache); /* only of links that connect now the driver knows the default database for certain */
$link = new mysqli('127.0.0.1', (string) getenv('MYND_TEST_USER'), (string) getenv('MYND_TEST_PASSWORD'), (string) getenv('MYND_TEST_DB'), (int) getenv('MYND_TEST_PORT'));
$link->query('CREATE TABLE IF NOT EXISTS hooks_cache (id INT PRIMARY KEY, name VARCHAR(50), price DECIMAL(10, 2))');
$link->query('REPLACE INTO hooks_cache VALUES ' . implode(',', array_map(static fn (int $i) => "($i, 'the product of number $i', $i.99)", range(1, 1000))));
$interception->remove();
$sql = match ($which) {
    'key' => 'SELECT * FROM hooks_cache WHERE id = 77',
    'ten' => 'SELECT * FROM hooks_cache WHERE id BETWEEN 100 AND 109',
    'count' => 'SELECT COUNT(*) AS n, MAX(price) AS most FROM hooks_cache WHERE id BETWEEN 1 AND 100',
};
$witness = [];
$round = static function () use ($link, $sql, $times, &$witness): float {
    $rows = [];
    $time = hrtime(true);
    for ($i = 0; $i < $times; $i++) {
        $rows = $link->query($sql)->fetch_all(MYSQLI_ASSOC);
    }
    $time = hrtime(true) - $time;
    $witness[md5(serialize($rows))] = true;
    return $time / $times;
};
$samples = ['hit' => [], 'query' => []];
$round();
for ($i = 0; $i < $rounds; $i++) {
    $samples['query'][] = $round();
    $interception = Mynd\intercept($cache);
    $samples['hit'][] = $round();
    $interception->remove();
}
foreach ($samples as &$list) {
    sort($list);
    $list = $list[intdiv(count($list), 2)];
}
$hits = $cache->counts()['hits'];
if (count($witness) !== 1 || $hits !== $times * $rounds - 1) {
    fwrite(STDERR, "another result out of the cache, or $hits hits of " . $times * $rounds . "\n");
    exit(1);
}
report($samples + ['hits' => $hits]);

<?php
/*
 * Runs small commands, with an interceptor that does nothing and without, in turn. Arguments: what, times, rounds; rounds 0: none of both, the commands alone, once.
 * Prints the medians of the rounds' client CPU (nanoseconds a command), with and without, and of what is between two that stand side by side; and the sum of the answers.
 *
 *     query           SELECT 1, one row fetched
 *     execute         a prepared statement with one value
 *     execute_query   the same text each time
 *     pdo query       SELECT 1, one row fetched
 *     pdo execute     a native prepared statement with one value
 */
require __DIR__ . '/common.php';

function connect_pdo(): PDO
{
    return new PDO('mysql:unix_socket=' . getenv('MYND_TEST_SOCKET') . ';dbname=' . getenv('MYND_TEST_DB'), getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'), [PDO::ATTR_EMULATE_PREPARES => false]);
}

function way(string $what): Closure
{
    $link = str_starts_with($what, 'pdo') ? connect_pdo() : connect();
    $statement = str_ends_with($what, 'execute') ? $link->prepare('SELECT ? + 1') : null;
    return match ($what) {
        'query' => static fn (int $i) => $link->query('SELECT 1')->fetch_row()[0],
        'execute' => static function (int $i) use ($link, $statement) { /* without its link a statement is of no use */
            $statement->execute([$i]);
            return $statement->get_result()->fetch_row()[0];
        },
        'execute_query' => static fn (int $i) => $link->execute_query('SELECT ? + 1', [$i])->fetch_row()[0],
        'pdo query' => static fn (int $i) => $link->query('SELECT 1')->fetchColumn(),
        'pdo execute' => static function (int $i) use ($statement) {
            $statement->execute([$i]);
            return $statement->fetchColumn();
        },
    };
}

function median(array $values): float
{
    sort($values);
    return $values[intdiv(count($values), 2)];
}

[, $what, $times, $rounds] = $argv;
$ask = way($what);
$sum = 0;
$round = static function () use ($ask, $times, &$sum): array {
    $cpu = cpu();
    for ($i = 0; $i < $times; $i++) {
        $sum += $ask($i);
    }
    return ['cpu' => (cpu() - $cpu) * 1000 / max(1, $times)];
};
$samples = ['with' => [], 'without' => []];
$round();
for ($i = 0; $i < $rounds; $i++) {
    $samples['without'][] = $round();
    $interception = Mynd\intercept(static fn (Mynd\Command $command, callable $next): Mynd\Reply => $next($command));
    $samples['with'][] = $round();
    $interception->remove();
}
$figures = ['sum' => $sum];
foreach ($rounds > 0 ? $samples : [] as $which => $list) {
    $figures["cpu $which"] = median(array_column($list, 'cpu'));
}
/* What the interceptor adds, round by round: of two rounds side by side the machine was about as busy. */
if ($rounds > 0) {
    $figures['cpu added'] = median(array_map(static fn (array $with, array $without) => $with['cpu'] - $without['cpu'], $samples['with'], $samples['without']));
}
report($figures);

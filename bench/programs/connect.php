<?php
/*
 * Connects, works, closes, again and again. Its argument is a JSON object: host, port, socket, tls (of a
 * connect), work ("none", "select", "insert": a row into bench_connect, "page": ten queries like those of a
 * page of WordPress), times, rate (connects a second, 0:
 * as fast as it goes), pause (microseconds after each close), open (it connects once, and only works).
 *
 * Prints how many resets were asked about, CPU, page faults, time without the pauses in all and its median,
 * and how many answers it had. umask(0123) tells a tracer where the loop begins and ends.
 */
require __DIR__ . '/common.php';

['host' => $host, 'port' => $port, 'socket' => $socket, 'tls' => $tls, 'work' => $work, 'times' => $times,
    'rate' => $rate, 'pause' => $pause, 'open' => $open] = json_decode($argv[1], true) + ['rate' => 0, 'pause' => 0, 'open' => false];
[$user, $password, $database] = array_map(static fn ($name) => (string) getenv("MYND_TEST_$name"), ['USER', 'PASSWORD', 'DB']);

$connect = static fn () => new mysqli($host, $user, $password, $database, $port, $socket);
if ($tls) {
    $connect = static function () use ($host, $user, $password, $database, $port): mysqli {
        $link = mysqli_init();
        $link->real_connect($host, $user, $password, $database, $port, null, MYSQLI_CLIENT_SSL | MYSQLI_CLIENT_SSL_DONT_VERIFY_SERVER_CERT);
        return $link;
    };
}
const PAGE = [
    'SET NAMES utf8mb4',
    'SELECT @@SESSION.sql_mode',
    "SELECT option_name, option_value FROM bench_options WHERE autoload IN ( 'yes', 'on' )",
    "SELECT option_value FROM bench_options WHERE option_name = 'rare' LIMIT 1",
    "SELECT p.ID, p.post_title FROM bench_posts AS p WHERE 1=1 AND ((p.post_type = 'post' AND (p.post_status = 'publish'))) ORDER BY p.ID DESC LIMIT 0, 3",
    'SELECT * FROM bench_posts WHERE ID IN (1,2,3)',
    "SELECT o.option_name, p.ID FROM bench_options AS o INNER JOIN bench_posts AS p ON p.post_title = o.option_name WHERE o.option_name = 'rare'",
    'SELECT COUNT(*) FROM bench_posts WHERE ID = 7',
    "SELECT option_value FROM bench_options WHERE option_name = 'it\\'s' LIMIT 1",
    'SELECT * FROM bench_posts WHERE ID = 2 LIMIT 1',
];
$page = static function (mysqli $link): int {
    $rows = 0;
    foreach (PAGE as $sql) {
        $result = $link->query($sql);
        $rows += $result instanceof mysqli_result ? count($result->fetch_all()) : 0;
    }
    return (int) ($rows === 13);
};
$do = match ($work) {
    'page' => $page,
    'none' => static fn (mysqli $link): int => 1,
    'select' => static fn (mysqli $link): int => (int) $link->query('SELECT 1')->fetch_row()[0],
    'insert' => static fn (mysqli $link): int => (int) $link->query("INSERT INTO bench_connect (text) VALUES ('one row')"),
};

/** How long to sleep after the connect of this number, in microseconds. */
$rest = static fn (int $number, int $begin): int => max(1, $pause ?: intdiv($begin - hrtime(true), 1000) + (int) (1e6 * $number / $rate));

for ($i = 0; $i < 2; $i++) { /* what is made once only */
    $link = $connect();
    $do($link);
    $open || $link->close();
    usleep(20000);
}
$answers = 0;
$took = [];
$rests = $rate > 0 || $pause > 0;
umask(0123);
$faults = getrusage()['ru_minflt'];
$before = cpu();
$begin = hrtime(true);
for ($i = 1; $i <= $times; $i++) {
    if ($open) {
        $answers += $do($link);
        continue;
    }
    $start = $rests ? hrtime(true) : 0;
    $link = $connect();
    $answers += $do($link);
    $link->close();
    if ($rests) {
        $took[] = hrtime(true) - $start;
        usleep($rest($i, $begin));
    }
}
$time = hrtime(true) - $begin;
$cpu = cpu() - $before;
$faults = getrusage()['ru_minflt'] - $faults;
umask(0123);
sort($took);
$pool = function_exists('Mynd\pools') ? Mynd\pools()[0] ?? null : null;
report(['asked' => $pool['asked'] ?? 0, 'cpu' => $cpu, 'faults' => $faults, 'time' => ($took === [] ? $time : array_sum($took)) / 1000,
    'typical' => ($took[intdiv(count($took), 2)] ?? 0) / 1000, 'answers' => $answers, 'wrong' => $times - $answers]);

<?php
/*
 * Queries of many fibers, by mynd on Revolt's loop or by amphp/mysql. Arguments: the driver, Composer's
 * loader, what, how often, how many fibers, with how many connections, "TCP" or "unix socket". The driver
 * "none" asks a process that answers anything with as many bytes as a point query has: what the kernel and
 * the loop cost alone.
 *
 * As many fibers as connections: each has its own, and asks one query after the other. More fibers: each
 * takes a connection out of the driver's pool for each query; with "semaphore" as a further argument so many
 * as there are connections at a time, behind a semaphore; with "list" out of a list of free connections that
 * the program keeps itself. Prints client CPU and time in all (microseconds), the peak of resident memory,
 * how many were answered, the sum of the answers, and what ended the loop early, if so.
 */
declare(strict_types=1);

use Amp\Mysql\MysqlConfig;
use Amp\Mysql\MysqlConnectionPool;
use Amp\Mysql\SocketMysqlConnector;
use Amp\Sync\LocalSemaphore;
use Revolt\EventLoop;

use function Amp\async;
use function Amp\Future\await;

require __DIR__ . '/common.php';
[, $driver, $loader, $what, $times, $fibers, $connections, $place] = $argv;
[$times, $fibers, $connections] = [(int) $times, (int) $fibers, (int) $connections];
require $loader;

const POINT = 'SELECT id, name FROM async_rows WHERE id = ?';
const REPLY = 164; /* bytes of a point query's reply, for an id of four digits */
const INSERT = 'INSERT INTO async_inserted (name) VALUES (?)';

/** Each statement is prepared once for each connection. */
function prepared(object $connection, string $sql): object
{
    static $statements = new WeakMap();
    return $statements[$connection] ??= $connection->prepare($sql);
}

function id_of(int $i): int
{
    return $i % 5000 + 1;
}

function sum_of(iterable $rows): int
{
    $sum = 0;
    foreach ($rows as $row) {
        $sum += $row['id'];
    }
    return $sum;
}

$of_mynd = [
    'point query' => static fn (mysqli $link, int $i): int => (int) $link->query('SELECT id, name FROM async_rows WHERE id = ' . id_of($i))->fetch_assoc()['id'],
    'prepared point query' => static function (mysqli $link, int $i): int {
        $statement = prepared($link, POINT);
        $statement->execute([id_of($i)]);
        return $statement->get_result()->fetch_assoc()['id'];
    },
    'rows' => static fn (mysqli $link, int $rows): int => sum_of($link->query("SELECT * FROM async_rows LIMIT $rows")),
    'insert' => static fn (mysqli $link, int $i): int => (int) prepared($link, INSERT)->execute(["name $i"]),
];
$of_amphp = [
    'point query' => static fn (object $link, int $i): int => $link->query('SELECT id, name FROM async_rows WHERE id = ' . id_of($i))->fetchRow()['id'],
    'prepared point query' => static fn (object $link, int $i): int => prepared($link, POINT)->execute([id_of($i)])->fetchRow()['id'],
    'rows' => static fn (object $link, int $rows): int => sum_of($link->query("SELECT * FROM async_rows LIMIT $rows")),
    'insert' => static fn (object $link, int $i): int => prepared($link, INSERT)->execute(["name $i"])->getRowCount(),
];
$of_none = [
    'exchange without a driver' => static function (mixed $stream, int $i): int {
        fwrite($stream, "\0\0\0\0\3SELECT id, name FROM async_rows WHERE id = " . id_of($i));
        $suspension = EventLoop::getSuspension();
        EventLoop::onReadable($stream, static function (string $id) use ($suspension): void {
            EventLoop::cancel($id);
            $suspension->resume();
        });
        $suspension->suspend();
        return strlen((string) fread($stream, 8192));
    },
];

/** A connection to a process that answers each request with the bytes of a point query's reply. */
function connect_to_echo(): mixed
{
    [$ours, $its] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
    if (pcntl_fork() === 0) {
        fclose($ours);
        while ((string) fread($its, 8192) !== '') {
            fwrite($its, str_repeat('r', REPLY));
        }
        posix_kill(getmypid(), SIGKILL); /* nothing of the parent's is ended twice */
    }
    stream_set_blocking($ours, false);
    return $ours;
}

$rows = preg_match('/^([\d,]+) rows$/', $what, $match) === 1 ? (int) str_replace(',', '', $match[1]) : null;
$ask = ['mynd' => $of_mynd, 'amphp' => $of_amphp, 'none' => $of_none][$driver][$rows === null ? $what : 'rows'];

if ($driver === 'mynd') {
    Mynd\Revolt\install();
    $connect = $place === 'TCP' ? connect_by_tcp(...) : connect(...);
} elseif ($driver === 'none') {
    $connect = connect_to_echo(...);
} else {
    [$host, $port] = $place === 'TCP' ? [(string) getenv('MYND_TEST_HOST'), (int) getenv('MYND_TEST_PORT')] : [(string) getenv('MYND_TEST_SOCKET'), 3306];
    $config = new MysqlConfig($host, $port, (string) getenv('MYND_TEST_USER'), (string) getenv('MYND_TEST_PASSWORD'), (string) getenv('MYND_TEST_DB'));
    $connect = static fn (): object => (new SocketMysqlConnector())->connect($config);
}

/** CPU time of the server, of all its threads, in microseconds. */
function cpu_of_server(): float
{
    $threads = glob('/proc/' . getenv('MYND_TEST_SERVER_PID') . '/task/*/schedstat') ?: [];
    return array_sum(array_map(static fn (string $file): int => (int) @file_get_contents($file), $threads)) / 1000;
}

/** The latency, in microseconds, that one in a hundred exceeds; 0: unknown. */
function p99(array $latencies): float
{
    sort($latencies);
    return ($latencies[intdiv(99 * count($latencies), 100)] ?? 0) / 1000;
}

$latencies = [];
$sum = $answered = 0;
if ($fibers === $connections) {
    $links = [];
    for ($i = 0; $i < $connections; $i++) {
        $links[] = $link = $connect();
        $ask($link, $rows ?? $i);
    }
    $work = static function (int $fiber) use (&$sum, &$answered, &$latencies, $links, $ask, $rows, $times, $fibers): void {
        for ($i = $fiber; $i < $times; $i += $fibers) {
            $begun = hrtime(true);
            $sum += $ask($links[$fiber], $rows ?? $i);
            $latencies[] = hrtime(true) - $begun;
            $answered++;
        }
    };
} elseif (($argv[8] ?? '') === 'list') {
    $free = new SplQueue();
    $waiting = new SplQueue();
    for ($i = 0; $i < $connections; $i++) {
        $free->enqueue($connect());
    }
    $work = static function (int $fiber) use (&$sum, &$answered, &$latencies, $free, $waiting, $ask, $rows, $times, $fibers): void {
        for ($i = $fiber; $i < $times; $i += $fibers) {
            $begun = hrtime(true);
            if ($free->isEmpty()) {
                $suspension = EventLoop::getSuspension();
                $waiting->enqueue($suspension);
                $link = $suspension->suspend();
            } else {
                $link = $free->dequeue();
            }
            $sum += $ask($link, $rows ?? $i);
            $waiting->isEmpty() ? $free->enqueue($link) : $waiting->dequeue()->resume($link);
            $latencies[] = hrtime(true) - $begun;
            $answered++;
        }
    };
} elseif ($driver === 'mynd') {
    $pool = new Mynd\Pool($connect, maximum: $connections, acquireTimeout: 600.0);
    $work = static function (int $fiber) use (&$sum, &$answered, &$latencies, $pool, $ask, $rows, $times, $fibers): void {
        for ($i = $fiber; $i < $times; $i += $fibers) {
            $begun = hrtime(true);
            $sum += $pool->use(static fn (mysqli $link): int => $ask($link, $rows ?? $i));
            $latencies[] = hrtime(true) - $begun;
            $answered++;
        }
    };
} else {
    $pool = new MysqlConnectionPool($config, $connections);
    $work = static function (int $fiber) use (&$sum, &$answered, $pool, $ask, $rows): void {
        $sum += $ask($pool, $rows ?? $fiber);
        $answered++;
    };
}
if (($argv[8] ?? '') === 'semaphore') {
    $semaphore = new LocalSemaphore($connections);
    $work = static function (int $fiber) use ($work, $semaphore): void {
        $lock = $semaphore->acquire();
        try {
            $work($fiber);
        } finally {
            $lock->release();
        }
    };
}
/* Connects before: a server drops logins that wait for thousands of fibers to start. */
if ($fibers !== $connections) {
    /* Twice: mynd's pool resets each connection after its first use. */
    for ($i = 0; $i < 2; $i++) {
        await(array_map(static fn (int $fiber) => async($work, $fiber), range($times - $connections, $times - 1)));
    }
    $sum = $answered = 0;
    $latencies = [];
}
$server = cpu_of_server();
$time = hrtime(true);
$cpu = cpu();
$failure = '';
$futures = [];
for ($fiber = 0; $fiber < $fibers; $fiber++) {
    $futures[] = async($work, $fiber);
}
try {
    await($futures);
} catch (Throwable $e) {
    $failure = ($e->getPrevious() ?? $e)->getMessage();
}
report(['cpu' => cpu() - $cpu, 'server' => cpu_of_server() - $server, 'p99' => p99($latencies), 'time' => intdiv(hrtime(true) - $time, 1000), 'resident' => resident_peak(), 'answered' => $answered, 'sum' => $sum, 'failure' => $failure]);

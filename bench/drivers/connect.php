<?php
/*
 * Connecting, anew and to persistent links, with nothing, SELECT 1 or an INSERT in between: loops a second,
 * CPU of the client and of the server, system calls, reads, page faults; over the unix socket, TCP, TLS, and
 * TCP with a round trip that is 1 ms longer (proxy.c). Persistent ones with work also with client and server
 * on one processor, and on one each; a page there is ten queries. How many of their resets were asked about
 * is counted.
 *
 * Beside stock stand a program on MariaDB's C library (libmariadb.c; where its headers are) and, as the
 * limit, a bare login (bare_login.c). Then: four sizes of the read buffer; and the founding case, a server
 * with a small and a large read_buffer_size that gets a hundred connects a second with an INSERT each. System
 * calls are counted by strace in a run of their own. The server's CPU is that of its whole process: let
 * nobody else use it.
 */

declare(strict_types=1);

namespace Mynd\Bench;

require __DIR__ . '/lib.php';
require __DIR__ . '/lib-replay.php';

const WORK = ['none' => '', 'select' => ', SELECT 1', 'insert' => ', INSERT'];
const PINNED_WORK = ['select' => ', SELECT 1', 'insert' => ', INSERT', 'page' => ', a page'];
/* The processors of the server and of the client. */
const PINNED = ['one core' => ['0', '0'], 'two cores' => ['0', '1']];
/* Of stock's: the rate at least, and the server's CPU at most. */
const RATES = ['select' => 1.4, 'insert' => 1.1, 'page' => 1.1];
const SERVER_CPU = ['select' => 0.8, 'insert' => 0.8];
/*
 * The rate, of stock's, below which the bench fails. A page saves one wait of twelve, and nearly all of its
 * time is the server's: mynd's rate is about stock's, and a median may be some hundredths below.
 */
const FLOORS = ['select' => 1.0, 'insert' => 1.0, 'page' => 0.9];
/*
 * Resets of a run with a question at most: one for a login, one for its tables, and those of another minute.
 */
const ASKED = 5;
const BUFFERS = ['4 KB' => 4096, '32 KB' => 32768, '256 KB' => 262144, '5 MB' => 5242880];
const READ_BUFFER_SIZES = ['128 KB' => 131072, '5 MB' => 5242880];
const A_SECOND = 100;
/*
 * Loops of a sample: anew, persistent with nothing, persistent with work. (With nothing mynd's take two
 * milliseconds: too short for somebody else to get the processor in most.)
 */
const LOOPS = ['unix' => [800, 1500, 1000], 'tcp' => [600, 1500, 1000], 'tls' => [150, 1200, 800], '1 ms' => [25, 50, 40]];

/** How each way is gone: what a connect needs, and the C programs' name of it. */
function routes(int $longer_port): array
{
    $port = (int) setting('MYND_TEST_PORT');
    $tcp = ['host' => '127.0.0.1', 'port' => $port, 'socket' => null, 'tls' => false];
    return [
        'unix' => ['host' => 'localhost', 'port' => 0, 'socket' => setting('MYND_TEST_SOCKET'), 'tls' => false],
        'tcp' => $tcp,
        'tls' => ['tls' => true] + $tcp,
        '1 ms' => ['port' => $longer_port] + $tcp,
    ];
}

/** The program on the C library; null where its header is not there. */
function c_library(): ?string
{
    if (!is_file('/usr/include/mariadb/mysql.h')) {
        progress("there is no header of MariaDB's C library, which is left out\n");
        return null;
    }
    return build('libmariadb', 'programs/libmariadb.c', ['-I/usr/include/mariadb', '-Wl,--no-as-needed', '-lmariadb']);
}

/** Ticks of the server's CPU so far, as microseconds. */
function server_cpu(): float
{
    static $ticks = null;
    $ticks ??= (int) execute(['getconf', 'CLK_TCK'])[1];
    $fields = explode(' ', substr(strrchr(file_get_contents('/proc/' . setting('MYND_TEST_SERVER_PID') . '/stat'), ')'), 2));
    return ((int) $fields[11] + (int) $fields[12]) * 1e6 / $ticks;
}

/** One case: what is run, and by whom. */
final class Loop
{
    public function __construct(public readonly string $name, public readonly array $route, public readonly bool $persistent,
        public readonly string $work, public readonly int $times, public readonly array $more = [], public readonly array $cores = [])
    {
    }

    private function c_arguments(string $side, int $times): array
    {
        $server = $this->route['socket'] ?? "{$this->route['host']}:{$this->route['port']}";
        $arguments = [$server, setting('MYND_TEST_USER'), setting('MYND_TEST_PASSWORD'), setting('MYND_TEST_DB'), $this->work, (string) $times];
        return $side === 'library' && $this->route['tls'] ? [...$arguments, 'tls'] : $arguments;
    }

    /** Runs it once; the figures are a loop's. */
    public function run(string $side, array $php, ?int $times = null, array $ini = [], array $under = []): array
    {
        /* it reads all the machine's CAs each time */
        $times ??= $side === 'library' && $this->route['tls'] ? intdiv($this->times, 10) + 1 : $this->times;
        $server = server_cpu();
        if (in_array($side, ['library', 'bare'], true)) {
            [$code, $output, $errors] = execute([...$under, $php[0], ...$this->c_arguments($side, $times)]);
            $figures = $code === 0 ? json_decode($output, true) : throw new \RuntimeException("$side, $this->name: $errors");
        } else {
            $host = ($this->persistent ? 'p:' : '') . $this->route['host'];
            $how = ['host' => $host, 'work' => $this->work, 'times' => $times] + $this->more + $this->route;
            $under = $this->cores === [] ? $under : ['taskset', '-c', $this->cores[1], ...$under];
            $figures = run($php, 'connect.php', [json_encode($how)], $ini, [], $under);
        }
        if ($figures['wrong'] !== 0) {
            throw new \RuntimeException("$side, $this->name: an answer is missing");
        }
        $figures['server'] = server_cpu() - $server;
        foreach (['cpu', 'faults', 'time', 'server'] as $figure) {
            $figures[$figure] /= $times;
        }
        return $figures + ['rate' => 1e6 / $figures['time']];
    }

    /** System calls and reads of a loop, from one run; null where strace is not there. */
    public function calls(string $side, array $php, array $ini = []): ?array
    {
        $log = scratch() . '/strace';
        $times = 20;
        if (!has_program('strace')) {
            return null;
        }
        $this->run($side, $php, $times, $ini, ['strace', '-f', '-o', $log]);
        preg_match('/umask\(0123\).*?\n(.*)\n[^\n]*umask\(0123\)/s', file_get_contents($log), $loop);
        preg_match_all('/^\d+ +(\w+)\(/m', $loop[1], $names);
        $reads = preg_grep('/^(read|recv|readv|recvfrom|recvmsg)$/', $names[1]);
        $own = preg_grep('/^(getrusage|umask)$/', $names[1]); /* the program's */
        return ['calls' => (count($names[1]) - count($own)) / $times, 'reads' => count($reads) / $times];
    }
}

/** That a rate is at least so many times stock's. */
function times_stock(float $least): Goal
{
    return new Goal(sprintf('>= %s times stock', $least), static fn ($mynd, $stock) => $mynd >= $least * $stock);
}

function at_least(float $least): Goal
{
    return new Goal(sprintf('>= %s', $least), static fn ($mynd) => $mynd >= $least);
}

final class Bench
{
    private array $rates = [];

    public function __construct(private readonly Options $options, private readonly Report $report, private readonly array $sides,
        private readonly ?string $library, private readonly string $bare)
    {
    }

    /** Who takes part: the C programs know no persistent links, the bare login neither INSERT nor TLS. */
    private function all(Loop $loop): array
    {
        $all = $this->sides;
        if (!$loop->persistent && $this->library !== null) {
            $all['library'] = [$this->library];
        }
        if (!$loop->persistent && $loop->work !== 'insert' && !$loop->route['tls']) {
            $all['bare'] = [$this->bare];
        }
        return $all;
    }

    private function goal_of_rate(Loop $loop): ?Goal
    {
        return match (true) {
            !$loop->persistent => $loop->work === 'none' ? new Goal('no slower (>= 0.97)', static fn ($mynd, $stock) => $mynd >= 0.97 * $stock) : null,
            $loop->work === 'none' => times_stock(10),
            default => times_stock(RATES[$loop->work]),
        };
    }

    /**
     * @return array<string, array> by side: medians, and the samples of the rate; the server's CPU, counted
     * in ticks, is that of all samples; so many `times` the samples that the options name
     */
    private function sample(Loop $loop, array $all, array $ini = [], int $times = 1): array
    {
        $options = clone $this->options;
        $options->samples *= $times;
        $who = array_map(static fn ($side, $php) => [$side, $php], array_keys($all), $all);
        $rounds = rounds($options, array_combine(array_keys($all), $who), static fn ($who) => $loop->run($who[0], $who[1], null, $ini));
        $figures = array_map(medians(...), $rounds);
        foreach ($rounds as $side => $samples) {
            $figures[$side]['server'] = array_sum(array_column($samples, 'server')) / count($samples);
            $figures[$side]['rates'] = array_column($samples, 'rate');
        }
        return $figures;
    }

    private function add(string $case, string $metric, string $unit, array $figures, string $name, ?Goal $goal = null, ?Spread $spread = null): void
    {
        $of = static fn (string $side): ?float => isset($figures[$side]) ? (float) $figures[$side][$name] : null;
        $this->report->add($case, $metric, $unit, $of('mynd'), $of('stock'), $goal, $of('bare'), $of('library'), $spread);
    }

    public function measure(Loop $loop): void
    {
        if (!$this->options->wants($loop->name)) {
            return;
        }
        progress($loop->name);
        $all = $this->all($loop);
        $figures = $this->sample($loop, $all);
        $this->rates[$loop->name] = array_map(static fn ($side) => $side['rate'], $figures);
        $this->add($loop->name, 'rate', '/s', $figures, 'rate', $this->goal_of_rate($loop), Spread::of(array_map(static fn ($side) => $side['rates'], $figures)));
        $bare = $figures['bare']['cpu'] ?? null;
        $goal = $bare === null || $loop->work !== 'none' || $loop->name[0] === '1' ? null : new Goal('<= 1.15 bare', static fn ($mynd) => $mynd <= 1.15 * $bare);
        $this->add($loop->name, 'cpu', 'us', $figures, 'cpu', $goal);
        $this->add($loop->name, 'server cpu', 'us', $figures, 'server', $loop->persistent && isset(SERVER_CPU[$loop->work]) ? Goal::ratio(SERVER_CPU[$loop->work]) : null);
        $this->add_floors($loop, $all, $figures);
        if ($loop->cores !== []) {
            return;
        }
        $this->add($loop->name, 'page faults', '', $figures, 'faults');
        $calls = array_map(static fn ($side, $php) => $loop->calls($side, $php), array_keys($all), $all);
        if (!in_array(null, $calls, true)) {
            $calls = array_combine(array_keys($all), $calls);
            $this->add($loop->name, 'system calls', '', $calls, 'calls');
            $this->add($loop->name, 'reads', '', $calls, 'reads');
        }
    }

    /**
     * What must hold on any machine: persistent connections are no slower than stock's, and seldom asked
     * about. A median below may be chance: it is taken again, of more samples.
     */
    private function add_floors(Loop $loop, array $all, array $figures): void
    {
        if (!$loop->persistent || $loop->work === 'none' || $this->options->quick) {
            return;
        }
        $least = FLOORS[$loop->work];
        for ($tries = 1; $tries <= 2 && $figures['mynd']['rate'] < $least * $figures['stock']['rate']; $tries++) {
            $figures = $this->sample($loop, $all, [], 3);
        }
        $this->add($loop->name, 'rate, least', '/s', $figures, 'rate', times_stock($least)->of_count());
        $this->report->add($loop->name, 'resets asked about', '', (float) $figures['mynd']['asked'], null, Goal::most(ASKED, 'in all')->of_count());
    }

    /** Where both ends are is what decides, so they are put there. */
    public function pinned(string $route, array $way, int $times): void
    {
        $pid = setting('MYND_TEST_SERVER_PID');
        foreach (PINNED as $where => $cores) {
            execute(['taskset', '-a', '-p', '-c', $cores[0], $pid]);
            foreach (PINNED_WORK as $work => $says) {
                $this->measure(new Loop("$route, p:$says, $where", $way, true, $work, $times, [], $cores));
            }
        }
        execute(['taskset', '-a', '-p', '-c', '0-' . ((int) execute(['nproc', '--all'])[1] - 1), $pid]);
    }

    /** Persistent against fresh, each driver against itself. */
    public function compare(string $route): void
    {
        $new = $this->rates["$route, new"] ?? null;
        $persistent = $this->rates["$route, p:"] ?? null;
        if ($new !== null && $persistent !== null) {
            $goal = in_array($route, ['tls', '1 ms'], true) ? at_least(5) : null;
            $this->report->add("$route, p: / new", 'rate', '', $persistent['mynd'] / $new['mynd'], $persistent['stock'] / $new['stock'], $goal);
        }
    }

    /**
     * Once the reset's reply has arrived, a persistent link and a query take the time of the query: one round
     * trip.
     */
    public function trips(array $route, int $times): void
    {
        $name = '1 ms, p:, SELECT 1, the reply is here';
        if (!$this->options->wants($name)) {
            return;
        }
        progress($name);
        $alone = $this->sample(new Loop("$name, alone", $route, false, 'select', $times, ['open' => true]), $this->sides);
        $after = $this->sample(new Loop($name, $route, true, 'select', $times, ['pause' => 3000]), $this->sides);
        $most = 1.25 * $alone['mynd']['time'];
        $this->add($name, 'the query alone', 'us', $alone, 'time');
        $this->add($name, 'typical time', 'us', $after, 'typical', Goal::most($most, 'us: one round trip'));
    }

    /** The read buffer's size makes no difference. */
    public function buffers(array $route, bool $persistent, int $times): void
    {
        $name = 'unix, ' . ($persistent ? 'p:' : 'new') . ', SELECT 1, read buffer';
        if (!$this->options->wants($name)) {
            return;
        }
        $loop = new Loop($name, $route, $persistent, 'select', $times);
        $runs = [];
        foreach (BUFFERS as $size => $bytes) {
            foreach ($this->sides as $side => $php) {
                $runs["$side $size"] = [$side, $php, ['mysqlnd.net_read_buffer_size' => $bytes]];
            }
        }
        progress($name);
        $rounds = rounds($this->options, $runs, static fn ($run) => $loop->run($run[0], $run[1], null, $run[2]));
        foreach (['cpu' => 'us', 'time' => 'us', 'faults' => ''] as $figure => $unit) {
            $of = static fn (string $run) => array_column($rounds[$run], $figure);
            foreach (array_keys(BUFFERS) as $size) {
                $small = $of('mynd 32 KB');
                $least = max($figure === 'faults' ? 0.01 : median($small) / 20, doubt($small) + doubt($of('mynd 5 MB')));
                $goal = $size === '5 MB' ? Goal::most(median($small) + $least, "$unit as with 32 KB") : null;
                $this->report->add("$name $size", $figure === 'faults' ? 'page faults' : $figure, $unit, median($of("mynd $size")), median($of("stock $size")), $goal);
            }
        }
    }

    /**
     * So many connects a second with an INSERT each, while the server's own read buffers are small or large.
     */
    public function founding(array $route): void
    {
        foreach (READ_BUFFER_SIZES as $size => $bytes) {
            $loops = [];
            foreach (['new' => false, 'p:' => true] as $kind => $persistent) {
                $name = 'a server with read_buffer_size ' . "$size, " . A_SECOND . " a second, $kind, INSERT";
                if ($this->options->wants($name)) {
                    $loops[] = new Loop($name, $route, $persistent, 'insert', $this->options->quick ? 20 : A_SECOND, ['rate' => A_SECOND]);
                }
            }
            if ($loops !== []) {
                run($this->sides['stock'], 'prepare_connect.php', [$bytes]);
            }
            foreach ($loops as $loop) {
                progress($loop->name);
                $figures = $this->sample($loop, $this->sides);
                $this->add($loop->name, 'typical time', 'us', $figures, 'typical');
                $this->add($loop->name, 'cpu', 'us', $figures, 'cpu');
                $this->add($loop->name, 'server cpu', 'us', $figures, 'server');
                $this->add($loop->name, 'page faults', '', $figures, 'faults');
            }
        }
    }
}

$options = Options::parse('bench connect: fresh and persistent connects');
$sides = sides($options);
run($sides['stock'], 'prepare_connect.php', []);
$longer = longer_way('127.0.0.1:' . setting('MYND_TEST_PORT'), 1000);
$routes = routes($longer->port);
$report = new Report('connect', $options);
$bench = new Bench($options, $report, $sides, c_library(), build('bare_login', 'programs/bare_login.c', ['-Wl,--no-as-needed', '-lcrypto']));
$few = static fn (int $times) => $options->quick ? max(5, intdiv($times, 20)) : $times;
foreach ($routes as $name => $route) {
    foreach (['new' => false, 'p:' => true] as $kind => $persistent) {
        foreach (WORK as $work => $says) {
            $times = LOOPS[$name][$persistent ? ($work === 'none' ? 1 : 2) : 0];
            $bench->measure(new Loop("$name, $kind$says", $route, $persistent, $work, $few($times)));
        }
    }
    $bench->compare($name);
    if ($name !== '1 ms' && has_program('taskset') && (int) execute(['nproc'])[1] > 1) {
        $bench->pinned($name, $route, $few(400));
    }
}
$bench->trips($routes['1 ms'], $few(40));
foreach ([false, true] as $persistent) {
    $bench->buffers($routes['unix'], $persistent, $few(500));
}
$bench->founding($routes['tcp']);
$longer->stop();
$report->finish();

<?php
/*
 * Pages of applications that nobody has touched, from a server that is 1 ms away, and from the loopback:
 * round trips and time of each, with fresh connections, with persistent ones that the application asks for
 * (p:), with mynd.persistent = all, and with mynd.round_trips = fewer beside it. What stock has not is
 * compared with its fresh connections.
 *
 * Each case is a PHP web server of its own, which serves one page after the other as a worker of php-fpm
 * does; of all cases a page each in turn. Round trips are counted by the way that makes them longer
 * (proxy.c); a page's time is that of its HTTP request.
 */

declare(strict_types=1);

namespace Mynd\Bench;

use RuntimeException;

require __DIR__ . '/lib.php';
require __DIR__ . '/lib-replay.php';

const WARM_UP = 8; /* pages: a pool has learned its prologue, the server's address is known */
const WORDPRESS = 'WordPress';
const PAGES = [
    WORDPRESS => ['/', 'Hello world!'],
    'Laravel' => ['/laravel', 'person 190'],
    'Doctrine, mysqli' => ['/doctrine-mysqli', 'person 190'],
    'Doctrine, PDO' => ['/doctrine-pdo', 'person 190'],
];
const AS_STOCK = ['mynd.round_trips' => 'stock']; // whatever php.ini says
const ALL = ['mynd.persistent' => 'all'] + AS_STOCK;
/*
 * How old a reply may be that has been sent for ahead. Where counts are asserted, it may be older: a page
 * takes as long as a busy machine likes.
 */
define(__NAMESPACE__ . '\\AGE', getenv('MYND_FAR_AGE') ?: '100ms');
/* Settings of mynd, and whether the application asks for persistent connections. */
const WAYS = [
    'fresh' => [AS_STOCK, false],
    'p:' => [AS_STOCK, true],
    'all' => [ALL, false],
    'fewer' => [['mynd.round_trips' => 'fewer'] + ALL, false],
    'prefetch' => [['mynd.prefetch' => AGE, 'mynd.round_trips' => 'fewer'] + ALL, false],
];
const OF_STOCK = ['fresh', 'p:'];
const AHEAD = 'mynd prefetch';
const PAGES_AHEAD = 50;

/** A PHP web server that runs the pages of one application. */
final class PageServer
{
    private mixed $process = null;
    private readonly string $address;
    public readonly ?Helper $way;
    /** @var list<float> of each page in microseconds */
    public array $times = [];
    public string $body = '';

    public function __construct(array $php, private readonly string $application, string $name, array $ini, bool $persistent, bool $far)
    {
        $this->way = $far ? longer_way('127.0.0.1:' . setting('MYND_TEST_PORT'), 1000) : null;
        $listener = stream_socket_server('tcp://127.0.0.1:0');
        $this->address = stream_socket_get_name($listener, false);
        fclose($listener);
        $settings = [];
        foreach ($ini + ['opcache.enable_cli' => '1', 'memory_limit' => '256M', 'display_errors' => '1'] as $key => $value) {
            array_push($settings, '-d', "$key=$value");
        }
        $what = $application === WORDPRESS ? ['-t', setting('MYND_FAR') . '/wordpress'] : [BENCHES . '/programs/far/page.php'];
        $environment = ['MYND_FAR_PERSISTENT' => $persistent ? '1' : ''] + ($far ? ['MYND_TEST_PORT' => (string) $this->way->port] : []) + getenv();
        $log = scratch() . '/' . preg_replace('/\W/', '-', $name) . '.log';
        $this->process = proc_open([...$php, ...$settings, '-S', $this->address, ...$what], [['file', '/dev/null', 'r'], ['file', $log, 'w'], ['file', $log, 'a']],
            $pipes, null, $environment);
        register_shutdown_function($this->stop(...));
        for ($tries = 0; !str_contains(file_get_contents($log), ' started'); $tries++) {
            $tries < 500 ? usleep(20000) : throw new RuntimeException("$name does not start: " . file_get_contents($log));
        }
    }

    public function get(string $path): string
    {
        $context = stream_context_create(['http' => ['header' => 'Host: far.test', 'ignore_errors' => true, 'follow_location' => 0]]);
        return (string) file_get_contents("http://$this->address$path", false, $context);
    }

    public function page(): void
    {
        [$path, $expected] = PAGES[$this->application];
        $begun = hrtime(true);
        $this->body = $this->get($path);
        $this->times[] = (hrtime(true) - $begun) / 1000;
        if (!str_contains($this->body, $expected)) {
            throw new RuntimeException("$this->application: this is not its page: " . substr($this->body, 0, 2000));
        }
    }

    /** The page without what differs from one to the next. */
    public function visit(string $path): string
    {
        $begun = hrtime(true);
        $body = $this->get($path);
        $this->times[] = (hrtime(true) - $begun) / 1000;
        return preg_replace('/[0-9a-f]{10,}|\d\d:\d\d:\d\d|\d\.gravatar/', '', $body);
    }

    /** Also if the bench fails: a web server would never end by itself. */
    public function stop(): void
    {
        if ($this->process !== null) {
            proc_terminate($this->process);
            proc_close($this->process);
            $this->process = null;
            $this->way?->stop();
        }
    }
}

/**
 * Asks all servers for pages in turn. Returns the round trips of a page by server, the median, since on a
 * busy machine a page may be interrupted between two packets that belong to one trip; with mynd.prefetch the
 * fewest, since there replies may be too old when they are asked for, or too slow to be sent for again soon:
 * up to PAGES_AHEAD pages more are asked for, until one has taken as few as $promised.
 */
function ask(array $servers, int $pages, int $promised): array
{
    foreach ($servers as $server) {
        for ($i = 0; $i < WARM_UP; $i++) {
            $server->page();
        }
        $server->times = [];
    }
    usleep(50000); /* what the last page has left for nobody to wait for is under way */
    $before = array_map(static fn (PageServer $server) => $server->way?->trips() ?? 0, $servers);
    $trips = [];
    $count = static function (string $name) use ($servers, &$before, &$trips): void {
        $now = $servers[$name]->way?->trips() ?? 0;
        $trips[$name][] = $now - $before[$name];
        $before[$name] = $now;
    };
    for ($i = 0; $i < $pages; $i++) {
        /* Another one begins each time: the first after a pause takes longer than it would behind others. */
        $turn = $i % count($servers);
        foreach ([...array_slice($servers, $turn), ...array_slice($servers, 0, $turn)] as $server) {
            $server->page();
        }
        usleep(50000);
        array_map($count, array_keys($servers));
    }
    $ahead = $servers[AHEAD];
    $times = $ahead->times;
    for ($i = 0; $ahead->way !== null && min($trips[AHEAD]) > $promised && $i < PAGES_AHEAD; $i++) {
        $ahead->page();
        usleep(50000);
        $count(AHEAD);
    }
    $ahead->times = $times;
    return [AHEAD => min($trips[AHEAD])] + array_map(median(...), $trips);
}

/** All show the same page, and no pool was wrong about what its sessions begin with. */
function check(array $servers, string $application): void
{
    $expected = reset($servers)->body;
    foreach ($servers as $name => $server) {
        if ($server->body !== $expected) {
            throw new RuntimeException("$application: the page differs, $name");
        }
        if (str_starts_with($name, 'mynd') && $application !== WORDPRESS) {
            $wrong = array_sum(array_column(json_decode($server->get('/pools'), true), 'wrong_predictions'));
            $wrong === 0 || throw new RuntimeException("$application: $wrong wrong predictions, $name");
        }
    }
}

/** Medians of times and round trips by server, "mynd fewer" for example. */
function measure(array $sides, string $application, bool $far, int $pages): array
{
    $servers = [];
    foreach (WAYS as $way => [$ini, $persistent]) {
        foreach ($sides as $side => $php) {
            if ($side === 'mynd' || in_array($way, OF_STOCK, true)) {
                $servers["$side $way"] = new PageServer($php, $application, "$side $way", $side === 'mynd' ? $ini : [], $persistent, $far);
            }
        }
    }
    $trips = ask($servers, $pages, PROMISED_AHEAD[$application]);
    check($servers, $application);
    $figures = [];
    foreach ($servers as $name => $server) {
        $figures[$name] = ['trips' => $trips[$name], 'time' => median($server->times) / 1000, 'times' => $server->times];
        $server->stop();
    }
    return $figures;
}

/** Round trips of a page with mynd.round_trips = fewer, as docs/round-trips.md has them. */
const PROMISED = [WORDPRESS => 29, 'Laravel' => 14, 'Doctrine, mysqli' => 14, 'Doctrine, PDO' => 14];

/** Round trips of a page with mynd.prefetch beside it, as docs/prefetching.md has them. */
const PROMISED_AHEAD = [WORDPRESS => 6, 'Laravel' => 6, 'Doctrine, mysqli' => 6, 'Doctrine, PDO' => 6];

function add(Report $report, string $application, bool $far, array $figures): void
{
    $goals = ['fewer' => PROMISED[$application], 'prefetch' => PROMISED_AHEAD[$application]];
    foreach (array_keys(WAYS) as $way) {
        $mynd = $figures["mynd $way"];
        $stock = $figures['stock ' . (in_array($way, OF_STOCK, true) ? $way : 'fresh')];
        $spread = Spread::of(['mynd' => $mynd['times'], 'stock' => $stock['times']], 1000);
        if ($far) {
            $report->add("$application, $way", 'round trips', 'a page', $mynd['trips'], $stock['trips'], isset($goals[$way]) ? Goal::most($goals[$way], 'trips')->of_count() : null);
            $report->add("$application, $way", 'time, 1 ms', 'ms/page', $mynd['time'], $stock['time'], spread: $spread);
        } else {
            $report->add("$application, $way", 'time, loopback', 'ms/page', $mynd['time'], $stock['time'], Goal::ratio(1.03), spread: $spread);
        }
    }
}

const VISITS = 400;

/** The path of a visit: front page, posts, feeds, searches, archives, no page; each eighth: a login. */
function path_of_visit(int $number): string
{
    mt_srand(7000 + $number);
    $post = mt_rand(1, 68);
    return match (true) {
        $number % 8 === 7 => ['/wp-login.php', '/wp-admin/', '/wp-login.php?action=lostpassword'][mt_rand(0, 2)],
        default => match (mt_rand(0, 9)) {
            0, 1, 2 => '/',
            3, 4, 5 => '/?p=' . ($post + 3),
            6 => '/?feed=rss2',
            7 => '/?s=post+' . $post,
            8 => '/?cat=' . ($post % 7 + 2),
            9 => "/?p=9$post",
        },
    };
}

/** Visits of a blog by stock and mynd, in turn: round trips, times, and how many reads ahead were wasted. */
function visits(Report $report, array $sides, int $visits): void
{
    $servers = ['stock' => new PageServer($sides['stock'], WORDPRESS, 'stock visits', [], false, true),
        'mynd' => new PageServer($sides['mynd'], WORDPRESS, 'mynd visits', WAYS['prefetch'][0] + ['mynd.scoreboard' => ($board = scratch() . '/board')], false, true)];
    $before = [];
    for ($i = 0; $i < $visits; $i++) {
        if ($i === intdiv($visits, 4)) { // what a worker learns in its first minutes
            usleep(50000);
            $before = array_map(static fn (PageServer $server) => $server->way->trips(), $servers);
            array_map(static fn (PageServer $server) => $server->times = [], $servers);
        }
        $bodies = array_map(static fn (PageServer $server) => $server->visit(path_of_visit($i)), $servers);
        $bodies['stock'] === $bodies['mynd'] || throw new RuntimeException("visit $i, " . path_of_visit($i) . ': the pages differ');
    }
    usleep(50000);
    $pages = $visits - intdiv($visits, 4);
    $trips = array_map(static fn (PageServer $server, int $before) => ($server->way->trips() - $before) / $pages, $servers, $before);
    $trips = array_combine(array_keys($servers), $trips);
    $total = json_decode(shell_exec(implode(' ', array_map(escapeshellarg(...), [...$sides['mynd'], '-r', 'echo json_encode(Mynd\\scoreboard($argv[1])["total"]);', $board]))), true);
    $median = static fn (string $side) => median($servers[$side]->times) / 1000;
    $case = WORDPRESS . ", $visits visits";
    $report->add($case, 'round trips', 'a page', $trips['mynd'], $trips['stock'], Goal::most(10, 'trips')->of_count());
    $report->add($case, 'time, 1 ms', 'ms/page', $median('mynd'), $median('stock'), Goal::ratio(0.75),
        spread: Spread::of(['mynd' => $servers['mynd']->times, 'stock' => $servers['stock']->times], 1000));
    $report->add($case, 'wasted', '% of sent', 100 * $total['reads_wasted'] / max(1, $total['reads_ahead'] + $total['reads_wasted']), null, Goal::most(3, '%'));
    array_map(static fn (PageServer $server) => $server->stop(), $servers);
}

$options = Options::parse('bench far: pages of applications, from a server that is 1 ms away');
$sides = sides($options);
$report = new Report('far', $options);
run($sides['stock'], 'far/install.php', [setting('MYND_FAR') . '/wordpress'], ['sendmail_path' => '/bin/true']);
$pages = 10 * $options->samples; /* of seven servers each begins at least once */
foreach (array_keys(PAGES) as $application) {
    foreach ([true, false] as $far) {
        $name = $application . ($far ? ', 1 ms' : ', loopback');
        if ($options->wants($name)) {
            progress($name);
            add($report, $application, $far, measure($sides, $application, $far, $pages));
        }
    }
}
if ($options->wants('WordPress, visits')) {
    progress('WordPress, visits');
    visits($report, $sides, $options->quick ? VISITS / 4 : VISITS);
}
$report->finish();

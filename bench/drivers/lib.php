<?php
/*
 * What all benches share: options, the two sides, interleaved samples, medians, the report.
 *
 * A bench is a program that runs measured programs (bench/programs/) in processes of their own, mynd and
 * stock in turn (A B A B ...), and reports the medians. A measured program prints one JSON object as its last
 * line: its figures, and what is needed to see that both sides did the same work. Whatever differs there, or
 * fails, ends the bench: no figure without a check.
 *
 * The environment says whom to measure: MYND_PHP_CMD and MYND_STOCK_CMD (command lines that run PHP with the
 * one or the other driver), and MYND_TEST_SOCKET, _USER, _PASSWORD, _DB of a server. Not here: what is
 * measured.
 */

declare(strict_types=1);

namespace Mynd\Bench;

use RuntimeException;

set_error_handler(static function (int $severity, string $message, string $file, int $line): bool {
    throw new \ErrorException($message, 0, $severity, $file, $line);
});
set_exception_handler(static function (\Throwable $e): void {
    fprintf(STDERR, "\nbench: %s\n  at %s:%d\n", $e->getMessage(), basename($e->getFile()), $e->getLine());
    exit(1);
});

/** The command line of a bench. */
final class Options
{
    public bool $json = false;
    public bool $quick = false;
    public bool $strict = false;
    public bool $same = false;
    public int $samples = 7;
    public ?string $only = null;
    public ?string $figures = null;
    /** @var list<string> */
    private array $cases = [];

    public const HELP = <<<'TEXT'
          --json        one JSON line a figure instead of a table
          --quick       one sample, little data: does the bench work?
          --samples=N   samples of each side (7, but of slow benches)
          --only=TEXT   only the cases whose name contains TEXT
          --case=NAME   only the case with this name; may be given more than once
          --figures=F   the JSON lines go into the file F, too, behind what it has
          --strict      exit 1 if a goal is missed
          --same        allow both sides to be the same driver (shows the noise of the machine)

        TEXT;

    /** `samples`: how many, where the command line does not say it. */
    public static function parse(string $what, int $samples = 7): self
    {
        $options = new self();
        $options->samples = $samples;
        foreach (array_slice($_SERVER['argv'], 1) as $argument) {
            if (!$options->take($argument)) {
                fwrite($argument === '--help' ? STDOUT : STDERR, "$what\n" . self::HELP);
                exit($argument === '--help' ? 0 : 2);
            }
        }
        return $options;
    }

    private function take(string $argument): bool
    {
        [$name, $value] = explode('=', $argument, 2) + [1 => null];
        switch ($name) {
            case '--json':
                return $this->json = true;
            case '--quick':
                $this->samples = 1;
                return $this->quick = true;
            case '--strict':
                return $this->strict = true;
            case '--same':
                return $this->same = true;
            case '--samples':
                return ($this->samples = (int) $value) > 0;
            case '--only':
                return ($this->only = $value) !== null;
            case '--figures':
                return ($this->figures = $value) !== null;
            case '--case':
                return (bool) ($this->cases[] = (string) $value);
            default:
                return false;
        }
    }

    public function wants(string $case): bool
    {
        return ($this->only === null || str_contains($case, $this->only)) && ($this->cases === [] || in_array($case, $this->cases, true));
    }
}

/**
 * The commands of the two sides: ['mynd' => [...], 'stock' => [...]]. Checks that each side runs its own
 * driver.
 */
function sides(Options $options): array
{
    $sides = [];
    foreach (['mynd' => 'MYND_PHP_CMD', 'stock' => 'MYND_STOCK_CMD'] as $side => $variable) {
        $sides[$side] = command_of($variable);
        $is_mynd = run($sides[$side], 'driver.php', [])['mynd'];
        if (!$options->same && $is_mynd !== ($side === 'mynd')) {
            throw new RuntimeException("$variable does not run PHP with the driver of its name (--same allows that)");
        }
    }
    return $sides;
}

/** The command that a variable of the environment holds. */
function command_of(string $variable): array
{
    return preg_split('/ +/', trim(setting($variable)));
}

function setting(string $variable): string
{
    $value = getenv($variable);
    if ($value === false || $value === '') {
        throw new RuntimeException("$variable is not set (see bench/README.md)");
    }
    return $value;
}

/** Is there a program of this name? */
function has_program(string $name): bool
{
    foreach (explode(':', (string) getenv('PATH')) as $folder) {
        if (is_executable("$folder/$name")) {
            return true;
        }
    }
    return false;
}

/** A folder of this run's own, removed at its end. */
function scratch(): string
{
    static $folder = null;
    if ($folder === null) {
        $folder = sys_get_temp_dir() . '/mynd-bench-' . getmypid();
        mkdir($folder, 0700);
        register_shutdown_function(static function () use ($folder): void {
            array_map('unlink', glob("$folder/*"));
            rmdir($folder);
        });
    }
    return $folder;
}

/** Runs a command to its end. Returns [exit code, standard output, standard error]. */
function execute(array $command, array $environment = []): array
{
    $log = tmpfile();
    $process = proc_open($command, [['file', '/dev/null', 'r'], ['pipe', 'w'], $log], $pipes, null, $environment + getenv());
    $output = stream_get_contents($pipes[1]);
    $code = proc_close($process);
    rewind($log);
    return [$code, $output, stream_get_contents($log)];
}

/** Which cores the client has, and the server; null: as the system likes. */
final class Cores
{
    private static ?int $count = null;

    private function __construct(private readonly ?string $client, private readonly ?string $server)
    {
    }

    private static function count(): int
    {
        return self::$count ??= has_program('taskset') ? (int) trim(execute(['nproc'])[1]) : 1;
    }

    public static function apart(): self
    {
        return self::count() < 2 ? new self(null, null) : new self('0', '1-' . self::count() - 1);
    }

    public static function one(): self
    {
        return new self('0', '0');
    }

    public static function any(): self
    {
        return self::count() < 2 ? new self(null, null) : new self(null, '0-' . self::count() - 1);
    }

    public function move_server(): void
    {
        if ($this->server !== null && execute(['taskset', '-apc', $this->server, setting('MYND_TEST_SERVER_PID')])[0] !== 0) {
            throw new RuntimeException('the server cannot be moved to other cores');
        }
    }

    /** What stands before a client's command. */
    public function prefix(): array
    {
        return $this->client === null ? [] : ['taskset', '-c', $this->client];
    }
}

/**
 * Runs a measured program under PHP. `under` stands before the command (strace ...), `ini` are settings,
 * `environment` is added to ours.
 * Returns the object that it printed.
 */
function run(array $php, string $program, array $arguments, array $ini = [], array $environment = [], array $under = []): array
{
    $settings = [];
    foreach ($ini + ['memory_limit' => '-1', 'display_errors' => 'stderr'] as $name => $value) {
        array_push($settings, '-d', "$name=$value");
    }
    $command = [...$under, ...$php, ...$settings, dirname(__DIR__) . "/programs/$program", ...array_map('strval', $arguments)];
    [$code, $output, $errors] = execute($command, $environment);
    $lines = explode("\n", trim($output));
    $figures = json_decode(end($lines), true);
    if ($code !== 0 || !is_array($figures)) {
        throw new RuntimeException('failed with code ' . $code . ': ' . implode(' ', $command) . "\n$output$errors");
    }
    return $figures;
}

/**
 * Instructions of one of what a program does `times` times, counted by callgrind: the difference of a shorter
 * and a longer run, so that the start does not count. `arguments` gives a run's from its number of times.
 */
function instructions_each(array $php, string $program, array $times, callable $arguments, array $ini = []): float
{
    [$short, $long] = $times;
    return (instructions($php, $program, $arguments($long), $ini) - instructions($php, $program, $arguments($short), $ini)) / ($long - $short);
}

/** Instructions of a measured program as a whole, in user space. */
function instructions(array $php, string $program, array $arguments, array $ini = []): int
{
    $logs = scratch() . '/callgrind.';
    run($php, $program, $arguments, $ini + ['pcre.jit' => 0],
        under: ['valgrind', '--tool=callgrind', '--trace-children=yes', '--callgrind-out-file=/dev/null', "--log-file=$logs%p"]);
    $most = 0;
    foreach (glob("$logs*") as $log) { /* a wrapper's shell has a small one of its own */
        if (preg_match('/Collected : (\d+)/', file_get_contents($log), $match)) {
            $most = max($most, (int) $match[1]);
        }
        unlink($log);
    }
    if ($most === 0) {
        throw new RuntimeException('callgrind tells nothing');
    }
    return $most;
}

/**
 * Takes samples in turn. `take` gets a side's command (whatever stands in `sides`) and returns its figures;
 * `same` names those that must be equal in all samples of all sides. Returns all of them by side: ['mynd' =>
 * [figures, figures ...], 'stock' => ...].
 */
function rounds(Options $options, array $sides, callable $take, array $same = []): array
{
    $samples = [];
    $expected = null;
    for ($i = 0; $i < $options->samples; $i++) {
        foreach ($sides as $side => $command) {
            $figures = $take($command);
            $witness = array_intersect_key($figures, array_flip($same));
            $expected ??= $witness;
            if ($witness !== $expected || count($witness) !== count($same)) {
                throw new RuntimeException("$side did other work: " . json_encode($witness) . ' instead of ' . json_encode($expected));
            }
            $samples[$side][] = $figures;
        }
    }
    return $samples;
}

/** As rounds(), but the medians: ['mynd' => [figure => number], 'stock' => ...]. */
function sample(Options $options, array $sides, callable $take, array $same = []): array
{
    return array_map(medians(...), rounds($options, $sides, $take, $same));
}

/** The median of each numeric figure. */
function medians(array $samples): array
{
    $result = [];
    foreach ($samples[0] as $name => $value) {
        if (is_int($value) || is_float($value)) {
            $result[$name] = median(array_column($samples, $name));
        }
    }
    return $result;
}

function median(array $values): float
{
    sort($values);
    $middle = intdiv(count($values), 2);
    return (float) (count($values) % 2 ? $values[$middle] : ($values[$middle - 1] + $values[$middle]) / 2);
}

/**
 * What a part of the samples does not exceed, 0.25 for the lower quartile; between two samples, in
 * proportion.
 */
function quantile(array $values, float $part): float
{
    sort($values);
    $place = $part * (count($values) - 1);
    $below = (int) floor($place);
    return $values[$below] + ($place - $below) * ($values[min($below + 1, count($values) - 1)] - $values[$below]);
}

/** How many samples a figure is the median of, and between which quartiles the middle half of them lies. */
final class Spread
{
    /** @param array<string, array{float, float}> $quartiles by side */
    private function __construct(private readonly int $samples, private readonly array $quartiles)
    {
    }

    /** `samples` has numbers by side; `by`: what each is divided by. A side without samples is left out. */
    public static function of(array $samples, float $by = 1): self
    {
        $samples = array_filter($samples);
        $quartiles = static fn (array $values) => [round(quantile($values, 0.25) / $by, 4), round(quantile($values, 0.75) / $by, 4)];
        return new self(min(array_map('count', $samples)), array_map($quartiles, $samples));
    }

    /** Of one figure of what rounds() has returned. */
    public static function of_rounds(array $rounds, string $figure, float $by = 1): self
    {
        return self::of(array_map(static fn (array $samples) => array_column($samples, $figure), $rounds), $by);
    }

    /** What the JSON line of a figure has of it. `other`: how stock's side is called. */
    public function line(string $other): array
    {
        $named = [];
        foreach (['mynd' => 'mynd', 'stock' => $other] as $side => $name) {
            $named += isset($this->quartiles[$side]) ? [$name => $this->quartiles[$side]] : [];
        }
        return ['samples' => $this->samples, 'quartiles' => $named];
    }
}

/**
 * How far off the median of these numbers may well be by chance: twice its standard error, from their median
 * deviation.
 */
function doubt(array $values): float
{
    $median = median($values);
    $deviation = median(array_map(static fn ($value) => abs($value - $median), $values));
    return 2 * 1.2533 * 1.4826 * $deviation / sqrt(count($values));
}

function progress(string $text): void
{
    fwrite(STDERR, stream_isatty(STDERR) ? "\r\e[K$text" : "$text\n");
}

/**
 * A goal: what it says, and a test of mynd's and stock's figure. If the figure is a count (round trips,
 * answers), it is the same on every machine, and a bench that misses it fails.
 */
final class Goal
{
    public function __construct(public readonly string $text, private readonly \Closure $test, public readonly bool $is_count = false)
    {
    }

    /** The same goal, of a count. */
    public function of_count(): self
    {
        return new self($this->text, $this->test, true);
    }

    public function is_met(float $mynd, ?float $stock): bool
    {
        return ($this->test)($mynd, $stock);
    }

    public static function ratio(float $most): self
    {
        return new self(sprintf('mynd/stock <= %.2f', $most), static fn ($mynd, $stock) => $mynd <= $most * $stock);
    }

    /** That a rate is so many times stock's, of figures that are times: their ratio turned over. */
    public static function rate(float $least): self
    {
        return new self(sprintf('rate >= %g times', $least), static fn ($mynd, $stock) => $least * $mynd <= $stock);
    }

    public static function least(float $least, string $unit): self
    {
        return new self(">= " . number($least) . " $unit", static fn ($mynd) => $mynd >= $least);
    }

    public static function most(float $most, string $unit): self
    {
        return new self("<= " . number($most) . " $unit", static fn ($mynd) => $mynd <= $most);
    }
}

/** Collects figures; prints JSON lines as they come, or a table at the end. */
final class Report
{
    private array $rows = [];
    private int $missed = 0;
    private int $missed_counts = 0;
    private int $goals = 0;

    /** `other`: what mynd is measured against. */
    public function __construct(private readonly string $bench, private readonly Options $options, private readonly string $other = 'stock')
    {
    }

    /**
     * `goal` is shown in the table; `limit` is a measured physical limit in the same unit; `library` is the
     * figure of a program on the C library. `stock` is null where that driver cannot do it. `spread` goes
     * into the JSON line alone.
     */
    public function add(string $case, string $metric, string $unit, float $mynd, ?float $stock, ?Goal $goal = null, ?float $limit = null, ?float $library = null,
        ?Spread $spread = null): void
    {
        $ratio = (float) $stock !== 0.0 ? $mynd / $stock : null;
        $line = ['bench' => $this->bench, 'case' => $case, 'metric' => $metric, 'unit' => $unit,
            'mynd' => round($mynd, 4), $this->other => $stock === null ? null : round($stock, 4), 'ratio' => $ratio === null ? null : round($ratio, 4)];
        foreach (['limit' => $limit, 'library' => $library] as $name => $figure) {
            $line += $figure === null ? [] : [$name => round($figure, 4)];
        }
        $this->write(json_encode($line + ($spread?->line($this->other) ?? []), JSON_UNESCAPED_SLASHES) . "\n");
        $is_missed = $goal !== null && !$goal->is_met($mynd, $stock);
        $verdict = $goal === null ? '' : $goal->text . ($is_missed ? '  MISSED' : '  met');
        $this->goals += $goal === null ? 0 : 1;
        $this->missed += $is_missed ? 1 : 0;
        $this->missed_counts += $is_missed && $goal->is_count ? 1 : 0;
        $this->rows[] = [$case, $metric, $unit, number($mynd), $stock === null ? 'cannot' : number($stock), $ratio === null ? '-' : sprintf('%.2f', $ratio),
            $limit === null ? '' : number($limit), $library === null ? '' : number($library), $verdict];
    }

    private function write(string $line): void
    {
        if ($this->options->json) {
            echo $line;
        }
        if ($this->options->figures !== null && file_put_contents($this->options->figures, $line, FILE_APPEND) !== strlen($line)) {
            throw new RuntimeException("{$this->options->figures} cannot be written");
        }
    }

    /**
     * Ends the bench; the exit code is 1 for missed counts, and for any missed goal if --strict, 2 if no case
     * has --only's text in its name.
     */
    public function finish(): never
    {
        progress('');
        if ($this->rows === []) {
            fwrite(STDERR, "{$this->bench}: no case has this in its name: " . ($this->options->only ?? 'that of --case') . "\n");
            exit(2);
        }
        if (!$this->options->json) {
            print_table(['case', 'metric', 'unit', 'mynd', $this->other, 'ratio', 'limit', 'C library', 'goal'], $this->rows);
            printf("%s: medians of %d, interleaved; %d goals, %d missed\n", $this->bench, $this->options->samples, $this->goals, $this->missed);
        }
        exit($this->missed_counts > 0 || ($this->options->strict && $this->missed > 0) ? 1 : 0);
    }
}

function number(float $value): string
{
    return match (true) {
        $value == 0.0 => '0',
        abs($value) >= 1000 => number_format($value, 0, '.', ','),
        abs($value) >= 10 => sprintf('%.1f', $value),
        default => sprintf('%.3f', $value),
    };
}

/**
 * Columns 3 to 7 are numbers and stand right. Repeated cases are left out, and so are columns that are empty.
 */
function print_table(array $heads, array $rows): void
{
    $used = array_filter($heads, static fn ($i) => implode('', array_column($rows, $i)) !== '', ARRAY_FILTER_USE_KEY);
    $rows = array_map(static fn ($row) => array_intersect_key($row, $used), $rows);
    $widths = array_map('strlen', $used);
    foreach ($rows as $row) {
        foreach ($row as $i => $cell) {
            $widths[$i] = max($widths[$i], strlen($cell));
        }
    }
    $last = null;
    foreach ([$used, array_map(static fn ($w) => str_repeat('-', $w), $widths), ...$rows] as $row) {
        $case = $row[0];
        $row[0] = $case === $last ? '' : $case;
        $last = $case;
        $cells = array_map(static fn ($i) => str_pad($row[$i], $widths[$i], ' ', $i >= 3 && $i <= 7 ? STR_PAD_LEFT : STR_PAD_RIGHT), array_keys($row));
        echo rtrim(implode('  ', $cells)), "\n";
    }
}

/** Allows cells and packets of up to 1 GiB on the throw-away server, for connections opened afterwards. */
function allow_large_packets(array $sides): void
{
    run($sides['stock'], 'large_packets.php', []);
}

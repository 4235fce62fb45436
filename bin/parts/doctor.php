<?php
/*
 * What costs time or safety, and which setting changes it. Looks at the server, at php.ini and at the
 * scoreboard twice, and asks each check: a file in checks/ that gives a function of an Evidence.
 */

declare(strict_types=1);

namespace Mynd\Operations;

/** What a check has found. */
final class Finding implements \JsonSerializable
{
    public function __construct(
        public readonly string $figure,
        public readonly string $reason,
        public readonly string $setting,
        public readonly string $expect,
    ) {
    }

    /** @return array<string, string> */
    public function jsonSerialize(): array
    {
        return get_object_vars($this);
    }
}

/** A check that could not be made: something is not known. */
final class Unknown
{
    public function __construct(public readonly string $why)
    {
    }
}

/** What was seen: the server, php.ini and the scoreboard, at two moments. */
final class Evidence
{
    /** @var array<string, string> of the server, in lower case */
    public array $variables = [];
    /** @var array{array<string, string>, array<string, string>} of the server, in lower case */
    public array $status = [[], []];
    /** @var array{array<string, mixed>|null, array<string, mixed>|null} */
    public array $boards = [null, null];
    /** @var array<string, mixed>|null before the doctor has connected, which may count itself as a worker */
    public ?array $firstBoard = null;
    public string $server = '';
    public float $seconds = 0.0;        // between the two moments
    public float $roundTrip = 0.0;      // seconds, the median of some
    public float $connectSeconds = 0.0; // that the doctor's own connect took
    public int $refusals = 0;           // of the doctor's connects, because the server was full

    public function isMariaDb(): bool
    {
        return str_starts_with($this->server, 'MariaDB ');
    }

    /** A scan of a table fills read_buffer_size at once. MySQL 9 does not. */
    public function scansByBuffer(): bool
    {
        return $this->isMariaDb() || str_starts_with($this->server, 'MySQL 5.');
    }

    /** A variable of the server; null: it has none of that name. */
    public function variable(string $name): ?float
    {
        $value = $this->variables[$name] ?? '';
        return is_numeric($value) ? (float) $value : null;
    }

    /** A status variable of the server. */
    public function status(string $name): float
    {
        return (float) ($this->status[1][strtolower($name)] ?? 0);
    }

    /** By how much a status variable grew. */
    public function grown(string $name): float
    {
        $name = strtolower($name);
        return (float) ($this->status[1][$name] ?? 0) - (float) ($this->status[0][$name] ?? 0);
    }

    public function perSecond(string $name): float
    {
        return $this->grown($name) / $this->seconds;
    }

    public function hasBoard(): bool
    {
        return $this->boards[1] !== null;
    }

    /** The server let the doctor in. */
    public function hasServer(): bool
    {
        return $this->server !== '';
    }

    /** By how much a number of all workers grew. */
    public function workersHave(string $name): float
    {
        return (float) (($this->boards[1]['total'][$name] ?? 0) - ($this->boards[0]['total'][$name] ?? 0));
    }

    /** @return list<array<string, mixed>> the workers that live, but for this process */
    public function workers(): array
    {
        $isAnother = static fn (array $worker): bool => $worker['pid'] !== getmypid();
        return array_values(array_filter($this->boards[1]['workers'] ?? [], $isAnother));
    }

    public function setting(string $name): string
    {
        return (string) ini_get($name);
    }

    /** A setting that is a number of seconds or bytes, with or without its unit. */
    public function number(string $name): float
    {
        $units = ['s' => 1, 'm' => 60, 'h' => 3600, 'd' => 86400];
        $bytes = ['k' => 1024, 'm' => 1024 ** 2, 'g' => 1024 ** 3];
        if (!preg_match('/^\s*(-?\d+(?:\.\d+)?)\s*([a-z]?)\s*$/i', $this->setting($name), $match)) {
            return 0.0;
        }
        $of = str_ends_with($name, '_timeout') || str_ends_with($name, '_lifetime') ? $units : $bytes;
        return (float) $match[1] * ($of[strtolower($match[2])] ?? 1);
    }
}

/**
 * The settings that mynd.preset gives values: the values that hold, and where those are from, by phpinfo.
 *
 * @return array<string, array{value: string, from: string}>
 */
function settings_of_preset(): array
{
    ob_start();
    phpinfo(INFO_MODULES);
    preg_match_all('/^(mynd\.\w+) => (.*) => (php\.ini|mynd\.preset)$/m', (string) ob_get_clean(), $rows, PREG_SET_ORDER);
    return array_combine(array_column($rows, 1), array_map(static fn (array $row): array => ['value' => $row[2], 'from' => $row[3]], $rows));
}

function in_bytes(float $number): string
{
    $units = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB'];
    while ($number >= 1024 && count($units) > 1) {
        $number /= 1024;
        array_shift($units);
    }
    return sprintf(fmod($number, 1) == 0 ? '%.0f %s' : '%.1f %s', $number, $units[0]);
}

function a_number(float $number): string
{
    return $number < 10 && fmod($number, 1) != 0 ? sprintf('%.1f', $number) : number_format($number, 0, '.', ',');
}

function milliseconds(float $seconds): string
{
    return $seconds < 0.01 ? sprintf('%.2f ms', $seconds * 1000) : sprintf('%.0f ms', $seconds * 1000);
}

final class Doctor
{
    private const FULL = 1040; // Too many connections
    private const CHECKS_WITHOUT_SERVER = ['command-buffer', 'dropped-rows', 'max-connections', 'tls'];

    /** @var array<string, Finding> */
    private array $findings = [];
    /** @var array<string, string> */
    private array $unknown = [];
    private Evidence $evidence;

    /**
     * @param array<string, string|true> $options of the command line
     * @param \Closure(): array<string, mixed>|null $board
     */
    public function __construct(private readonly array $options, private readonly ?\Closure $board, private readonly float $seconds)
    {
        $this->evidence = new Evidence();
    }

    /** The command's status: 0 nothing was found, 1 something was. */
    public function run(): int
    {
        $this->look();
        foreach (glob(__DIR__ . '/checks/*.php') ?: [] as $file) {
            $check = require $file;
            $name = basename($file, '.php');
            $answer = $this->evidence->hasServer() || in_array($name, self::CHECKS_WITHOUT_SERVER, true) ? $check($this->evidence)
                : new Unknown('the server was full all the time: 1040 Too many connections');
            if ($answer instanceof Finding) {
                $this->findings[$name] = $answer;
            } elseif ($answer instanceof Unknown) {
                $this->unknown[$name] = $answer->why;
            }
        }
        echo isset($this->options['--json']) ? $this->asJson() : $this->asText();
        return $this->findings ? 1 : 0;
    }

    private function look(): void
    {
        $e = $this->evidence;
        try {
            $e->firstBoard = $this->board === null ? null : ($this->board)();
            $db = $this->connectUnlessFull();
            if ($db !== null) {
                $db->query(sprintf('SET SESSION wait_timeout = %d', 60 + $this->seconds)); // it sleeps below
                $e->roundTrip = self::roundTrip($db);
                $e->server = $this->nameOf($db);
                $e->variables = self::pairs($db, 'SHOW GLOBAL VARIABLES');
                $e->status[0] = self::pairs($db, 'SHOW GLOBAL STATUS');
            }
            $e->boards[0] = $this->board === null ? null : ($this->board)();
            $at = microtime(true);
            usleep((int) ($this->seconds * 1e6));
            $e->boards[1] = $this->board === null ? null : ($this->board)();
            $e->status[1] = $db === null ? [] : self::pairs($db, 'SHOW GLOBAL STATUS');
            $e->seconds = microtime(true) - $at;
        } catch (\mysqli_sql_exception $error) {
            refuse('the server: ' . $error->getMessage());
        }
    }

    /** A full server has a place now and then. Null: it had none for as long as the doctor looks. */
    private function connectUnlessFull(): ?\mysqli
    {
        $end = microtime(true) + min($this->seconds, 10);
        do {
            try {
                $before = microtime(true);
                $db = $this->connect();
                $this->evidence->connectSeconds = microtime(true) - $before;
                return $db;
            } catch (\mysqli_sql_exception $error) {
                if ($error->getCode() !== self::FULL) {
                    throw $error;
                }
                $this->evidence->refusals++;
                usleep(20000);
            }
        } while (microtime(true) < $end);
        return null;
    }

    private function connect(): \mysqli
    {
        mysqli_report(MYSQLI_REPORT_ERROR | MYSQLI_REPORT_STRICT);
        $text = fn (string $name): ?string => is_string($this->options[$name] ?? null) ? $this->options[$name] : null;
        $password = getenv('MYSQL_PWD');
        $db = mysqli_init() ?: refuse('no memory');
        $db->options(MYSQLI_OPT_CONNECT_TIMEOUT, 10);
        if ($text('--ssl-ca') !== null) {
            $db->ssl_set(null, null, $text('--ssl-ca'), null, null);
        }
        $port = $text('--port');
        if ($port !== null && !ctype_digit($port)) {
            refuse('--port is a number');
        }
        $db->real_connect($text('--host'), $text('--user'), $password === false ? null : $password, null, $port === null ? null : (int) $port,
            $text('--socket'), $text('--ssl-ca') !== null ? MYSQLI_CLIENT_SSL | MYSQLI_CLIENT_SSL_VERIFY_SERVER_CERT : 0);
        return $db;
    }

    private function nameOf(\mysqli $db): string
    {
        return (str_contains($db->server_info, 'MariaDB') ? 'MariaDB ' : 'MySQL ') . preg_replace('/^5\.5\.5-|-.*$/', '', $db->server_info) . ', ' . $db->host_info;
    }

    private static function roundTrip(\mysqli $db): float
    {
        $times = [];
        for ($i = 0; $i < 9; $i++) {
            $before = microtime(true);
            $db->query('DO 0');
            $times[] = microtime(true) - $before;
        }
        sort($times);
        return $times[4];
    }

    /** @return array<string, string> */
    private static function pairs(\mysqli $db, string $query): array
    {
        $result = $db->query($query);
        return $result instanceof \mysqli_result ? array_change_key_case(array_column($result->fetch_all(), 1, 0)) : [];
    }

    /**
     * What mynd.prefetch did meanwhile. Null: nothing.
     *
     * @return array{came_ahead: float, wasted: float, commands: float, saved_seconds: float}|null
     */
    private function readsAhead(): ?array
    {
        $e = $this->evidence;
        [$ahead, $wasted] = [$e->workersHave('reads_ahead'), $e->workersHave('reads_wasted')];
        return $ahead + $wasted == 0 ? null
            : ['came_ahead' => $ahead, 'wasted' => $wasted, 'commands' => $e->workersHave('commands'), 'saved_seconds' => round($ahead * $e->roundTrip, 3)];
    }

    private function asJson(): string
    {
        $findings = [];
        foreach ($this->findings as $name => $finding) {
            $findings[] = ['check' => $name] + $finding->jsonSerialize();
        }
        $unknown = [];
        foreach ($this->unknown as $name => $why) {
            $unknown[] = ['check' => $name, 'why' => $why];
        }
        return json_encode(['server' => $this->evidence->server, 'seconds' => round($this->evidence->seconds, 3), 'round_trip_seconds' => $this->evidence->roundTrip,
            'workers' => count($this->evidence->workers()), 'preset' => settings_of_preset(), 'reads_ahead' => $this->readsAhead(), 'findings' => $findings, 'unknown' => $unknown],
            JSON_PRETTY_PRINT | JSON_UNESCAPED_SLASHES | JSON_INVALID_UTF8_SUBSTITUTE | JSON_THROW_ON_ERROR) . "\n";
    }

    private function asText(): string
    {
        $e = $this->evidence;
        $text = sprintf("%s\n%s; looked for %.1f s\n", $e->hasServer() ? "$e->server; a round trip takes " . milliseconds($e->roundTrip) : 'a server without a free connection',
            $e->hasBoard() ? count($e->workers()) . ' workers on the scoreboard' : 'no scoreboard', $e->seconds);
        $preset = array_map(static fn (string $name, array $it): string => "$name = $it[value]" . ($it['from'] === 'php.ini' ? ' (by php.ini)' : ''),
            array_keys(settings_of_preset()), settings_of_preset());
        $text .= $preset ? self::paragraph('mynd.preset = ' . ini_get('mynd.preset') . ': ', implode(', ', $preset)) : '';
        $reads = $this->readsAhead();
        if ($reads !== null) {
            $text .= self::paragraph('mynd.prefetch: ', sprintf('%s of %s commands were reads that came ahead; %s came in vain (%.1f%%); that saved %s of waiting',
                a_number($reads['came_ahead']), a_number($reads['commands']), a_number($reads['wasted']),
                100 * $reads['wasted'] / ($reads['came_ahead'] + $reads['wasted']), milliseconds($reads['saved_seconds'])));
        }
        foreach ($this->findings as $name => $finding) {
            $text .= "\n" . self::paragraph("$name: ", $finding->figure) . self::paragraph('  Why:     ', $finding->reason)
                . self::paragraph('  Setting: ', $finding->setting) . self::paragraph('  Expect:  ', $finding->expect)
                . "  More:    docs/tuning.md#$name\n";
        }
        $text .= $this->findings ? '' : "\nNothing was found.\n";
        foreach (array_unique($this->unknown) as $why) {
            $names = array_keys($this->unknown, $why, true);
            $text .= "\n" . self::paragraph(implode(', ', $names) . (count($names) > 1 ? ' are' : ' is') . ' not known: ', $why);
        }
        return $text;
    }

    private static function paragraph(string $label, string $text): string
    {
        $indent = str_starts_with($label, '  ') ? strlen($label) : 2;
        return str_replace("\n", "\n" . str_repeat(' ', $indent), wordwrap($label . $text, 100 - $indent)) . "\n";
    }
}

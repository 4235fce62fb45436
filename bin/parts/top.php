<?php
/*
 * A view of the scoreboard in a terminal, in place: rates of all workers, and the busiest of them with what
 * they wait for.
 */

declare(strict_types=1);

namespace Mynd\Operations;

final class Top
{
    /** @var array<string, mixed> */
    private array $before;
    private float $at;

    public function __construct(private readonly \Closure $read, private readonly float $interval)
    {
    }

    public function run(bool $once): void
    {
        $this->before = ($this->read)();
        $this->at = microtime(true);
        $inPlace = !$once && stream_isatty(STDOUT);
        if ($inPlace && function_exists('pcntl_async_signals')) {
            pcntl_async_signals(true);
            pcntl_signal(SIGINT, static fn () => exit(0));
            pcntl_signal(SIGTERM, static fn () => exit(0));
            register_shutdown_function(static function (): void {
                echo "\e[?25h\n";
            });
        }
        do {
            usleep((int) ($this->interval * 1e6));
            $lines = $this->look();
            echo $inPlace ? "\e[?25l\e[H" . implode('', array_map(static fn ($line) => "$line\e[K\n", $lines)) . "\e[J" : implode("\n", $lines) . "\n";
        } while (!$once);
    }

    /** @return list<string> */
    private function look(): array
    {
        $now = ($this->read)();
        $at = microtime(true);
        $seconds = max($at - $this->at, 0.001);
        [$rows, $columns] = self::size();
        $lines = [...$this->sums($now, $seconds), '', ...array_slice($this->workers($now, $seconds), 0, max($rows - 7, 3))];
        $this->before = $now;
        $this->at = $at;
        return array_map(static fn ($line) => self::cut($line, $columns), $lines);
    }

    /** @return list<string> */
    private function sums(array $now, float $seconds): array
    {
        $old = $this->before['total'];
        $new = $now['total'];
        $rate = static fn (string $name) => self::short(($new[$name] - $old[$name]) / $seconds);
        $errors = array_filter(array_map(static fn ($n, $o) => $n - $o, $new['errors'], $old['errors']));
        $replies = $new['replies'] - $old['replies'];
        $waited = $new['reply_seconds'] - $old['reply_seconds'];
        $sum = static fn (string $name) => array_sum(array_column($now['workers'], $name));
        return [
            sprintf('%s   %d workers (%d slots, %d without), connections: %d in use, %d idle', date('H:i:s'), count($now['workers']),
                $now['slots'], $now['without_slot'], $sum('connections_in_use'), $sum('connections_idle')),
            sprintf('a second: %s commands, %s round trips, %s rows, %sB in, %sB out, %s connects', $rate('commands'), $rate('round_trips'),
                $rate('rows'), $rate('bytes_received'), $rate('bytes_sent'), $rate('connects')),
            sprintf('a reply took %s on average; %s errors', $replies > 0 ? self::time($waited / $replies) : '-', array_sum($errors)),
        ];
    }

    /** @return list<string> the busiest first */
    private function workers(array $now, float $seconds): array
    {
        $before = array_column($this->before['workers'], null, 'pid');
        $list = [];
        foreach ($now['workers'] as $worker) {
            $old = $before[$worker['pid']] ?? null;
            $same = $old !== null && $old['since'] === $worker['since'];
            $more = static fn (string $name) => $same ? ($worker[$name] - $old[$name]) / $seconds : 0;
            $running = $worker['running'];
            $list[] = [
                'waits' => $running['seconds'] ?? 0,
                'busy' => $more('commands'),
                'line' => sprintf('%8d %8s %8s %6.0f%% %4d %4d  %s', $worker['pid'], self::short($more('commands')), self::short($more('rows')),
                    min(100, 100 * $more('wait_seconds')), $worker['connections_in_use'], $worker['connections_idle'], self::running($running)),
            ];
        }
        usort($list, static fn ($a, $b) => [$b['waits'], $b['busy']] <=> [$a['waits'], $a['busy']]);
        return [sprintf('%8s %8s %8s %7s %4s %4s  %s', 'pid', 'cmds/s', 'rows/s', 'waiting', 'used', 'idle', 'waits for'), ...array_column($list, 'line')];
    }

    /** @param array{waits_for: string, seconds: float, digest: string, script: string}|null $running */
    private static function running(?array $running): string
    {
        if ($running === null) {
            return '';
        }
        $what = $running['digest'] === '' ? $running['waits_for'] : $running['digest'];
        $script = $running['script'] === '' ? '' : '  ' . basename($running['script']);
        return self::time($running['seconds']) . '  ' . self::printable($what) . self::printable($script);
    }

    /** What others have written may contain anything. */
    private static function printable(string $text): string
    {
        return preg_replace('/[^\x20-\x7e]/', '.', $text);
    }

    private static function short(float $number): string
    {
        foreach (['', 'k', 'M', 'G'] as $unit) {
            if ($number < 9999.5) {
                return ($number < 99.95 && $number != (int) $number ? sprintf('%.1f', $number) : sprintf('%.0f', $number)) . $unit;
            }
            $number /= 1000;
        }
        return sprintf('%.0fT', $number);
    }

    private static function time(float $seconds): string
    {
        return match (true) {
            $seconds < 0.001 => sprintf('%.0f us', $seconds * 1e6),
            $seconds < 1 => sprintf('%.1f ms', $seconds * 1e3),
            $seconds < 600 => sprintf('%.1f s', $seconds),
            default => sprintf('%.0f min', $seconds / 60),
        };
    }

    private static function cut(string $line, int $columns): string
    {
        return rtrim(substr($line, 0, $columns));
    }

    /** @return array{int, int} of the terminal: lines, columns; what is none is large */
    private static function size(): array
    {
        if (stream_isatty(STDOUT) && preg_match('/^(\d+) (\d+)$/', (string) @exec('stty size 2>/dev/null'), $match) && $match[1] > 0 && $match[2] > 0) {
            return [(int) $match[1], (int) $match[2]];
        }
        return [1000, 1000];
    }
}

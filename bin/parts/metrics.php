<?php
/*
 * The scoreboard in Prometheus' text exposition format.
 */

declare(strict_types=1);

namespace Mynd\Operations;

/** A family of samples: its name, kind and meaning, and the values by their labels. */
final class Family
{
    private string $text;

    public function __construct(private readonly string $name, string $type, string $help)
    {
        $this->text = "# HELP $name $help\n# TYPE $name $type\n";
    }

    /** @param array<string, string> $labels */
    public function add(int|float $value, array $labels = [], string $suffix = ''): self
    {
        $pairs = array_map(static fn ($label, $is) => "$label=\"$is\"", array_keys($labels), $labels);
        $this->text .= $this->name . $suffix . ($pairs ? '{' . implode(',', $pairs) . '}' : '') . ' ' . self::number($value) . "\n";
        return $this;
    }

    /** @param array<string|int, int> $values each with the same label */
    public function addEach(string $label, array $values): self
    {
        foreach ($values as $is => $value) {
            $this->add($value, [$label => (string) $is]);
        }
        return $this;
    }

    private static function number(int|float $value): string
    {
        return is_int($value) ? (string) $value : rtrim(rtrim(sprintf('%.9F', $value), '0'), '.');
    }

    public function __toString(): string
    {
        return $this->text;
    }
}

/**
 * The sum of a number of all workers that live.
 *
 * @param array<string, mixed> $board
 */
function of_workers(array $board, string $name): int
{
    return (int) array_sum(array_column($board['workers'], $name));
}

/** @param array<string, mixed> $board what Mynd\scoreboard() has answered */
function metrics(array $board): string
{
    $total = $board['total'];
    $running = array_filter(array_column($board['workers'], 'running'));
    $gauge = static fn (string $name, string $help): Family => new Family("mynd_$name", 'gauge', $help);
    $counter = static fn (string $name, string $help): Family => new Family("mynd_$name", 'counter', $help);

    $duration = new Family('mynd_command_duration_seconds', 'histogram', 'Time waited for the replies to commands, from sending to the last byte.');
    foreach ($total['reply_times'] as $most => $replies) {
        $duration->add($replies, ['le' => (string) $most], '_bucket');
    }
    $duration->add($total['reply_seconds'], [], '_sum')->add($total['replies'], [], '_count');

    return implode('', [
        $gauge('workers', 'Processes or threads that have a record.')->add(count($board['workers'])),
        $gauge('slots', 'Records in the file.')->add($board['slots']),
        $counter('workers_without_slot_total', 'Workers that found no free record, and are not counted.')->add($board['without_slot']),
        $gauge('connections', 'Open connections, with a program or idle in the pool of a worker.')
            ->addEach('state', ['in_use' => of_workers($board, 'connections_in_use'), 'idle' => of_workers($board, 'connections_idle')]),
        $gauge('waiting_workers', 'Workers that have waited for a server for some milliseconds or longer.')->add(count($running)),
        $gauge('longest_wait_seconds', 'The longest of these waits so far.')->add(max([0.0, ...array_column($running, 'seconds')])),
        $counter('commands_total', 'Commands sent, those of the driver included.')->add($total['commands']),
        $counter('round_trips_total', 'Times that replies were waited for after something was sent.')->add($total['round_trips']),
        $counter('rows_total', 'Rows received.')->add($total['rows']),
        $counter('rows_dropped_total', 'Rows received that the program has not fetched.')->add($total['rows_dropped']),
        $counter('command_buffer_too_small_total', 'Commands that did not fit into mysqlnd.net_cmd_buffer_size.')->add($total['command_buffer_too_small']),
        $counter('prepares_total', 'Statements prepared on a server.')->add($total['prepares']),
        $counter('prepared_for_once_total', 'Statements that were closed, and had run once or never.')->add($total['prepared_for_once']),
        $counter('repeated_commands_total', 'Commands of a kind that one request gave more often than mynd.slow_repeats.')->add($total['repeated']),
        $counter('reads_ahead_total', 'Reads that were sent before they were asked for, by what became of them.')
            ->addEach('outcome', ['taken' => $total['reads_ahead'], 'wasted' => $total['reads_wasted']]),
        $counter('received_bytes_total', 'Bytes of the protocol received.')->add($total['bytes_received']),
        $counter('sent_bytes_total', 'Bytes of the protocol sent.')->add($total['bytes_sent']),
        $counter('waits_total', 'Waits for the network.')->add($total['waits']),
        $counter('wait_seconds_total', 'Time waited for the network.')->add($total['wait_seconds']),
        $duration,
        $counter('connects_total', 'Connects, by their outcome.')
            ->addEach('outcome', ['made' => $total['connects'], 'failed' => $total['connects_failed']]),
        $counter('connects_unsafe_total', 'Connects to another machine without TLS, or with a certificate that nobody verified.')
            ->addEach('reason', ['clear' => $total['connects_in_clear'], 'unverified' => $total['connects_unverified']]),
        $counter('errors_total', 'Errors, by their class.')->addEach('class', $total['errors']),
        $counter('pool_events_total', 'What happened to persistent connections.')->addEach('event', $total['pool']),
    ]);
}

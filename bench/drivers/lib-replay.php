<?php
/*
 * Builds and runs the programs in C: the recorder, the replay server and the longer way (bench/servers/), the
 * reader of bytes and the bare reader of rows (bench/programs/).
 *
 * The binaries go to build/bench/ and are built again when a source is newer. A server ends with its Helper,
 * or at the latest with the bench: it reads the end of its standard input.
 */

declare(strict_types=1);

namespace Mynd\Bench;

use RuntimeException;

/** The folder bench/. */
const BENCHES = __DIR__ . '/..';

/** The path of a C program of bench/, built if need be. */
function binary(string $name): string
{
    return build($name, is_file(BENCHES . "/servers/$name.c") ? "servers/$name.c" : "programs/$name.c", ['-pthread']);
}

/** The path of the module bare.c for the PHP of that command; null where PHP's headers are not there. */
function bare_module(array $php): ?string
{
    $version = run($php, 'driver.php', [])['version'];
    foreach (["php-config$version", 'php-config'] as $tool) {
        if (has_program($tool)) {
            [, $includes] = execute([$tool, '--includes']);
            return build("bare-$version.so", 'programs/bare.c', ['-fPIC', '-shared', '-Wno-unused-parameter', ...preg_split('/\s+/', trim($includes))]);
        }
    }
    return null;
}

/** Builds a source (its path below bench/) into build/bench/ unless that is newer. */
function build(string $target, string $source, array $flags): string
{
    $folder = BENCHES . '/../build/bench';
    $path = "$folder/$target";
    $sources = [BENCHES . "/$source", BENCHES . '/servers/conversation.c', BENCHES . '/servers/conversation.h'];
    if (is_file($path) && filemtime($path) >= max(array_map('filemtime', $sources))) {
        return $path;
    }
    if (!is_dir($folder)) {
        mkdir($folder, 0777, true);
    }
    $compiler = getenv('CC') ?: 'cc';
    [$code, , $errors] = execute([$compiler, '-std=gnu11', '-O2', '-g', '-Wall', '-Wextra', ...$flags, '-o', $path, $sources[0], $sources[1]]);
    if ($code !== 0) {
        throw new RuntimeException("$compiler cannot build $target:\n$errors");
    }
    return $path;
}

/** A program of bench/ that serves a unix socket in the background. */
final class Helper
{
    private mixed $process = null;
    private array $pipes = [];
    /** On the loopback, 0: none. */
    public readonly int $port;

    public function __construct(string $name, public readonly string $socket, array $arguments)
    {
        $this->process = proc_open([binary($name), $socket, ...$arguments], [['pipe', 'r'], ['pipe', 'w'], STDERR], $this->pipes);
        $line = (string) fgets($this->pipes[1]);
        if (!str_starts_with($line, 'ready')) {
            throw new RuntimeException("$name does not start");
        }
        $this->port = (int) substr($line, strlen('ready'));
    }

    /** How many round trips the clients of a longer way have waited for so far. */
    public function trips(): int
    {
        fwrite($this->pipes[0], '?');
        fflush($this->pipes[0]);
        return (int) fgets($this->pipes[1]);
    }

    /** Waits for a helper that ends by itself. */
    public function wait(): void
    {
        stream_get_contents($this->pipes[1]);
        $this->stop();
    }

    public function stop(): void
    {
        if ($this->process === null) {
            return;
        }
        array_map('fclose', $this->pipes);
        $process = $this->process;
        $this->process = null;
        if (proc_close($process) !== 0) {
            throw new RuntimeException('a helper of the bench failed');
        }
    }

    public function __destruct()
    {
        $this->stop();
    }
}

/**
 * Records the replies to the queries (those after "prepared:" are prepared), asked by stock's driver at the
 * real server, and serves them.
 */
function replay(array $sides, array $queries): Helper
{
    $file = scratch() . '/conversation';
    $recorder = new Helper('record', scratch() . '/record.sock', [setting('MYND_TEST_SOCKET'), $file]);
    run($sides['stock'], 'ask.php', $queries, [], ['MYND_TEST_SOCKET' => $recorder->socket]);
    $recorder->wait();
    return new Helper('replay', scratch() . '/replay.sock', [$file]);
}

/** The figures of receiving a reply and doing nothing with it. */
function drain(Helper $server, string $query, int $repetitions): array
{
    [$code, $output, $errors] = execute([binary('drain'), $server->socket, $query, (string) $repetitions]);
    if ($code !== 0) {
        throw new RuntimeException("drain: $errors");
    }
    return json_decode($output, true);
}

/**
 * A longer way to the server (ADDRESS:PORT or the path of its socket): a round trip through the helper's port
 * takes that much longer.
 */
function longer_way(string $server, int $microseconds): Helper
{
    return new Helper('proxy', '127.0.0.1:0', [$server, (string) $microseconds]);
}

<?php
/* Buffers of the server that each connection allocates for itself. */

declare(strict_types=1);

namespace Mynd\Operations;

/** A scan by a connection that ends soon reads a whole buffer. */
function read_buffer(Evidence $e): ?Finding
{
    $connects = $e->perSecond('Connections');
    $read = $e->variable('read_buffer_size') ?? 0.0;
    if ($read <= 1 << 20 || $connects < 1 || !$e->scansByBuffer()) {
        return null;
    }
    return new Finding(
        'read_buffer_size is ' . in_bytes($read) . ', at ' . a_number($connects) . ' connects a second',
        'A scan of a MyISAM table reads a whole buffer of it at once, also where a query wants its first row alone, and a '
            . 'connection that ends soon has read the rest for nothing.',
        "the server's read_buffer_size = 128 KiB, its default; a session that scans large tables sets its own",
        'less CPU time of the server for each such connection: measured 300 microseconds at 5 MiB, 90 at 128 KiB',
    );
}

/** Buffers that sessions keep while they sort or join. */
function large_buffers(Evidence $e): ?Finding
{
    $sessions = $e->status('Max_used_connections');
    $large = array_filter(
        ['sort_buffer_size', 'join_buffer_size', 'read_rnd_buffer_size'],
        static fn (string $name): bool => $e->variable($name) > 8 << 20 && $e->variable($name) * $sessions > 1 << 30,
    );
    if (!$large) {
        return null;
    }
    $bytes = array_map(static fn (string $name): float => (float) $e->variable($name), $large);
    return new Finding(
        implode(', ', array_map(static fn (string $name, float $size): string => "$name is " . in_bytes($size), $large, $bytes))
            . ', and there have been ' . a_number($sessions) . ' connections at once',
        'Each connection that sorts, or joins without an index, may hold so much memory: ' . in_bytes(array_sum($bytes) * $sessions)
            . ' for all of them.',
        "the server's " . implode(', ', $large) . ' smaller; a session that sorts much sets its own',
        'a server that does not run out of memory when all pages come at once',
    );
}

return static function (Evidence $e): ?Finding {
    $read = read_buffer($e);
    $large = large_buffers($e);
    if ($read === null || $large === null) {
        return $read ?? $large;
    }
    return new Finding(
        "$read->figure; $large->figure",
        "$read->reason $large->reason",
        "$read->setting; $large->setting",
        "$read->expect; $large->expect",
    );
};

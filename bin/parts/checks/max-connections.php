<?php
/* Connections of all workers against what the server bears. */

declare(strict_types=1);

namespace Mynd\Operations;

return static function (Evidence $e): ?Finding {
    $most = $e->variable('max_connections');
    $used = $e->status('Max_used_connections');
    $refused = $e->grown('Connection_errors_max_connections');
    $workers = $e->workers();
    $held = array_map(static fn (array $worker) => $worker['connections_in_use'] + $worker['connections_idle'], $workers);
    $idle = array_sum(array_column($workers, 'connections_idle'));
    $each = $held ? max($held) : 0;
    $setting = "the server's max_connections larger, or fewer connections: pm.max_children, mynd.max_idle, a shorter mynd.idle_timeout, "
        . 'or mynd.shared_pool = 1, one pool for all workers';
    $theirs = $e->hasBoard() ? sprintf('; %d workers hold %d, %d of them idle', count($workers), array_sum($held), $idle) : '';
    if ($e->refusals > 0) {
        return new Finding(
            ($most === null ? 'the server has no free connection' : sprintf('the server was full, max_connections is %d', $most))
                . sprintf(': it refused %d of %d connects of this command', $e->refusals, $e->refusals + ($most === null ? 0 : 1)) . $theirs,
            'Pages meet the same refusal (1040 Too many connections).',
            $setting,
            'no refused connects under load',
        );
    }
    if ($most === null) {
        return null;
    }
    if ($idle > 0 && $each * count($workers) > $most) {
        return new Finding(
            sprintf('%d workers, of which one holds %d connections (%d idle ones in all), where max_connections is %d', count($workers), $each, $idle, $most),
            'Each worker comes to hold as many sooner or later, and the server refuses the next connect (1040 Too many connections).',
            $setting,
            'no refused connects under load',
        );
    }
    if ($used >= 0.9 * $most || $refused > 0) {
        return new Finding(
            sprintf('%d connections at once since the server began, where max_connections is %d', $used, $most)
                . ($refused > 0 ? sprintf('; %d were refused while this looked', $refused) : ''),
            'The server refuses a connect beyond it (1040 Too many connections).',
            $setting,
            'no refused connects under load',
        );
    }
    return null;
};

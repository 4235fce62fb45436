<?php
/* Connects that persistent connections would save. */

declare(strict_types=1);

namespace Mynd\Operations;

return static function (Evidence $e): ?Finding {
    $connects = $e->perSecond('Connections');
    $ours = $e->hasBoard() ? $e->workersHave('connects') / $e->seconds : $connects;
    if (min($ours, $connects) < 1) {
        return null;
    }
    $figure = a_number($connects) . ' connects a second' . ($e->hasBoard() ? ', ' . a_number($ours) . ' of them by PHP\'s workers' : '')
        . '; one took ' . milliseconds($e->connectSeconds);
    if ($e->setting('mynd.persistent') === 'all') {
        return new Finding($figure, 'All connections are persistent, and yet workers connect: their pools close what is idle, or have no room.',
            'mynd.idle_timeout and mynd.max_idle larger; Mynd\pools() says why connections were closed', 'close to no connect in a page');
    }
    return new Finding(
        $figure,
        'Each costs round trips and a login before the first query, a thread of the server, and TLS its handshake.',
        'mynd.persistent = all, which changes no program; see docs/persistent-connections.md first for what a reset does',
        'up to ' . milliseconds($ours * $e->connectSeconds) . ' of waiting less for all pages of a second together',
    );
};

<?php
/* Statements that are prepared, run once, and closed. */

declare(strict_types=1);

namespace Mynd\Operations;

return static function (Evidence $e): Finding|Unknown|null {
    if (!$e->hasBoard()) {
        return new Unknown('needs the workers\' numbers, mynd.scoreboard');
    }
    $prepares = $e->workersHave('prepares');
    $once = $e->workersHave('prepared_for_once');
    if ($e->setting('mynd.round_trips') === 'fewer' || $prepares / $e->seconds < 1 || $once < 0.5 * $prepares) {
        return null;
    }
    return new Finding(
        sprintf('%s statements prepared a second, about %.0f%% of them for one execute', a_number($prepares / $e->seconds), min(100, 100 * $once / $prepares)),
        'A prepare is a round trip of its own, here ' . milliseconds($e->roundTrip) . ', and closing it is another command.',
        "mynd.round_trips = fewer writes a prepare together with its first execute; a program's own way is execute_query(), or PDO's emulation",
        'up to ' . milliseconds($once / $e->seconds * $e->roundTrip) . ' of waiting less for all pages of a second together',
    );
};

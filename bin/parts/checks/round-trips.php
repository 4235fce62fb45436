<?php
/* Round trips that mynd.round_trips = fewer would save, on a line that makes them dear. */

declare(strict_types=1);

namespace Mynd\Operations;

return static function (Evidence $e): Finding|Unknown|null {
    if ($e->setting('mynd.round_trips') === 'fewer' || $e->roundTrip < 0.0003) {
        return null;
    }
    if (!$e->hasBoard()) {
        return new Unknown('needs the workers\' numbers, mynd.scoreboard');
    }
    // The driver's own behind a reset, which wait for nothing: the database, and on MySQL the character set.
    $resets = ($e->boards[1]['total']['pool']['handed_back'] - $e->boards[0]['total']['pool']['handed_back']) / $e->seconds;
    $setup = max(0.0, $e->perSecond('Com_set_option') - ($e->isMariaDb() ? 0 : $resets)) + max(0.0, $e->perSecond('Com_change_db') - $resets);
    $prepares = $e->perSecond('Com_stmt_prepare');
    $saved = ($setup + $prepares) * $e->roundTrip;
    if ($setup + $prepares < max(1.0, 0.05 * $e->workersHave('round_trips') / $e->seconds)) {
        return null;
    }
    return new Finding(
        sprintf('%s SET and USE and %s prepares a second, each a round trip of %s', a_number($setup), a_number($prepares), milliseconds($e->roundTrip)),
        'What a session begins with is the same each time, and a prepare need not wait for its answer before it is executed.',
        'mynd.round_trips = fewer, with persistent connections (mynd.persistent = all) for what sessions begin with',
        'up to ' . milliseconds($saved) . ' of waiting less for all pages of a second together',
    );
};

<?php
/* The same query, from the same line, many times in one request. */

declare(strict_types=1);

namespace Mynd\Operations;

return static function (Evidence $e): Finding|Unknown|null {
    $most = (int) $e->setting('mynd.slow_repeats');
    if (!$e->hasBoard() || $most === 0 || ($e->setting('mynd.slow_log') === '' && !$e->number('mynd.request_report'))) {
        return new Unknown('needs mynd.scoreboard, mynd.slow_log and mynd.slow_repeats, the number that is too many, as 20');
    }
    $repeated = $e->workersHave('repeated');
    if ($repeated < 1) {
        return null;
    }
    return new Finding(
        sprintf('%s commands of kinds that one request gave more than %d times, of %s', a_number($repeated), $most, a_number($e->workersHave('commands'))),
        'One query for each row of another one (N+1): each costs a round trip, here ' . milliseconds($e->roundTrip) . '.',
        'none: mynd.slow_log has a line with "kind":"repeated" for each, with the file and the line of the program',
        'up to ' . milliseconds($repeated / $e->seconds * $e->roundTrip) . ' of waiting less for all pages of a second together',
    );
};

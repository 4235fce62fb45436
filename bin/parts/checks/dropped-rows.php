<?php
/* Rows that came and that nobody fetched. */

declare(strict_types=1);

namespace Mynd\Operations;

return static function (Evidence $e): Finding|Unknown|null {
    if (!$e->hasBoard()) {
        return new Unknown('needs the workers\' numbers, mynd.scoreboard');
    }
    $dropped = $e->workersHave('rows_dropped');
    $rows = max(1.0, $e->workersHave('rows'));
    if ($dropped < 100 || $dropped < 0.1 * $rows) {
        return null;
    }
    return new Finding(
        sprintf('%s of %s rows (%.0f%%) were received, and then not fetched', a_number($dropped), a_number($rows), 100 * $dropped / $rows),
        'The server has read and sent them and the driver has taken them in for nothing: a result that is read to its third row, or '
            . 'whose rows are only counted.',
        'none: the query wants a LIMIT, or SELECT COUNT(*), or EXISTS. mynd.slow_log names queries with their rows and the line that asked',
        'less work on both sides, most of it the server\'s',
    );
};

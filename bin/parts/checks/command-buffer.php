<?php
/* Commands that did not fit into the buffer where they are written. */

declare(strict_types=1);

namespace Mynd\Operations;

return static function (Evidence $e): Finding|Unknown|null {
    if (!$e->hasBoard()) {
        return new Unknown('needs the workers\' numbers, mynd.scoreboard');
    }
    $large = $e->workersHave('command_buffer_too_small');
    $commands = max(1.0, $e->workersHave('commands'));
    if ($large < 10 || $large < 0.01 * $commands) {
        return null;
    }
    return new Finding(
        sprintf('%s of %s commands (%.0f%%) were larger than mysqlnd.net_cmd_buffer_size, %s', a_number($large), a_number($commands), 100 * $large / $commands,
            in_bytes($e->number('mysqlnd.net_cmd_buffer_size'))),
        'Such a command gets memory of its own, which is allocated and freed for it alone.',
        'mysqlnd.net_cmd_buffer_size, a number of bytes: ' . max(16384, 2 ** (int) ceil(log(max(2.0, 4 * $e->workersHave('bytes_sent') / $commands), 2)))
            . ' would do for most of these',
        'an allocation less for each; this is small, but free',
    );
};

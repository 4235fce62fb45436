<?php
/* Who closes an idle connection first: the driver should. */

declare(strict_types=1);

namespace Mynd\Operations;

return static function (Evidence $e): ?Finding {
    $server = $e->variable('wait_timeout');
    $ours = $e->number('mynd.idle_timeout');
    if ($server === null || $ours > 0 && $server > $ours) {
        return null;
    }
    return new Finding(
        sprintf("the server's wait_timeout is %d s, mynd.idle_timeout %s", $server, $ours > 0 ? sprintf('%d s', $ours) : '0, which is no limit')
            . ($e->workersHave('round_trips') > 0 ? sprintf('; %d idle connections were found dead while this looked',
                $e->boards[1]['total']['pool']['found_dead'] - $e->boards[0]['total']['pool']['found_dead']) : ''),
        'The server closes idle connections before the driver does. A pool sees that and connects anew, which a page waits for; a '
            . 'program that holds a connection gets 2006, MySQL server has gone away.',
        sprintf('mynd.idle_timeout below %d s', $server) . ($ours > 0 ? sprintf(', or wait_timeout above %d s', $ours) : '')
            . '; for programs that run long mynd.reconnect = 1',
        'no connection that is found dead, but for restarts of the server',
    );
};

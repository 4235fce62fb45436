<?php
/*
 * The numbers of all workers as a page that Prometheus can ask, for a status URL of the web server that only
 * the monitoring reaches (docs/scoreboard.md). The worker that answers has the scoreboard mapped, so nothing
 * needs the right to read the file.
 */

declare(strict_types=1);

require __DIR__ . '/../../bin/parts/metrics.php';

$board = Mynd\scoreboard();
header('Content-Type: text/plain; version=0.0.4; charset=utf-8');
if ($board === []) {
    http_response_code(503);
    echo "# there is no scoreboard: php.ini has no mynd.scoreboard\n";
    exit;
}
echo Mynd\Operations\metrics($board);

<?php
/*
 * The engine's peak while a result of a certain size is read. Arguments: query, way ("store loop", "store
 * all", "use loop", "use all").
 */
require __DIR__ . '/common.php';

[, $query, $way] = $argv;
[$mode, $how] = explode(' ', $way);
$link = connect();
$bytes = 0;
$rows = 0;
$result = $link->query($query, $mode === 'store' ? MYSQLI_STORE_RESULT : MYSQLI_USE_RESULT);
if ($how === 'loop') {
    while ($row = $result->fetch_row()) {
        $rows++;
        foreach ($row as $cell) {
            $bytes += strlen($cell);
        }
    }
} else {
    $all = $result->fetch_all(MYSQLI_NUM);
    $rows = count($all);
    foreach ($all as $row) {
        foreach ($row as $cell) {
            $bytes += strlen($cell);
        }
    }
}
report(['peak' => memory_get_peak_usage(), 'rows' => $rows, 'bytes' => $bytes]);

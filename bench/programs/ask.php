<?php
/* Asks each query once and reads it to its end, for the recorder. Arguments: queries. */
require __DIR__ . '/common.php';
$link = connect();
foreach (array_slice($argv, 1) as $query) {
    $result = $link->query($query, MYSQLI_USE_RESULT);
    while ($result->fetch_row()) {
    }
    $result->free();
}
$link->close();
report([]);

<?php
/*
 * Asks each query once and reads it to its end, for the recorder. Arguments: queries; one after "prepared:"
 * is prepared and executed.
 */
require __DIR__ . '/common.php';
$link = connect();
foreach (array_slice($argv, 1) as $query) {
    if (str_starts_with($query, 'prepared:')) {
        $statement = $link->prepare(substr($query, strlen('prepared:')));
        $statement->execute();
        while ($statement->fetch()) {
        }
        $statement->close();
        continue;
    }
    $result = $link->query($query, MYSQLI_USE_RESULT);
    while ($result->fetch_row()) {
    }
    $result->free();
}
$link->close();
report([]);

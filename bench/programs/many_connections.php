<?php
/*
 * Allows as many connections as the argument says, twice: the server ends those of the program before in its
 * own time. And some more.
 */
require __DIR__ . '/common.php';
connect()->query('SET GLOBAL max_connections = ' . (2 * (int) $argv[1] + 100));
report([]);

<?php
/* Allows as many connections as the argument says, and some more. */
require __DIR__ . '/common.php';
connect()->query('SET GLOBAL max_connections = ' . ((int) $argv[1] + 100));
report([]);

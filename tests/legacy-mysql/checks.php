<?php
/*
 * checks.php LOAD-FILE: the functions of packages/legacy-mysql against PHP 5.6's documented behaviour, by the
 * server in the environment. The same on stock's mysqli and on mynd.
 */
declare(strict_types=1);

require __DIR__ . '/harness.php';
require __DIR__ . '/functions.php';
require $argv[1];

require __DIR__ . '/arguments.php';
require __DIR__ . '/links.php';
require __DIR__ . '/results.php';
finish();

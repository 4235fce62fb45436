<?php
/* Makes the tables of the fight on the server of the environment. */
require __DIR__ . '/data.inc';

mysqli_report(MYSQLI_REPORT_ERROR | MYSQLI_REPORT_STRICT);
$link = new mysqli('localhost', getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'), getenv('MYND_TEST_DB'), 0, getenv('MYND_TEST_SOCKET'));
array_map($link->query(...), schema());

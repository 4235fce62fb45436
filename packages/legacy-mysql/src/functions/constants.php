<?php
/*
 * The constants of ext/mysql.
 */
declare(strict_types=1);

const MYSQL_ASSOC = 1;
const MYSQL_NUM = 2;
const MYSQL_BOTH = 3;
const MYSQL_CLIENT_COMPRESS = 32;
const MYSQL_CLIENT_IGNORE_SPACE = 256;
const MYSQL_CLIENT_INTERACTIVE = 1024;
const MYSQL_CLIENT_SSL = 2048;

<?php
/*
 * What measured programs share. Small on purpose: its memory and time are in every figure, the same on both
 * sides.
 */

declare(strict_types=1);

mysqli_report(MYSQLI_REPORT_ERROR | MYSQLI_REPORT_STRICT);

function connect(): mysqli
{
    return new mysqli('localhost', (string) getenv('MYND_TEST_USER'), (string) getenv('MYND_TEST_PASSWORD'),
        (string) getenv('MYND_TEST_DB'), 0, (string) getenv('MYND_TEST_SOCKET'));
}

function connect_by_tcp(): mysqli
{
    return new mysqli((string) getenv('MYND_TEST_HOST'), (string) getenv('MYND_TEST_USER'), (string) getenv('MYND_TEST_PASSWORD'),
        (string) getenv('MYND_TEST_DB'), (int) getenv('MYND_TEST_PORT'));
}

function connect_pdo(bool $by_tcp = false): PDO
{
    $where = $by_tcp ? 'host=' . getenv('MYND_TEST_HOST') . ';port=' . getenv('MYND_TEST_PORT') : 'unix_socket=' . getenv('MYND_TEST_SOCKET');
    return new PDO("mysql:$where;dbname=" . getenv('MYND_TEST_DB'), (string) getenv('MYND_TEST_USER'), (string) getenv('MYND_TEST_PASSWORD'),
        [PDO::ATTR_EMULATE_PREPARES => false]);
}

/** Client CPU of this process so far, user + system, in microseconds. */
function cpu(): int
{
    $u = getrusage();
    return 1000000 * ($u['ru_utime.tv_sec'] + $u['ru_stime.tv_sec']) + $u['ru_utime.tv_usec'] + $u['ru_stime.tv_usec'];
}

/** The peak of resident memory so far, in bytes. */
function resident_peak(): int
{
    preg_match('/^VmHWM:\s+(\d+) kB/m', file_get_contents('/proc/self/status'), $match);
    return 1024 * (int) $match[1];
}

function report(array $figures): void
{
    echo json_encode($figures), "\n";
}

<?php
/*
 * The two tables of bench/fetch.php, the same rows each time. Arguments: rows of the founding table, rows of
 * the wide one.
 *
 * founding: one varchar(255) of random length 10 to 255 (the benchmark that began mysqlnd). wide: 20 mixed
 * columns.
 */
require __DIR__ . '/common.php';

const WIDE = <<<'SQL'
    id INT UNSIGNED NOT NULL, tiny TINYINT NOT NULL, small SMALLINT NULL, medium MEDIUMINT NOT NULL, big BIGINT NOT NULL,
    price DECIMAL(10,2) NOT NULL, exact DECIMAL(20,6) NULL, single_precision FLOAT NOT NULL, double_precision DOUBLE NOT NULL,
    code CHAR(10) NOT NULL, name VARCHAR(40) NOT NULL, email VARCHAR(80) NULL, address VARCHAR(255) NOT NULL,
    born DATE NULL, created DATETIME NOT NULL, seen TIMESTAMP NULL, duration TIME NOT NULL,
    state ENUM('new','active','blocked','gone') NOT NULL, flag BOOL NOT NULL, note TEXT NULL
    SQL;

function text(int $least, int $most): string
{
    static $pool = null;
    if ($pool === null) {
        for ($pool = '', $i = 0; $i < 4096; $i++) {
            $pool .= 'abcdefghijklmnopqrstuvwxyz ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'[mt_rand(0, 62)];
        }
    }
    $length = mt_rand($least, $most);
    return substr($pool, mt_rand(0, 4096 - $length), $length);
}

function founding_row(int $id): string
{
    return "('" . text(10, 255) . "')";
}

/** Text without a blank at its end (CHAR drops it), or NULL in one of ten. */
function maybe(string $value): string
{
    return mt_rand(0, 9) === 0 ? 'NULL' : "'$value'";
}

function wide_row(int $id): string
{
    $day = sprintf('%d-%02d-%02d', mt_rand(1970, 2035), mt_rand(1, 12), mt_rand(1, 28));
    $time = sprintf('%02d:%02d:%02d', mt_rand(4, 23), mt_rand(0, 59), mt_rand(0, 59));
    return '(' . implode(',', [
        $id, mt_rand(-128, 127), maybe((string) mt_rand(-32768, 32767)), mt_rand(0, 8388607), mt_rand(0, 1 << 40),
        sprintf('%.2f', mt_rand(0, 99999999) / 100), maybe(sprintf('%.6f', mt_rand() / 7)), mt_rand() / 1000, mt_rand() / 1e9,
        "'" . sprintf('%010d', mt_rand()) . "'", "'" . text(5, 40) . "'", maybe(trim(text(8, 20)) . '@example.com'), "'" . text(20, 120) . "'",
        maybe($day), "'$day $time'", maybe("$day $time"), "'$time'",
        "'" . ['new', 'active', 'blocked', 'gone'][mt_rand(0, 3)] . "'", mt_rand(0, 1), maybe(text(0, 200)),
    ]) . ')';
}

function load(mysqli $link, string $table, string $columns, int $rows, callable $row): void
{
    $link->query("DROP TABLE IF EXISTS $table");
    $link->query("CREATE TABLE $table ($columns) ENGINE=MyISAM CHARACTER SET utf8mb4");
    for ($id = 1; $id <= $rows;) {
        $values = [];
        while ($id <= $rows && count($values) < 1000) {
            $values[] = $row($id++);
        }
        $link->query("INSERT INTO $table VALUES " . implode(',', $values));
    }
}

mt_srand(8);
$link = connect();
$link->query("SET time_zone = '+00:00', sql_mode = 'STRICT_ALL_TABLES'");
load($link, 'bench_founding', 'v VARCHAR(255) NOT NULL', (int) $argv[1], founding_row(...));
load($link, 'bench_wide', WIDE, (int) $argv[2], wide_row(...));
report([]);

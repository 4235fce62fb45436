<?php
/*
 * The table of bench/blob.php: ten BLOBs of 2^15, 2^16 ... 2^23 and 2^24-1 bytes. Needs large_packets.php
 * before it.
 */
require __DIR__ . '/common.php';
$link = connect();
$link->query('DROP TABLE IF EXISTS bench_blob');
$link->query('CREATE TABLE bench_blob (id INT PRIMARY KEY, data LONGBLOB NOT NULL) ENGINE=MyISAM');
for ($id = 15; $id <= 24; $id++) {
    $bytes = min(1 << $id, (1 << 24) - 1);
    $link->query("INSERT INTO bench_blob SELECT $id, LEFT(REPEAT(SHA2('$id', 256), CEIL($bytes / 64)), $bytes)");
}
report(['bytes' => (int) $link->query('SELECT SUM(LENGTH(data)) FROM bench_blob')->fetch_row()[0]]);

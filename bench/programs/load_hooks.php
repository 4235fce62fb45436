<?php
/* The table of bench/hooks.php: 5,000 articles, 40 of each category, by index. */
require __DIR__ . '/common.php';
$link = connect();
$link->query('CREATE OR REPLACE TABLE bench_articles (id INT PRIMARY KEY, category INT NOT NULL, name VARCHAR(80) NOT NULL, price DECIMAL(10,2) NOT NULL, stock INT NOT NULL,
    changed DATETIME NOT NULL, note VARCHAR(200) NULL, KEY (category))');
mt_srand(1);
$rows = [];
for ($id = 1; $id <= 5000; $id++) {
    $rows[] = sprintf("(%d, %d, 'article %s', %d.%02d, %d, '2026-01-%02d 12:00:00', %s)", $id, $id % 125, md5((string) $id), $id % 1000, $id % 100, mt_rand(0, 500), $id % 28 + 1,
        $id % 3 ? "'" . str_repeat(substr(md5("note $id"), 0, 8) . ' ', mt_rand(1, 12)) . "'" : 'NULL');
}
foreach (array_chunk($rows, 500) as $chunk) {
    $link->query('INSERT INTO bench_articles VALUES ' . implode(',', $chunk));
}
$link->query('ANALYZE TABLE bench_articles');
report(['rows' => count($rows)]);

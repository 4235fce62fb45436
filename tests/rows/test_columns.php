<?php
/* What field objects show, and the flag that stock adds. */
require __DIR__ . '/check.inc';
$definition = ['name' => 'id', 'org_name' => 'id', 'table' => 't', 'org_table' => 'table_of_orders', 'schema' => 'shop', 'catalog' => 'def', 'type' => 3, 'flags' => 0x4203,
    'length' => 11, 'charset' => 63, 'decimals' => 0];
$second = ['name' => 'n', 'org_name' => 'customer_name', 'type' => 253, 'flags' => 1, 'length' => 4294967295, 'charset' => 45, 'decimals' => 31] + $definition;
$third = ['name' => 'count(*)', 'org_name' => '', 'table' => '', 'org_table' => '', 'schema' => '', 'type' => 8, 'flags' => 1, 'length' => 21] + $definition;
rows_columns([$definition, $second, $third]);
$fields = array_map('rows_field', [2, 0, 1]);
$shown = fn ($d) => ['name' => $d['name'], 'org_name' => $d['org_name'], 'table' => $d['table'], 'org_table' => $d['org_table'], 'schema' => $d['schema'], 'catalog' => $d['catalog'],
    'length' => $d['length'], 'charset' => $d['charset'], 'flags' => $d['flags'], 'type' => $d['type'], 'decimals' => $d['decimals']];
same('third', $fields[0], $shown(['flags' => 0x8001] + $third));
same('first', $fields[1], $shown(['flags' => 0xC203] + $definition));
same('second', $fields[2], $shown($second));
same('asked twice', rows_field(1), $fields[2]);
same('behind the last', rows_field(3), null);

/* Stock's rule, tried for each type that MariaDB 10.11 sends. */
foreach ([0 => 1, 1 => 1, 2 => 1, 3 => 1, 4 => 1, 5 => 1, 6 => 1, 7 => 0, 8 => 1, 9 => 1, 10 => 0, 11 => 0, 12 => 0, 13 => 1, 16 => 0, 245 => 0, 246 => 0, 247 => 0, 252 => 0, 253 => 0,
    254 => 0, 255 => 0, 200 => 0] as $type => $num) {
    rows_columns([['name' => 'x', 'type' => $type, 'length' => 19]]);
    same("type $type", rows_field(0)['flags'], $num ? 0x8000 : 0);
}
rows_columns([['name' => 'x', 'type' => 7, 'length' => 14]]);
same('a TIMESTAMP of MySQL 4.0', rows_field(0)['flags'], 0x8000);
rows_columns([['name' => 'x', 'type' => 7, 'length' => 8]]);
same('a short one', rows_field(0)['flags'], 0x8000);
rows_columns([['name' => 'x'], ['name' => 'never asked for']]);
same('one of two', rows_field(0)['name'], 'x');

/* Many, long and odd ones. */
$many = [];
for ($i = 0; $i < 3000; $i++) {
    $many[] = ['name' => "c$i", 'org_name' => $i % 3 ? "c$i" : "o$i", 'table' => 't' . intdiv($i, 10), 'schema' => "s\0" . ($i & 1), 'org_table' => str_repeat('T', $i % 500), 'catalog' => 'def'];
}
rows_columns($many);
$good = true;
foreach (array_reverse(array_keys($many)) as $i) {
    $good = $good && array_intersect_key(rows_field($i), $many[$i]) === array_replace(array_intersect_key(rows_field($i), $many[$i]), $many[$i]);
}
check('3000 columns', $good);
rows_columns([['name' => str_repeat('n', 100000), 'table' => str_repeat('t', 200000)]]);
same('long names', [strlen(rows_field(0)['name']), strlen(rows_field(0)['table']), array_key_first(rows_build(['xy']))], [100000, 200000, str_repeat('n', 100000)]);
rows_columns([['name' => '']]);
same('no name', rows_build(['xy']), ['' => 'xy']);
columns('a', 'b');
rows_columns([]);
same('no columns', [rows_build([]), rows_build([], NUM), rows_build([], BOTH), rows_build(['x'])], [[], [], [], false]);

<?php
/*
 * What the query cache before examples/catalogue_page.php has counted, in all requests of its server
 * together, as JSON.
 */
require dirname(__DIR__, 2) . '/packages/cache/load.php';
echo json_encode((new Mynd\Cache\ApcuStore())->counts() + ['hits' => 0, 'misses' => 0]);

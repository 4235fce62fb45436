<?php
/*
 * Fingerprints of all settings (names, defaults, access) and of the names of the statistics, as probe.php
 * makes them.
 */
$ini = ini_get_all('mysqlnd') + ini_get_all('mysqli');
echo json_encode([md5(json_encode($ini)), md5(implode(' ', array_keys(mysqli_get_client_stats())))]);

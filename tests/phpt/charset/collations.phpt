--TEST--
get_charset() of a link whose server has another collation than the set's own: its name, and stock's comment on it
--EXTENSIONS--
mysqli
--SKIPIF--
<?php if (!function_exists('pcntl_fork')) die('skip needs pcntl'); ?>
--FILE--
<?php
require __DIR__ . '/../../faults/peer.inc';
foreach ([8, 33, 45, 46, 83, 192, 224, 255] as $collation) {
	$peer = Peer::start(fn ($p) => $p->login(['collation' => $collation])->stall());
	$link = $peer->connect();
	$charset = $link->get_charset();
	echo "$charset->number $charset->charset $charset->collation, \"$charset->comment\"\n";
	unset($link);
	$peer->end();
}
?>
--EXPECT--
8 latin1 latin1_swedish_ci, ""
33 utf8 utf8_general_ci, "UTF-8 Unicode"
45 utf8mb4 utf8mb4_general_ci, "UTF-8 Unicode"
46 utf8mb4 utf8mb4_bin, "UTF-8 Unicode"
83 utf8 utf8_bin, "UTF-8 Unicode"
192 utf8 utf8_unicode_ci, ""
224 utf8mb4 utf8mb4_unicode_ci, ""
255 utf8mb4 utf8mb4_0900_ai_ci, ""

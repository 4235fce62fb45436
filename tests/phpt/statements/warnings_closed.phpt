--TEST--
mysqli_stmt::get_warnings() after its connection was closed, or connected anew: false, and nothing is asked, as in stock
--EXTENSIONS--
mysqli
--FILE--
<?php
require __DIR__ . '/../connect.inc';
mysqli_report(MYSQLI_REPORT_OFF);
$again = fn($m) => $m->real_connect('localhost', getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'), getenv('MYND_TEST_DB'), 0, getenv('MYND_TEST_SOCKET'));
foreach (['open' => fn($m) => true, 'closed' => fn($m) => $m->close(), 'connected anew' => $again] as $what => $do) {
	$m = link_for_test();
	$m->query('CREATE TEMPORARY TABLE w (a TINYINT)');
	$s = $m->prepare('INSERT IGNORE INTO w VALUES (1000)');
	$s->execute();
	$do($m);
	if ($what === 'connected anew') {
		$m->query('SELECT 1, 2, 3, 4')->free();
	}
	$warnings = $s->get_warnings();
	echo "$what: ", $warnings ? $warnings->errno : 'false', $what === 'connected anew' ? ", $m->field_count columns" : '', "\n";
}
?>
--EXPECT--
open: 1264
closed: false
connected anew: false, 4 columns

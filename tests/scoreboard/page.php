<?php
/*
 * A request whose commands are known: queries of two rows each, and texts that are no SQL. With `sleep` it
 * waits for the server that long, besides, with a literal that nobody must see. With `persistent` its
 * connection comes from a pool. Prints the worker's id.
 */
mysqli_report(MYSQLI_REPORT_OFF);
$host = isset($_GET['persistent']) ? 'p:localhost' : 'localhost';
$db = new mysqli($host, getenv('BOARD_USER'), getenv('BOARD_PASSWORD'), '', 0, getenv('BOARD_SOCKET'));
for ($i = 0; $i < (int) $_GET['queries']; $i++) {
	$db->query("SELECT $i UNION ALL SELECT 2")->fetch_all();
}
for ($i = 0; $i < (int) $_GET['errors']; $i++) {
	$db->query('SELEC');
}
if (isset($_GET['sleep'])) {
	$db->query("SELECT SLEEP({$_GET['sleep']}), 's3cr3t'")->fetch_all();
}
$db->close();
echo getmypid();

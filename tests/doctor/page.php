<?php
/*
 * A page with a habit: of its query string's `habit`. Without one it does what a page should: a persistent
 * connection, a query whose rows are all fetched. Prints the worker's id.
 */
$user = getenv('DOCTOR_USER');
$password = getenv('DOCTOR_PASSWORD');
$socket = getenv('DOCTOR_SOCKET');
$habit = $_GET['habit'] ?? '';
$db = new mysqli(in_array($habit, ['connects', 'scans'], true) ? 'localhost' : 'p:localhost', $user, $password, '', 0, $socket);
switch ($habit) {
	case 'drops':
		$numbers = 'WITH RECURSIVE numbers AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM numbers WHERE n < 500) SELECT n FROM numbers';
		$db->query($numbers)->fetch_row();
		$db->query($numbers, MYSQLI_USE_RESULT)->free();
		break;
	case 'large':
		for ($i = 0; $i < 5; $i++) {
			$db->query("SELECT LENGTH('" . str_repeat('x', 40000) . "')")->fetch_all();
		}
		break;
	case 'prepares':
		for ($i = 0; $i < 5; $i++) {
			$statement = $db->prepare('SELECT ?');
			$statement->execute([$i]);
			$statement->get_result()->fetch_all();
			$statement->close();
		}
		break;
	case 'prepares-once':
		$statement = $db->prepare('SELECT ?');
		for ($i = 0; $i < 20; $i++) {
			$statement->execute([$i]);
			$statement->get_result()->fetch_all();
		}
		break;
	case 'repeats':
		for ($i = 0; $i < 25; $i++) {
			$db->query("SELECT $i")->fetch_all();
		}
		break;
	case 'reads': // the same reads of a base table in each page
		for ($i = 0; $i < 5; $i++) {
			$db->query("SELECT id FROM doctor.ids WHERE id = $i")->fetch_all();
		}
		break;
	case 'scans': // the first row of a large table
		$db->query('SELECT * FROM doctor.large LIMIT 1')->fetch_all();
		break;
	case 'sets':
		$db->query("SET time_zone = '+02:00'");
		$db->query("SET sql_mode = 'STRICT_ALL_TABLES'");
		break;
	case 'holds': // two connections that stay idle in each worker
		$other = new mysqli('p:localhost', $user, $password, 'mysql', 0, $socket);
		$other->query('SELECT 1')->fetch_all();
		break;
}
$db->query('SELECT 1 UNION ALL SELECT 2')->fetch_all();
echo getmypid();

--TEST--
mynd.round_trips=fewer: request_report() names the commands that are answered ahead, and counts no round trip for them
--EXTENSIONS--
mysqli
--INI--
mynd.round_trips=fewer
mynd.request_report=1
--FILE--
<?php
require __DIR__ . '/../connect.inc';

for ($times = 1; $times <= 12; $times++) {
	$m = new mysqli('p:localhost', getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'), getenv('MYND_TEST_DB'), null, getenv('MYND_TEST_SOCKET'));
	$m->set_charset('utf8mb4');
	$m->query("SET SESSION sql_mode = 'STRICT_ALL_TABLES'");
	$m->query('SELECT 1')->fetch_row();
	$m->close();
}
$ahead = Mynd\pools()[0]['answered_ahead'];
$commands = Mynd\request_report()['commands'];
usort($commands, fn ($a, $b) => strcmp($a['digest'], $b['digest']));
$trips = ['SET NAMES utf8mb4' => 0, 'SET SESSION sql_mode = ?' => 0];
foreach ($commands as $command) {
	if (!str_starts_with($command['digest'], 'SELECT CONCAT_WS')) { // the driver's own question
		echo $command['count'], ' x ', $command['digest'], "\n";
	}
	if (isset($trips[$command['digest']])) {
		$trips[$command['digest']] = $command['round_trips'];
	}
}
var_dump($ahead > 0, array_sum($trips) + $ahead);
?>
--EXPECT--
1 x (connect)
12 x SELECT ?
12 x SET NAMES utf8mb4
12 x SET SESSION sql_mode = ?
bool(true)
int(24)

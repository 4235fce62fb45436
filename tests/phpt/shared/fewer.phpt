--TEST--
mynd.shared_pool with mynd.round_trips=fewer: what was sent ahead travels, and answers the program of another process
--EXTENSIONS--
mysqli
pcntl
--INI--
mynd.shared_pool=1
mynd.round_trips=fewer
mynd.pipelining=on
--FILE--
<?php
require __DIR__ . '/shared.inc';

/** What each request of this application does. */
function begin(mysqli $m): array
{
	$m->select_db(getenv('MYND_TEST_DB'));
	$m->query('SET NAMES utf8mb4');
	$m->query("SET SESSION sql_mode = 'ANSI_QUOTES'");
	return $m->query('SELECT @@SESSION.sql_mode')->fetch_row();
}

function request(?string $else = null, ?string $database = null): array
{
	$m = plink(database: $database);
	$before = pool('answered_ahead', 'wrong_predictions');
	$answer = $else === null ? begin($m) : $m->query($else)->fetch_row();
	$answer[0] = $answer[0] === 'ANSI_QUOTES' ? 'as set' : $answer[0];
	$after = pool('answered_ahead', 'wrong_predictions');
	$answer[] = $m->query('SELECT @a')->fetch_column();
	$m->query('SET @a = 1');
	$m->close();
	return [...$answer, $after['answered_ahead'] - $before['answered_ahead'], $after['wrong_predictions'] - $before['wrong_predictions'], pool('taken_over')['taken_over']];
}

foreach ([getenv('MYND_TEST_DB'), null] as $database) {
	for ($i = 0; $i < 5; $i++) {
		echo json_encode(request(null, $database)), "\n";
	}
	echo 'other processes: ', json_encode(from_child(fn() => request(null, $database))), "\n";
	echo json_encode(from_child(fn() => request("SELECT COALESCE(DATABASE(), '') = '" . $database . "', @@sql_mode = 'ANSI_QUOTES'", $database))), "\n";
	echo json_encode(from_child(fn() => request(null, $database))), "\n";
	echo 'back again: ', json_encode(request(null, $database)), "\n";
}
?>
--EXPECT--
["as set",null,0,0,0]
["as set",null,0,0,1]
["as set",null,0,0,2]
["as set",null,4,0,3]
["as set",null,4,0,4]
other processes: ["as set",null,4,0,5]
["1","0",null,0,1,5]
["as set",null,4,0,5]
back again: ["as set",null,4,0,5]
["as set",null,0,0,0]
["as set",null,0,0,1]
["as set",null,0,0,2]
["as set",null,4,0,3]
["as set",null,4,0,4]
other processes: ["as set",null,4,0,5]
["1","0",null,0,1,5]
["as set",null,4,0,5]
back again: ["as set",null,4,0,5]

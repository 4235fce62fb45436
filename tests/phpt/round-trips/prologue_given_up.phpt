--TEST--
A session goes on in another way after the driver has ceased to write commands together: what its connection needs comes before its prologue
--EXTENSIONS--
mysqli
--INI--
mynd.round_trips=fewer
mynd.reconnect=1
--FILE--
<?php
require __DIR__ . '/prologue.inc';
print_warnings();
$watch = link_of(null);
$watch->query('CREATE PROCEDURE prologue_kill(link INT) BEGIN WHILE (SELECT COUNT(*) FROM information_schema.processlist WHERE id = link AND info LIKE "SELECT SLEEP%") = 0 DO DO SLEEP(0.01); END WHILE; KILL link; END');
$prologue = function (mysqli $m): void {
	$m->query('SET SESSION sql_mode = "ANSI_QUOTES"');
	$m->query("SET SESSION time_zone = '+02:00'");
	$m->query('SET SESSION group_concat_max_len = 77');
};
for ($i = 0; $i < 2; $i++) { // finds out that the server bears commands in one write
	link_of(1)->close();
}
teach(fn () => link_of(1), $prologue);
$link = link_of(1);
$link->query('SET SESSION sql_mode = "ANSI_QUOTES"');
$link->query("SET SESSION time_zone = '+02:00'");
echo json_encode(pool_counts()), "\n";

// A connection that is lost while its prepare and execute are under way together: auto gives the address up.
$other = link_of(2);
$watch->query("CALL prologue_kill($other->thread_id)", MYSQLI_ASYNC);
try {
	$other->execute_query('SELECT SLEEP(?)', ['60']);
} catch (mysqli_sql_exception $e) {
	echo in_array($e->getCode(), [2006, 2013, 1927, 1317], true) ? 'lost' : $e->getMessage(), "\n";
}
$watch->reap_async_query();

$row = $link->query('SELECT @@sql_mode, @@time_zone, @@group_concat_max_len > 77, @@session_track_state_change')->fetch_row();
echo json_encode($row), "\n";
$link->close();
echo json_encode(link_of(1)->query('SELECT @@sql_mode LIKE "%ANSI_QUOTES%"')->fetch_row()), "\n";
link_of(null)->query('DROP PROCEDURE prologue_kill');
?>
--EXPECT--
{"made":1,"prologues_learned":1,"answered_ahead":2}
lost
["ANSI_QUOTES","+02:00","1","1"]
["0"]

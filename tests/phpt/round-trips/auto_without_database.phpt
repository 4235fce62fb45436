--TEST--
mynd.round_trips=fewer with nothing else set: a login without a database, as WordPress does it
--EXTENSIONS--
mysqli
--INI--
mynd.persistent=all
mynd.round_trips=fewer
--FILE--
<?php
require __DIR__ . '/prologue.inc';

/** A page: how many commands the program waits for, and what it gets. */
function page(): array
{
	$before = Mynd\stats()['writes'];
	$db = mysqli_init();
	$db->real_connect(...where(database: ''));
	$db->set_charset('utf8mb4');
	$db->query("SET SESSION sql_mode = 'STRICT_ALL_TABLES'");
	$db->select_db(getenv('MYND_TEST_DB'));
	$answer = $db->query('SELECT DATABASE() = "' . getenv('MYND_TEST_DB') . '", @@sql_mode, @@character_set_client')->fetch_row();
	$db->close();
	return ['writes' => Mynd\stats()['writes'] - $before, 'answer' => implode(' ', $answer)];
}
/* What the pages before have taught is in effect from the fifth on. */
for ($i = 0; $i < 8; $i++) {
	$page = page();
}
attempt('the eighth page', fn() => $page);
attempt('its pool', fn() => pool_counts());
?>
--EXPECT--
the eighth page: {"writes":2,"answer":"1 STRICT_ALL_TABLES utf8mb4"}
its pool: {"made":1,"prologues_learned":1,"answered_ahead":15}

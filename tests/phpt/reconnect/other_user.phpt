--TEST--
mynd.reconnect: no session goes on as another user, or without what a command has set, whatever else was refused or answered ahead
--EXTENSIONS--
mynd
--INI--
mynd.reconnect=1
mynd.pipelining=on
mynd.round_trips=fewer
mynd.shared_pool=0
--FILE--
<?php
require __DIR__ . '/../persistent/persistent.inc';

$watch = link_for_test();
$nopass = getenv('MYND_TEST_USER_NOPASS');
$user = fn(mysqli $m) => explode('@', $m->query('SELECT CURRENT_USER()')->fetch_column())[0] === $nopass ? 'the second' : 'the first';
$refused_ping = function (mysqli $m) {
	$result = $m->query('SELECT 1 UNION SELECT 2', MYSQLI_USE_RESULT);
	try {
		@$m->ping(); // deprecated since PHP 8.4
	} catch (mysqli_sql_exception $e) {
		echo $e->getCode(), ', ';
	}
	$result->free();
};
$lost = function (mysqli $m) use ($watch) {
	kill_from_outside($watch, $m->thread_id);
	return $m;
};

echo "-- a ping that is refused\n";
$m = link_for_test(database: null);
$refused_ping($m);
attempt('a session without state goes on', fn() => $user($lost($m)));
$m = link_for_test(database: null);
$refused_ping($m);
$m->change_user($nopass, '', null);
attempt('the user has changed', fn() => $user($lost($m)));
$m = link_for_test(database: null);
$refused_ping($m);
$m->select_db(getenv('MYND_TEST_DB'));
attempt('a schema was selected', fn() => $lost($m)->query('SELECT DATABASE()')->fetch_column());
$m = link_for_test(database: null);
$refused_ping($m);
$m->multi_query('SELECT 1');
$m->store_result();
attempt('several statements are on', fn() => $lost($m)->multi_query('SELECT 1; SELECT 2'));

echo "-- a text that was answered ahead\n";
$begin = function (): mysqli {
	$m = link_for_test(host: 'p:localhost', database: null);
	$m->query('SELECT @@SESSION.sql_mode')->fetch_row();
	return $m;
};
for ($i = 0; $i < 6; $i++) {
	$m = $begin();
	$m->query('SELECT 1')->fetch_row();
	$m->close();
}
$ahead = pools_sum('answered_ahead');
$m = $begin();
echo pools_sum('answered_ahead') > $ahead ? "answered ahead\n" : "not answered ahead\n";
attempt('a session without state goes on', fn() => $user($lost($m)));
$m->close();
$m = $begin();
$m->change_user($nopass, '', null);
attempt('the user has changed', fn() => $user($lost($m)));
?>
--EXPECT--
-- a ping that is refused
2014, a session without state goes on: "the first"
2014, the user has changed: ! 2006 HY000 MySQL server has gone away
2014, a schema was selected: ! 2006 HY000 MySQL server has gone away
2014, several statements are on: ! 2006 HY000 MySQL server has gone away
-- a text that was answered ahead
answered ahead
a session without state goes on: "the first"
the user has changed: ! 2006 HY000 MySQL server has gone away

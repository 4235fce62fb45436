--TEST--
Statistics: connections, closes, gauges
--EXTENSIONS--
mysqli
--FILE--
<?php
require __DIR__ . '/stats.inc';
const NAMES = '/^(connect|pconnect|reconnect|active|.*_close$|init_command|com_quit)/';
function connections(string $title, callable $program): mixed
{
	$before = mysqli_get_client_stats();
	$kept = $program();
	echo "$title: ", json_encode(difference($before, mysqli_get_client_stats(), NAMES)), "\n";
	return $kept;
}
$first = connections('open', fn() => link_for_test());
connections('close', fn() => $first->close());
connections('open and drop', function () {
	link_for_test();
});
connections('refused', function () {
	try {
		new mysqli(null, getenv('MYND_TEST_USER'), 'wrong', '', 0, getenv('MYND_TEST_SOCKET'));
	} catch (mysqli_sql_exception) {
	}
});
connections('no server', function () {
	try {
		new mysqli(null, 'x', '', '', 0, '/nonexistent/mysqld.sock');
	} catch (mysqli_sql_exception) {
	}
});
$second = connections('init and real_connect, with a command', function () {
	$link = mysqli_init();
	$link->options(MYSQLI_INIT_COMMAND, 'SET @a = 1');
	$link->real_connect(null, getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'), getenv('MYND_TEST_DB'), 0, getenv('MYND_TEST_SOCKET'));
	return $link;
});
connections('connect over it', fn() => $second->real_connect(null, getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'), getenv('MYND_TEST_DB'), 0, getenv('MYND_TEST_SOCKET')));
connections('close with rows unread', function () use ($second) {
	$result = $second->query('SELECT 1 UNION SELECT 2', MYSQLI_USE_RESULT);
	$second->close();
});
echo 'open now: ', mysqli_get_client_stats()['active_connections'], "\n";
?>
--EXPECT--
open: {"connect_success":1,"active_connections":1}
close: {"active_connections":-1,"explicit_close":1,"com_quit":1}
open and drop: {"connect_success":1,"implicit_close":1,"com_quit":1}
refused: {"connect_failure":1}
no server: {"connect_failure":1}
init and real_connect, with a command: {"connect_success":1,"active_connections":1,"init_command_executed_count":1}
connect over it: {"connect_success":1,"implicit_close":1,"init_command_executed_count":1,"com_quit":1}
close with rows unread: {"active_connections":-1,"explicit_close":1,"in_middle_of_command_close":1}
open now: 0

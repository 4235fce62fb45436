--TEST--
mynd.shared_pool: a connection that one process hands back is the next one's, and nothing of the first one's session is left
--EXTENSIONS--
mysqli
pcntl
--INI--
mynd.shared_pool=1
--FILE--
<?php
require __DIR__ . '/shared.inc';

/** Leaves all kinds of state, and results and statements that are open. */
function leave_state(mysqli $m): void
{
	$m->multi_query('SET @a = 1; SET SESSION sql_mode = "ANSI_QUOTES"; CREATE TEMPORARY TABLE t (a INT)');
	while ($m->next_result());
	$m->query("SELECT GET_LOCK('shared', 0)");
	$m->prepare('SELECT ?')->execute([1]);
	$m->set_charset('latin1');
	$m->begin_transaction();
	$m->query('SELECT 1 UNION SELECT 2', MYSQLI_USE_RESULT);
}

function state(mysqli $m): array
{
	$values = $m->query("SELECT @a, @@sql_mode LIKE '%ANSI_QUOTES%', IS_FREE_LOCK('shared'), @@character_set_client, @@autocommit, DATABASE() <=> SCHEMA()")->fetch_row();
	try {
		$values[] = $m->query('SELECT * FROM t');
	} catch (mysqli_sql_exception $e) {
		$values[] = $e->getCode();
	}
	return $values;
}

$ways = [
	'unix' => fn() => plink(),
	'tcp' => fn() => plink(host: 'p:127.0.0.1'),
	'no database' => function () {
		$m = plink(database: null);
		$m->select_db(getenv('MYND_TEST_DB'));
		return $m;
	},
	'init commands' => fn() => plink_with(fn($m) => $m->options(MYSQLI_INIT_COMMAND, 'SET @init = 7')),
	'character set' => fn() => plink_with(fn($m) => $m->options(MYSQLI_SET_CHARSET_NAME, 'utf8mb4')),
];
$watch = link_for_test();
$threads = [];
foreach ($ways as $name => $connect) {
	$new = $connect();
	$threads[] = $thread = $new->thread_id;
	$state = state($new);
	leave_state($new);
	$new->close();
	echo "$name: ";
	$child = from_child(function () use ($connect, $thread) {
		$m = $connect();
		$answer = [$m->thread_id === $thread, state($m), $m->character_set_name(), $m->query('SELECT @init')->fetch_column(), $m->host_info === link_for_test(host: $m->host_info[0] === 'L' ? null : '127.0.0.1')->host_info];
		leave_state($m);
		$m->close();
		return [...$answer, array_sum(array_column(Mynd\pools(), 'taken_over'))];
	});
	[$same, $states, $charset, $init, $host, $taken] = $child;
	echo json_encode([$same, $states === $state, $charset === link_for_test()->character_set_name() || $name === 'character set', $init, $host, $taken]);
	$m = $connect();
	echo $m->thread_id === $thread ? ', and back again' : ', and lost', state($m) === $state ? '' : json_encode([state($m), $state]), "\n";
	$m->close();
	echo '  ', json_encode(pool('made', 'reused', 'handed_over', 'taken_over', 'idle', 'found_dead')), ' shared: ', Mynd\pools()[0]['shared'], "\n";
}
$m = $ways['no database'](); // in a change of user MySQL waits for an answer, and lists nobody's connections
echo 'connections: ', await_connections($watch, $threads, 5), "\n";
$m->close();

echo "TLS and compression stay:\n";
foreach ([MYSQLI_CLIENT_SSL, MYSQLI_CLIENT_COMPRESS] as $flags) {
	$m = plink_with(fn($m) => null, $flags, host: 'p:127.0.0.1');
	$m->query('SET @a = 1');
	$m->close();
	echo json_encode(pool('idle', 'handed_over')), "\n";
}
?>
--EXPECT--
unix: [true,true,true,null,true,1], and back again
  {"made":1,"reused":1,"handed_over":2,"taken_over":1,"idle":0,"found_dead":0} shared: 1
tcp: [true,true,true,null,true,2], and back again
  {"made":1,"reused":1,"handed_over":2,"taken_over":1,"idle":0,"found_dead":0} shared: 2
no database: [true,true,true,null,true,3], and back again
  {"made":1,"reused":1,"handed_over":2,"taken_over":1,"idle":0,"found_dead":0} shared: 3
init commands: [true,true,true,"7",true,4], and back again
  {"made":1,"reused":1,"handed_over":2,"taken_over":1,"idle":0,"found_dead":0} shared: 4
character set: [true,true,true,null,true,5], and back again
  {"made":1,"reused":1,"handed_over":2,"taken_over":1,"idle":0,"found_dead":0} shared: 5
connections: 5
TLS and compression stay:
{"idle":1,"handed_over":0}
{"idle":1,"handed_over":0}

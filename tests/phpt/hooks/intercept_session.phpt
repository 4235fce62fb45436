--TEST--
Mynd\Command: what tells sessions apart; transactions without autocommit; warnings that come after the rows
--EXTENSIONS--
mysqli
--FILE--
<?php
require __DIR__ . '/../connect.inc';
$seen = [];
Mynd\intercept(function (Mynd\Command $command, callable $next) use (&$seen) {
	$reply = $next($command);
	if ($command->kind === Mynd\Kind::Connect || $command->kind === Mynd\Kind::ChangeUser) {
		$seen[] = [$command->session, false, []];
	} elseif ($command->kind === Mynd\Kind::Query) {
		$seen[] = [$command->session, $command->inTransaction, $command->initCommands];
	}
	return $reply;
});
/** The session's number, counted from the first one on; and the rest. */
function seen(string $label): void
{
	static $numbers = [];
	global $seen;
	foreach ($seen as [$number, $in_transaction, $init_commands]) {
		$numbers[$number] ??= count($numbers) + 1;
		echo "$label: session $numbers[$number]", $in_transaction ? ', in a transaction' : '', $init_commands === [] ? '' : ', first ' . json_encode($init_commands), "\n";
	}
	$seen = [];
}
$m = link_for_test();
$m->query('DO 1');
$m->query('DO 2');
seen('a link');
$other = mysqli_init();
$other->options(MYSQLI_INIT_COMMAND, "SET time_zone = '+01:00'");
$other->options(MYSQLI_INIT_COMMAND, 'SET @a = 1');
$other->real_connect(...where());
$other->query('DO 1');
$m->query('DO 3');
seen('another one, and the first');
$m->change_user(getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'), getenv('MYND_TEST_DB'));
$m->query('DO 4');
seen('its user is changed');
$m->query('BEGIN');
$m->query('DO 5');
$m->query('ROLLBACK');
$m->query('SET autocommit = 0');
$m->query('DO 6');
$m->query('SET autocommit = 1');
$m->query('DO 7');
seen('transactions');
for ($i = 0; $i < 2; $i++) {
	$persistent = link_for_test(host: 'p:localhost');
	$persistent->query('DO 1');
	$id[] = $persistent->thread_id;
	$persistent->close();
}
var_dump($id[0] === $id[1]);
seen('a persistent link, twice');

Mynd\intercept(function (Mynd\Command $command, callable $next) {
	$reply = $next($command);
	echo $reply->warnings, ' warnings, ', strlen($reply->capture()) > 0 ? 'captured' : '', ": $reply->warnings warnings\n";
	return $reply;
});
echo $m->query("SELECT 1 + 'x', 1 + 'y'")->num_rows, " row, $m->warning_count warnings\n";
?>
--EXPECT--
a link: session 1
a link: session 1
a link: session 1
another one, and the first: session 2
another one, and the first: session 2, first ["SET time_zone = '+01:00'","SET @a = 1"]
another one, and the first: session 1
its user is changed: session 3
its user is changed: session 3
transactions: session 3
transactions: session 3, in a transaction
transactions: session 3, in a transaction
transactions: session 3
transactions: session 3, in a transaction
transactions: session 3, in a transaction
transactions: session 3
bool(true)
a persistent link, twice: session 4
a persistent link, twice: session 4
a persistent link, twice: session 5
a persistent link, twice: session 5
2 warnings, captured: 2 warnings
1 row, 2 warnings

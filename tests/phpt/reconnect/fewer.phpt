--TEST--
mynd.reconnect with mynd.round_trips=fewer: statements whose prepare was not sent when the connection was lost
--EXTENSIONS--
mysqli
mynd
--INI--
mynd.reconnect=1
mynd.round_trips=fewer
mynd.pipelining=on
--FILE--
<?php
require __DIR__ . '/reconnect.inc';
require __DIR__ . '/../elsewhere.inc';
print_warnings();
$watch = link_for_test();
$mariadb = str_contains($watch->server_info, 'MariaDB');

function new_link(): mysqli
{
	$link = link_for_test();
	$link->prepare('SELECT 1')->field_count; // MySQL's first one tells the driver its ids
	return $link;
}

/** A statement that is not sent yet, on a connection that is then killed. */
function lost(string $sql, callable $program): void
{
	global $watch;
	$m = new_link();
	$writes = Mynd\stats($m)['writes'];
	$statement = $m->prepare($sql);
	$sent = Mynd\stats($m)['writes'] > $writes ? 'sent' : 'not sent';
	kill_from_outside($watch, $m->thread_id);
	try {
		echo "$sent; ", json_encode($program($m, $statement)), '; ', renewals($m), "\n";
	} catch (mysqli_sql_exception $e) {
		echo "$sent; ", $e->getMessage(), '; ', renewals($m), "\n";
	}
}
$watch->query('DROP TABLE IF EXISTS reconnect_fewer');
$watch->query('CREATE TABLE reconnect_fewer (a INT)');
prepare_before('SELECT ? + 1', 'SELECT 2', 'SELECT 1 FROM reconnect_fewer WHERE 1 = ?');
run_elsewhere('DROP TABLE reconnect_fewer');
$run = function (mysqli_stmt $s): mixed {
	$s->execute([41]);
	return $s->get_result()->fetch_column();
};
echo "execute: ";
lost('SELECT ? + 1', fn ($m, $s) => $run($s));
echo "ping: ";
lost('SELECT ? + 1', fn ($m, $s) => [@$m->ping(), $run($s)]);
echo "the statement's field_count: ";
lost('SELECT ? + 1', fn ($m, $s) => [$s->field_count, $run($s)]);
echo "the connection's: ";
lost('SELECT ? + 1', fn ($m, $s) => [$m->field_count, $m->warning_count, $run($s)]);
echo "another text: ";
lost('SELECT ? + 1', fn ($m, $s) => [$m->query('SELECT 1')->fetch_column(), $run($s)]);
echo "another statement: ";
lost('SELECT ? + 1', fn ($m, $s) => [$m->prepare('SELECT 2')->field_count, $run($s)]);

echo "refused once, and then not: "; // MySQL's errors are no state; MariaDB's are
$m = new_link();
$s = $m->prepare('SELECT 1 FROM reconnect_fewer WHERE 1 = ?');
try {
	$s->execute([1]);
} catch (mysqli_sql_exception $e) {
	echo $e->getCode(), ', ';
}
run_elsewhere('CREATE TABLE reconnect_fewer (a INT)');
$s->execute([1]);
echo $s->get_result()->num_rows, ', ';
kill_from_outside($watch, $m->thread_id);
try {
	echo $mariadb ? ($run($s) ?: 'runs') : $s->field_count, "\n";
} catch (mysqli_sql_exception $e) {
	echo $mariadb && $e->getCode() === 2006 ? 1 : $e->getMessage(), "\n";
}
$watch->query('DROP TABLE reconnect_fewer');
?>
--EXPECT--
execute: not sent; 42; 1
ping: not sent; [true,42]; 1
the statement's field_count: not sent; [1,42]; 1
the connection's: not sent; [1,0,42]; 1
another text: not sent; ["1",42]; 1
another statement: not sent; [1,42]; 1
refused once, and then not: 1146, 0, 1

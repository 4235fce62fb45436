--TEST--
Mynd\Reply::captureResults() of what fails later, or is lost: errors for atEnd() and kept replies, what has arrived, what may have run
--EXTENSIONS--
mysqli
mynd
--FILE--
<?php
use Mynd\{Command, Kind, Reply};
require __DIR__ . '/intercept.inc';

$captures = true;
$log = new ArrayObject();
$kept = [];
Mynd\intercept(function (Command $c, callable $next) use (&$captures, $log, &$kept): Reply {
	$reply = $next($c);
	if ($c->kind !== Kind::Query || !str_contains($c->sql, ';')) {
		return $reply;
	}
	if ($captures) {
		$log[] = 'captured: ' . implode(' ', array_map(fn(Reply $r) => $r->errno . '/' . ($r->status & ~(16 | 32)), $reply->captureResults()));
	}
	$kept[] = $reply;
	return $reply->atEnd(function (Reply $r) use ($log) {
		$log[] = "at the end: $r->errno";
	});
});

/** What the program sees of all results. */
function all(mysqli $m, string $sql): string
{
	$seen = [];
	try {
		$m->multi_query($sql);
		do {
			$result = $m->store_result();
			$seen[] = $result === false ? 'none' : $result->fetch_column();
		} while ($m->next_result());
	} catch (mysqli_sql_exception $e) {
		$seen[] = $e->getCode();
	}
	return implode(' ', $seen) . ($m->more_results() ? ' and more' : '');
}

echo "--- an error of a later result\n";
$m = link_for_test();
foreach ([false, true] as $captures) {
	echo all($m, 'SELECT 1; SELEC'), "\n";
	shown($log);
	echo $kept[0]->errno, ' ', strlen($kept[0]->error) > 10 ? 'with a message' : '', "\n";
	$kept = [];
}
echo "--- statuses\n";
echo all($m, 'SELECT 1; BEGIN; SELECT 2; ROLLBACK; SELECT 3'), "\n";
shown($log);
echo "--- an answer whose last result is an error\n";
Reply::results(Reply::done(1), Reply::failed(1062, 'twice'))->atEnd(fn(Reply $r) => print("$r->errno $r->error\n"));
Reply::results(Reply::done(1), Reply::done(2))->atEnd(fn(Reply $r) => print("$r->errno $r->affected_rows\n"));

echo "--- a connection that is lost in their middle\n";
foreach ([false, true] as $captures) {
	$m = link_for_test();
	$pid = pcntl_fork();
	if ($pid === 0) {
		$killer = link_for_test();
		do { /* until it sleeps */
			$sleeps = $killer->query("SELECT COUNT(*) FROM information_schema.processlist WHERE id = $m->thread_id AND info LIKE 'SELECT SLEEP(30)%'")->fetch_column();
		} while ($sleeps === '0');
		$killer->query("KILL $m->thread_id");
		posix_kill(getmypid(), SIGKILL);
	}
	echo all($m, 'SELECT 1; SELECT 2; SELECT SLEEP(30); SELECT 3'), ', may have run: ', json_encode(Mynd\last_failure($m)['may_have_run']), "\n";
	pcntl_waitpid($pid, $status);
	shown($log);
	try_it(fn() => $m->query('SELECT 4'));
}
?>
--EXPECT--
--- an error of a later result
1 1064
at the end: 1064
1064 with a message
1 1064
captured: 0/2 1064/2
at the end: 1064
1064 with a message
--- statuses
1 none 2 none 3
captured: 0/2 0/3 0/3 0/2 0/2
at the end: 0
--- an answer whose last result is an error
1062 twice
0 1
--- a connection that is lost in their middle
1 2 2006, may have run: true
at the end: 2006
mysqli_sql_exception 2006: MySQL server has gone away
1 2 2006, may have run: true
captured: 0/2 0/2 2006/2
at the end: 2006
mysqli_sql_exception 2006: MySQL server has gone away

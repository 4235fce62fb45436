--TEST--
mynd.pipelining=auto: behind a proxy that drops a link on any early packet an ordinary program sees no failure
--EXTENSIONS--
mynd
pcntl
--INI--
mynd.pipelining=auto
--FILE--
<?php
require __DIR__ . '/../connect.inc';
require __DIR__ . '/strict_proxy.inc';

/** What an ordinary program does with a link, and what it gets. */
function program(mysqli $m, int $n): array
{
	$seen[] = $m->query("SELECT $n")->fetch_column();
	$seen[] = $m->execute_query("SELECT ? AS c$n", [$n])->fetch_column(); /* a new text each time */
	$seen[] = $m->execute_query('SELECT ? + 1', [$n])->fetch_column();
	$seen[] = $m->execute_query('SELECT ? + 1', [$n + 1])->fetch_column();
	$s = $m->prepare('SELECT ?, REPEAT(?, 100)');
	foreach ([$n, $n + 1] as $value) {
		$s->execute([$value, 'x']);
		$seen[] = $s->get_result()->fetch_row()[0];
	}
	$other = $m->prepare('SELECT LENGTH(?)');
	$other->bind_param('b', $long);
	$other->send_long_data(0, str_repeat('l', 30000));
	$other->send_long_data(0, 'l');
	$other->execute();
	$s->close(); /* while a result of another one is unread: the server is told with what is written next */
	$seen[] = $other->get_result()->fetch_column();
	unset($other);
	$seen[] = $m->query("SELECT 'behind a close'")->fetch_column();
	$rows = $m->query("SELECT 1 UNION SELECT 2 UNION SELECT REPEAT('x', 20000)", MYSQLI_USE_RESULT);
	$rows->fetch_row();
	unset($rows); /* the rest is dropped by the next command */
	$m->multi_query('SELECT 1; DO 1; SELECT 2');
	do {
		$seen[] = $m->store_result() ? 'rows' : 'none';
	} while ($m->more_results() && $m->next_result());
	$c = $m->prepare('SELECT 1 UNION SELECT 2 UNION SELECT 3');
	$c->attr_set(MYSQLI_STMT_ATTR_CURSOR_TYPE, MYSQLI_CURSOR_TYPE_READ_ONLY);
	$c->execute();
	$c->bind_result($x);
	$c->fetch();
	$c->fetch();
	$seen[] = $x;
	$c->close();
	$m->begin_transaction();
	try {
		$m->execute_query('SELECT nothing FROM nowhere WHERE x = ?', [1]);
	} catch (mysqli_sql_exception $e) {
		$seen[] = $e->getCode();
	}
	$m->rollback();
	$m->set_charset('latin1');
	$m->query('SET @a = 1');
	$m->select_db(getenv('MYND_TEST_DB'));
	$m->query('SELECT SLEEP(0)', MYSQLI_ASYNC);
	$read = $error = $reject = [$m];
	while (mysqli_poll($read, $error, $reject, 10) === 0) {
		$read = $error = $reject = [$m];
	}
	$seen[] = $m->reap_async_query()->fetch_column();
	$m->query('CREATE TEMPORARY TABLE IF NOT EXISTS strict_proxy (id INT)');
	$seen[] = $m->stat() !== false;
	return $seen;
}

$wrong = [];
foreach (['plain' => '127.0.0.1', 'persistent' => 'p:127.0.0.1'] as $kind => $host) {
	$proxy = StrictProxy::start(getenv('MYND_TEST_SOCKET')); /* an address of which nothing is known */
	for ($n = 10; $n < 40; $n++) {
		$expected = [$n, $n, $n + 1, $n + 2, $n, $n + 1, 30001, 'behind a close', 'rows', 'none', 'rows', 2, 1146, 0, true];
		try {
			$m = new mysqli($host, getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'), getenv('MYND_TEST_DB'), $proxy->port);
			$seen = program($m, $n);
			if (array_map(strval(...), $seen) !== array_map(strval(...), $expected)) {
				$wrong[] = "$kind $n: " . show($seen);
			}
			$n % 3 === 0 ? $m->close() : $m = null;
		} catch (mysqli_sql_exception $e) {
			$wrong[] = "$kind $n: {$e->getCode()} {$e->getMessage()}, line {$e->getLine()}, dropped " . show($proxy->dropped());
		}
	}
	$settled = count($proxy->dropped());
	echo $kind, ': ', $settled === 2 || ($settled < 2 && !str_contains(link_for_test()->server_info, 'MariaDB')) ? 'given up after two tries' : show($proxy->dropped()), "\n";
	$kind === 'plain' && $proxy->end();
}
echo count($wrong), ' failures', array_map(fn ($text) => "\n$text", $wrong)[0] ?? '', "\n";

echo "-- a pipeline and a bulk execute say nothing early\n";
$m = new mysqli('127.0.0.1', getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'), getenv('MYND_TEST_DB'), $proxy->port);
foreach (Mynd\pipeline($m, ['SELECT 1', 'SELECT 2', 'SELECT 3']) as $outcome) {
	$failed = $outcome instanceof mysqli_sql_exception ? $outcome->getCode() : 'no';
}
echo "failed: $failed\n";
$m->query('CREATE TEMPORARY TABLE t (id INT PRIMARY KEY)');
echo Mynd\execute_many($m, 'INSERT INTO t VALUES (?)', array_map(fn ($n) => [$n], range(1, 40000))), "\n";
echo count($proxy->dropped()) - $settled, "\n";
$proxy->end();
?>
--EXPECT--
plain: given up after two tries
persistent: given up after two tries
0 failures
-- a pipeline and a bulk execute say nothing early
failed: no
40000
0

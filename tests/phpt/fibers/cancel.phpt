--TEST--
Mynd\cancel(): what runs is stopped from outside, and the link goes on
--EXTENSIONS--
mynd
--FILE--
<?php
require __DIR__ . '/fibers.inc';
require __DIR__ . '/../processes.inc';
const LONG = 'SELECT SLEEP(30) FROM seq_1_to_3';

function took(callable $program): mixed
{
	$started = microtime(true);
	$value = $program();
	if (microtime(true) - $started > 10) {
		echo "too long\n";
	}
	return $value;
}

function outcome(callable $program): string
{
	try {
		return show($program());
	} catch (mysqli_sql_exception $e) {
		return $e->getCode();
	}
}

/** Until the server runs it. */
function is_running(mysqli $link): void
{
	static $watch;
	$watch ??= link_for_test();
	for ($i = 0; $i < 5000 && !str_contains(text_at_server($watch, $link->thread_id) ?? '', 'SLEEP(30)'); $i++) {
		usleep(1000);
	}
}

foreach (['socket' => [], 'TCP' => ['host' => '127.0.0.1'], 'persistent' => ['host' => 'p:127.0.0.1']] as $name => $how) {
	echo "-- $name\n";
	$m = link_for_test(...$how);
	attempt('nothing runs', fn() => Mynd\cancel($m));
	$m->query(LONG, MYSQLI_ASYNC);
	$m->query("SELECT 'next'", MYSQLI_ASYNC);
	is_running($m);
	attempt('cancel', fn() => Mynd\cancel($m));
	took(fn() => attempt('its reply', fn() => $m->reap_async_query()->fetch_all()));
	attempt('the next one', fn() => $m->reap_async_query()->fetch_column());
	attempt('and then', fn() => $m->query('SELECT 1')->fetch_column());
	$s = $m->prepare(LONG);
	Mynd\execute_async($s);
	is_running($m);
	attempt('a statement', fn() => Mynd\cancel($s));
	took(fn() => attempt('its reply', fn() => Mynd\reap($s)));
	attempt('again', fn() => [$s->close(), $m->query('SELECT 2')->fetch_column()]);
}

echo "-- TLS\n";
$m = mysqli_init();
$m->ssl_set(null, null, getenv('MYND_TEST_TLS_CA'), null, null);
$m->real_connect('127.0.0.1', getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'), getenv('MYND_TEST_DB'), (int) getenv('MYND_TEST_PORT'), null, MYSQLI_CLIENT_SSL_DONT_VERIFY_SERVER_CERT);
$m->query(LONG, MYSQLI_ASYNC);
is_running($m);
$handshakes = Mynd\stats()['tls_handshakes'];
attempt('cancel', fn() => Mynd\cancel($m));
attempt('over TLS', fn() => Mynd\stats()['tls_handshakes'] - $handshakes);
took(fn() => attempt('its reply', fn() => $m->reap_async_query()));

echo "-- another user by now\n";
$m = link_for_test();
$m->change_user(getenv('MYND_TEST_USER_NOPASS'), '', null);
$m->query('SELECT SLEEP(30) UNION SELECT 1', MYSQLI_ASYNC);
is_running($m);
attempt('cancel', fn() => Mynd\cancel($m));
took(fn() => attempt('its reply', fn() => $m->reap_async_query()));

echo "-- from another fiber\n";
$m = link_for_test();
Loop::start(function () use ($m, &$query) {
	$query = took(fn() => outcome(fn() => $m->query(LONG)->fetch_all()));
});
is_running($m);
Loop::start(fn() => attempt('cancel', fn() => Mynd\cancel($m)));
Loop::run();
echo "the query: $query\n";
attempt('and then', fn() => $m->query('SELECT 3')->fetch_column());

echo "-- the link is closed meanwhile, the canceller dropped, the server gone\n";
$m->query(LONG, MYSQLI_ASYNC);
Loop::start(function () use ($m) {
	attempt('cancel', fn() => Mynd\cancel($m));
});
$m->close();
Loop::run();
$m = link_for_test();
$m->query(LONG, MYSQLI_ASYNC);
Loop::start(function () use ($m) {
	attempt('dropped', fn() => Mynd\cancel($m));
});
Loop::drop();
gc_collect_cycles();
is_running($m);
attempt('cancel', fn() => Mynd\cancel($m));
took(fn() => attempt('its reply', fn() => $m->reap_async_query()));
attempt('closed', fn() => [$m->close(), Mynd\cancel($m)]);
attempt('of another kind', fn() => Mynd\cancel(new ArrayObject));
$m = link_for_test();
@$m->kill($m->thread_id); // deprecated since PHP 8.4
attempt('lost', fn() => Mynd\cancel($m));

echo "-- too late, again and again\n";
$m = link_for_test();
for ($hit = $i = 0; $i < 100; $i++) {
	$m->query('DO BENCHMARK(' . $i * 200 . ", SHA2('x', 256))", MYSQLI_ASYNC);
	Mynd\cancel($m);
	try {
		$m->reap_async_query();
	} catch (mysqli_sql_exception $e) {
		$e->getCode() === 1317 || print $e->getMessage() . "\n";
	}
	$hit += $m->query('SELECT 1')->fetch_column() !== '1';
}
echo "$hit were hit that were not meant\n";
--EXPECT--
-- socket
nothing runs: false
cancel: true
its reply: ! 1317 70100 Query execution was interrupted
the next one: "next"
and then: "1"
a statement: true
its reply: ! 1317 70100 Query execution was interrupted
again: [true,"2"]
-- TCP
nothing runs: false
cancel: true
its reply: ! 1317 70100 Query execution was interrupted
the next one: "next"
and then: "1"
a statement: true
its reply: ! 1317 70100 Query execution was interrupted
again: [true,"2"]
-- persistent
nothing runs: false
cancel: true
its reply: ! 1317 70100 Query execution was interrupted
the next one: "next"
and then: "1"
a statement: true
its reply: ! 1317 70100 Query execution was interrupted
again: [true,"2"]
-- TLS
cancel: true
over TLS: 1
its reply: ! 1317 70100 Query execution was interrupted
-- another user by now
cancel: true
its reply: ! 1317 70100 Query execution was interrupted
-- from another fiber
cancel: true
the query: 1317
and then: "3"
-- the link is closed meanwhile, the canceller dropped, the server gone
cancel: true
cancel: true
its reply: ! 1317 70100 Query execution was interrupted
closed: ! Error mysqli object is already closed
of another kind: ! TypeError Mynd\cancel(): Argument #1 ($connection) must be a connection of mynd, ArrayObject given
lost: false
-- too late, again and again
0 were hit that were not meant

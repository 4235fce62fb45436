--TEST--
Persistent links: no round trip is left in a connect; with a query there is the query's alone
--EXTENSIONS--
mysqli
--FILE--
<?php
require __DIR__ . '/persistent.inc';
$watch = link_for_test();
$settled = fn(int $thread) => seconds_until($watch, "SELECT command FROM information_schema.processlist WHERE id = $thread", 'Sleep');
/* A first one, after which it is known whether the server bears commands together. */
$m = plink();
$thread = $m->thread_id;
$m->query('SELECT 1');
$m->close();
$settled($thread);
plink()->close();

/** What the network did meanwhile, of a process with one link at work. */
function network(callable $program): array
{
	$before = Mynd\stats();
	$program();
	$after = Mynd\stats();
	return ['writes' => $after['writes'] - $before['writes'], 'reads' => $after['reads'] - $before['reads'], 'waits' => $after['waits'] - $before['waits'], 'connects' => $after['connects'] - $before['connects']];
}
attempt('connect and close, 100 times', fn() => network(function () {
	for ($i = 0; $i < 100; $i++) {
		plink()->close();
	}
}));
$used = plink();
attempt('a query and the hand-over', fn() => network(function () use ($used) {
	$used->query('SELECT 1')->free();
	$used->close();
}));
$settled($thread);
/* The replies to all that was sent with the reset are one read. */
attempt('connect', fn() => network(function () {
	$GLOBALS['m'] = plink();
}));
attempt('and a query', fn() => network(fn() => $GLOBALS['m']->query('SELECT 1')->free()));
/* All that is to be restored goes with the reset. */
$m->query('SELECT 1');
$m->select_db('mysql');
$m->set_charset('latin2');
$m->multi_query('SELECT 1');
$m->store_result();
attempt('the hand-over of a link with much to restore', fn() => network(fn() => $m->close()));
$settled($thread);
attempt('connect', fn() => network(function () {
	$GLOBALS['m'] = plink();
}));
attempt('and a query', fn() => network(fn() => $GLOBALS['m']->query('SELECT 1')->free()));
attempt('in order', fn() => [$m->thread_id === $thread, $m->query('SELECT DATABASE(), @@character_set_client = @@character_set_server OR @@version LIKE "%MariaDB%"')->fetch_row()]);
?>
--EXPECT--
connect and close, 100 times: {"writes":0,"reads":0,"waits":0,"connects":0}
a query and the hand-over: {"writes":2,"reads":1,"waits":1,"connects":0}
connect: {"writes":0,"reads":1,"waits":0,"connects":0}
and a query: {"writes":1,"reads":1,"waits":1,"connects":0}
the hand-over of a link with much to restore: {"writes":1,"reads":0,"waits":0,"connects":0}
connect: {"writes":0,"reads":1,"waits":0,"connects":0}
and a query: {"writes":1,"reads":1,"waits":1,"connects":0}
in order: [true,["mynd_test","1"]]

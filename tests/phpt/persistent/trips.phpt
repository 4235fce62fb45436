--TEST--
Persistent links: no round trip is left in a connect; with a query there is the query's alone
--EXTENSIONS--
mysqli
--FILE--
<?php
require __DIR__ . '/persistent.inc';
/* A first one, after which it is known whether the server bears commands together. */
$m = plink();
$thread = $m->thread_id;
$m->query('SELECT 1');
$m->close();
plink()->close();

/** What the network did meanwhile. */
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

/**
 * One user's work and the hand-over, then the next one's connect and query: the least of many tries, because
 * replies that had not yet arrived have to be waited for, and when they arrive is not known.
 */
function hand_overs(string $name, callable $use): void
{
	$least = [];
	for ($i = 0; $i < 100; $i++) {
		$m = plink();
		$use($m);
		$all['close'] = network(fn() => $m->close());
		usleep(100 * $i);
		$all['connect'] = network(function () use (&$m) {
			$m = plink();
		});
		$all['query'] = network(fn() => $m->query('SELECT 1')->free());
		$m->close();
		foreach ($all as $what => $counts) {
			$least[$what] = min($least[$what] ?? $counts, $counts);
		}
		$together = array_sum(array_column($all, 'waits'));
		$least['waits together'] = min($least['waits together'] ?? $together, $together);
		if ($least['waits together'] === 1) {
			break;
		}
	}
	foreach ($least as $what => $counts) {
		attempt("$name: $what", fn() => $counts);
	}
}
hand_overs('a query', fn($m) => $m->query('SELECT 1')->free());
hand_overs('much to restore', function ($m) {
	$m->select_db('mysql');
	$m->set_charset('latin2');
	$m->multi_query('SELECT 1');
	$m->store_result()->free();
});
$m = plink();
attempt('in order', fn() => [$m->thread_id === $thread, $m->query('SELECT DATABASE(), @@character_set_client = @@character_set_server OR @@version LIKE "%MariaDB%"')->fetch_row()]);
?>
--EXPECT--
connect and close, 100 times: {"writes":0,"reads":0,"waits":0,"connects":0}
a query: close: {"writes":1,"reads":0,"waits":0,"connects":0}
a query: connect: {"writes":0,"reads":1,"waits":0,"connects":0}
a query: query: {"writes":1,"reads":1,"waits":1,"connects":0}
a query: waits together: 1
much to restore: close: {"writes":1,"reads":0,"waits":0,"connects":0}
much to restore: connect: {"writes":0,"reads":1,"waits":0,"connects":0}
much to restore: query: {"writes":1,"reads":1,"waits":1,"connects":0}
much to restore: waits together: 1
in order: [true,["mynd_test","1"]]

--TEST--
mynd.reconnect: a connection that an interceptor has closed is not made again
--EXTENSIONS--
mysqli
--INI--
mynd.reconnect=1
--FILE--
<?php
require __DIR__ . '/../connect.inc';

function sockets(): int
{
	$links = array_map(fn ($fd) => @readlink("/proc/self/fd/$fd"), scandir('/proc/self/fd'));
	return count(array_filter($links, fn ($to) => str_starts_with((string) $to, 'socket:')));
}

$before = sockets();
$commands = [
	'query' => fn (mysqli $m) => $m->query('SELECT 1')->fetch_row(),
	'prepare' => fn (mysqli $m) => $m->prepare('SELECT 1'),
	'execute_query' => fn (mysqli $m) => $m->execute_query('SELECT ?', [1])->fetch_row(),
	'ping' => fn (mysqli $m) => @$m->ping(),
	'execute_many' => fn (mysqli $m) => Mynd\execute_many($m, 'DO ?', [[1], [2]]),
];
foreach (['localhost', 'p:localhost'] as $host) {
	foreach ($commands as $name => $command) {
		$m = link_for_test(host: $host);
		$open = true;
		$interception = Mynd\intercept(function ($called, $next) use ($m, &$open) {
			if ($open) {
				$open = false;
				$m->close();
			}
			return $next($called);
		});
		attempt($name, fn () => $command($m));
		$interception->remove();
		attempt('reconnects', fn () => Mynd\stats()['reconnects'] ?? null);
		unset($m);
	}
}
attempt('sockets that are left', fn () => sockets() - $before - array_sum(array_column(Mynd\pools(), 'idle')));
?>
--EXPECT--
query: ! 2006 HY000 MySQL server has gone away
reconnects: 0
prepare: ! 2006 HY000 MySQL server has gone away
reconnects: 0
execute_query: ! 2006 HY000 MySQL server has gone away
reconnects: 0
ping: ! 2006 HY000 MySQL server has gone away
reconnects: 0
execute_many: ! 2006 HY000 MySQL server has gone away
reconnects: 0
query: ! 2006 HY000 MySQL server has gone away
reconnects: 0
prepare: ! 2006 HY000 MySQL server has gone away
reconnects: 0
execute_query: ! 2006 HY000 MySQL server has gone away
reconnects: 0
ping: ! 2006 HY000 MySQL server has gone away
reconnects: 0
execute_many: ! 2006 HY000 MySQL server has gone away
reconnects: 0
sockets that are left: 0

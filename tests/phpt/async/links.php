<?php
require __DIR__ . '/../connect.inc';

/** The keys of the links that are ready. */
function ready(array $links, int $seconds, int $microseconds = 0): array
{
	$read = $links;
	$error = null;
	$reject = [];
	$count = mysqli_poll($read, $error, $reject, $seconds, $microseconds);
	$keys = array_map(fn ($link) => array_search($link, $links, true), $read);
	if ($count !== count($read) || $reject) {
		echo 'odd: ', show($count), ' of ', count($read), ', ', count($reject), " rejected\n";
	}
	sort($keys);
	return $keys;
}

function reap(mysqli $link): string
{
	try {
		return show($link->reap_async_query()->fetch_column());
	} catch (mysqli_sql_exception $e) {
		return "! {$e->getCode()}";
	}
}

echo "-- descriptors over 1024\n";
$files = [];
for ($i = 0; $i < 1100; $i++) {
	$files[] = fopen('/dev/null', 'r');
}
$links = [];
for ($i = 0; $i < 20; $i++) {
	$links[] = link_for_test(...($i % 2 ? ['host' => '127.0.0.1'] : []));
}
$files = null;

echo "-- each by its lock\n";
$holder = link_for_test();
foreach ($links as $i => $link) {
	$holder->query("SELECT GET_LOCK('async $i', 0)");
	$link->query("SELECT GET_LOCK('async $i', 60) + $i - 1", MYSQLI_ASYNC);
}
echo show(ready($links, 0, 20000)), "\n";
foreach ([7, 3, 19, 0] as $i) {
	$holder->query("SELECT RELEASE_LOCK('async $i')");
	echo show(ready($links, 60)), ' ', reap($links[$i]), "\n";
	unset($links[$i]);
}
$holder->query("SELECT RELEASE_LOCK('async 4')");
$holder->query("SELECT RELEASE_LOCK('async 5')");
while (count($seen = ready($links, 60)) < 2) {
}
echo show($seen), ' ', show(ready($links, 0)), "\n";
echo reap($links[4]), ' ', reap($links[5]), "\n";
unset($links[4], $links[5]);

echo "-- lost ones are ready\n";
$holder->query("KILL {$links[8]->thread_id}");
echo show(ready($links, 60)), "\n";
while (reap($links[8]) !== '! 2006') { /* the server may say that it was killed before it closes */
	$links[8]->query('DO 1', MYSQLI_ASYNC);
}
echo Mynd\last_failure($links[8])['cause'], ' ', show(Mynd\last_failure($links[8])['may_have_run']), "\n";
unset($links[8]);

echo "-- a link that nobody waits for any more\n";
$holder->query("SELECT RELEASE_LOCK('async 9')");
ready([9 => $links[9]], 60);
$started = microtime(true);
$cpu = getrusage();
echo show(ready([10 => $links[10]], 0, 300000)), "\n";
$used = getrusage()['ru_utime.tv_usec'] + getrusage()['ru_stime.tv_usec'] - $cpu['ru_utime.tv_usec'] - $cpu['ru_stime.tv_usec'];
var_dump(microtime(true) - $started > 0.25, $used < 100000);
echo reap($links[9]), "\n";
unset($links[9]);

echo "-- closed and opened meanwhile\n";
$links[11]->close();
$new = link_for_test();
$new->query('SELECT 77', MYSQLI_ASYNC);
echo show(ready([10 => $links[10], 77 => $new], 60)), ' ', reap($new), "\n";

echo "-- a query on one, while the others wait\n";
echo $new->query('SELECT 78')->fetch_column(), ' ', show(ready([10 => $links[10]], 0, 1000)), "\n";

echo "-- bytes that have arrived already: the second reply comes with the first\n";
foreach (['127.0.0.1' => 0, '127.0.0.1 ' => MYSQLI_CLIENT_SSL, ' 127.0.0.1' => MYSQLI_CLIENT_COMPRESS] as $host => $flags) {
	$link = mysqli_init();
	$link->real_connect(...[...where(host: trim($host)), $flags]);
	for ($i = 0; $i < 50; $i++) {
		$link->query("SELECT $i, REPEAT('x', 3000)", MYSQLI_ASYNC);
	}
	for ($i = 0; $i < 50; $i++) {
		if (ready([$link], 60) !== [0] || ($got = reap($link)) !== "\"$i\"") {
			echo "amiss at $i: $got\n";
		}
	}
	echo "50\n";
}

echo "-- a slow query is sent at once\n";
$holder->query("SELECT GET_LOCK('async at once', 0)");
$new->query("SELECT GET_LOCK('async at once', 60)", MYSQLI_ASYNC);
do { /* the server has it, though nobody has polled or reaped */
	$waiting = $holder->query("SELECT COUNT(*) FROM information_schema.processlist WHERE id = $new->thread_id AND info LIKE '%at once%'")->fetch_column();
} while ($waiting !== '1');
echo show(ready([$new], 0)), "\n";
$holder->query("SELECT RELEASE_LOCK('async at once')");
echo reap($new), "\n";

echo "-- of a query that takes a second, within 5 ms\n";
$least = INF;
for ($i = 0; $i < 50 && $least >= 0.005; $i++) { /* the machine may be busy with others */
	$link = link_for_test();
	$started = microtime(true);
	$link->query('SELECT SLEEP(1)', MYSQLI_ASYNC);
	$least = min($least, microtime(true) - $started);
}
echo $least < 0.005 ? "yes\n" : "$least\n";
?>

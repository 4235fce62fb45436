<?php
/*
 * A connection that wants a primary is killed and goes on (mynd.reconnect): to a primary alone, however it
 * came to its role. The arguments: the addresses of the primary and of a replica.
 */
[, $primary, $replica] = $argv;
mysqli_report(MYSQLI_REPORT_ERROR | MYSQLI_REPORT_STRICT);
$connect = static function (int $target, string $hosts, string $prefix = ''): mysqli {
	$db = mysqli_init();
	$db->options(Mynd\OPT_RECONNECT, 1);
	$db->options(Mynd\OPT_TARGET, $target);
	$db->real_connect($prefix . $hosts, 'mynd', 'throw away', 'mynd_test');
	return $db;
};
$killer = new mysqli($primary, 'mynd', 'throw away', 'mynd_test');
$other = new mysqli($replica, 'mynd', 'throw away', 'mynd_test');
$goes_on = static function (mysqli $db) use ($killer, $other, $replica): string {
	(str_starts_with($db->host_info, "$replica ") ? $other : $killer)->query("KILL $db->thread_id");
	try {
		$db->query('SELECT 1')->free(); /* a question about variables is not asked again */
		return $db->query('SELECT @@GLOBAL.read_only')->fetch_row()[0] ? 'replica' : 'primary';
	} catch (mysqli_sql_exception $e) {
		return (string) $e->getCode();
	}
};
$said = [];
foreach ([Mynd\TARGET_PRIMARY, Mynd\TARGET_PRIMARY, Mynd\TARGET_REPLICA, Mynd\TARGET_PREFER_REPLICA, Mynd\TARGET_ANY] as $target) {
	$said[] = $goes_on($connect($target, "$primary,$replica"));
}
echo implode(' ', $said), "\n";
/* of a pool, made for any, and reused for a primary */
$connect(Mynd\TARGET_ANY, $primary, 'p:')->close();
echo $goes_on($connect(Mynd\TARGET_PRIMARY, $primary, 'p:')), "\n";
/* made for a replica, reused for any */
$connect(Mynd\TARGET_REPLICA, $replica, 'p:')->close();
echo $goes_on($connect(Mynd\TARGET_ANY, $replica, 'p:')), "\n";
/* the server becomes a replica meanwhile: the test says when */
$db = $connect(Mynd\TARGET_PRIMARY, $primary, 'p:');
$any = $connect(Mynd\TARGET_ANY, $primary, 'p:');
$killer->query("KILL $db->thread_id");
$killer->query("KILL $any->thread_id");
echo "now\n";
fgets(STDIN);
foreach ([$db, $any] as $link) {
	try {
		$link->query('SELECT 1')->free();
		echo $link->query('SELECT @@GLOBAL.read_only')->fetch_row()[0] ? 'replica' : 'primary', "\n";
	} catch (mysqli_sql_exception $e) {
		echo $e->getCode(), "\n";
	}
}

--TEST--
mynd.wire_log: a connection that another process takes over has a file of each; nothing is missing between them
--EXTENSIONS--
mysqli
mynd
--INI--
mynd.shared_pool=1
mynd.pipelining=on
mynd.persistent=asked
mynd.round_trips=stock
mynd.wire_log={PWD}/shared.d
--SKIPIF--
<?php
if (PHP_OS_FAMILY !== 'Linux' || !function_exists('pcntl_fork')) die('skip needs pcntl on Linux');
?>
--FILE--
<?php
require __DIR__ . '/wire_log.inc';
require __DIR__ . '/../shared/shared.inc';
$folder = __DIR__ . '/shared.d';
mkdir($folder);
$thread = from_child(function () {
	$db = link_for_test(host: 'p:localhost');
	$db->query('SET @secret = 1');
	$thread = $db->thread_id;
	$db->close();
	return $thread;
});
$db = link_for_test(host: 'p:localhost');
echo $db->thread_id === $thread ? 'taken over' : 'another connection', "\n";
echo $db->query('SELECT 1 one')->fetch_column(), "\n";
$statement = $db->prepare('SELECT ? two');
$statement->execute(['two']);
echo $statement->get_result()->fetch_column(), "\n";
unset($statement, $db);
clearstatcache();
$files = glob("$folder/*");
usort($files, fn($a, $b) => str_starts_with(basename($a), getmypid() . '-') <=> str_starts_with(basename($b), getmypid() . '-'));
$of_the_server = ['/, method .*/' => '', '/\d+  row: "([0-9A-F]+-)?6D.*/' => 'N  row: the role and the user', '/(column \(left out\)).*/' => '$1'];
foreach ($files as $file) {
	echo "--- a file\n";
	foreach (file($file) as $line) {
		if (preg_match('/SHOW PROFILES|(27|30)  column \(left out/', $line)) {
			continue; /* a question for MariaDB alone */
		}
		if (preg_match('/greeting|the end$|the log|query|prepare|execute|row: "|column \(left out|reset|unknown|not known|unasked|quit/', $line)) {
			echo preg_replace(array_keys($of_the_server), $of_the_server, without_times($line));
		}
	}
}
?>
--CLEAN--
<?php
array_map('unlink', glob(__DIR__ . '/shared.d/*'));
@rmdir(__DIR__ . '/shared.d');
?>
--EXPECT--
taken over
1
two
--- a file
-               the log begins, TIME, process N
<   0         N  greeting: VERSION, connection N
>   0         N  query "SELECT CONCAT_WS..."
<   6       N  row: the role and the user
>   0       16  query "SET @secret = ?" (its values are left out)
>   0        1  reset connection
>   0         N  query "SELECT 1 FROM DUAL..."
-               the end
--- a file
-               the log begins, TIME, process N
<   2       23  column (left out)
>   0       13  query "SELECT 1 one"
<   4        2  row: "1"
>   0       13  prepare "SELECT ? two"
>   0       18  execute of statement 1: "two"
<   4        6  row: "two"
>   0        1  reset connection
-               the end

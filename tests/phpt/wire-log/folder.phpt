--TEST--
mynd.wire_log: a file for each connection of a process and of its children; what cannot be written disturbs nobody
--EXTENSIONS--
mysqli
mynd
--INI--
mynd.wire_log={PWD}/folder.d
mynd.wire_log_size=9000
mynd.pipelining=on
mynd.persistent=asked
mynd.round_trips=stock
error_log={PWD}/folder.error_log
--SKIPIF--
<?php if (!function_exists('pcntl_fork')) die('skip needs pcntl'); ?>
--FILE--
<?php
require __DIR__ . '/wire_log.inc';
require __DIR__ . '/../fork.inc';
$folder = __DIR__ . '/folder.d';
@unlink(__DIR__ . '/folder.error_log');

/** The files since the last time: whose, and the texts in them. */
function told(string $label): void
{
	static $known = [];
	global $folder;
	echo "--- $label\n";
	clearstatcache();
	$files = glob("$folder/*");
	natsort($files);
	foreach ($files as $file) {
		preg_match_all('/ (query "[^"]*"|quit|reset connection|greeting|the end)/', substr(file_get_contents($file), $known[$file] ?? 0), $m);
		$known[$file] = filesize($file);
		$texts = array_filter($m[1], fn($t) => !preg_match('/SET SESSION|FROM DUAL|SET NAMES|SHOW PROFILES/', $t));
		/* its columns are the server's */
		$texts = preg_replace('/(query "SELECT CONCAT_WS).*/', '$1..."', $texts);
		if ($texts !== []) {
			printf("%s %o: %s\n", preg_replace('/^' . getmypid() . '-/', 'parent ', preg_replace('/^(?!' . getmypid() . '-)\d+-/', 'child ', basename($file))), fileperms($file) & 0777, implode(', ', $texts));
		}
	}
}

umask(0);
$before = link_for_test();
echo $before->query('SELECT 1')->fetch_column(), "\n"; /* there is no folder yet */
$before = link_for_test();
echo preg_replace('~"/.*/~', '"', preg_replace('/^\[.*?\] /m', '', file_get_contents(__DIR__ . '/folder.error_log')));
unset($before);

mkdir($folder, 0700);
touch($folder . '/' . getmypid() . '-3.log'); /* of an earlier process with this number */
$db = link_for_test();
$db->query('DO 1');
$other = link_for_test(host: 'p:localhost');
$other->query('DO 2');
told('two connections');
$db->close();
$other->close();
$other = link_for_test(host: 'p:localhost');
$other->query('DO 3');
told('a persistent one goes on');

$own = log_file();
Mynd\wire_log($other, $own);
$other->query('DO 4');
Mynd\wire_log($other, null);
$other->query('DO 5');
told('a log of the program in between');
tell('that one', $own);
Mynd\wire_log($other, $own);
$other->query('DO 6');
$other->close();
$other = link_for_test(host: 'p:localhost');
$other->query('DO 7');
told('and until the connection is handed back');

in_child(function () use ($other) {
	attempt('in the child', fn() => $other->query('DO 8'));
	$child = link_for_test();
	$child->query('DO 9');
	$child->close();
});
$other->query('DO 10');
told('a fork');

for ($i = 0; $i < 200; $i++) {
	$other->query('DO 11');
}
$sizes = array_map('filesize', glob("$folder/*"));
echo max($sizes) <= 9000 && max($sizes) > 8800 ? 'at most 9000 bytes' : max($sizes), "\n";
?>
--CLEAN--
<?php
array_map('unlink', glob(__DIR__ . '/folder.d/*'));
@rmdir(__DIR__ . '/folder.d');
@unlink(__DIR__ . '/folder.error_log');
?>
--EXPECT--
1
mynd.wire_log = "folder.d" cannot be written: No such file or directory
--- two connections
parent 4.log 600: greeting, query "DO 1"
parent 5.log 600: greeting, query "SELECT CONCAT_WS...", query "DO 2"
--- a persistent one goes on
parent 4.log 600: quit, the end
parent 5.log 600: reset connection, query "DO 3"
--- a log of the program in between
parent 5.log 600: the end
parent 6.log 600: query "DO 5"
--- that one
-               the log begins, TIME, process N
>   0        5  query "DO 4"
<   1        7  OK; autocommit
-               the end
--- and until the connection is handed back
parent 6.log 600: the end
parent 7.log 600: query "DO 7"
in the child: ! 2006 HY000 MySQL server has gone away
--- a fork
parent 7.log 600: query "DO 10"
child 8.log 600: greeting, query "DO 9", quit, the end
at most 9000 bytes

--TEST--
mynd.shared_pool: a process of another user closes the mailboxes that it was forked with, and shares nothing with them
--EXTENSIONS--
mysqli
pcntl
posix
--INI--
mynd.shared_pool=1
--SKIPIF--
<?php
if (posix_geteuid() !== 0) die('skip root alone can become another user');
if (!is_dir('/proc/self/fd')) die('skip there is no /proc');
?>
--FILE--
<?php
require __DIR__ . '/shared.inc';

/** The mailboxes' ends that this process has open. */
function ends(): int
{
	$sockets = array_filter(array_map(fn($fd) => @readlink("/proc/self/fd/$fd"), scandir('/proc/self/fd')), fn($to) => str_starts_with((string) $to, 'socket:'));
	$seqpackets = [];
	foreach (file('/proc/net/unix') as $line) {
		$fields = preg_split('/ +/', trim($line));
		if (($fields[4] ?? '') === '0005') {
			$seqpackets["socket:[$fields[6]]"] = true;
		}
	}
	return count(array_filter($sockets, fn($to) => isset($seqpackets[$to])));
}

echo 'ends: ', ends(), "\n";
$m = plink(host: 'p:127.0.0.1');
$thread = $m->thread_id;
$m->query('SET @a = 1');
$m->close();
echo json_encode(from_child(function () use ($thread) {
	posix_seteuid(65534);
	$m = plink(host: 'p:127.0.0.1');
	$answer = [$m->thread_id === $thread];
	$m->close();
	return [...$answer, pool('handed_over', 'taken_over', 'idle'), ends()];
})), "\n";
echo json_encode(from_child(function () use ($thread) {
	$m = plink(host: 'p:127.0.0.1');
	return [$m->thread_id === $thread, ends()];
})), "\n";
echo json_encode(from_child(function () {
	posix_seteuid(65534);
	$m = link_for_test(host: '127.0.0.1'); /* an ordinary connect is enough */
	return ends();
})), "\n";
?>
--EXPECT--
ends: 2
[false,{"handed_over":0,"taken_over":0,"idle":1},0]
[true,2]
0

--TEST--
mynd.scoreboard: a child has a record of its own, and one that is killed leaves no wrong number
--EXTENSIONS--
mysqli
pcntl
posix
--INI--
mynd.scoreboard={PWD}/forks.board
mynd.scoreboard_slots=3
mynd.shared_pool=0
--FILE--
<?php
require __DIR__ . '/scoreboard.inc';
require __DIR__ . '/../fork.inc';
function workers(string $label): void
{
	$board = Mynd\scoreboard();
	$shown = array_map(fn($w) => ($w['pid'] === getmypid() ? 'own' : 'other') . " {$w['connections_in_use']}+{$w['connections_idle']}", $board['workers']);
	sort($shown);
	echo "$label: ", implode(', ', $shown), "; {$board['total']['connects']} connects, {$board['without_slot']} without a slot\n";
}
/** A child that goes on until it is killed, after its first connects. */
function child(int $connects): int
{
	[$here, $there] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
	$pid = pcntl_fork();
	if ($pid === 0) {
		$links = [];
		for ($i = 0; $i < $connects; $i++) {
			$links[] = link_for_test(host: 'p:localhost');
			end($links)->query('SELECT 1');
		}
		array_pop($links)->close();
		fwrite($there, '.');
		sleep(60);
	}
	fread($here, 1);
	return $pid;
}
function killed(int $pid): void
{
	posix_kill($pid, SIGKILL);
	pcntl_waitpid($pid, $status);
}
workers('nobody');
$db = link_for_test();
$idle = link_for_test(host: 'p:localhost');
$idle->close();
workers('a connection, and an idle one');
in_child(fn() => workers('in a child that has not connected'));
in_child(function () use ($db) {
	$own = link_for_test();
	workers('in a child that has');
	$db->close();
	workers('and has closed its parent\'s');
	$db = null;
	$own->close();
	workers('and its own');
});
workers('it has ended');
$a = child(3);
workers('a child waits');
$b = child(2);
$c = child(2);
workers('three children, and one has found no slot');
killed($a);
workers('the first is killed');
$d = child(1);
workers('another one has its record');
killed($b);
killed($c);
killed($d);
workers('all are killed');
$db->query('SELECT 1');
$db->close();
workers('closed');
?>
--CLEAN--
<?php @unlink(__DIR__ . '/forks.board'); ?>
--EXPECT--
nobody: ; 0 connects, 0 without a slot
a connection, and an idle one: own 1+1; 2 connects, 0 without a slot
in a child that has not connected: other 1+1; 2 connects, 0 without a slot
in a child that has: other 1+1, own 1+0; 3 connects, 0 without a slot
and has closed its parent's: other 1+1, own 1+0; 3 connects, 0 without a slot
and its own: other 1+1, own 0+0; 3 connects, 0 without a slot
it has ended: own 1+1; 3 connects, 0 without a slot
a child waits: other 2+1, own 1+1; 6 connects, 0 without a slot
three children, and one has found no slot: other 1+1, other 2+1, own 1+1; 8 connects, 1 without a slot
the first is killed: other 1+1, own 1+1; 8 connects, 1 without a slot
another one has its record: other 0+1, other 1+1, own 1+1; 9 connects, 1 without a slot
all are killed: own 1+1; 9 connects, 1 without a slot
closed: own 0+1; 9 connects, 1 without a slot

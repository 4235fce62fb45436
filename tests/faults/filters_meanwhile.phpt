--TEST--
Faults with filters that are registered while an idle persistent connection is waited for, and is lost: the new one is of this request alone
--EXTENSIONS--
mynd
--SKIPIF--
<?php if (!function_exists('pcntl_fork')) die('skip needs pcntl'); ?>
--INI--
mynd.shared_pool=0
mynd.pipelining=off
--FILE--
<?php
require __DIR__ . '/peer.inc';
require __DIR__ . '/../phpt/hooks/filters.inc';

[$program, $server] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
$peer = Peer::start(function (Peer $p) use ($server) {
	$p->login(['version' => '5.5.5-10.11.0-MariaDB'])->command()->raw(Peer::result(['a'], [["connection $p->nth"]]))->command();
	if ($p->nth === 0) { /* the reset */
		fread($server, 1);
		$p->close();
	}
}, 2);
$connect = fn() => new mysqli('p:127.0.0.1', 'meanwhile', 'p', null, $peer->port);
$first = $connect();
echo $first->query('SELECT')->fetch_column(), "\n";
unset($first);
$pieces = 0;
$in_destructor = false;
Mynd\waiter(function () use ($program, &$pieces, &$in_destructor) {
	static $is_first = true;
	if ($is_first) {
		$is_first = false;
		Mynd\filter('test.it', function (string $bytes) use (&$pieces, &$in_destructor) {
			$pieces++;
			$in_destructor && print "in a destructor\n";
			return $bytes;
		});
		fwrite($program, 'x');
	}
	return null; // the driver waits by itself
}, everywhere: true);
$second = $connect();
echo $second->query('SELECT')->fetch_column(), $pieces > 0 ? ', with' : ', without', " a filter\n";
$in_destructor = true;
unset($second);
$in_destructor = false;
echo mysqli_get_links_stats()['cached_plinks'], " idle\n";
$peer->end();
?>
--EXPECT--
connection 0
connection 1, with a filter
0 idle

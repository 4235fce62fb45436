--TEST--
Persistent links: with mynd.pipelining=auto a reset and what belongs to it are written together until that has lost two links
--EXTENSIONS--
mysqli
pcntl
--FILE--
<?php
require __DIR__ . '/hand_over.inc';

/* A proxy that hangs up when somebody speaks early. */
file_put_contents($log, '');
$peer = Peer::start(function (Peer $p) {
	$p->login();
	for (;;) {
		$command = hear($p);
		$socket = (fn() => $this->socket)->call($p);
		stream_set_blocking($socket, false);
		$more = fread($socket, 100);
		stream_set_blocking($socket, true);
		if ($more !== '' && $more !== false) {
			file_put_contents($GLOBALS['log'], "$p->nth:hangs up\n", FILE_APPEND);
			$p->close();
			return;
		}
		answer($p, $command);
	}
}, 5);
for ($i = 0; $i < 5; $i++) {
	$m = new mysqli('p:127.0.0.1', 'tester', 'secret', 'db', $peer->port);
	echo $m->query("SELECT 'user $i'")->fetch_column(), "\n";
	$m->close();
}
$m = new mysqli('p:127.0.0.1', 'tester', 'secret', 'db', $peer->port);
$pool = Mynd\pools()[0];
echo json_encode(array_filter(['made' => $pool['made'], 'reused' => $pool['reused'], 'found_dead' => $pool['found_dead']] + $pool['closed'])), "\n";
$peer->end();
echo file_get_contents($log);
?>
--EXPECT--
by 0
by 1
by 2
by 2
by 2
{"made":3,"reused":3,"found_dead":2}
0:SELECT 'user 0'
0:RESET
0:hangs up
1:SELECT 'user 1'
1:RESET
1:hangs up
2:SELECT 'user 2'
2:RESET
2:DB db
2:SET NAMES utf8mb4 COLLATE utf8mb4_general_ci
2:SELECT 'user 3'
2:RESET
2:DB db
2:SET NAMES utf8mb4 COLLATE utf8mb4_general_ci
2:SELECT 'user 4'
2:RESET
2:DB db
2:SET NAMES utf8mb4 COLLATE utf8mb4_general_ci

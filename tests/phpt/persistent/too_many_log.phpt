--TEST--
Persistent links: a connect that fails with 1040 is noted in the error log, once in a while, with this process' numbers; a terminal is spared
--EXTENSIONS--
mysqli
pcntl
--INI--
; it stays so with ./dev test --with: it counts what is idle in this process
mynd.shared_pool=0
--FILE--
<?php
require __DIR__ . '/persistent.inc';
$program = <<<'PHP'
	require $argv[1];
	$idle = link_for_test(host: 'p:localhost');
	$idle->close();
	$used = link_for_test();
	$peer = Peer::start(fn(Peer $p) => $p->raw(Peer::frame(Peer::err(1040, '08004', 'Too many connections'), 0))->close(), 3);
	for ($i = 0; $i < 3; $i++) {
		try {
			$peer->connect();
		} catch (mysqli_sql_exception $e) {
			echo $e->getCode(), ' ', $e->getMessage(), "\n";
		}
	}
	$peer->end();
	PHP;
$log = tempnam(sys_get_temp_dir(), 'mynd');
echo run_child($program, "-d error_log=$log", [__DIR__ . '/../../faults/peer.inc'])[0];
echo preg_replace('/^\[.*?\] /m', '', file_get_contents($log));
unlink($log);
echo run_child($program, '', [__DIR__ . '/../../faults/peer.inc'])[0];
?>
--EXPECT--
1040 Too many connections
1040 Too many connections
1040 Too many connections
mynd: the server has no room for another connection (1040). Connections of this process: 1 in use, 1 idle. Connections times processes must stay below its max_connections.
1040 Too many connections
1040 Too many connections
1040 Too many connections

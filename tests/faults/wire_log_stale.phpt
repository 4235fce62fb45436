--TEST--
Wire log: an execute that goes with its prepare is told as of that, not of a statement of before the change of user with its number
--EXTENSIONS--
mysqli
mynd
--SKIPIF--
<?php if (!function_exists('pcntl_fork')) die('skip needs pcntl'); ?>
--INI--
mynd.round_trips=fewer
mynd.pipelining=on
--FILE--
<?php
require __DIR__ . '/peer.inc';
$log = __DIR__ . '/wire_log_stale.log';
foreach (['change of user' => fn($db) => $db->change_user('tester', 'secret', ''), 'nothing between' => fn($db) => true] as $name => $between) {
	$peer = Peer::start(function (Peer $p) {
		$p->login(['version' => '8.4.0']);
		for ($next = 1;;) {
			$p->command();
			switch (ord($p->heard[0])) {
				case 0x11: /* a change of user: statements are counted anew, as MySQL does */
					$next = 1;
					$p->packet(Peer::ok());
					break;
				case 0x16:
					$p->raw(Peer::prepared($next++, [], substr_count($p->heard, '?')));
					break;
				case 0x19:
					break;
				case 0x01:
					return;
				default:
					$p->raw(Peer::frame(Peer::ok(1), 1));
			}
		}
	});
	@unlink($log);
	$db = $peer->connect();
	Mynd\wire_log($db, $log);
	$run = function (string ...$texts) use ($db) {
		$kept = [];
		foreach ($texts as $sql) {
			$kept[] = $s = $db->prepare($sql);
			$s->execute([str_contains($sql, 'password') ? 'HUNTER2' : 'harmless']);
		}
	};
	$run('INSERT INTO a VALUES (?)', 'INSERT INTO b VALUES (?)');
	$between($db);
	$run('INSERT INTO c VALUES (?)', 'INSERT INTO users (password) VALUES (?)');
	Mynd\wire_log($db, null);
	$text = file_get_contents($log);
	echo "$name: ", substr_count($text, 'HUNTER2'), ' times the secret, ', substr_count($text, 'harmless') > 0 ? 'other values are there' : 'nothing else', "\n";
	$peer->end();
}
?>
--CLEAN--
<?php @unlink(__DIR__ . '/wire_log_stale.log'); ?>
--EXPECT--
change of user: 0 times the secret, other values are there
nothing between: 0 times the secret, other values are there

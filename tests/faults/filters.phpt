--TEST--
Servers that lie, break off and whisper, seen through stream filters: the same as without
--EXTENSIONS--
mysqli
pcntl
posix
--FILE--
<?php
require __DIR__ . '/peer.inc';
require __DIR__ . '/../phpt/hooks/filters.inc';
$row = fn(string ...$cells) => implode('', array_map(fn($c) => chr(strlen($c)) . $c, $cells));
$result = function (Peer $p) use ($row) {
	$p->packet("\2")->packet(Peer::column('a'))->packet(Peer::column('b'))->packet(Peer::eof());
	$p->packet($row('one', 'two'));
};
$scenarios = [
	'one byte at a time' => function (Peer $p) use ($row) {
		$p->login();
		$p->command();
		$bytes = Peer::frame("\1", 1) . Peer::frame(Peer::column('a'), 2) . Peer::frame(Peer::eof(), 3) . Peer::frame($row('whole'), 4) . Peer::frame(Peer::eof(), 5);
		$p->slowly($bytes);
		$p->stall();
	},
	'breaks off in a row' => function (Peer $p) use ($result, $row) {
		$p->login();
		$p->command();
		$result($p);
		$p->raw(substr(Peer::frame($row('three', 'four'), $p->sequence), 0, -3));
	},
	'a row that is none' => function (Peer $p) use ($result) {
		$p->login();
		$p->command();
		$result($p);
		$p->packet("\3abc\xffx")->packet(Peer::eof());
		$p->stall();
	},
	'hangs up at once' => function (Peer $p) {
		$p->login();
		$p->command();
	},
	'hangs up in the greeting' => fn(Peer $p) => $p->raw("\x40\0\0\0\x0a8.0"),
	'words in clear behind the greeting, before TLS' => function (Peer $p) {
		$p->raw(Peer::frame(Peer::greeting(['caps' => 0x81BFFFDF]), 0) . Peer::frame(Peer::ok(), 1));
		$p->stall();
	},
];
foreach ($scenarios as $name => $scenario) {
	$said = [];
	foreach ([false, true] as $filtered) {
		$filters = $filtered ? [Mynd\filter('string.rot13'), Mynd\filter('test.it', fn($bytes) => $bytes), Mynd\filter('string.rot13')] : [];
		$peer = Peer::start($scenario);
		$flags = str_contains($name, 'TLS') ? MYSQLI_CLIENT_SSL | MYSQLI_CLIENT_SSL_DONT_VERIFY_SERVER_CERT : 0;
		ob_start();
		attempt('', function () use ($peer, $flags) {
			set_error_handler(fn() => true);
			$m = $peer->connect([MYSQLI_OPT_READ_TIMEOUT => 2], $flags);
			return $m->query('SELECT 1')->fetch_all();
		});
		restore_error_handler();
		$said[] = ob_get_clean();
		$peer->end();
		array_map(fn($f) => $f->remove(), $filters);
	}
	echo $name, $said[0] === $said[1] ? $said[0] : " DIFFERS:\n" . implode('', $said);
}
?>
--EXPECT--
one byte at a time: [["whole"]]
breaks off in a row: ! 2006 HY000 MySQL server has gone away
a row that is none: ! 2027 HY000 Malformed packet: a row with the wrong number of cells
hangs up at once: ! 2006 HY000 MySQL server has gone away
hangs up in the greeting: ! 2006 HY000 MySQL server has gone away
words in clear behind the greeting, before TLS: ! 2027 HY000 Malformed packet: bytes in clear before TLS

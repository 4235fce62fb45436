--TEST--
Persistent links: rows without end, in the reply to a reset or unread, keep neither who hands the link back nor who wants it
--EXTENSIONS--
mysqli
pcntl
--INI--
; it stays so with ./dev test --with: who looks for a connection also meets those of other keys that have died
mynd.shared_pool=0
mynd.pipelining=on
--FILE--
<?php
require __DIR__ . '/hand_over.inc';

/** A result set for as long as the client listens; packets from number 1 on. */
function for_ever(Peer $p): void
{
	$beginning = Peer::result(['a'], []);
	$p->raw(substr($beginning, 0, -9)); /* all but the end of the rows */
	$row = "\xfc" . pack('v', 5000) . str_repeat('x', 5000);
	for ($rows = '', $i = 4; $i < 260; $i++) {
		$rows .= Peer::frame($row, $i & 255);
	}
	for (;;) {
		$p->raw($rows);
	}
}
hand_over('behind a reset', function ($p) {
	used($p)->raw(OK);
	for_ever($p);
});
hand_over('unread', function ($p) {
	hear($p);
	for_ever($p);
}, use: function ($m) {
	global $rows;
	$rows = $m->query('SELECT 1', MYSQLI_USE_RESULT);
	$rows->fetch_row();
});
/* No more than 64 KiB of it are read, and what a buffer takes at once, though much is here. */
hand_over('unread, and here', function ($p) {
	hear($p);
	$beginning = Peer::result(['a'], []);
	for ($rows = substr($beginning, 0, -9), $i = 4; $i < 104; $i++) {
		$rows .= Peer::frame("\xfc" . pack('v', 4000) . str_repeat('x', 4000), $i);
	}
	$p->raw($rows);
	tell($p);
}, use: function ($m) {
	global $rows, $told;
	$rows = $m->query('SELECT 1', MYSQLI_USE_RESULT);
	$rows->fetch_row();
	fread($told[0], 1);
	$before = Mynd\stats()['bytes_read'];
	$m->close();
	$rows = null; // it has outlived its object: now the connection goes back
	$read = Mynd\stats()['bytes_read'] - $before;
	echo $read <= 2 * 65536 ? '' : "$read bytes were read, ";
	throw new mysqli_sql_exception('closed', 1);
});
?>
--EXPECTREGEX--
behind a reset: by 1 \{"made":2,"(found_dead|reset_slow)":1\}
  0:SELECT 1, 0:RESET, 0:DB db, 0:NAMES, 1:SELECT 2
unread: by 1 \{"made":2,"unread_result":1\}
  0:SELECT 1, 1:SELECT 2
unread, and here: 1 closed \{"made":1,"unread_result":1\}
  0:SELECT 1

--TEST--
Persistent links: replies to a reset that are late, split, refusals, or none; what a server says before the next command
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

hand_over('in order', serve(...));
hand_over('replies byte by byte', fn($p) => serve(used($p)->slowly(OK)->slowly(OK)->slowly(OK)));
hand_over('the second one is late', function ($p) {
	used($p)->raw(OK);
	usleep(50000); /* nobody can tell us that the client waits */
	serve($p->raw(OK . OK));
});
hand_over('all are late', function ($p) {
	used($p);
	usleep(50000);
	serve($p->raw(OK . OK . OK));
});
hand_over('never', fn($p) => used($p)->stall());
hand_over('closed instead', fn($p) => leave(used($p)), late: false);
hand_over('closed behind the first', fn($p) => leave(used($p)->raw(OK)), late: false);
hand_over('closed behind all', fn($p) => leave(used($p)->raw(OK . OK . OK)), late: false);
hand_over('thrown out behind all', fn($p) => leave(used($p)->raw(OK . OK . OK . Peer::frame(Peer::err(4031, 'HY000', 'The client was disconnected.'), 0))), late: false);
hand_over('one more reply', fn($p) => tell(used($p)->raw(OK . OK . OK . OK)), late: false);
hand_over('half of one more', fn($p) => tell(used($p)->raw(OK . OK . OK . "\7")), late: false);
hand_over('numbers that are not due', fn($p) => tell(used($p)->raw(substr_replace(OK, "\2", 3, 1) . OK . OK)), late: false);
hand_over('a result set for a reset', fn($p) => tell(used($p)->raw(Peer::result(['a'], [['1']]) . OK . OK)), late: false);
hand_over('the reset is refused', fn($p) => tell(used($p)->raw(Peer::frame(Peer::err(1158, '08S01', 'no'), 1) . OK . OK)), late: false);
hand_over('the database is refused', fn($p) => tell(used($p)->raw(OK . Peer::frame(Peer::err(1049, '42000', 'Unknown database'), 1) . OK)), late: false);
hand_over('the character set is refused', fn($p) => tell(used($p)->raw(OK . OK . Peer::frame(Peer::err(1115, '42000', 'Unknown character set'), 1))), late: false);
hand_over('the reset is unknown', fn($p) => tell(used($p)->raw(Peer::frame(Peer::err(1047, '08S01', 'Unknown command'), 1) . OK . OK)), late: false);
hand_over('another database', fn($p) => tell(used($p)->raw(Peer::frame(Peer::ok(0, 2 | 0x4000, "\0\x05\1\3\2no"), 1) . OK . OK)), late: false);
hand_over('lost with the next command', function ($p) {
	used($p)->raw(OK . OK . OK);
	hear($p);
	$p->close();
});
hand_over('lost in use', function ($p) {
	hear($p);
	$p->close();
}, [], function ($m) {
	try {
		$m->query('SELECT 1');
	} catch (mysqli_sql_exception) {
	}
});
hand_over('a file is asked for', fn($p) => tell(used($p)->raw("\5\0\0\1\xfb/etc" . OK . OK)), late: false);
/* Old servers are logged in again; MariaDB gets its character set back by itself. */
hand_over('MySQL 5.6', serve(...), ['version' => '5.6.51']);
hand_over('MariaDB 10.1', serve(...), ['version' => '5.5.5-10.1.48-MariaDB']);
hand_over('MariaDB 10.6', serve(...), ['version' => '5.5.5-10.6.22-MariaDB']);
hand_over('a database was chosen', serve(...), [], fn($m) => $m->select_db('other'));
hand_over('several statements', serve(...), [], fn($m) => $m->multi_query('SELECT 1; SELECT 2'));
/* The pool asks a new session for its state, and after each reset whether the state is the same. */
function asked(Peer $p, string $answer, string $new = '4142-43'): Peer
{
	$p->is_asked = true;
	$p->command()->raw(Peer::result(['who', 'trace'], [[$new, '0']]));
	$p->is_asked = false;
	answer($p, hear($p));
	for ($i = 0; $i < 4; $i++) {
		hear($p);
	}
	return $p->raw(OK . OK . OK . $answer);
}
hand_over('as new', fn($p) => serve(asked($p, Peer::result(['1'], []))));
hand_over('not as new', fn($p) => tell(asked($p, Peer::result(['1'], [['1']]))), late: false);
hand_over('many rows', fn($p) => tell(asked($p, Peer::result(['1'], array_fill(0, 100, [str_repeat('x', 10000)])))), late: false);
hand_over('an error for an answer', fn($p) => tell(asked($p, Peer::frame(Peer::err(1305, '42000', 'no'), 1))), late: false);
hand_over('no rows for an answer', fn($p) => tell(asked($p, OK)), late: false);
hand_over('what is new is nothing to ask for', function ($p) {
	$p->is_asked = true;
	for ($i = 0; $i < 2; $i++) {
		$p->command()->raw(Peer::result(['who', 'trace'], [["1' OR '1", '0']]));
	}
	$p->is_asked = false;
	serve(used($p)->raw(OK . OK . OK));
});
?>
--EXPECT--
in order: by 0 {"made":1,"reused":1}
  0:SELECT 1, 0:RESET, 0:DB db, 0:NAMES, 0:SELECT 2
replies byte by byte: by 0 {"made":1,"reused":1}
  0:SELECT 1, 0:RESET, 0:DB db, 0:NAMES, 0:SELECT 2
the second one is late: by 0 {"made":1,"reused":1}
  0:SELECT 1, 0:RESET, 0:DB db, 0:NAMES, 0:SELECT 2
all are late: by 0 {"made":1,"reused":1}
  0:SELECT 1, 0:RESET, 0:DB db, 0:NAMES, 0:SELECT 2
never: by 1 {"made":2,"reset_slow":1}
  0:SELECT 1, 0:RESET, 0:DB db, 0:NAMES, 1:SELECT 2
closed instead: by 1 {"made":2,"found_dead":1}
  0:SELECT 1, 0:RESET, 0:DB db, 0:NAMES, 1:SELECT 2
closed behind the first: by 1 {"made":2,"found_dead":1}
  0:SELECT 1, 0:RESET, 0:DB db, 0:NAMES, 1:SELECT 2
closed behind all: by 1 {"made":2,"found_dead":1}
  0:SELECT 1, 0:RESET, 0:DB db, 0:NAMES, 1:SELECT 2
thrown out behind all: by 1 {"made":2,"found_dead":1}
  0:SELECT 1, 0:RESET, 0:DB db, 0:NAMES, 1:SELECT 2
one more reply: by 1 {"made":2,"found_dead":1}
  0:SELECT 1, 0:RESET, 0:DB db, 0:NAMES, 1:SELECT 2
half of one more: by 1 {"made":2,"found_dead":1}
  0:SELECT 1, 0:RESET, 0:DB db, 0:NAMES, 1:SELECT 2
numbers that are not due: by 1 {"made":2,"found_dead":1}
  0:SELECT 1, 0:RESET, 0:DB db, 0:NAMES, 1:SELECT 2
a result set for a reset: by 1 {"made":2,"found_dead":1}
  0:SELECT 1, 0:RESET, 0:DB db, 0:NAMES, 1:SELECT 2
the reset is refused: by 1 {"made":2,"reset_failed":1}
  0:SELECT 1, 0:RESET, 0:DB db, 0:NAMES, 1:SELECT 2
the database is refused: by 1 {"made":2,"reset_failed":1}
  0:SELECT 1, 0:RESET, 0:DB db, 0:NAMES, 1:SELECT 2
the character set is refused: by 1 {"made":2,"reset_failed":1}
  0:SELECT 1, 0:RESET, 0:DB db, 0:NAMES, 1:SELECT 2
the reset is unknown: by 1 {"made":2,"reset_failed":1}
  0:SELECT 1, 0:RESET, 0:DB db, 0:NAMES, 1:SELECT 2
another database: by 1 {"made":2,"reset_failed":1}
  0:SELECT 1, 0:RESET, 0:DB db, 0:NAMES, 1:SELECT 2
lost with the next command: 2006 MySQL server has gone away {"made":1,"reused":1}
  0:SELECT 1, 0:RESET, 0:DB db, 0:NAMES, 0:SELECT 2
lost in use: by 1 {"made":2,"lost":1}
  0:SELECT 1, 1:SELECT 2
a file is asked for: by 1 {"made":2,"found_dead":1}
  0:SELECT 1, 0:RESET, 0:DB db, 0:NAMES, 1:SELECT 2
MySQL 5.6: by 0 {"made":1,"reused":1}
  0:SELECT 1, 0:CHANGE USER tester, 0:SELECT 2
MariaDB 10.1: by 0 {"made":1,"reused":1}
  0:SELECT 1, 0:CHANGE USER tester, 0:SELECT 2
MariaDB 10.6: by 0 {"made":1,"reused":1}
  0:SELECT 1, 0:RESET, 0:DB db, 0:SELECT 2
a database was chosen: by 0 {"made":1,"reused":1}
  0:DB other, 0:RESET, 0:DB db, 0:NAMES, 0:SELECT 2
several statements: by 0 {"made":1,"reused":1}
  0:OPTION 0, 0:SELECT 1; SELECT 2, 0:RESET, 0:OPTION 1, 0:DB db, 0:NAMES, 0:SELECT 2
as new: by 0 {"made":1,"reused":1}
  0:SELECT 1, 0:RESET, 0:DB db, 0:NAMES, 0:QUESTION, 0:SELECT 2
not as new: by 1 {"made":2,"not_as_new":1}
  0:SELECT 1, 0:RESET, 0:DB db, 0:NAMES, 0:QUESTION, 1:SELECT 2
many rows: by 1 {"made":2,"not_as_new":1}
  0:SELECT 1, 0:RESET, 0:DB db, 0:NAMES, 0:QUESTION, 1:SELECT 2
an error for an answer: by 1 {"made":2,"reset_failed":1}
  0:SELECT 1, 0:RESET, 0:DB db, 0:NAMES, 0:QUESTION, 1:SELECT 2
no rows for an answer: by 1 {"made":2,"reset_failed":1}
  0:SELECT 1, 0:RESET, 0:DB db, 0:NAMES, 0:QUESTION, 1:SELECT 2
what is new is nothing to ask for: by 0 {"made":1,"reused":1}
  0:SELECT 1, 0:RESET, 0:DB db, 0:NAMES, 0:SELECT 2

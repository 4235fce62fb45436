--TEST--
Persistent links: replies that are unread at the hand-over are dropped if they are here and small; else the link is closed, and not waited for
--EXTENSIONS--
mysqli
--INI--
; it stays so with ./dev test --with: it counts what is idle in this process
mynd.shared_pool=0
--FILE--
<?php
require __DIR__ . '/persistent.inc';
$watch = link_for_test();
$watch->query('DROP PROCEDURE IF EXISTS persistent_unread');
$watch->query('CREATE PROCEDURE persistent_unread() BEGIN SELECT 1; SELECT 2; END');
/** Hands a link over in some state; what becomes of it, and that the next user sees nothing of it. */
function leave_unread(string $name, callable $use, bool $wait = true): void
{
	global $watch;
	$m = plink();
	$thread = $m->thread_id;
	$m->query('SET @left = 1');
	$kept = $use($m);
	if ($wait) { /* all of it is on its way by then */
		seconds_until($watch, "SELECT command FROM information_schema.processlist WHERE id = $thread", 'Sleep');
	}
	$closed = pools_sum('unread_result');
	$start = hrtime(true);
	$m->close();
	$seconds = (hrtime(true) - $start) / 1e9;
	$m = plink();
	$row = $m->query("SELECT 'next', @left")->fetch_row();
	echo "$name: ", $m->thread_id === $thread ? 'the same link' : 'another link', pools_sum('unread_result') > $closed ? ', closed' : '', ' ', json_encode($row),
		$seconds > 2 ? " waited $seconds s" : '', "\n";
	if ($kept !== null) {
		attempt('  its result then', $kept);
	}
}
/* Tells that the server has begun a command that was only sent: the command takes this lock. */
const LOCK = "SELECT GET_LOCK('persistent_unread', 0)";
function until_locked(): void
{
	seconds_until($GLOBALS['watch'], "SELECT IS_FREE_LOCK('persistent_unread')", '0');
}
const SMALL = 'SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3';
const LARGE = "SELECT REPEAT('x', 4000000) UNION ALL SELECT REPEAT('y', 4000000)";
leave_unread('nothing unread', fn($m) => null);
leave_unread('small, unbuffered', function ($m) {
	$r = $m->query(SMALL, MYSQLI_USE_RESULT);
	$r->fetch_row();
	return fn() => $r->fetch_row();
});
leave_unread('small, freed by nobody', function ($m) {
	$GLOBALS['r'] = $m->query(SMALL, MYSQLI_USE_RESULT);
});
leave_unread('small, not taken', fn($m) => $m->real_query(SMALL) ? null : null);
leave_unread('several, not taken', fn($m) => $m->multi_query(SMALL . ';' . SMALL . '; DO 1; ' . SMALL) ? null : null);
leave_unread('several with an error', fn($m) => $m->multi_query(SMALL . '; SELECT nonsense') ? null : null);
leave_unread('a procedure', fn($m) => $m->real_query('CALL persistent_unread()') ? null : null);
leave_unread('buffered', function ($m) {
	$r = $m->query(SMALL);
	return fn() => $r->fetch_all();
});
leave_unread('large, buffered', function ($m) {
	$r = $m->query(LARGE);
	return fn() => strlen($r->fetch_column());
});
leave_unread('large, unbuffered', function ($m) {
	$r = $m->query(LARGE, MYSQLI_USE_RESULT);
	return fn() => $r->fetch_row();
}, false);
leave_unread('large, half read', function ($m) {
	$r = $m->query(LARGE, MYSQLI_USE_RESULT);
	$r->fetch_row();
	return fn() => $r->fetch_row();
}, false);
leave_unread('large, not taken', fn($m) => $m->real_query(LARGE) ? null : null, false);
leave_unread('large behind a small one', fn($m) => $m->multi_query(SMALL . ';' . LARGE) ? null : null, false);
leave_unread('one that is still computed', fn($m) => $m->multi_query('SELECT 1; SELECT SLEEP(0.1)') ? null : null, false);
leave_unread('a statement', function ($m) {
	$s = $m->prepare(SMALL);
	$s->execute();
	$s->fetch();
	return fn() => $s->fetch();
});
leave_unread('a statement, cursor', function ($m) {
	$s = $m->prepare(SMALL);
	$s->attr_set(MYSQLI_STMT_ATTR_CURSOR_TYPE, MYSQLI_CURSOR_TYPE_READ_ONLY);
	$s->execute();
	$s->fetch();
	return fn() => $s->execute();
});
leave_unread('a statement, large', function ($m) {
	$s = $m->prepare(LARGE);
	$s->execute();
	return fn() => $s->fetch();
}, false);
leave_unread('execute_query()', function ($m) {
	$m->execute_query('SELECT ?', [1]);
	return null;
});
leave_unread('asynchronous', function ($m) {
	$m->query(LOCK, MYSQLI_ASYNC);
	until_locked();
	return fn() => $m->reap_async_query();
});
leave_unread('asynchronous, still computed', function ($m) {
	$m->query('SELECT SLEEP(3)', MYSQLI_ASYNC);
}, false);
leave_unread('asynchronous, several', function ($m) {
	$m->query(SMALL, MYSQLI_ASYNC);
	$m->query(LOCK, MYSQLI_ASYNC);
	$m->reap_async_query()->free();
	until_locked();
});
leave_unread('a pipeline', function ($m) {
	foreach (Mynd\pipeline($m, (function () {
		for ($i = 0; $i < 10; $i++) {
			yield $i < 9 ? SMALL : LOCK;
		}
	})()) as $outcome) {
		break;
	}
	until_locked();
});
attempt('idle links', fn() => mysqli_get_links_stats());
?>
--CLEAN--
<?php
require __DIR__ . '/../connect.inc';
link_for_test()->query('DROP PROCEDURE IF EXISTS persistent_unread');
?>
--EXPECT--
nothing unread: the same link ["next",null]
small, unbuffered: the same link ["next",null]
  its result then: ! 2014 HY000 Commands out of sync; you can't run this command now
small, freed by nobody: the same link ["next",null]
small, not taken: the same link ["next",null]
several, not taken: the same link ["next",null]
several with an error: the same link ["next",null]
a procedure: the same link ["next",null]
buffered: the same link ["next",null]
  its result then: [["1"],["2"],["3"]]
large, buffered: the same link ["next",null]
  its result then: 4000000
large, unbuffered: another link, closed ["next",null]
  its result then: ! 2014 HY000 Commands out of sync; you can't run this command now
large, half read: another link, closed ["next",null]
  its result then: ! 2014 HY000 Commands out of sync; you can't run this command now
large, not taken: another link, closed ["next",null]
large behind a small one: the same link ["next",null]
one that is still computed: the same link ["next",null]
a statement: the same link ["next",null]
  its result then: ! 2014 HY000 Commands out of sync; you can't run this command now
a statement, cursor: the same link ["next",null]
  its result then: ! 2006 HY000 MySQL server has gone away
a statement, large: another link, closed ["next",null]
  its result then: ! 2006 HY000 MySQL server has gone away
execute_query(): the same link ["next",null]
asynchronous: the same link ["next",null]
  its result then: ! Error mysqli object is already closed
asynchronous, still computed: another link, closed ["next",null]
asynchronous, several: the same link ["next",null]
a pipeline: the same link ["next",null]
idle links: {"total":1,"active_plinks":0,"cached_plinks":1}

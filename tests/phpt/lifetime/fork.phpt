--TEST--
Lifetime: a forked child does not touch its parent's links, with and without TLS, and has links of its own
--EXTENSIONS--
mysqli
pcntl
--FILE--
<?php
require __DIR__ . '/lifetime.inc';
require __DIR__ . '/../fork.inc';

/** A result that is far from read when it is used: more than the buffers on the way hold. */
const MANY = "SELECT seq, REPEAT('x', 1000) FROM seq_1_to_20000";

foreach (['plain', 'tls'] as $kind) {
	$connect = function () use ($kind) {
		if ($kind === 'plain') {
			return link_for_test();
		}
		$m = mysqli_init();
		$m->ssl_set(null, null, getenv('MYND_TEST_TLS_CA'), null, null);
		$m->real_connect(getenv('MYND_TEST_HOST'), getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'), getenv('MYND_TEST_DB'), (int) getenv('MYND_TEST_PORT'), null, MYSQLI_CLIENT_SSL);
		return $m;
	};
	echo "$kind\n";
	$m = $connect();
	in_child(fn() => null);
	attempt('after a child that did nothing', fn() => $m->query('SELECT 1')->fetch_column());
	in_child(function () use ($m, $connect) {
		attempt('  child: query', fn() => $m->query('SELECT 2'));
		attempt('  child: ping', fn() => @$m->ping()); /* deprecated since 8.4 */
		attempt('  child: change_user', fn() => $m->change_user('x', 'y', null));
		attempt('  child: what is known', fn() => $m->thread_id > 0 && $m->server_version > 0);
		attempt('  child: its own', fn() => $connect()->query('SELECT 3')->fetch_column());
		attempt('  child: close', fn() => $m->close());
	});
	attempt('after a child that tried', fn() => $m->query('SELECT 4')->fetch_column());
	in_child(function () use ($m) {
		$m->connect(...where());
		attempt('  child: the object connected anew', fn() => $m->query('SELECT 5')->fetch_column());
		in_child(function () use ($m) {
			attempt('    grandchild', fn() => $m->query('SELECT 5'));
		});
		attempt('  child: and again', fn() => $m->query('SELECT 6')->fetch_column());
	});
	attempt('after that', fn() => $m->query('SELECT 7')->fetch_column());

	foreach (['fetches', 'fetches all', 'frees', 'forgets', 'takes the next'] as $what) {
		$r = $m->query(MANY, MYSQLI_USE_RESULT);
		$r->fetch_row();
		in_child(function () use ($what, $m, &$r) {
			attempt("  child $what", function () use ($what, $m, &$r) {
				switch ($what) {
				case 'fetches':
					for ($rows = 1; $r->fetch_row(); $rows++);
					return $rows;
				case 'fetches all':
					return count($r->fetch_all());
				case 'frees':
					return $r->free();
				case 'forgets':
					$r = null;
					return;
				case 'takes the next':
					return $m->next_result();
				}
			});
			attempt('  and then', fn() => $m->query('SELECT 8'));
		});
		attempt('the parent has the rest', fn() => count($r->fetch_all()));
		attempt('and goes on', fn() => $m->query('SELECT 9')->fetch_column());
	}
	$m->real_query(MANY);
	in_child(fn() => attempt('  child stores', fn() => $m->store_result()));
	attempt('the parent stores', fn() => $m->store_result()->num_rows);
	$buffered = $m->query(MANY);
	in_child(fn() => attempt('  child reads what is here', fn() => count($buffered->fetch_all())));
	attempt('the parent, too', fn() => count($buffered->fetch_all()));
}
?>
--EXPECTF--
plain
after a child that did nothing: "1"
  child: query: ! 2006 HY000 MySQL server has gone away
  child: ping: ! 2006 HY000 MySQL server has gone away
  child: change_user: ! 2006 HY000 MySQL server has gone away
  child: what is known: true
  child: its own: "3"
  child: close: true
after a child that tried: "4"
  child: the object connected anew: "5"
    grandchild: ! 2006 HY000 MySQL server has gone away
  child: and again: "6"
after that: "7"
  child fetches: ! 2006 HY000 MySQL server has gone away
  and then: ! 2006 HY000 MySQL server has gone away
the parent has the rest: 19999
and goes on: "9"
  child fetches all: ! 2006 HY000 MySQL server has gone away
  and then: ! 2006 HY000 MySQL server has gone away
the parent has the rest: 19999
and goes on: "9"
  child frees: null
  and then: ! 2006 HY000 MySQL server has gone away
the parent has the rest: 19999
and goes on: "9"
  child forgets: null
  and then: ! 2006 HY000 MySQL server has gone away
the parent has the rest: 19999
and goes on: "9"
  child takes the next: false
  and then: ! 2006 HY000 MySQL server has gone away
the parent has the rest: 19999
and goes on: "9"
  child stores: ! 2006 HY000 MySQL server has gone away
the parent stores: 20000
  child reads what is here: 20000
the parent, too: 20000
tls
after a child that did nothing: "1"
  child: query: ! 2006 HY000 MySQL server has gone away
  child: ping: ! 2006 HY000 MySQL server has gone away
  child: change_user: ! 2006 HY000 MySQL server has gone away
  child: what is known: true
  child: its own: "3"
  child: close: true
after a child that tried: "4"
  child: the object connected anew: "5"
    grandchild: ! 2006 HY000 MySQL server has gone away
  child: and again: "6"
after that: "7"
  child fetches: ! 2006 HY000 MySQL server has gone away
  and then: ! 2006 HY000 MySQL server has gone away
the parent has the rest: 19999
and goes on: "9"
  child fetches all: ! 2006 HY000 MySQL server has gone away
  and then: ! 2006 HY000 MySQL server has gone away
the parent has the rest: 19999
and goes on: "9"
  child frees: null
  and then: ! 2006 HY000 MySQL server has gone away
the parent has the rest: 19999
and goes on: "9"
  child forgets: null
  and then: ! 2006 HY000 MySQL server has gone away
the parent has the rest: 19999
and goes on: "9"
  child takes the next: false
  and then: ! 2006 HY000 MySQL server has gone away
the parent has the rest: 19999
and goes on: "9"
  child stores: ! 2006 HY000 MySQL server has gone away
the parent stores: 20000
  child reads what is here: 20000
the parent, too: 20000

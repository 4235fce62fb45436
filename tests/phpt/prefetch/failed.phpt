--TEST--
mynd.prefetch: a reply with an error is never handed out: a lock that another process has, a table that has changed, a lost connection
--EXTENSIONS--
mysqli
mynd
--INI--
mynd.prefetch=5s
mynd.login_lifetime=1h
--FILE--
<?php
require __DIR__ . '/pages.inc';
require __DIR__ . '/../processes.inc';
$program = static fn (mysqli $db) => read_rows($db, 1, 2, 3);
make_rows()->close();

echo "-- a lock of another process\n";
create_anew($other = link_for_test(), 'TABLE', 'prefetch_locked', '(id INT PRIMARY KEY)');
$other->close();
mark(true);
$both = static fn (mysqli $db) => [...read_rows($db, 1), $db->query('SELECT COUNT(*) FROM prefetch_locked WHERE ' . mark())->fetch_row()[0]];
learn($both);
reads();
page(static function (mysqli $db) use (&$release): void {
	$release = elsewhere('LOCK TABLES prefetch_locked WRITE');
	$begun = hrtime(true);
	attempt('a read beside it', fn () => read_rows($db, 1));
	attempt('another read', fn () => read_rows($db, 5));
	echo 'without a wait for the lock: ', hrtime(true) - $begun < 5e9 ? 'yes' : 'no', "\n";
	$release();
});
echo 'sent, taken, wasted: ', implode(' ', array_slice(reads(), 0, 3)), "\n";
mark(true);
learn($both);
reads();
page(static function (mysqli $db): void {
	$release = elsewhere('LOCK TABLES prefetch_locked WRITE');
	read_rows($db, 1);
	$release(); /* the read ahead has failed meanwhile, or was answered after this */
	attempt('the locked table', fn () => $db->query('SELECT COUNT(*) FROM prefetch_locked WHERE ' . mark())->fetch_row());
});

echo "-- a table that has changed\n";
mark(true);
learn($program);
reads();
page(static function (mysqli $db): void {
	$number = static function (callable $program): mixed {
		try {
			return $program();
		} catch (mysqli_sql_exception $e) {
			return $e->getCode();
		}
	};
	$change = elsewhere('ALTER TABLE prefetch_rows RENAME COLUMN name TO label');
	attempt('the first read', fn () => $number(fn () => read_rows($db, 1)));
	$change();
	attempt('the next', fn () => $number(fn () => read_rows($db, 2)));
	$back = elsewhere('ALTER TABLE prefetch_rows RENAME COLUMN label TO name');
	attempt('after it was changed back', fn () => read_rows($db, 3));
	$back();
});

echo "-- a lost connection\n";
mark(true);
learn($program);
page(static function (mysqli $db): void {
	read_rows($db, 1);
	$kill = elsewhere("KILL $db->thread_id");
	attempt('replies that were here', fn () => read_rows($db, 2, 3));
	attempt('what follows', fn () => read_rows($db, 4));
	$kill();
});
attempt('the next page', fn () => page($program));
?>
--EXPECT--
-- a lock of another process
a read beside it: ["one"]
another read: ["five"]
without a wait for the lock: yes
sent, taken, wasted: 1 0 1
the locked table: ["0"]
-- a table that has changed
the first read: 1054
the next: 1054
after it was changed back: ["three"]
-- a lost connection
replies that were here: ["two","three"]
what follows: ! 2006 HY000 MySQL server has gone away
the next page: ["one","two","three"]

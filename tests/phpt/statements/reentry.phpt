--TEST--
Statements: code of the program that runs in the middle of a call: __toString, destructors, error handlers, and what they do to the statement
--EXTENSIONS--
mysqli
--FILE--
<?php
require __DIR__ . '/../connect.inc';
class Doing
{
	public function __construct(private Closure $what)
	{
	}
	public function __toString(): string
	{
		($this->what)();
		return 'done';
	}
}
class Ending
{
	public function __construct(private Closure $what)
	{
	}
	public function __destruct()
	{
		($this->what)();
	}
}
class T
{
	public static ?mysqli $m;
	public static ?mysqli_stmt $s = null;
}
T::$m = link_for_test();
/** What happens in the middle, to T::$s, which was prepared with two parameters. */
$deeds = [
	'nothing' => fn() => null,
	'close()' => fn() => T::$s->close(),
	'prepare()' => fn() => T::$s->prepare('SELECT "another"'),
	'a prepare() that fails' => fn() => T::$s->prepare('SELEC'),
	'bind_param()' => function () {
		static $x = 'bound anew';
		T::$s->bind_param('ss', $x, $x);
	},
	'execute()' => fn() => T::$s->execute(['inner', 'inner']),
	'execute() and get_result()' => fn() => T::$s->execute(['inner', 'inner']) && T::$s->get_result(),
	'send_long_data()' => fn() => T::$s->send_long_data(1, 'long'),
	'reset()' => fn() => T::$s->reset(),
	'a query' => fn() => T::$m->query('SELECT 1'),
	'a query, unread' => fn() => T::$m->real_query('SELECT 1'),
	'the link closed' => fn() => T::$m->close(),
	'the link connected anew' => fn() => T::$m->connect(...where()),
	'the constructor' => fn() => T::$s->__construct(T::$m, 'SELECT "made anew"'),
	'the variables unset' => function () use (&$a, &$b) {
		unset($GLOBALS['a'], $GLOBALS['b']);
		$a = $b = null;
	},
	'an exception' => fn() => throw new LogicException('in the middle'),
];
$answer = function () {
	$r = T::$s->get_result();
	return $r ? $r->fetch_row() : $r;
};
function afterwards(): void
{
	try {
		T::$s?->free_result();
		T::$s = null;
		$word = T::$m->query('SELECT "works"')->fetch_column();
		echo "    then $word\n";
	} catch (Throwable $e) {
		echo '    then ', $e->getMessage(), "\n";
	}
	T::$s = null;
	T::$m = link_for_test();
}
foreach ($deeds as $name => $deed) {
	foreach (['execute()', 'execute([])', 'execute_query()', 'a handler'] as $where) {
		T::$s = T::$m->prepare('SELECT ?, ?');
		$what = function () use ($deed) {
			try {
				$deed();
			} catch (mysqli_sql_exception $e) {
				echo '    (', $e->getMessage(), ")\n";
			}
		};
		$doing = new Doing($what);
		[$a, $b] = ['first', $doing];
		attempt("  $name in $where", function () use ($where, &$a, &$b, $answer, $doing, $what) {
			switch ($where) {
				case 'execute()':
					T::$s->bind_param('ss', $a, $b);
					return [T::$s->execute(), $answer()];
				case 'execute([])':
					return [T::$s->execute([$doing, 'second']), $answer()];
				case 'execute_query()':
					return T::$m->execute_query('SELECT ?, 2', [$doing])->fetch_row();
				default:
					set_error_handler($what);
					try {
						$b = [1];
						T::$s->bind_param('ss', $a, $b);
						return [T::$s->execute(), $answer()];
					} finally {
						restore_error_handler();
					}
			}
		});
		afterwards();
	}
}

echo "--- destructors of what was in a bound variable\n";
$rows = [
	'nothing' => fn() => null,
	'close()' => fn() => T::$s->close(),
	'fetch()' => fn() => T::$s->fetch(),
	'free_result()' => fn() => T::$s->free_result(),
	'execute()' => fn() => T::$s->execute(),
	'bind_result()' => function () {
		T::$s->bind_result($GLOBALS['p'], $GLOBALS['q']);
	},
	'prepare()' => fn() => T::$s->prepare('SELECT 3'),
	'the link closed' => fn() => T::$m->close(),
	'the statement unset' => fn() => T::$s = null,
	'an exception' => fn() => throw new LogicException('in a destructor'),
];
foreach ($rows as $name => $deed) {
	foreach (['unbuffered', 'stored'] as $way) {
		T::$s = T::$m->prepare('SELECT seq, seq * 2 FROM seq_1_to_4');
		T::$s->bind_result($x, $y);
		T::$s->execute();
		if ($way === 'stored') {
			T::$s->store_result();
		}
		$x = new Ending(function () use ($deed) {
			try {
				$deed();
			} catch (mysqli_sql_exception $e) {
				echo '    (', $e->getMessage(), ")\n";
			}
		});
		attempt("  $name, $way", fn() => [T::$s->fetch(), $GLOBALS['x'], $GLOBALS['y'], T::$s?->fetch(), $GLOBALS['x'], $GLOBALS['y']]);
		afterwards();
	}
}
echo "--- and of what was bound\n";
foreach (['bind_param()' => fn() => T::$s->execute(['x', 'y']), 'prepare()' => fn() => T::$s->prepare('SELECT 4'), 'close()' => fn() => T::$s->close()] as $name => $deed) {
	T::$s = T::$m->prepare('SELECT ?, ?');
	$e = new Ending(function () {
		try {
			echo '    ', T::$s->param_count, "\n";
			T::$s->close();
			echo "    closed\n";
		} catch (Error $e) {
			echo '    ', $e->getMessage(), "\n";
		}
	});
	T::$s->bind_param('ss', $e, $e);
	unset($e);
	attempt("  $name", $deed);
	afterwards();
}
echo "--- a typed variable that is refused\n";
class Strict
{
	public int $x = 0;
	public $y;
}
$o = new Strict;
T::$s = T::$m->prepare('SELECT "text", 5 UNION SELECT 6, 7');
T::$s->bind_result($o->x, $o->y);
$o->y = new Ending(fn() => T::$s->close());
T::$s->execute();
attempt('  and closed by a destructor', fn() => T::$s->fetch());
afterwards();
?>
--EXPECT--
  nothing in execute(): [true,["first","done"]]
    then works
  nothing in execute([]): [true,["done","second"]]
    then works
  nothing in execute_query(): ["done",2]
    then works
  nothing in a handler: [true,["first","Array"]]
    then works
  close() in execute(): ! Error mysqli_stmt object is already closed
    then mysqli_stmt object is already closed
  close() in execute([]): ! Error mysqli_stmt object is already closed
    then mysqli_stmt object is already closed
  close() in execute_query(): ["done",2]
    then mysqli_stmt object is already closed
  close() in a handler: ! Error mysqli_stmt object is already closed
    then mysqli_stmt object is already closed
  prepare() in execute(): ! 2014 HY000 Commands out of sync; you can't run this command now
    then works
  prepare() in execute([]): ! 2014 HY000 Commands out of sync; you can't run this command now
    then works
  prepare() in execute_query(): ["done",2]
    then works
  prepare() in a handler: ! 2014 HY000 Commands out of sync; you can't run this command now
    then works
    (You have an error in your SQL syntax; check the manual that corresponds to your MariaDB server version for the right syntax to use near 'SELEC' at line 1)
  a prepare() that fails in execute(): ! 2014 HY000 Commands out of sync; you can't run this command now
    then works
    (You have an error in your SQL syntax; check the manual that corresponds to your MariaDB server version for the right syntax to use near 'SELEC' at line 1)
  a prepare() that fails in execute([]): ! 2014 HY000 Commands out of sync; you can't run this command now
    then works
    (You have an error in your SQL syntax; check the manual that corresponds to your MariaDB server version for the right syntax to use near 'SELEC' at line 1)
  a prepare() that fails in execute_query(): ["done",2]
    then works
    (You have an error in your SQL syntax; check the manual that corresponds to your MariaDB server version for the right syntax to use near 'SELEC' at line 1)
  a prepare() that fails in a handler: ! 2014 HY000 Commands out of sync; you can't run this command now
    then works
  bind_param() in execute(): [true,["first","done"]]
    then works
  bind_param() in execute([]): [true,["done","second"]]
    then works
  bind_param() in execute_query(): ["done",2]
    then works
  bind_param() in a handler: [true,["first","Array"]]
    then works
  execute() in execute(): [true,["first","done"]]
    then works
  execute() in execute([]): [true,["done","second"]]
    then works
  execute() in execute_query(): ! 2014 HY000 Commands out of sync; you can't run this command now
    then works
  execute() in a handler: [true,["first","Array"]]
    then works
  execute() and get_result() in execute(): [true,["first","done"]]
    then works
  execute() and get_result() in execute([]): [true,["done","second"]]
    then works
  execute() and get_result() in execute_query(): ["done",2]
    then works
  execute() and get_result() in a handler: [true,["first","Array"]]
    then works
  send_long_data() in execute(): [true,["first","done"]]
    then works
  send_long_data() in execute([]): [true,["done","second"]]
    then works
  send_long_data() in execute_query(): ["done",2]
    then works
  send_long_data() in a handler: [true,["first","Array"]]
    then works
  reset() in execute(): [true,["first","done"]]
    then works
  reset() in execute([]): [true,["done","second"]]
    then works
  reset() in execute_query(): ["done",2]
    then works
  reset() in a handler: [true,["first","Array"]]
    then works
  a query in execute(): [true,["first","done"]]
    then works
  a query in execute([]): [true,["done","second"]]
    then works
  a query in execute_query(): ["done",2]
    then works
  a query in a handler: [true,["first","Array"]]
    then works
  a query, unread in execute(): ! 2014 HY000 Commands out of sync; you can't run this command now
    then Commands out of sync; you can't run this command now
  a query, unread in execute([]): ! 2014 HY000 Commands out of sync; you can't run this command now
    then Commands out of sync; you can't run this command now
  a query, unread in execute_query(): ! 2014 HY000 Commands out of sync; you can't run this command now
    then Commands out of sync; you can't run this command now
  a query, unread in a handler: ! 2014 HY000 Commands out of sync; you can't run this command now
    then Commands out of sync; you can't run this command now
  the link closed in execute(): ! 2006 HY000 MySQL server has gone away
    then mysqli object is already closed
  the link closed in execute([]): ! 2006 HY000 MySQL server has gone away
    then mysqli object is already closed
  the link closed in execute_query(): ! Error mysqli object is already closed
    then mysqli object is already closed
  the link closed in a handler: ! 2006 HY000 MySQL server has gone away
    then mysqli object is already closed
  the link connected anew in execute(): ! 2006 HY000 MySQL server has gone away
    then works
  the link connected anew in execute([]): ! 2006 HY000 MySQL server has gone away
    then works
  the link connected anew in execute_query(): ["done",2]
    then works
  the link connected anew in a handler: ! 2006 HY000 MySQL server has gone away
    then works
  the constructor in execute(): ! 2014 HY000 Commands out of sync; you can't run this command now
    then works
  the constructor in execute([]): ! 2014 HY000 Commands out of sync; you can't run this command now
    then works
  the constructor in execute_query(): ["done",2]
    then works
  the constructor in a handler: ! 2014 HY000 Commands out of sync; you can't run this command now
    then works
  the variables unset in execute(): [true,["first","done"]]
    then works
  the variables unset in execute([]): [true,["done","second"]]
    then works
  the variables unset in execute_query(): ["done",2]
    then works
  the variables unset in a handler: [true,["first","Array"]]
    then works
  an exception in execute(): ! LogicException in the middle
    then works
  an exception in execute([]): ! LogicException in the middle
    then works
  an exception in execute_query(): ! LogicException in the middle
    then works
  an exception in a handler: ! LogicException in the middle
    then works
--- destructors of what was in a bound variable
  nothing, unbuffered: [true,1,2,true,2,4]
    then works
  nothing, stored: [true,1,2,true,2,4]
    then works
  close(), unbuffered: ! Error mysqli_stmt object is already closed
    then mysqli_stmt object is already closed
  close(), stored: ! Error mysqli_stmt object is already closed
    then mysqli_stmt object is already closed
  fetch(), unbuffered: [true,2,2,true,3,6]
    then works
  fetch(), stored: [true,2,2,true,3,6]
    then works
  free_result(), unbuffered: ! 2014 HY000 Commands out of sync; you can't run this command now
    then works
  free_result(), stored: ! 2014 HY000 Commands out of sync; you can't run this command now
    then works
  execute(), unbuffered: [true,1,2,true,1,2]
    then works
  execute(), stored: [true,1,2,true,1,2]
    then works
  bind_result(), unbuffered: [true,1,2,true,1,2]
    then works
  bind_result(), stored: [true,1,2,true,1,2]
    then works
  prepare(), unbuffered: ! 2014 HY000 Commands out of sync; you can't run this command now
    then works
  prepare(), stored: ! 2014 HY000 Commands out of sync; you can't run this command now
    then works
  the link closed, unbuffered: ! 2014 HY000 Commands out of sync; you can't run this command now
    then mysqli object is already closed
  the link closed, stored: [true,1,2,true,2,4]
    then mysqli object is already closed
  the statement unset, unbuffered: [true,1,2,null,1,2]
    then works
  the statement unset, stored: [true,1,2,null,1,2]
    then works
  an exception, unbuffered: ! LogicException in a destructor
    then works
  an exception, stored: ! LogicException in a destructor
    then works
--- and of what was bound
    2
    closed
  bind_param(): ! Error mysqli_stmt object is already closed
    then mysqli_stmt object is already closed
    2
    closed
  prepare(): ! Error mysqli_stmt object is already closed
    then mysqli_stmt object is already closed
        mysqli_stmt object is already closed
  close(): true
    then mysqli_stmt object is already closed
--- a typed variable that is refused
  and closed by a destructor: ! TypeError Cannot assign string to reference held by property Strict::$x of type int
    then mysqli_stmt object is already closed

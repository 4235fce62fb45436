--TEST--
Statements: code of the program that runs in the middle of a call: __toString, error handlers, and what they do to the statement
--EXTENSIONS--
mysqli
--FILE--
<?php
require __DIR__ . '/reentry.inc';
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
?>
--EXPECTF--
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
    (You have an error in your SQL syntax; check the manual that corresponds to your %s server version for the right syntax to use near 'SELEC' at line 1)
  a prepare() that fails in execute(): ! 2014 HY000 Commands out of sync; you can't run this command now
    then works
    (You have an error in your SQL syntax; check the manual that corresponds to your %s server version for the right syntax to use near 'SELEC' at line 1)
  a prepare() that fails in execute([]): ! 2014 HY000 Commands out of sync; you can't run this command now
    then works
    (You have an error in your SQL syntax; check the manual that corresponds to your %s server version for the right syntax to use near 'SELEC' at line 1)
  a prepare() that fails in execute_query(): ["done",2]
    then works
    (You have an error in your SQL syntax; check the manual that corresponds to your %s server version for the right syntax to use near 'SELEC' at line 1)
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

--TEST--
Statements: destructors of what was bound that run in the middle of a call, and what they do to the statement
--EXTENSIONS--
mysqli
--FILE--
<?php
require __DIR__ . '/reentry.inc';
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

--TEST--
Statements: what destructors bind while variables are unbound does not fit the next statement, and no more is read than is bound
--EXTENSIONS--
mysqli
--FILE--
<?php
require __DIR__ . '/../connect.inc';

/** Its destructor does this to the statement. */
class Ending
{
	public function __construct(private Closure $what)
	{
	}
	public function __toString(): string
	{
		return 'x';
	}
	public function __destruct()
	{
		($this->what)();
	}
}

$m = link_for_test();
$many = fn (int $n) => 'SELECT ' . implode(', ', array_fill(0, $n, '?'));
$binds = function (mysqli_stmt $s, string $types) {
	return new Ending(function () use ($s, $types) {
		$values = array_fill(0, strlen($types), str_repeat('Y', 40));
		try {
			echo '  binds ', strlen($types), ': ';
			var_dump($s->bind_param($types, ...$values));
		} catch (Error $e) {
			echo $e->getMessage(), "\n";
		}
	});
};

foreach ([[1, 's', 200], [200, str_repeat('s', 200), 1], [1, 'b', 20]] as [$before, $types, $after]) {
	echo "-- $before, then $after\n";
	$s = $m->prepare($many($before));
	$values = array_fill(0, $before, 'v');
	$values[0] = $binds($s, $types);
	$s->execute($values);
	$s->free_result();
	$values = null;
	$s->prepare($many($after));
	var_dump($s->param_count);
	attempt('  execute', fn () => $s->execute());
	attempt('  send_long_data', fn () => $s->send_long_data($after - 1, 'long'));
	attempt('  execute with values', fn () => [$s->execute(array_fill(0, $after, 'z')), $s->get_result()->fetch_row()[$after - 1]]);
}

echo "-- columns\n";
$s = $m->prepare('SELECT 1');
$x = new Ending(function () use ($s) {
	try {
		$s->bind_result($GLOBALS['one']);
	} catch (Error $e) {
		echo '  ', $e->getMessage(), "\n";
	}
});
$s->bind_result($x);
unset($x);
$s->prepare('SELECT 1, 2, 3');
attempt('  execute and fetch', fn () => [$s->execute(), $s->fetch(), $GLOBALS['one']]);
$s->free_result();

echo "-- a destructor that prepares while values are bound\n";
$s = $m->prepare('SELECT ?');
$s->execute([new Ending(fn () => $s->prepare($many(100)))]);
$s->free_result();
attempt('  execute with values', fn () => $s->execute(['v']));
var_dump($s->param_count);

echo "-- and one that binds what is bound to the new statement\n";
$s = $m->prepare('SELECT ?');
$s->execute([new Ending(function () use ($s, $m) {
	$s->execute([new Ending(function () use ($s) {
		echo "  of the second, parameters: $s->param_count\n";
		$GLOBALS['last'] = 'bound last';
		$s->bind_param('ss', $GLOBALS['last'], $GLOBALS['last']);
	})]);
	$s->free_result();
})]);
$s->free_result();
$s->prepare('SELECT ?, ?');
attempt('  execute', fn () => [$s->execute(), $s->get_result()->fetch_row()]);
?>
--EXPECT--
-- 1, then 200
  binds 1: bool(true)
int(200)
  execute: ! 2031 HY000 No data supplied for parameters in prepared statement
  send_long_data: false
  execute with values: [true,"z"]
-- 200, then 1
  binds 200: bool(true)
int(1)
  execute: ! 2031 HY000 No data supplied for parameters in prepared statement
  send_long_data: false
  execute with values: [true,"z"]
-- 1, then 20
  binds 1: bool(true)
int(20)
  execute: ! 2031 HY000 No data supplied for parameters in prepared statement
  send_long_data: false
  execute with values: [true,"z"]
-- columns
  execute and fetch: [true,true,null]
-- a destructor that prepares while values are bound
  execute with values: ! 2031 HY000 No data supplied for parameters in prepared statement
int(100)
-- and one that binds what is bound to the new statement
  of the second, parameters: 2
  execute: [true,["bound last","bound last"]]

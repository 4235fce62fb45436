--TEST--
Waits in fibers: a statement that another fiber drops while a property of it waits
--EXTENSIONS--
mysqli
mynd
--ENV--
USE_ZEND_ALLOC=0
--INI--
mynd.round_trips=fewer
mynd.pipelining=on
--FILE--
<?php
require __DIR__ . '/fibers.inc';
require __DIR__ . '/../elsewhere.inc';
mysqli_report(MYSQLI_REPORT_ERROR | MYSQLI_REPORT_STRICT);

/** Asks the one holder of an unsent statement for something, and lets go of it during the wait. */
function ask(string $label, string $sql, callable $ask): void
{
	$m = link_for_test();
	$m->prepare('SELECT 1')->field_count; /* tells the driver MySQL's ids */
	$s = $m->prepare($sql);
	$asked = Loop::$asked;
	Loop::start(function () use ($label, &$s, $ask) {
		$ask($s, $label);
	});
	$waits = Loop::$asked > $asked;
	$s = null;
	Loop::run();
	echo "$label has waited: ", show($waits), "\n";
	echo "$label, the connection: ", $m->query("SELECT 'here'")->fetch_row()[0], "\n";
}

const GOOD = 'SELECT 1 AS one, 2 AS two WHERE 3 = ?';
const BAD = 'SELECT * FROM no_such_table WHERE 1 = ?';
$other = link_for_test();
$other->query('DROP TABLE IF EXISTS no_such_table');
$other->query('CREATE TABLE no_such_table (a INT)');
prepare_before(GOOD, BAD);
run_elsewhere('DROP TABLE no_such_table');
ask('field_count', GOOD, function (&$s, $label) {
	echo "$label: " . $s->field_count . "\n";
});
ask('id', GOOD, function (&$s, $label) {
	echo "$label: " . show($s->id > 0) . "\n";
});
ask('isset', GOOD, function (&$s, $label) {
	echo "$label: " . show(isset($s->field_count)) . "\n";
});
ask('empty', GOOD, function (&$s, $label) {
	echo "$label: " . show(empty($s->field_count)) . "\n";
});
ask('var_dump', GOOD, function (&$s, $label) {
	ob_start();
	var_dump($s);
	echo "$label: " . preg_match('/"field_count"\]=>\s+int\(2\)/', ob_get_clean()) . "\n";
});
ask('an error', BAD, function (&$s, $label) {
	echo "$label: " . $s->field_count . "\n";
});
class Told extends mysqli_stmt
{
	public function __destruct()
	{
		echo "destructor\n";
	}
}
class Telling extends mysqli
{
	public function prepare(string $sql): mysqli_stmt|false
	{
		return new Told($this, $sql);
	}
}
$m = new Telling(...where());
mysqli_prepare($m, 'SELECT 1')->field_count;
$s = $m->prepare(GOOD);
Loop::start(function () use (&$s) {
	echo 'with a destructor: ' . $s->field_count . "\n";
});
$s = null;
echo "dropped\n";
Loop::run();
?>
--EXPECT--
field_count: 2
field_count has waited: true
field_count, the connection: here
id: true
id has waited: true
id, the connection: here
isset: true
isset has waited: true
isset, the connection: here
empty: false
empty has waited: true
empty, the connection: here
var_dump: 1
var_dump has waited: true
var_dump, the connection: here
an error: 0
an error has waited: true
an error, the connection: here
dropped
destructor
with a destructor: 2

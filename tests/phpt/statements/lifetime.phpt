--TEST--
Statements: who lives how long: links that go first, results that stay, cycles, many of them, nothing left on the server or in memory
--EXTENSIONS--
mysqli
--FILE--
<?php
require __DIR__ . '/../connect.inc';
print_warnings();
$m = link_for_test();
$open = fn(?mysqli $of = null) => (int) ($of ?? $m)->query("SHOW SESSION STATUS LIKE 'Com_stmt_close'")->fetch_row()[1];

echo "--- what stays of a closed link\n";
foreach (['close()' => fn(&$link) => $link->close(), 'unset' => function (&$link) { $link = null; }] as $how => $end) {
	$link = link_for_test();
	$buffered = $link->prepare('SELECT seq FROM seq_1_to_3');
	$buffered->execute();
	$result = $buffered->get_result();
	$stored = $link->prepare('SELECT seq FROM seq_1_to_3');
	$stored->execute();
	$stored->store_result();
	$stored->bind_result($x);
	$stored->fetch();
	$meta = $stored->result_metadata();
	$reading = $link->prepare('SELECT seq FROM seq_1_to_3');
	$reading->execute();
	$reading->fetch();
	$end($link);
	attempt("$how: a result", fn() => $result->fetch_all());
	attempt('a stored one', function () use ($stored, &$x) { return [$stored->fetch(), $x, $stored->fetch(), $x, $stored->fetch(), $stored->num_rows]; });
	attempt('metadata', fn() => $meta->fetch_field()->name);
	attempt('one that was being read', fn() => $reading->fetch());
	attempt('execute()', fn() => $stored->execute());
	attempt('prepare()', fn() => $stored->prepare('SELECT 1'));
	attempt('known', fn() => [$stored->errno, $stored->param_count, $stored->field_count]);
	attempt('close()', fn() => [$buffered->close(), $stored->close(), $reading->close()]);
}
echo "--- a link that is connected anew\n";
$link = link_for_test();
$s = $link->prepare('SELECT 1');
$link->connect(...where());
attempt('its statement', fn() => $s->execute());
attempt('the link knows nothing of it', fn() => [$link->errno, $link->query('SELECT 2')->fetch_column()]);
attempt('prepared again', fn() => [$s->prepare('SELECT 3'), $s->execute(), $s->get_result()->fetch_row()]);
echo "--- change_user()\n";
$link->change_user(getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'), getenv('MYND_TEST_DB'));
try {
	$s->execute();
} catch (mysqli_sql_exception $e) { /* the server has forgotten it */
	echo preg_replace('/\d+/', 'N', $e->getMessage()), "\n";
}
attempt('the link', fn() => $link->query('SELECT 4')->fetch_column());

echo "--- results that stay\n";
$s = $m->prepare('SELECT seq, REPEAT("x", 1000) FROM seq_1_to_3');
$s->execute();
$result = $s->get_result();
$s->close();
attempt('of a closed statement', fn() => [$result->num_rows, array_column($result->fetch_all(), 0)]);
$s = $m->prepare('SELECT seq FROM seq_1_to_3');
$s->execute();
$first = $s->get_result();
$s->execute();
$second = $s->get_result();
attempt('two of a statement', fn() => [$first->fetch_row(), $second->fetch_row(), $first->fetch_row(), $second->fetch_all()]);
$first->free();
attempt('freed twice', fn() => $first->free());

echo "--- the server is told\n";
$before = $open();
$s = $m->prepare('SELECT 1');
$s->close();
$s = $m->prepare('SELECT 2');
$s->prepare('SELECT 3');
$s = null;
echo $open() - $before, " closed\n";
$before = $open();
$s = $m->prepare('SELECT seq FROM seq_1_to_100000');
$s->execute();
$s->fetch();
$s = null;
echo $open() - $before, " closed, in the middle of its rows\n";

echo "--- copies\n";
$s = $m->prepare('SELECT 5');
attempt('clone', fn() => clone $s);
attempt('serialize()', fn() => serialize($s));
attempt('unserialize()', fn() => unserialize(serialize($s))->execute());
attempt('var_export()', fn() => var_export($s, true));
attempt('an array of it', fn() => [(array) $s, get_object_vars($s), json_encode($s)]);
attempt('write', fn() => $s->errno = 1);
attempt('unset', function () use ($s) { unset($s->errno); return $s->errno; });
attempt('a reference', function () use ($s) { $x = &$s->error_list; });
attempt('compared', fn() => [$s == $s, $s == $m->prepare('SELECT 5')]);
class Sub extends mysqli_stmt
{
	public function __construct(mysqli $m, private string $mine)
	{
		parent::__construct($m, 'SELECT ?');
	}
	public function execute(?array $params = null): bool
	{
		return parent::execute([$this->mine]);
	}
}
attempt('a class that extends it', fn() => [($s = new Sub($m, 'own'))->execute(), $s->get_result()->fetch_row()]);

echo "--- cycles\n";
class Cycle
{
	public $statement, $column, $parameter;
	public static int $ended = 0;
	public function __construct(mysqli $m)
	{
		$this->statement = $m->prepare('SELECT ?');
		$this->parameter = $this->column = $this;
		$this->statement->bind_param('s', $this->parameter);
		$this->statement->bind_result($this->column);
	}
	public function __toString(): string
	{
		return 'cycle';
	}
	public function __destruct()
	{
		self::$ended++;
	}
}
gc_collect_cycles();
for ($i = 0; $i < 10; $i++) {
	new Cycle($m);
}
gc_collect_cycles();
echo Cycle::$ended, " collected\n";

echo "--- many\n";
$grown = function (callable $program): int {
	for ($i = 0; $i < 20; $i++) {
		$program($i);
	}
	$memory = memory_get_usage();
	for (; $i < 520; $i++) {
		$program($i);
	}
	return memory_get_usage() - $memory;
};
$long = str_repeat('z', 3000);
$programs = [
	'prepare and close' => fn() => $m->prepare('SELECT 1')->close(),
	'prepare' => fn() => $m->prepare('SELECT 1')->errno,
	'get_result()' => function () use ($m) {
		$s = $m->prepare('SELECT seq, REPEAT("y", 5000) FROM seq_1_to_5 WHERE seq > ?');
		$s->execute([1]);
		$s->get_result()->fetch_all();
	},
	'bind_result()' => function () use ($m) {
		$s = $m->prepare('SELECT seq, REPEAT("y", 5000) FROM seq_1_to_5 WHERE seq > ?');
		$s->bind_param('i', $i);
		$s->bind_result($a, $b);
		$i = 1;
		$s->execute();
		$s->fetch();
		$s->free_result();
		$s->execute();
		$s->store_result();
		$s->fetch();
	},
	'errors' => function () use ($m) {
		try {
			$m->prepare('INSERT INTO no_such_table VALUES (?)');
		} catch (mysqli_sql_exception) {
		}
		try {
			$m->execute_query('SELECT ?', [1, 2]);
		} catch (ValueError) {
		}
		try {
			$m->prepare('SELECT ?')->execute();
		} catch (mysqli_sql_exception) {
		}
	},
	'execute_query()' => fn($i) => $m->execute_query("SELECT ?, $i AS x", [$long])->fetch_row(),
	'warnings' => fn() => $m->prepare('SELECT CAST("x" AS SIGNED)')->execute(),
	'a cursor' => function () use ($m) {
		$s = $m->prepare('SELECT seq FROM seq_1_to_500');
		$s->attr_set(MYSQLI_STMT_ATTR_CURSOR_TYPE, MYSQLI_CURSOR_TYPE_READ_ONLY);
		$s->execute();
		$s->fetch();
	},
	'metadata' => fn() => $m->prepare('SELECT 1 AS a, 2 AS b')->result_metadata()->fetch_fields(),
	'links' => fn() => link_for_test()->prepare('SELECT ?')->execute([1]),
];
foreach ($programs as $name => $program) {
	$bytes = $grown(function ($i) use ($program) {
		try {
			$program($i);
		} catch (mysqli_sql_exception $e) {
			if ($e->getCode() !== 2006) {
				echo $e->getMessage(), "\n";
			}
		}
	});
	echo "$name: ", $bytes < 8000 ? 'nothing' : "$bytes bytes", " left\n";
}
$all = [];
for ($i = 0; $i < 500; $i++) {
	$all[] = $m->prepare("SELECT $i + ?");
}
foreach ($all as $i => $s) {
	$s->execute([1]);
	if ($s->get_result()->fetch_row()[0] != $i + 1) {
		echo "$i is not what it was\n";
	}
}
shuffle($all);
while ($all) {
	array_pop($all);
}
echo $m->query('SELECT "500 at a time"')->fetch_column(), "\n";
?>
--EXPECT--
--- what stays of a closed link
close(): a result: [[1],[2],[3]]
a stored one: [true,2,true,3,null,3]
metadata: "seq"
one that was being read: ! 2014 HY000 Commands out of sync; you can't run this command now
execute(): ! 2006 HY000 MySQL server has gone away
prepare(): ! 2006 HY000 MySQL server has gone away
known: [2006,0,0]
close(): [true,true,true]
unset: a result: [[1],[2],[3]]
a stored one: [true,2,true,3,null,3]
metadata: "seq"
one that was being read: ! 2014 HY000 Commands out of sync; you can't run this command now
execute(): ! 2006 HY000 MySQL server has gone away
prepare(): ! 2006 HY000 MySQL server has gone away
known: [2006,0,0]
close(): [true,true,true]
--- a link that is connected anew
its statement: ! 2006 HY000 MySQL server has gone away
the link knows nothing of it: [0,"2"]
prepared again: [true,true,[3]]
--- change_user()
Unknown prepared statement handler (N) given to mysqld_stmt_execute
the link: "4"
--- results that stay
of a closed statement: [3,[1,2,3]]
two of a statement: [[1],[1],[2],[[2],[3]]]
freed twice: ! Error mysqli_result object is already closed
--- the server is told
4 closed
1 closed, in the middle of its rows
--- copies
clone: ! Error Trying to clone an uncloneable object of class mysqli_stmt
serialize(): "O:11:\"mysqli_stmt\":0:{}"
unserialize(): ! Error mysqli_stmt object is already closed
var_export(): "\\mysqli_stmt::__set_state(array(\n))"
an array of it: [[],[],"{}"]
write: ! Error Cannot write read-only property mysqli_stmt::$errno
unset: 0
a reference: ! Error Cannot access uninitialized non-nullable property mysqli_stmt::$error_list by reference
compared: [true,true]
a class that extends it: [true,["own"]]
--- cycles
10 collected
--- many
prepare and close: nothing left
prepare: nothing left
get_result(): nothing left
bind_result(): nothing left
errors: nothing left
execute_query(): nothing left
warnings: nothing left
a cursor: nothing left
metadata: nothing left
links: nothing left
500 at a time

--TEST--
Mynd\request_report(): this request's commands by their digest and the place that asked, whichever way they were given
--EXTENSIONS--
mysqli
pdo_mysql
mynd
--INI--
mynd.request_report=1
mynd.callers_skipped=/hidden_
mynd.pipelining=off
mynd.persistent=asked
mynd.round_trips=stock
--FILE--
<?php
require __DIR__ . '/../connect.inc';
error_reporting(E_ALL & ~E_DEPRECATED); /* ping(), from PHP 8.4 on */
file_put_contents(__DIR__ . '/hidden_layer.inc', '<?php function through_a_layer($db, $sql) { return $db->query($sql); }');
require __DIR__ . '/hidden_layer.inc';

/** What the report has more than before. */
function report(string $label): void
{
	echo "$label\n";
	$commands = Mynd\request_report()['commands'];
	usort($commands, fn($a, $b) => [$a['line'], $a['digest']] <=> [$b['line'], $b['digest']]);
	foreach ($commands as $c) {
		$of_file = $c['file'] === __FILE__ ? $c['function'] ?: 'main' : basename($c['file']);
		$times = $c['seconds'] >= $c['wait_seconds'] && $c['wait_seconds'] >= 0 && $c['seconds'] < 10 ? '' : ' STRANGE TIMES';
		if ($label === 'a pipeline' && getenv('MYND_MEMCHECK')) {
			/* so slow that a reply may be here before the next command */
			$c['round_trips'] = min($c['round_trips'], 3);
		}
		/* a kill comes before a write, or behind it */
		$c['round_trips'] = $label === 'a lost connection' ? 'some' : $c['round_trips'];
		echo "  $c[count] x $c[digest], $of_file: $c[round_trips] trips, $c[rows] rows, ", $c['bytes'] > 0 ? 'bytes' : 'no bytes', ", $c[errors] errors$times\n";
	}
	Mynd\request_begins();
}

final class Shop
{
	public function __construct(private mysqli $db)
	{
	}

	public function prices(): void
	{
		$statement = $this->db->prepare('SELECT ? AS price UNION ALL SELECT 2');
		for ($i = 0; $i < 12; $i++) {
			$statement->execute([$i]);
			$statement->get_result()->fetch_all();
		}
	}
}

$db = link_for_test();
report('connect');
for ($i = 0; $i < 3; $i++) {
	$db->query("SELECT $i, 's3cr3t'")->fetch_row();
}
$db->query('SELECT 1'); $db->query('SELECT 2');
report('texts');
(new Shop($db))->prices();
echo json_encode(array_column(Mynd\request_report()['repeated'], 'count')), json_encode(array_column(Mynd\request_report(12)['repeated'], 'count')), "\n";
report('a statement');
through_a_layer($db, 'SELECT 5');
report('through a layer');
$result = $db->query('SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3', MYSQLI_USE_RESULT);
$result->fetch_row();
$result->free();
report('unbuffered, not at its end');
$result = $db->query('SELECT 1 UNION ALL SELECT 2', MYSQLI_USE_RESULT);
foreach ($result as $row);
report('unbuffered');
$db->multi_query('SELECT 1; SELECT 2 UNION ALL SELECT 3');
do {
	$db->store_result()->free();
} while ($db->more_results() && $db->next_result());
report('several texts');
try {
	$db->query('SELEKT 1');
} catch (mysqli_sql_exception) {
}
report('an error');
$db->query('SELECT 7', MYSQLI_ASYNC);
$db->reap_async_query()->fetch_all();
report('asynchronous');
foreach (Mynd\pipeline($db, ['SELECT 8', 'SELECT 9', ['SELECT ?', [1]]]) as $result);
report('a pipeline');
$db->ping();
$db->begin_transaction();
$db->commit();
report('other commands');
Mynd\execute_many($db, 'SELECT ?', [[1], [2], [3]]);
report('many');
try {
	$db->query("KILL $db->thread_id");
} catch (mysqli_sql_exception) {
}
try {
	$db->query('SELECT 1');
} catch (mysqli_sql_exception) {
}
report('a lost connection');
try {
	new mysqli('127.0.0.1', 'nobody', 'wrong', null, (int) getenv('MYND_TEST_PORT'));
} catch (mysqli_sql_exception) {
}
report('a connect that fails');
$pdo = new PDO('mysql:unix_socket=' . getenv('MYND_TEST_SOCKET'), getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'));
$pdo->query('SELECT 1')->fetchAll();
$statement = $pdo->prepare('SELECT :a');
$statement->execute(['a' => 1]);
report('PDO');
try {
	Mynd\request_report(-1);
} catch (ValueError $e) {
	echo $e->getMessage(), "\n";
}
?>
--CLEAN--
<?php unlink(__DIR__ . '/hidden_layer.inc'); ?>
--EXPECT--
connect
  1 x (connect), connect.inc: 1 trips, 0 rows, bytes, 0 errors
texts
  3 x SELECT ?+, main: 3 trips, 3 rows, bytes, 0 errors
  2 x SELECT ?, main: 2 trips, 2 rows, bytes, 0 errors
[12][]
a statement
  0 x SELECT ? AS price UNION ALL SELECT ?, Shop::prices: 1 trips, 0 rows, bytes, 0 errors
  12 x SELECT ? AS price UNION ALL SELECT ?, Shop::prices: 12 trips, 24 rows, bytes, 0 errors
through a layer
  1 x SELECT ?, main: 1 trips, 1 rows, bytes, 0 errors
unbuffered, not at its end
  1 x SELECT ? UNION ALL SELECT ? UNION ALL SELECT ?, main: 1 trips, 3 rows, bytes, 0 errors
unbuffered
  1 x SELECT ? UNION ALL SELECT ?, main: 1 trips, 2 rows, bytes, 0 errors
several texts
  1 x (a command without text), main: 1 trips, 0 rows, bytes, 0 errors
  1 x SELECT ?; SELECT ? UNION ALL SELECT ?, main: 1 trips, 3 rows, bytes, 0 errors
an error
  1 x (a command without text), main: 1 trips, 0 rows, bytes, 0 errors
  1 x SELEKT ?, main: 1 trips, 0 rows, bytes, 1 errors
asynchronous
  1 x SELECT ?, main: 1 trips, 1 rows, bytes, 0 errors
a pipeline
  3 x SELECT ?, main: 4 trips, 3 rows, bytes, 0 errors
other commands
  1 x (a command without text), main: 1 trips, 0 rows, bytes, 0 errors
  1 x START TRANSACTION, main: 1 trips, 0 rows, bytes, 0 errors
  1 x COMMIT, main: 1 trips, 0 rows, bytes, 0 errors
many
  3 x SELECT ?, main: 4 trips, 3 rows, bytes, 0 errors
a lost connection
  1 x KILL ?, main: some trips, 0 rows, bytes, 1 errors
  1 x SELECT ?, main: some trips, 0 rows, no bytes, 1 errors
a connect that fails
  1 x (connect), main: 1 trips, 0 rows, bytes, 1 errors
PDO
  1 x (connect), main: 1 trips, 0 rows, bytes, 0 errors
  1 x SELECT ?, main: 1 trips, 1 rows, bytes, 0 errors
  1 x SELECT ?, main: 1 trips, 1 rows, bytes, 0 errors
Mynd\request_report(): Argument #1 ($more_than) must be greater than or equal to 0

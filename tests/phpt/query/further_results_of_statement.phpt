--TEST--
Further results of a statement that next_result() of the connection takes are the connection's; reset() reads to the end
--EXTENSIONS--
mysqli
--FILE--
<?php
require __DIR__ . '/../connect.inc';

$m = link_for_test();
create_anew($m, 'PROCEDURE', 'further_three', "() BEGIN SELECT 1, 'x'; SELECT 2; SELECT 3; END");
create_anew($m, 'PROCEDURE', 'further_one', '() BEGIN SELECT 1; END');

function told(callable $call): string
{
	try {
		return json_encode($call());
	} catch (mysqli_sql_exception $e) {
		return (string) $e->getCode();
	} catch (ArgumentCountError) {
		return 'ArgumentCountError';
	}
}

echo "-- the loop that programs put behind a CALL\n";
foreach (['get_result', 'store_result'] as $take) {
	$s = $m->prepare('CALL further_three()');
	$s->execute();
	$s->$take();
	$counts = [];
	while ($m->more_results() && $m->next_result()) {
		if ($result = $m->store_result()) {
			$counts[] = $result->num_rows;
			$result->free();
		}
	}
	echo "$take: ", json_encode($counts), ' ', told(fn () => $m->query('SELECT 5')->fetch_row()), "\n";
	$s->close();
}

echo "-- a result that was taken so is not the statement's\n";
foreach (['execute' => fn ($s) => $s->execute(), 'close' => fn ($s) => $s->close(), 'next_result' => fn ($s) => $s->next_result(),
	'more_results' => fn ($s) => $s->more_results(), 'get_result' => fn ($s) => $s->get_result()] as $name => $call) {
	$s = $m->prepare('CALL further_three()');
	$s->execute();
	$s->get_result();
	$m->next_result();
	echo "$name: ", told(fn () => $call($s)), ', query: ', told(fn () => $m->query('SELECT 5')->fetch_row());
	$result = $m->use_result();
	echo ', rows: ', count(iterator_to_array($result));
	$result->free();
	while ($m->next_result()) {
		if ($result = $m->store_result()) {
			$result->free();
		}
	}
	echo ', query: ', told(fn () => $m->query('SELECT 5')->fetch_row()), "\n";
	unset($s);
}

echo "-- reset() goes to the last result, which has no rows\n";
foreach (['further_three', 'further_one'] as $procedure) {
	foreach (['nothing', 'store_result', 'get_result'] as $take) {
		$s = $m->prepare("CALL $procedure()");
		$s->execute();
		$take === 'nothing' || $s->$take();
		echo "$procedure, $take: ", told(fn () => $s->reset()), " $s->field_count columns, $s->num_rows rows, metadata ",
			json_encode($s->result_metadata()), ', bind two: ', told(fn () => $s->bind_result($a, $b)), ', fetch: ', told(fn () => $s->fetch()),
			', query: ', told(fn () => $m->query('SELECT 5')->fetch_row()), "\n";
	}
}

echo "-- no metadata of a result that was freed, until the next execute\n";
$s = $m->prepare('SELECT 1');
echo get_debug_type($s->result_metadata());
$s->execute();
$s->free_result();
echo ' ', json_encode($s->result_metadata());
$s->execute();
echo ' ', get_debug_type($s->result_metadata()), "\n";
$s->free_result();

echo "-- the values (stock reads binary rows as texts)\n";
$s = $m->prepare('CALL further_three()');
$s->execute();
$s->get_result();
$m->next_result();
echo json_encode($m->store_result()->fetch_all()), "\n";
?>
--CLEAN--
<?php
require __DIR__ . '/../connect.inc';
$m = link_for_test();
$m->query('DROP PROCEDURE IF EXISTS further_three');
$m->query('DROP PROCEDURE IF EXISTS further_one');
?>
--EXPECT--
-- the loop that programs put behind a CALL
get_result: [1,1] ["5"]
store_result: [1,1] ["5"]
-- a result that was taken so is not the statement's
execute: 2014, query: 2014, rows: 1, query: ["5"]
close: true, query: 2014, rows: 1, query: ["5"]
next_result: false, query: 2014, rows: 1, query: ["5"]
more_results: true, query: 2014, rows: 1, query: ["5"]
get_result: 2014, query: 2014, rows: 1, query: ["5"]
-- reset() goes to the last result, which has no rows
further_three, nothing: true 1 columns, 0 rows, metadata false, bind two: ArgumentCountError, fetch: 2014, query: ["5"]
further_three, store_result: true 1 columns, 0 rows, metadata false, bind two: ArgumentCountError, fetch: 2014, query: ["5"]
further_three, get_result: true 1 columns, 0 rows, metadata false, bind two: ArgumentCountError, fetch: 2014, query: ["5"]
further_one, nothing: true 1 columns, 0 rows, metadata false, bind two: ArgumentCountError, fetch: 2014, query: ["5"]
further_one, store_result: true 1 columns, 0 rows, metadata false, bind two: ArgumentCountError, fetch: 2014, query: ["5"]
further_one, get_result: true 1 columns, 0 rows, metadata false, bind two: ArgumentCountError, fetch: 2014, query: ["5"]
-- no metadata of a result that was freed, until the next execute
mysqli_result false mysqli_result
-- the values (stock reads binary rows as texts)
[[2]]

--TEST--
Statements: calls in right and wrong orders: what each answers, and what statement and link know of errors and rows afterwards
--EXTENSIONS--
mysqli
--FILE--
<?php
require __DIR__ . '/../connect.inc';
print_warnings();
$m = link_for_test();
$m->query('CREATE TEMPORARY TABLE t (id INT PRIMARY KEY AUTO_INCREMENT, x INT)');
$m->query('INSERT INTO t (x) VALUES (10), (20), (30)');
/** One call after another on a new statement; then what is known. A call is a name and its arguments. */
function calls(string $sql, array ...$calls): void
{
	global $m;
	echo '--- ', implode(' ', array_map(fn($call) => $call[0] . (is_scalar($call[1] ?? null) ? "($call[1])" : ''), $calls)), "\n";
	$s = $m->prepare($sql);
	foreach ($calls as $call) {
		$name = array_shift($call);
		attempt("  $name", function () use ($m, &$s, $name, $call) {
			if ($name === 'query') {
				$r = $m->query(...$call);
				return $r instanceof mysqli_result ? $r->fetch_row() : $r;
			}
			if ($name === 'unset') {
				return $s = null;
			}
			$answer = $s->$name(...$call);
			return $answer instanceof mysqli_result ? [$answer->num_rows, $answer->fetch_all()] : $answer;
		});
		try {
			$of = $s === null ? [] : [$s->errno, $s->affected_rows, $s->num_rows, $s->insert_id];
		} catch (Error) {
			$of = ['closed'];
		}
		echo '    ', implode(' ', [...$of, '|', $m->errno, $m->affected_rows, $m->field_count, $m->insert_id]), "\n";
	}
	try {
		$s?->close();
	} catch (Error) {
	}
}
$select = 'SELECT id, x FROM t WHERE id > ? ORDER BY id';
$bind = ['bind_param', 'i', 0];
calls('SELECT id, x FROM t ORDER BY id', ['execute'], ['fetch'], ['fetch'], ['fetch'], ['fetch'], ['fetch']);
calls('SELECT id FROM t', ['execute'], ['get_result'], ['get_result'], ['fetch'], ['store_result'], ['execute'], ['get_result']);
calls('SELECT id FROM t', ['execute'], ['store_result'], ['store_result'], ['get_result'], ['fetch'], ['data_seek', 2], ['fetch'], ['fetch'], ['data_seek', 0], ['fetch'], ['free_result'], ['fetch']);
calls('SELECT id FROM t', ['execute'], ['fetch'], ['store_result'], ['get_result'], ['data_seek', 0], ['fetch'], ['fetch'], ['fetch'], ['get_result']);
calls('SELECT id FROM t', ['fetch'], ['store_result'], ['get_result'], ['free_result'], ['data_seek', 0], ['reset'], ['execute'], ['reset'], ['fetch'], ['execute'], ['get_result']);
calls('SELECT id FROM t', ['execute'], ['store_result'], ['reset'], ['fetch'], ['fetch'], ['execute'], ['fetch'], ['reset'], ['fetch'], ['query', 'SELECT 1']);
calls('SELECT id FROM t', ['execute'], ['query', 'SELECT 1'], ['fetch'], ['query', 'SELECT 2'], ['free_result'], ['query', 'SELECT 3'], ['fetch']);
calls('SELECT id FROM t', ['execute'], ['execute'], ['fetch'], ['execute'], ['fetch'], ['close'], ['query', 'SELECT 4'], ['fetch'], ['close']);
calls('SELECT id FROM t', ['execute'], ['unset'], ['query', 'SELECT 5']);
calls('SELECT id FROM t', ['execute'], ['fetch'], ['unset'], ['query', 'SELECT 6']);
calls('SELECT id FROM t', ['execute'], ['prepare', 'SELECT 7'], ['fetch'], ['execute'], ['fetch'], ['prepare', 'SELECT 8'], ['execute'], ['get_result']);
calls('SELECT id FROM t', ['execute'], ['prepare', 'SELEC'], ['query', 'SELECT 9'], ['execute'], ['prepare', 'SELECT 10'], ['execute'], ['get_result']);
calls('SELECT id FROM t WHERE 0', ['execute'], ['fetch'], ['fetch'], ['execute'], ['store_result'], ['fetch'], ['execute'], ['get_result']);
calls($select, ['execute'], ['execute', []], ['execute', [1]], ['get_result'], ['execute'], ['get_result'], ['execute', [1, 2]], ['execute', ['a' => 1]], ['execute', [1 => 1]], ['execute', null]);
calls('INSERT INTO t (x) VALUES (?)', ['execute', [40]], ['fetch'], ['store_result'], ['get_result'], ['result_metadata'], ['free_result'], ['execute', ['41']], ['execute', [null]]);
calls('UPDATE t SET x = x + 1 WHERE id < ?', ['execute', [3]], ['execute', [0]], ['reset'], ['execute']);
calls('INSERT INTO t (id) VALUES (?)', ['execute', [1]], ['query', 'SELECT 11'], ['execute', [100]], ['execute', [100]], ['execute', [101]]);
calls('DO ?', ['execute', [1]], ['fetch'], ['more_results'], ['next_result'], ['get_warnings']);
calls('SELECT 1', ['data_seek', -1], ['send_long_data', 0, 'x'], ['more_results'], ['next_result'], ['result_metadata'], ['execute'], ['more_results'], ['next_result'], ['result_metadata'], ['get_result']);
calls('SHOW TABLES LIKE "none"', ['execute'], ['fetch'], ['execute'], ['get_result']);
mysqli_report(MYSQLI_REPORT_OFF);
calls('SELECT id FROM t', ['fetch'], ['get_result'], ['store_result'], ['execute'], ['store_result'], ['get_result'], ['prepare', 'SELEC'], ['execute']);
calls('INSERT INTO t (id) VALUES (?)', ['execute'], ['execute', [1]], ['get_result'], ['reset'], ['get_result']);
mysqli_report(MYSQLI_REPORT_ERROR);
calls('INSERT INTO t (id) VALUES (?)', ['execute'], ['execute', [1]], ['get_result'], ['result_metadata'], ['next_result'], ['fetch'], ['prepare', 'SELEC']);
?>
--EXPECT--
--- execute fetch fetch fetch fetch fetch
  execute: true
    0 -1 0 0 | 0 -1 2 0
  fetch: true
    0 -1 0 0 | 0 -1 2 0
  fetch: true
    0 -1 0 0 | 0 -1 2 0
  fetch: true
    0 -1 0 0 | 0 -1 2 0
  fetch: null
    0 -1 3 0 | 0 0 2 0
  fetch: null
    0 -1 3 0 | 0 0 2 0
--- execute get_result get_result fetch store_result execute get_result
  execute: true
    0 -1 0 0 | 0 -1 1 0
  get_result: [3,[[1],[2],[3]]]
    0 3 0 0 | 0 3 1 0
  get_result: ! 2014 HY000 Commands out of sync; you can't run this command now
    2014 3 0 0 | 0 3 1 0
  fetch: ! 2014 HY000 Commands out of sync; you can't run this command now
    2014 3 0 0 | 0 3 1 0
  store_result: ! 2014 HY000 Commands out of sync; you can't run this command now
    2014 3 0 0 | 0 3 1 0
  execute: true
    0 -1 0 0 | 0 -1 1 0
  get_result: [3,[[1],[2],[3]]]
    0 3 0 0 | 0 3 1 0
--- execute store_result store_result get_result fetch data_seek(2) fetch fetch data_seek(0) fetch free_result fetch
  execute: true
    0 -1 0 0 | 0 -1 1 0
  store_result: true
    0 3 3 0 | 0 3 1 0
  store_result: ! 2014 HY000 Commands out of sync; you can't run this command now
    2014 3 3 0 | 0 3 1 0
  get_result: ! 2014 HY000 Commands out of sync; you can't run this command now
    2014 3 3 0 | 0 3 1 0
  fetch: true
    0 3 3 0 | 0 3 1 0
  data_seek: null
    0 3 3 0 | 0 3 1 0
  fetch: true
    0 3 3 0 | 0 3 1 0
  fetch: null
    0 3 3 0 | 0 3 1 0
  data_seek: null
    0 3 3 0 | 0 3 1 0
  fetch: true
    0 3 3 0 | 0 3 1 0
  free_result: null
    0 3 0 0 | 0 3 1 0
  fetch: ! 2014 HY000 Commands out of sync; you can't run this command now
    2014 3 0 0 | 0 3 1 0
--- execute fetch store_result get_result data_seek(0) fetch fetch fetch get_result
  execute: true
    0 -1 0 0 | 0 -1 1 0
  fetch: true
    0 -1 0 0 | 0 -1 1 0
  store_result: ! 2014 HY000 Commands out of sync; you can't run this command now
    2014 -1 0 0 | 0 -1 1 0
  get_result: ! 2014 HY000 Commands out of sync; you can't run this command now
    2014 -1 0 0 | 0 -1 1 0
  data_seek: null
    2014 -1 0 0 | 0 -1 1 0
  fetch: true
    0 -1 0 0 | 0 -1 1 0
  fetch: true
    0 -1 0 0 | 0 -1 1 0
  fetch: null
    0 -1 3 0 | 0 0 1 0
  get_result: ! 2014 HY000 Commands out of sync; you can't run this command now
    2014 -1 3 0 | 0 0 1 0
--- fetch store_result get_result free_result data_seek(0) reset execute reset fetch execute get_result
  fetch: ! 2014 HY000 Commands out of sync; you can't run this command now
    2014 0 0 0 | 0 -1 1 0
  store_result: ! 2014 HY000 Commands out of sync; you can't run this command now
    2014 0 0 0 | 0 -1 1 0
  get_result: ! 2014 HY000 Commands out of sync; you can't run this command now
    2014 0 0 0 | 0 -1 1 0
  free_result: null
    2014 0 0 0 | 0 -1 1 0
  data_seek: null
    2014 0 0 0 | 0 -1 1 0
  reset: true
    0 -1 0 0 | 0 -1 1 0
  execute: true
    0 -1 0 0 | 0 -1 1 0
  reset: true
    0 -1 3 0 | 0 -1 1 0
  fetch: null
    0 -1 3 0 | 0 -1 1 0
  execute: true
    0 -1 0 0 | 0 -1 1 0
  get_result: [3,[[1],[2],[3]]]
    0 3 0 0 | 0 3 1 0
--- execute store_result reset fetch fetch execute fetch reset fetch query(SELECT 1)
  execute: true
    0 -1 0 0 | 0 -1 1 0
  store_result: true
    0 3 3 0 | 0 3 1 0
  reset: true
    0 -1 3 0 | 0 -1 1 0
  fetch: true
    0 -1 3 0 | 0 -1 1 0
  fetch: true
    0 -1 3 0 | 0 -1 1 0
  execute: true
    0 -1 0 0 | 0 -1 1 0
  fetch: true
    0 -1 0 0 | 0 -1 1 0
  reset: true
    0 -1 3 0 | 0 -1 1 0
  fetch: null
    0 -1 3 0 | 0 -1 1 0
  query: ["1"]
    0 -1 3 0 | 0 1 1 0
--- execute query(SELECT 1) fetch query(SELECT 2) free_result query(SELECT 3) fetch
  execute: true
    0 -1 0 0 | 0 -1 1 0
  query: ! 2014 HY000 Commands out of sync; you can't run this command now
    0 -1 0 0 | 2014 -1 1 0
  fetch: true
    0 -1 0 0 | 0 -1 1 0
  query: ! 2014 HY000 Commands out of sync; you can't run this command now
    0 -1 0 0 | 2014 -1 1 0
  free_result: null
    0 -1 0 0 | 2014 0 1 0
  query: ["3"]
    0 -1 0 0 | 0 1 1 0
  fetch: ! 2014 HY000 Commands out of sync; you can't run this command now
    2014 -1 0 0 | 0 1 1 0
--- execute execute fetch execute fetch close query(SELECT 4) fetch close
  execute: true
    0 -1 0 0 | 0 -1 1 0
  execute: true
    0 -1 0 0 | 0 -1 1 0
  fetch: true
    0 -1 0 0 | 0 -1 1 0
  execute: true
    0 -1 0 0 | 0 -1 1 0
  fetch: true
    0 -1 0 0 | 0 -1 1 0
  close: true
    closed | 0 0 1 0
  query: ["4"]
    closed | 0 1 1 0
  fetch: ! Error mysqli_stmt object is already closed
    closed | 0 1 1 0
  close: ! Error mysqli_stmt object is already closed
    closed | 0 1 1 0
--- execute unset query(SELECT 5)
  execute: true
    0 -1 0 0 | 0 -1 1 0
  unset: null
    | 0 -1 1 0
  query: ["5"]
    | 0 1 1 0
--- execute fetch unset query(SELECT 6)
  execute: true
    0 -1 0 0 | 0 -1 1 0
  fetch: true
    0 -1 0 0 | 0 -1 1 0
  unset: null
    | 0 -1 1 0
  query: ["6"]
    | 0 1 1 0
--- execute prepare(SELECT 7) fetch execute fetch prepare(SELECT 8) execute get_result
  execute: true
    0 -1 0 0 | 0 -1 1 0
  prepare: true
    0 0 0 0 | 0 -1 1 0
  fetch: ! 2014 HY000 Commands out of sync; you can't run this command now
    2014 0 0 0 | 0 -1 1 0
  execute: true
    0 -1 0 0 | 0 -1 1 0
  fetch: true
    0 -1 0 0 | 0 -1 1 0
  prepare: true
    0 0 0 0 | 0 -1 1 0
  execute: true
    0 -1 0 0 | 0 -1 1 0
  get_result: [1,[[8]]]
    0 1 0 0 | 0 1 1 0
--- execute prepare(SELEC) query(SELECT 9) execute prepare(SELECT 10) execute get_result
  execute: true
    0 -1 0 0 | 0 -1 1 0
  prepare: ! 1064 42000 You have an error in your SQL syntax; check the manual that corresponds to your MariaDB server version for the right syntax to use near 'SELEC' at line 1
    1064 0 0 0 | 1064 -1 1 0
  query: ["9"]
    1064 0 0 0 | 0 1 1 0
  execute: ! 2014 HY000 Commands out of sync; you can't run this command now
    2014 -1 0 0 | 0 1 1 0
  prepare: true
    0 0 0 0 | 0 -1 1 0
  execute: true
    0 -1 0 0 | 0 -1 1 0
  get_result: [1,[[10]]]
    0 1 0 0 | 0 1 1 0
--- execute fetch fetch execute store_result fetch execute get_result
  execute: true
    0 -1 0 0 | 0 -1 1 0
  fetch: null
    0 -1 0 0 | 0 0 1 0
  fetch: null
    0 -1 0 0 | 0 0 1 0
  execute: true
    0 -1 0 0 | 0 -1 1 0
  store_result: true
    0 0 0 0 | 0 0 1 0
  fetch: null
    0 0 0 0 | 0 0 1 0
  execute: true
    0 -1 0 0 | 0 -1 1 0
  get_result: [0,[]]
    0 0 0 0 | 0 0 1 0
--- execute execute execute get_result execute get_result execute execute execute execute
  execute: ! 2031 HY000 No data supplied for parameters in prepared statement
    2031 -1 0 0 | 0 -1 2 0
  execute: ! ValueError mysqli_stmt::execute(): Argument #1 ($params) must consist of exactly 1 elements, 0 present
    2031 -1 0 0 | 0 -1 2 0
  execute: true
    0 -1 0 0 | 0 -1 2 0
  get_result: [2,[[2,20],[3,30]]]
    0 2 0 0 | 0 2 2 0
  execute: true
    0 -1 0 0 | 0 -1 2 0
  get_result: [2,[[2,20],[3,30]]]
    0 2 0 0 | 0 2 2 0
  execute: ! ValueError mysqli_stmt::execute(): Argument #1 ($params) must consist of exactly 1 elements, 2 present
    0 2 0 0 | 0 2 2 0
  execute: ! ValueError mysqli_stmt::execute(): Argument #1 ($params) must be a list array
    0 2 0 0 | 0 2 2 0
  execute: ! ValueError mysqli_stmt::execute(): Argument #1 ($params) must be a list array
    0 2 0 0 | 0 2 2 0
  execute: true
    0 -1 0 0 | 0 -1 2 0
--- execute fetch store_result get_result result_metadata free_result execute execute
  execute: true
    0 1 0 4 | 0 1 0 4
  fetch: ! 2014 HY000 Commands out of sync; you can't run this command now
    2014 1 0 4 | 0 1 0 4
  store_result: true
    2014 1 0 4 | 0 1 0 4
  get_result: ! 2014 HY000 Commands out of sync; you can't run this command now
    2014 1 0 4 | 0 1 0 4
  result_metadata: ! 2014 HY000 Commands out of sync; you can't run this command now
    2014 1 0 4 | 0 1 0 4
  free_result: null
    2014 1 0 4 | 0 1 0 4
  execute: true
    0 1 0 5 | 0 1 0 5
  execute: true
    0 1 0 6 | 0 1 0 6
--- execute execute reset execute
  execute: true
    0 2 0 0 | 0 2 0 0
  execute: true
    0 0 0 0 | 0 0 0 0
  reset: true
    0 -1 0 0 | 0 -1 0 0
  execute: true
    0 0 0 0 | 0 0 0 0
--- execute query(SELECT 11) execute execute execute
  execute: ! 1062 23000 Duplicate entry '1' for key 'PRIMARY'
    1062 -1 0 0 | 1062 -1 0 0
  query: ["11"]
    1062 -1 0 0 | 0 1 1 0
  execute: true
    0 1 0 100 | 0 1 0 100
  execute: ! 1062 23000 Duplicate entry '100' for key 'PRIMARY'
    1062 -1 0 0 | 1062 -1 0 100
  execute: true
    0 1 0 101 | 0 1 0 101
--- execute fetch more_results next_result get_warnings
  execute: true
    0 0 0 0 | 0 0 0 0
  fetch: ! 2014 HY000 Commands out of sync; you can't run this command now
    2014 0 0 0 | 0 0 0 0
  more_results: false
    2014 0 0 0 | 0 0 0 0
  next_result: ! 2014 HY000 Commands out of sync; you can't run this command now
    2014 0 0 0 | 0 0 0 0
  get_warnings: false
    2014 0 0 0 | 0 0 0 0
--- data_seek(-1) send_long_data(0) more_results next_result result_metadata execute more_results next_result result_metadata get_result
  data_seek: ! ValueError mysqli_stmt::data_seek(): Argument #1 ($offset) must be greater than or equal to 0
    0 0 0 0 | 0 -1 1 0
  send_long_data: false
    2014 0 0 0 | 0 -1 1 0
  more_results: false
    2014 0 0 0 | 0 -1 1 0
  next_result: ! 2014 HY000 Commands out of sync; you can't run this command now
    2014 0 0 0 | 0 -1 1 0
  result_metadata: [0,[]]
    2014 0 0 0 | 0 -1 1 0
  execute: true
    0 -1 0 0 | 0 -1 1 0
  more_results: false
    0 -1 0 0 | 0 -1 1 0
  next_result: false
    0 -1 0 0 | 0 -1 1 0
  result_metadata: [0,[]]
    0 -1 0 0 | 0 -1 1 0
  get_result: [1,[[1]]]
    0 1 0 0 | 0 1 1 0
--- execute fetch execute get_result
  execute: true
    0 -1 0 0 | 0 -1 1 0
  fetch: null
    0 -1 0 0 | 0 0 1 0
  execute: true
    0 -1 0 0 | 0 -1 1 0
  get_result: [0,[]]
    0 0 0 0 | 0 0 1 0
--- fetch get_result store_result execute store_result get_result prepare(SELEC) execute
  fetch: false
    2014 0 0 0 | 0 -1 1 0
  get_result: false
    2014 0 0 0 | 0 -1 1 0
  store_result: false
    2014 0 0 0 | 0 -1 1 0
  execute: true
    0 -1 0 0 | 0 -1 1 0
  store_result: true
    0 8 8 0 | 0 8 1 0
  get_result: false
    2014 8 8 0 | 0 8 1 0
  prepare: false
    1064 0 0 0 | 1064 -1 1 0
  execute: false
    2014 -1 0 0 | 1064 -1 1 0
--- execute execute get_result reset get_result
  execute: false
    2031 -1 0 0 | 0 -1 0 0
  execute: false
    1062 -1 0 0 | 1062 -1 0 0
  get_result: false
    1062 -1 0 0 | 1062 -1 0 0
  reset: true
    0 -1 0 0 | 0 -1 0 0
  get_result: false
    0 -1 0 0 | 0 -1 0 0
--- execute execute get_result result_metadata next_result fetch prepare(SELEC)
  Warning: mysqli_stmt::execute(): (HY000/2031): No data supplied for parameters in prepared statement
  execute: false
    2031 -1 0 0 | 0 -1 0 0
  Warning: mysqli_stmt::execute(): (23000/1062): Duplicate entry '1' for key 'PRIMARY'
  execute: false
    1062 -1 0 0 | 1062 -1 0 0
  Warning: mysqli_stmt::get_result(): (23000/1062): Duplicate entry '1' for key 'PRIMARY'
  get_result: false
    1062 -1 0 0 | 1062 -1 0 0
  Warning: mysqli_stmt::result_metadata(): (23000/1062): Duplicate entry '1' for key 'PRIMARY'
  result_metadata: false
    1062 -1 0 0 | 1062 -1 0 0
  Warning: mysqli_stmt::next_result(): (23000/1062): Duplicate entry '1' for key 'PRIMARY'
  next_result: false
    1062 -1 0 0 | 1062 -1 0 0
  Warning: mysqli_stmt::fetch(): (HY000/2014): Commands out of sync; you can't run this command now
  fetch: false
    2014 -1 0 0 | 1062 -1 0 0
  Warning: mysqli_stmt::prepare(): (42000/1064): You have an error in your SQL syntax; check the manual that corresponds to your MariaDB server version for the right syntax to use near 'SELEC' at line 1
  prepare: false
    1064 0 0 0 | 1064 -1 0 0

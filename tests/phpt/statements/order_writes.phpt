--TEST--
Statements: executes with values, commands without rows and refused calls, in right and wrong orders, and what is known afterwards
--EXTENSIONS--
mysqli
--FILE--
<?php
require __DIR__ . '/order.inc';
$m->query('DO 0'); /* the INSERT above is not the last command any more */
$select = 'SELECT id, x FROM t WHERE id > ? ORDER BY id';
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
--EXPECTF--
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
  execute: ! 1062 23000 Duplicate entry '1' for key '%r(t\.)?%rPRIMARY'
    1062 -1 0 0 | 1062 -1 0 0
  query: ["11"]
    1062 -1 0 0 | 0 1 1 0
  execute: true
    0 1 0 100 | 0 1 0 100
  execute: ! 1062 23000 Duplicate entry '100' for key '%r(t\.)?%rPRIMARY'
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
  Warning: mysqli_stmt::execute(): (23000/1062): Duplicate entry '1' for key '%r(t\.)?%rPRIMARY'
  execute: false
    1062 -1 0 0 | 1062 -1 0 0
  Warning: mysqli_stmt::get_result(): (23000/1062): Duplicate entry '1' for key '%r(t\.)?%rPRIMARY'
  get_result: false
    1062 -1 0 0 | 1062 -1 0 0
  Warning: mysqli_stmt::result_metadata(): (23000/1062): Duplicate entry '1' for key '%r(t\.)?%rPRIMARY'
  result_metadata: false
    1062 -1 0 0 | 1062 -1 0 0
  Warning: mysqli_stmt::next_result(): (23000/1062): Duplicate entry '1' for key '%r(t\.)?%rPRIMARY'
  next_result: false
    1062 -1 0 0 | 1062 -1 0 0
  Warning: mysqli_stmt::fetch(): (HY000/2014): Commands out of sync; you can't run this command now
  fetch: false
    2014 -1 0 0 | 1062 -1 0 0
  Warning: mysqli_stmt::prepare(): (42000/1064): You have an error in your SQL syntax; check the manual that corresponds to your %s server version for the right syntax to use near 'SELEC' at line 1
  prepare: false
    1064 0 0 0 | 1064 -1 0 0

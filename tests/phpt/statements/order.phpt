--TEST--
Statements: calls that read, in right and wrong orders: what each answers, and what statement and link know of errors and rows afterwards
--EXTENSIONS--
mysqli
--FILE--
<?php
require __DIR__ . '/order.inc';
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
?>
--EXPECTF--
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
  prepare: ! 1064 42000 You have an error in your SQL syntax; check the manual that corresponds to your %s server version for the right syntax to use near 'SELEC' at line 1
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

<?php
// The known differences. Each has the line of docs/compatibility*.md that names it (a piece of it, as it
// stands there), a test whether a difference is this one, and calls that show it: known_test.php runs them,
// so an entry that nothing needs any more is found. What differs with a setting alone: known_with.php.
//   'is'   => fn (Difference $d, Before $before): bool
//   'ends' => true: what comes behind it in a program depends on it, and is not compared
//   'server' => 'MySQL' or 'MariaDB': the only one that can show it
//   'shows' => calls, as a program has them, on the tables and procedures of known_test.php

['connect' => $connect, 'pdo' => $pdo, 'call' => $call] = require __DIR__ . '/known_calls.php';
$unbuffered = ['const' => 'MYSQLI_USE_RESULT'];
/* How many columns have a name that is no number, and how many keys there are. */
$named = fn (mixed $side): int => preg_match_all('/\["string\(\d+\) /', json_encode($side));
$keys = fn (mixed $side): int => preg_match_all('/\["(?:string\(\d+\) |#)/', json_encode($side));
/* What fetchObject() says of a property that its class has not. */
$without_property = fn (mixed $said) => array_unique(preg_replace('/^"string\(\d+\) (Creation of dynamic property \w+::\$).*( is deprecated)"$/', '"$1$2"', array_map(fn ($one) => json_encode($one[1] ?? ''), (array) $said)));
/* What is said, without that. */
$without_creations = fn (mixed $said): array => array_values(array_filter((array) $said, fn ($one) => !str_contains(json_encode($one), 'Creation of dynamic property')));
/* The different values of what a fetch answers, without their keys; those of a foreach stand as pairs. */
$values_of = function (mixed $side, bool $in_pairs): array {
	preg_match_all('/,"((?:string\(\d+\)|int|float|null)[^"]*)"\]/', preg_replace(['/\["string\(3\) log",\[(?:\["#\d+","(?:[^"\\\\]|\\\\.)*"\],?)*\]\]/', $in_pairs ? '/\["#0","[^"]*"\],(?=\["#1",)/' : '/^$/'], '', json_encode($side)), $found);
	$values = array_unique($found[1]);
	sort($values);
	return $values;
};
/* Whether both sides fetch the same values. A name that is a number may hide another column. */
$has_same_values = function (Difference $d) use ($values_of, $named, $keys): bool {
	[$stock, $mynd] = array_map(fn ($side) => $values_of($side, method_of($d->call) === 'foreach'), [$d->stock, $d->mynd]);
	$hides = fn ($side, $other) => $named($side) === 0 || $keys($side) < $keys($other);
	return $stock === $mynd
		|| $hides($d->mynd, $d->stock) && array_diff($mynd, $stock) === []
		|| $hides($d->stock, $d->mynd) && array_diff($stock, $mynd) === [];
};

return [
	'errors in a list' => [
		'line' => '`error_list` after several errors',
		'is' => fn (Difference $d, Before $b) => preg_match('/^mysqli(_stmt)?\.error_list$/', $d->what) && is_array($d->stock) && is_array($d->mynd) && count($d->stock) > 1 && count($d->mynd) === 1
			&& array_slice($d->stock, -1)[0][1] === $d->mynd[0][1],
		'shows' => [$connect, $call('m0', 'prepare', ['SELECT 1'], 's0'), $call('s0', 'fetch'), $call('s0', 'fetch')],
	],
	'left by another reply' => [
		'line' => 'after a command that failed or was refused, or that is no query',
		'is' => function (Difference $d, Before $b) {
			$method = method_of($d->call);
			$failed = preg_match('/"thrown"|bool false/', $b->side(1));
			$slot = $d->call['on'] ?? $d->call['args'][0]['slot'] ?? '';
			$is_count = preg_match('/^mysqli\.(affected_rows|insert_id|field_count|warning_count|info)$/', $d->what);
			if ($is_count && ($slot[0] ?? '') === 'm' && $slot !== $d->slot && !$failed) {
				return true; // a result of the other link went
			}
			$ends = in_array($method, ['close', 'init', 'stmt_init', 'send_long_data', 'prepare', 'stmt', 'drop'], true) || $b->replaces($d);
			if ($d->what === 'mysqli.warning_count' && $d->stock === 'int 0' && $b->has($d, 'CURSOR_TYPE')) {
				return true; // a statement with a cursor went, which stock resets; perhaps some calls earlier
			}
			if ($ends && $is_count && ($b->has($d, 'CALL') || $b->has($d, 'multi_query'))) {
				return true; // the results of others went
			}
			$is_query = preg_match('/^(query|real_query|multi_query|execute|execute_query|commit|rollback|autocommit|savepoint|release_savepoint|begin_transaction|reap_async_query|next_result)$/', $method);
			$left = $failed || $ends || !$is_query || str_contains(json_encode($d->call), 'MYSQLI_ASYNC');
			return match ($d->what) {
				'mysqli_stmt.insert_id' => $method === 'reset',
				'mysqli.affected_rows' => $left && ($failed && in_array($d->mynd, ['int -1', 'int 0'], true) || in_array($d->stock, ['int -1', 'int 0'], true)),
				'mysqli.insert_id', 'mysqli.warning_count' => $left && ($ends || $failed || $d->mynd === 'int 0' || $d->stock === 'int 0'),
				'mysqli.field_count' => $left && $d->stock === 'int 0',
				'mysqli.info' => $left && ($d->mynd === 'null' || $d->stock === 'null' || $failed),
				default => false,
			};
		},
		'shows' => [$connect, $call('m0', 'query', ["SELECT 'a' + 1"], 'r0'), $call('m0', 'get_warnings')],
	],
	'an unread result that nobody takes' => [
		'line' => 'an unbuffered result that goes unread',
		'is' => fn (Difference $d, Before $b) => in_array([$d->what, $d->mynd], [['mysqli.affected_rows', 'int -1'], ['mysqli.warning_count', 'int 0']], true) && !isset($d->call['to'])
			&& in_array(method_of($d->call), ['query', 'use_result', 'reap_async_query'], true),
		'shows' => [$connect, $call('m0', 'query', ["SELECT 'a' + 1", $unbuffered])],
	],
	'lengths of another row' => [
		'line' => '`lengths` at the end of an unbuffered result, or between `data_seek()` and the next fetch',
		'is' => fn (Difference $d, Before $b) => $d->what === 'mysqli_result.lengths' && $d->mynd === 'null' && is_array($d->stock),
		'shows' => [$connect, $call('m0', 'query', ['SELECT 1', $unbuffered], 'r0'), $call('r0', 'fetch_all')],
	],
	'lengths of a statement' => [
		'line' => "`lengths` of a statement's result",
		'is' => fn (Difference $d, Before $b) => $d->what === 'mysqli_result.lengths' && $d->stock === 'null' && is_array($d->mynd) && $b->is_made_by($d, 'get_result', 'execute_query'),
		'shows' => [$connect, $call('m0', 'prepare', ['SELECT 1'], 's0'), $call('s0', 'execute'), $call('s0', 'get_result', [], 'r0'), $call('r0', 'fetch_row')],
	],
	'errors of rows' => [
		'line' => '`errno` of a connection whose rows are read, stored or freed after another error',
		'is' => fn (Difference $d, Before $b) => preg_match('/^mysqli\.(errno|error|sqlstate|error_list)$/', $d->what)
			&& (in_array($d->stock, NO_ERROR, true) && preg_match('/^(fetch|foreach|data_seek|send_long_data' . ($b->has($d, 'CURSOR_TYPE') ? '|free_result' : '') . ')/', method_of($d->call)) || in_array($d->mynd, NO_ERROR, true) && preg_match('/^(store_result|use_result|get_result|next_result|free|close|reset)/', method_of($d->call))),
		'shows' => [$connect, $call('m0', 'real_query', ['SELECT 1']), $call('m0', 'real_query', ['SELECT 2']), $call('m0', 'store_result', [], 'r0')],
	],
	'an old error is told again' => [
		'line' => 'a call that reports the last error again',
		'is' => fn (Difference $d, Before $b) => in_array($d->what, ['outcome', 'said'], true) && $b->tells_an_old_error(),
		'ends' => true,
		'shows' => [$connect, $call('m0', 'query', ['SELECT 1'], 'r0'), $call('m0', 'query', ['SELEC']), $call('r0', 'fetch_row'), $call('m0', 'reap_async_query')],
	],
	'an error of a statement that stays' => [
		'line' => '`store_result()` of a statement once more after it failed, or `get_result()` then',
		'is' => fn (Difference $d, Before $b) => in_array(method_of($d->call), ['store_result', 'get_result'], true) && $b->error(1, $d) === 2014 && $b->error(0, $d) > 0 && "int {$b->error(0, $d)}" === ($b->were[0]["$d->slot.errno"] ?? ($b->was_told("int {$b->error(0, $d)}") ? "int {$b->error(0, $d)}" : '')),
		'ends' => true,
		'shows' => [$connect, ['do' => 'function', 'name' => 'mysqli_report', 'args' => [0]], $call('m0', 'prepare', ['SELECT (SELECT 1 UNION SELECT 2)'], 's0'), $call('s0', 'execute'), $call('s0', 'store_result'), $call('s0', 'store_result')],
	],
	'an error among rows that nobody reads' => [
		'line' => 'an error among rows that nobody reads (a result is freed)',
		'is' => fn (Difference $d, Before $b) => preg_match('/^mysqli\.(errno|error|sqlstate|error_list)$/', $d->what) && !in_array($d->stock, NO_ERROR, true)
			&& (in_array($d->mynd, NO_ERROR, true) && method_of($d->call) === 'query' && (!isset($d->call['to']) || isset($b->sides[1]['thrown'])) && str_contains(said_in($d->call), 'USE_RESULT')
				|| in_array($d->mynd, NO_ERROR, true) && preg_match('/"s\d"/', json_encode([$d->call['on'] ?? '', $d->call['to'] ?? '', $d->call['args'][0] ?? ''])) && preg_match('/^int 1\d{3}$/', $b->states[0]["$d->slot.errno"] ?? '') && ($b->has($d, 'CALL') || $b->has($d, 'multi_query'))
				|| $b->replaces($d) && ($b->has($d, 'use_result') || $b->has($d, 'USE_RESULT')) && str_contains(json_encode($b->states[0][$d->slot . '.error_list'] ?? ''), '21000')),
		'shows' => [$connect, $call('m0', 'query', ['SELECT IF(id = 2, (SELECT 1 UNION SELECT 2), 1) FROM t0', $unbuffered])],
	],
	'text of an index report' => [
		'line' => 'report of `MYSQLI_REPORT_INDEX` for a statement of `stmt_init()`',
		'is' => fn (Difference $d, Before $b) => in_array($d->what, ['outcome', 'said'], true) && str_contains(json_encode($d->stock), 'index used in query\\/prepared statement') && str_contains(json_encode($d->mynd), 'index used in query\\/prepared'),
		'shows' => [['do' => 'function', 'name' => 'mysqli_report', 'args' => [7]], $connect, $call('m0', 'stmt_init', [], 's0'), $call('s0', 'prepare', ['SELECT * FROM t0 WHERE c0 = 5']), $call('s0', 'execute')],
	],
	'an index report after an error' => [
		'line' => '`execute()` that fails, with `MYSQLI_REPORT_INDEX`',
		'is' => fn (Difference $d, Before $b) => in_array(method_of($d->call), ['execute', 'execute_query'], true) && in_array($d->what, ['outcome', 'said'], true) && str_contains(json_encode($d->stock), 'index used in query') && !str_contains(json_encode($d->mynd), 'index used in query') && preg_match('/^int [1-9]/', $b->states[1]["$d->slot.errno"] ?? ''),
		'shows' => [['do' => 'function', 'name' => 'mysqli_report', 'args' => [0]], $connect, $call('m0', 'real_query', ['SELECT * FROM t0']), $call('m0', 'use_result'), $call('m0', 'prepare', ['SELECT ?'], 's0'), $call('s0', 'reset'), ['do' => 'function', 'name' => 'mysqli_report', 'args' => [255]], $call('s0', 'execute')],
	],
	'change_user over a result' => [
		'line' => '`change_user()` with an unread result',
		'is' => fn (Difference $d, Before $b) => method_of($d->call) === 'change_user' && str_contains(json_encode($d->mynd), '2014') || $d->what === 'outcome' && method_of($d->call) === 'change_user' && json_encode($d->stock) === '{"value":"bool false"}' && $d->stock === $d->mynd,
		'ends' => true,
		'shows' => [$connect, $call('m0', 'query', ['SELECT 1', $unbuffered], 'r0'), $call('m0', 'change_user', [['env' => 'MYND_TEST_USER'], ['env' => 'MYND_TEST_PASSWORD'], null])],
	],
	'poll of a lost link' => [
		'line' => '`mysqli_poll()` of a connection that is lost',
		'is' => fn (Difference $d, Before $b) => $d->call['do'] === 'poll' && $d->what === 'outcome' && ($d->stock['value'][0][1] ?? '') === 'int 0' && ($d->mynd['value'][0][1] ?? '') === 'bool false' && ($b->was_told('2006') || $b->was_told('gone away')),
		'ends' => true,
		'shows' => [['args' => ['127.0.0.1', ...array_slice($connect['args'], 1)]] + $connect, $call('m0', 'rollback', [['const' => 'MYSQLI_TRANS_COR_RELEASE']]), ['do' => 'function', 'name' => 'mysqli_report', 'args' => [0]], $call('m0', 'real_query', ['SELECT 1']), ['do' => 'poll', 'on' => 'm0', 'links' => ['m0'], 'style' => 'oo']],
	],
	'text of an old error behind a reap' => [
		'line' => '`error` of a connection after `reap_async_query()`',
		'is' => fn (Difference $d, Before $b) => method_of($d->call) === 'reap_async_query' && preg_match('/^mysqli\.(error|sqlstate|error_list)$/', $d->what) && in_array($d->mynd, NO_ERROR, true) && ($b->states[0]["$d->slot.errno"] ?? '') === 'int 0',
		'shows' => [$connect, ['do' => 'function', 'name' => 'mysqli_report', 'args' => [0]], $call('m0', 'query', ['SELECT 1', ['const' => 'MYSQLI_ASYNC']]), $call('m0', 'stat'), $call('m0', 'reap_async_query', [], 'r0')],
	],
	'query behind a query' => [
		'line' => '`query(…, MYSQLI_ASYNC)` while replies are outstanding',
		'is' => fn (Difference $d, Before $b) => method_of($d->call) === 'query' && preg_match('/MYSQLI_ASYNC|,8\]$/', said_in($d->call)) && $d->what === 'outcome' && $d->mynd === ['value' => 'bool true'],
		'ends' => true,
		'shows' => [$connect, $call('m0', 'query', ['SELECT 1', ['const' => 'MYSQLI_ASYNC']]), $call('m0', 'query', ['SELECT 1', ['const' => 'MYSQLI_ASYNC']])],
	],
	'poll of what is no query' => [
		'line' => '`mysqli_poll()` of a connection with a result that is not read',
		'is' => fn (Difference $d, Before $b) => $d->call['do'] === 'poll' && $d->what === 'outcome' && is_array($d->stock['value'] ?? null) && is_array($d->mynd['value'] ?? null)
			&& array_filter($d->stock['value'], fn ($said, $i) => $said[1] === 'int 0' && ($d->mynd['value'][$i][1] ?? '') === 'int 1', ARRAY_FILTER_USE_BOTH) !== [],
		'ends' => true,
		'shows' => [$connect, $call('m0', 'query', ['SELECT 1', $unbuffered], 'r0'), ['do' => 'poll', 'on' => 'm0', 'links' => ['m0'], 'style' => 'oo']],
	],
	'reap of what is no query' => [
		'line' => '`reap_async_query()` on a connection with a result that is not read',
		'is' => fn (Difference $d, Before $b) => method_of($d->call) === 'reap_async_query' && $b->has_error(1, $d, '2014'),
		'ends' => true,
		'shows' => [$connect, $call('m0', 'query', ['SELECT 1', $unbuffered], 'r0'), $call('m0', 'reap_async_query')],
	],
	'characters of euckr' => [
		'line' => '`real_escape_string()` in `euckr`',
		'is' => fn (Difference $d, Before $b) => preg_match('/escape_string/', method_of($d->call)) && $b->has($d, 'euckr'),
		'shows' => [$connect, $call('m0', 'set_charset', ['euckr']), $call('m0', 'real_escape_string', [['hex' => 'e450']])],
	],
	'a file the server gives up' => [
		'line' => 'LOAD DATA LOCAL that the server ends with an error',
		'is' => fn (Difference $d, Before $b) => ($b->failed['LOAD DATA'] ?? false) && (preg_match('/2006|2014|gone away/', $b->side(0)) && !preg_match('/2006|2014|gone away/', $b->side(1))
			|| method_of($d->call) === 'prepare' && $d->what === 'outcome' && $d->stock === ['value' => 'bool false'] && $d->mynd === ['value' => 'mysqli_stmt']),
		'ends' => true,
		'shows' => [$connect, $call('m0', 'query', [['join' => ["LOAD DATA LOCAL INFILE '", ['env' => 'MYND_TEST_FILE'], "' REPLACE INTO TABLE t0"]]]), $call('m0', 'query', ['SELECT 1'])],
	],
	'metadata after a failed execute' => [
		'line' => '`result_metadata()` after an `execute()` that failed',
		'is' => fn (Difference $d, Before $b) => method_of($d->call) === 'result_metadata' && $d->what === 'outcome' && $d->mynd === ['value' => 'mysqli_result'] && preg_match('/false|thrown/', json_encode($d->stock)),
		'ends' => true,
		'shows' => [$connect, ['do' => 'function', 'name' => 'mysqli_report', 'args' => [0]], $call('m0', 'prepare', ['SELECT ?'], 's0'), $call('s0', 'execute'), $call('s0', 'result_metadata')],
	],
	'reset over an error' => [
		'line' => '`reset()` and `free_result()` of a statement with an error among the results that were not read',
		'is' => fn (Difference $d, Before $b) => preg_match('/^(reset|free_result)$/', method_of($d->call)) && ($d->what === 'outcome' ? $d->mynd === ['value' => 'bool true'] : preg_match('/^mysqli(_stmt)?\.(errno|error|sqlstate|error_list)$/', $d->what) && in_array($d->mynd, NO_ERROR, true)),
		'ends' => true,
		'shows' => [$connect, $call('m0', 'prepare', ['CALL p1(2)'], 's0'), $call('s0', 'execute'), $call('s0', 'reset')],
	],
	'rows of a cursor' => [
		'line' => '`affected_rows` and `num_rows` of a statement with a cursor',
		'is' => fn (Difference $d, Before $b) => preg_match('/^mysqli_stmt\.(affected_rows|num_rows)$/', $d->what) && $b->has($d, 'CURSOR_TYPE'),
		'shows' => [$connect, $call('m0', 'prepare', ['SELECT 1 FROM t0 WHERE 0'], 's0'), $call('s0', 'attr_set', [['const' => 'MYSQLI_STMT_ATTR_CURSOR_TYPE'], 1]), $call('s0', 'execute'), $call('s0', 'fetch')],
	],
	'rows of a cursor that are here' => [
		'line' => '| rows of a cursor | one at a time, a round trip for each | in batches',
		'is' => fn (Difference $d, Before $b) => method_of($d->call) === 'fetch' && $b->has($d, 'CURSOR_TYPE') && $b->error(0, $d) === 2006 && in_array($d->mynd, [['value' => 'bool true'], ['value' => 'null']], true),
		'ends' => true,
		'shows' => [$connect, $call('m0', 'prepare', ['SELECT 1 UNION SELECT 2 UNION SELECT 3 UNION SELECT 4 UNION SELECT 5'], 's0'), $call('s0', 'attr_set', [['const' => 'MYSQLI_STMT_ATTR_CURSOR_TYPE'], 1]), $call('s0', 'execute'), $call('s0', 'fetch'), $call('s0', 'fetch'), ['do' => 'drop', 'on' => 'm0'], $call('s0', 'fetch')],
	],
	'several texts on a cached connection' => [
		'line' => 'an asynchronous query of several statements on a cached connection',
		'is' => fn (Difference $d, Before $b) => method_of($d->call) === 'reap_async_query' && $b->has_error(1, $d, '1064') && $b->has($d, 'multi_query') && $b->has($d, '"p:') && preg_match('/;.*MYSQLI_ASYNC/', json_encode($b->earlier($d))),
		'ends' => true,
		'shows' => [['args' => ['p:localhost', ...array_slice($connect['args'], 1)]] + $connect, $call('m0', 'multi_query', ['DO 1']), ['do' => 'drop', 'on' => 'm0'], ['args' => ['p:localhost', ...array_slice($connect['args'], 1)]] + $connect, $call('m0', 'query', ['DO 1; DO 2', ['const' => 'MYSQLI_ASYNC']]), $call('m0', 'reap_async_query')],
	],
	'a cursor behind its last row' => [
		'line' => '`fetch()` after the last row of a cursor',
		'is' => fn (Difference $d, Before $b) => method_of($d->call) === 'fetch' && $d->what === 'outcome' && $d->mynd === ['value' => 'null'] && $b->has($d, 'CURSOR_TYPE'),
		'ends' => true,
		'shows' => [$connect, $call('m0', 'prepare', ['SELECT * FROM t0 WHERE 0'], 's0'), $call('s0', 'attr_set', [['const' => 'MYSQLI_STMT_ATTR_CURSOR_TYPE'], 1]), $call('s0', 'execute'), $call('s0', 'fetch'), $call('s0', 'fetch')],
	],
	'a cursor beside the rows of others' => [
		'line' => '`fetch()` of a statement with a cursor, with results of another on the connection',
		'is' => fn (Difference $d, Before $b) => method_of($d->call) === 'fetch' && $b->has($d, 'CURSOR_TYPE') && $b->error(1, $d) === 2014 && $b->error(0, $d) !== 2014,
		'ends' => true,
		'server' => 'MySQL',
		'shows' => [$connect, $call('m0', 'prepare', ['SELECT 1 UNION (SELECT 1 UNION SELECT 2)'], 's0'), $call('m0', 'prepare', ['SELECT 5'], 's1'), $call('s1', 'attr_set', [['const' => 'MYSQLI_STMT_ATTR_CURSOR_TYPE'], 1]), $call('s1', 'execute'), $call('s0', 'execute'), $call('s1', 'fetch')],
	],
	'a cursor that goes beside the rows of others' => [
		'line' => 'a statement with a cursor that goes, with rows of another unread',
		'is' => fn (Difference $d, Before $b) => preg_match('/^mysqli\.(errno|error|sqlstate|error_list)$/', $d->what) && $b->has($d, 'CURSOR_TYPE') && ($b->has_lost_a_statement($d) || method_of($d->call) === 'free_result') && ($b->states[0]["$d->slot.errno"] ?? '') === 'int 2014' && ($b->states[1]["$d->slot.errno"] ?? '') !== 'int 2014',
		'shows' => [$connect, $call('m0', 'prepare', ['SELECT * FROM t0'], 's0'), $call('s0', 'attr_set', [['const' => 'MYSQLI_STMT_ATTR_CURSOR_TYPE'], 1]), $call('s0', 'execute'), $call('m0', 'real_query', ['SELECT 1']), ['do' => 'drop', 'on' => 's0']],
	],
	'warnings after the reset of a cursor' => [
		'line' => '`get_warnings()` of a statement with a cursor whose rows were freed, after its `reset()`',
		'is' => fn (Difference $d, Before $b) => method_of($d->call) === 'get_warnings' && ($d->what === 'outcome' ? $d->stock === ['value' => 'mysqli_warning'] && $d->mynd === ['value' => 'bool false'] : preg_match('/^mysqli(_warning)?\./', $d->what)) && $b->has($d, 'CURSOR_TYPE') && $b->has($d, 'free_result') && $b->has($d, 'reset'),
		'shows' => [$connect, $call('m0', 'prepare', ["SELECT ? FROM t0 WHERE id + 0 <> ?"], 's0'), $call('s0', 'attr_set', [['const' => 'MYSQLI_STMT_ATTR_CURSOR_TYPE'], 1]), $call('s0', 'execute', [['map' => [[0, 'a'], [1, '\\']]]]), $call('s0', 'free_result'), $call('s0', 'reset'), $call('s0', 'get_warnings')],
	],
	'fetch over a closed connection' => [
		'line' => '`fetch()` of a statement whose connection is closed',
		'is' => fn (Difference $d, Before $b) => method_of($d->call) === 'fetch' && $d->what === 'outcome' && $d->stock === ['value' => 'bool false'] && $b->error(1, $d) === 2014 && $b->has($d, 'close'),
		'ends' => true,
		'shows' => [$connect, $call('m0', 'prepare', ['SELECT 1'], 's0'), $call('s0', 'execute'), $call('s0', 'fetch'), $call('m0', 'close'), $call('s0', 'fetch')],
	],
	'a cursor that cannot be opened' => [
		'line' => '`execute()` of a statement with a cursor that the server cannot open',
		'is' => fn (Difference $d, Before $b) => $d->what === 'outcome' && $d->stock === ['value' => 'bool true'] && method_of($d->call) === 'execute' && $b->has($d, 'CURSOR_TYPE') && preg_match('/^int (1|[3-9])\d{3}$/', $b->states[1]["$d->slot.errno"] ?? $d->mynd['thrown'][1] ?? ''),
		'ends' => true,
		'shows' => [$connect, $call('m0', 'prepare', ['SELECT (SELECT 1 UNION SELECT 2)'], 's0'), $call('s0', 'attr_set', [['const' => 'MYSQLI_STMT_ATTR_CURSOR_TYPE'], 1]), $call('s0', 'execute')],
	],
	'errors that the server was not asked for' => [
		'line' => 'After `change_user()` it is 1243, as in stock, and nothing is sent',
		'is' => fn (Difference $d, Before $b) => $b->was_told('Unknown prepared statement handler') && preg_match('/@@(error|warning)_count|SHOW (ERRORS|WARNINGS)/', json_encode($b->earlier($d))) && preg_match('/^(fetch|query|foreach|execute)/', method_of($d->call)) && in_array($d->what, ['outcome', 'variable', 'mysqli_result.lengths'], true),
		'ends' => true,
		'shows' => [$connect, $call('m0', 'prepare', ['SELECT 1'], 's0'), $call('m0', 'change_user', [['env' => 'MYND_TEST_USER'], ['env' => 'MYND_TEST_PASSWORD'], null]), $call('s0', 'execute'), $call('m0', 'query', ['SELECT @@error_count'], 'r0'), $call('r0', 'fetch_row')],
	],
	'long data for a statement with rows' => [
		'line' => '`send_long_data()` to a statement with a result that is not read',
		'is' => fn (Difference $d, Before $b) => method_of($d->call) === 'execute' && $b->has($d, 'send_long_data') && in_array($b->error(0, $d), [1210, 1835], true) && $b->error(0, $d) !== $b->error(1, $d) && !$b->rebinds_long_data() || preg_match('/^(execute|fetch|foreach|get_result|store_result|num_rows)/', method_of($d->call)) && $b->sends_long_data_over_a_cursor($d)
			|| method_of($d->call) === 'send_long_data' && in_array($d->what, ['outcome', 'mysqli_stmt.errno', 'mysqli_stmt.error', 'mysqli_stmt.sqlstate', 'mysqli_stmt.error_list'], true),
		'ends' => true,
		'shows' => [$connect, $call('m0', 'prepare', ['SELECT ?'], 's0'), $call('s0', 'bind_param', ['b', ['var' => 'v0']]), $call('s0', 'execute'), $call('s0', 'send_long_data', [0, 'piece'])],
	],
	'long data that stays' => [
		'line' => 'a statement whose parameter was sent as long data and is then bound as something else',
		'is' => fn (Difference $d, Before $b) => $b->rebinds_long_data() && preg_match('/^(execute|fetch|foreach|get_result|store_result|num_rows)/', method_of($d->call)),
		'ends' => true,
		'shows' => [$connect, $call('m0', 'prepare', ['SELECT ?, ?'], 's0'), $call('s0', 'bind_param', ['bi', ['var' => 'v0'], ['var' => 'v1']]), $call('s0', 'send_long_data', [0, 'long']), ['do' => 'assign', 'name' => 'v0', 'args' => [-1]],
			$call('s0', 'bind_param', ['ii', ['var' => 'v0'], ['var' => 'v1']]), $call('s0', 'execute'), $call('s0', 'bind_result', [['var' => 'b0'], ['var' => 'b1']]), $call('s0', 'fetch')],
	],
	'PDO: HY093 behind an error' => [
		'line' => '`errorInfo()` of an error that PDO itself raises',
		'is' => fn (Difference $d, Before $b) => $d->what === 'PDOStatement.errorInfo' && preg_match('/^(HY093|IM001' . (preg_match('/^(fetch|foreach|bindColumn|setFetchMode)/', method_of($d->call)) ? '|HY000' : '') . ')$/', substr($d->mynd[0][1] ?? '', 10)) && ($d->mynd[1][1] ?? 'null') === 'null' && ($d->stock[0] ?? '') === $d->mynd[0],
		'shows' => [$pdo, $call('d0', 'prepare', ['SELEC :a'], 'p0'), $call('p0', 'execute', [['map' => [[':a', 1]]]]), $call('p0', 'bindValue', [':b', 1]), $call('p0', 'execute')],
	],
	'PDO: rows of a failed statement' => [
		'line' => '`columnCount()`, `getColumnMeta()`, `nextRowset()`, `closeCursor()` and the fetches of a statement after an `execute()` that failed',
		'is' => fn (Difference $d, Before $b) => ($b->failed[$d->slot ?? ''] ?? false) && ($d->slot[0] ?? '') === 'p' && (preg_match('/^(fetch|foreach|getColumnMeta|columnCount|bindColumn|nextRowset)/', method_of($d->call)) || $d->what === 'PDOStatement.columnCount'),
		'ends' => true,
		'shows' => [['do' => 'new', 'name' => 'PDO', 'to' => 'd0', 'args' => [...$pdo['args'], ['map' => [[['const' => 'PDO::ATTR_ERRMODE'], 0]]]]], $call('d0', 'query', ['SELECT 1'], 'p0'), $call('p0', 'execute', [['map' => [[0, 1]]]]), $call('p0', 'getColumnMeta', [0])],
	],
	'PDO: inTransaction behind prepare' => [
		'line' => '`inTransaction()` right after a native `prepare()`',
		'is' => fn (Difference $d, Before $b) => $d->what === 'PDO.inTransaction' && in_array(method_of($d->call), ['prepare', 'query'], true),
		'shows' => [['do' => 'new', 'name' => 'PDO', 'to' => 'd0', 'args' => [...$pdo['args'], ['map' => [[['const' => 'PDO::ATTR_EMULATE_PREPARES'], 0], [['const' => 'PDO::ATTR_AUTOCOMMIT'], false]]]]], $call('d0', 'setAttribute', [['const' => 'PDO::ATTR_ERRMODE'], 0]), $call('d0', 'exec', ['INSERT INTO t0 (id) VALUES (1)']), $call('d0', 'prepare', ['SELECT ?'], 'p0')],
	],
	'PDO: the id of a failed INSERT' => [
		'line' => '`lastInsertId()` after a query that failed',
		'is' => fn (Difference $d, Before $b) => method_of($d->call) === 'lastInsertId' && $d->mynd === ['value' => 'string(1) 0'] && ($b->was_told('"thrown"') || $b->was_told('"bool false"')),
		'shows' => [$pdo, ['do' => 'method', 'on' => 'd0', 'name' => 'exec', 'args' => ['CREATE TEMPORARY TABLE t3 (id INT AUTO_INCREMENT PRIMARY KEY)']], $call('d0', 'exec', ['INSERT INTO t3 VALUES (NULL)']), $call('d0', 'exec', ['SELEC']), $call('d0', 'lastInsertId')],
	],
	'next_result of a dead link' => [
		'line' => '`next_result()`, `store_result()` and `use_result()` of a connection that is lost',
		'is' => fn (Difference $d, Before $b) => in_array(method_of($d->call), ['next_result', 'store_result', 'use_result'], true) && (in_array($d->what, ['outcome', 'said'], true) && str_contains(json_encode($d->mynd), 'gone away') || $d->what === 'mysqli.errno' && $d->mynd === 'int 2006'),
		'ends' => true,
		'shows' => [$connect, $call('m0', 'rollback', [['const' => 'MYSQLI_TRANS_COR_RELEASE']]), ['do' => 'function', 'name' => 'mysqli_report', 'args' => [0]], $call('m0', 'ping'), ['do' => 'function', 'name' => 'mysqli_report', 'args' => [3]], $call('m0', 'next_result')],
	],
	'a lost link without a number' => [
		'line' => '`execute_query()` and `change_user()` on a connection that is lost',
		'is' => fn (Difference $d, Before $b) => in_array(method_of($d->call), ['execute_query', 'change_user'], true) && ($d->stock === ['value' => 'bool false'] || in_array($d->stock, [...NO_ERROR, []], true)) && ($b->has_error(1, $d, '2006') || str_contains($b->side(1), '2006')),
		'ends' => true,
		'shows' => [['args' => ['127.0.0.1', ...array_slice($connect['args'], 1)]] + $connect, $call('m0', 'rollback', [['const' => 'MYSQLI_TRANS_COR_RELEASE']]), $call('m0', 'change_user', [['env' => 'MYND_TEST_USER'], ['env' => 'MYND_TEST_PASSWORD'], null])],
	],
	'multi_query of a lost link' => [
		'line' => '`multi_query()`, or the query after it, on a connection that is lost',
		'is' => fn (Difference $d, Before $b) => $d->what === 'said' && $d->mynd === array_values(array_filter($d->stock, fn ($remark) => !str_contains($remark[1], "SET_OPTION's response packet"))),
		'shows' => [['args' => ['127.0.0.1', ...array_slice($connect['args'], 1)]] + $connect, $call('m0', 'rollback', [['const' => 'MYSQLI_TRANS_COR_RELEASE']]), $call('m0', 'multi_query', ['SELECT 1'])],
	],
	'a forgotten statement of a lost link' => [
		'line' => 'also if the server has closed the connection over it (stock: 2006)',
		'is' => fn (Difference $d, Before $b) => $b->has($d, 'change_user') && preg_match('/2006|gone away/', json_encode($d->stock)) && preg_match('/1243|Unknown prepared statement/', json_encode($d->mynd)),
		'ends' => true,
		'server' => 'MySQL',
		'shows' => [$connect, $call('m0', 'prepare', ['SELECT 1'], 's0'), $call('m0', 'change_user', [['env' => 'MYND_TEST_USER'], ['env' => 'MYND_TEST_PASSWORD'], 'nodb']), $call('s0', 'execute')],
	],
	'numbers that are none' => [
		'line' => 'a number that is none (MySQL writes -0 in a ZEROFILL column as `0000000000-0`)',
		'is' => fn (Difference $d, Before $b) => ($b->has($d, 'INT_AND_FLOAT_NATIVE') || ($d->slot[0] ?? '') === 'p' || $d->slot === 'vars') && in_array($d->what, ['outcome', 'variable', 'mysqli_result.lengths'], true) && preg_match('/string\(\d+\) 0+-0/', $b->side(1)),
		'server' => 'MySQL',
		'shows' => [['do' => 'function', 'name' => 'mysqli_init', 'args' => [], 'to' => 'm0'], $call('m0', 'options', [['const' => 'MYSQLI_OPT_INT_AND_FLOAT_NATIVE'], 1]), $call('m0', 'real_connect', $connect['args']), $call('m0', 'query', ['CREATE TEMPORARY TABLE t3 (c FLOAT ZEROFILL)']),
			$call('m0', 'query', ['INSERT IGNORE INTO t3 VALUES (-0e0)']), $call('m0', 'query', ['SELECT * FROM t3'], 'r0'), $call('r0', 'fetch_row')],
	],
	'further results of a statement' => [
		'line' => '`store_result()` and `use_result()` of a connection that has been moved on to a further result of a statement',
		'is' => fn (Difference $d, Before $b) => $b->has($d, 'next_result') && $b->has($d, 'execute') && ($b->is_made_by($d, 'store_result', 'use_result') || in_array(method_of($d->call), ['store_result', 'use_result'], true) && ($d->mynd['value'] ?? '') === 'mysqli_result'),
		'ends' => true,
		'shows' => [$connect, $call('m0', 'prepare', ['CALL p0()'], 's1'), $call('s1', 'execute'), $call('s1', 'get_result'), $call('m0', 'next_result'), $call('m0', 'store_result', [], 'r0'), $call('r0', 'fetch_row')],
	],
	'a cursor behind several results' => [
		'line' => '`execute()` once more of a statement with a cursor, after a `CALL` with two results or more',
		'is' => fn (Difference $d, Before $b) => method_of($d->call) === 'execute' && $d->what === 'outcome' && $d->mynd === ['value' => 'bool true'] && $b->error(0, $d) === 2014 && $b->has($d, 'CURSOR_TYPE') && $b->has_several($d),
		'ends' => true,
		'shows' => [$connect, $call('m0', 'prepare', ['SELECT 1'], 's0'), $call('s0', 'attr_set', [['const' => 'MYSQLI_STMT_ATTR_CURSOR_TYPE'], 1]), $call('s0', 'execute'), $call('m0', 'query', ['CALL p0()']), $call('s0', 'execute')],
	],
	'next_result of a statement that has not run' => [
		'line' => '`next_result()` and `more_results()` of a statement that has not been executed',
		'is' => fn (Difference $d, Before $b) => $d->what === 'outcome' && ($d->slot[0] ?? '') === 's' && in_array(method_of($d->call), ['next_result', 'more_results'], true)
			&& $d->stock === ['value' => 'bool true'] && $d->mynd === ['value' => 'bool false'] && !$b->is_last_command($d, 'execute'),
		'ends' => true,
		'shows' => [$connect, $call('m0', 'prepare', ['SELECT 1'], 's0'), $call('m0', 'multi_query', ['DO 1; SELECT 2']), $call('s0', 'next_result')],
	],
	'fetch after the object of the connection' => [
		'line' => '`fetch()` of a statement whose mysqli object has gone, with rows unread',
		'is' => fn (Difference $d, Before $b) => method_of($d->call) === 'fetch' && $d->what === 'outcome' && $d->stock === ['value' => 'null'] && $b->error(1, $d) === 2006 && preg_match('/"on":"m0"|"to":"m0".*"to":"m0"/', json_encode($b->earlier($d))),
		'ends' => true,
		'shows' => [$connect, $call('m0', 'prepare', ['CALL p0()'], 's0'), $call('s0', 'execute'), ['do' => 'drop', 'on' => 'm0'], $call('s0', 'fetch')],
	],
	'PDO: closeCursor after a refused execute' => [
		'line' => '`columnCount()`, `getColumnMeta()`, `nextRowset()`, `closeCursor()` and the fetches of a statement after an `execute()` that failed',
		'is' => fn (Difference $d, Before $b) => method_of($d->call) === 'closeCursor' && in_array($d->what, ['outcome', 'said', 'PDOStatement.errorInfo', 'PDOStatement.errorCode'], true) && ($b->sides[1]['value'] ?? '') === 'bool false' && $b->has($d, 'PDO::ATTR_EMULATE_PREPARES') && $b->was_told('2014'),
		'ends' => true,
		'shows' => [['do' => 'new', 'name' => 'PDO', 'to' => 'd0', 'args' => [...$pdo['args'], ['map' => [[['const' => 'PDO::ATTR_EMULATE_PREPARES'], 0], [['const' => 'PDO::MYSQL_ATTR_USE_BUFFERED_QUERY'], false], [['const' => 'PDO::ATTR_ERRMODE'], 2]]]]], $call('d0', 'prepare', ['SET @a = 1'], 'p0'), $call('p0', 'execute'), $call('d0', 'query', ['CALL p0()'], 'p1'), $call('p0', 'execute'), $call('p0', 'closeCursor')],
	],
	'a statement whose connection the pool has given on' => [
		'line' => 'they go on, and it goes back into its pool with the last of them, or when the next to connect wants it: then they are told 2006',
		'is' => fn (Difference $d, Before $b) => $d->what === 'outcome' && $b->error(0, $d) === 1243 && $b->error(1, $d) === 2006 && $b->has($d, '"p:'),
		'ends' => true,
		'shows' => [['args' => ['p:localhost', ...array_slice($connect['args'], 1)]] + $connect, $call('m0', 'prepare', ['DO 1'], 's0'), $call('s0', 'execute'), ['do' => 'drop', 'on' => 'm0'], ['args' => ['p:localhost', ...array_slice($connect['args'], 1)]] + $connect, $call('s0', 'execute')],
	],
	'reset over the results of others' => [
		'line' => '`reset()` of a statement with rows of another unread',
		'is' => fn (Difference $d, Before $b) => method_of($d->call) === 'reset' && $d->what === 'outcome' && $d->stock === ['value' => 'bool true'] && $d->mynd === ['value' => 'bool false'] && ($b->states[1]["$d->slot.errno"] ?? 'int 2014') === 'int 2014',
		'ends' => true,
		'shows' => [$connect, $call('m0', 'prepare', ['SELECT * FROM t0'], 's0'), $call('m0', 'prepare', ['SELECT * FROM t0'], 's1'), $call('s0', 'execute'), $call('s1', 'reset')],
	],
	'bound before the character set' => [
		'line' => 'a statement that is executed again with variables that were bound before the connection got another character set',
		'is' => fn (Difference $d, Before $b) => preg_match('/^(execute|fetch|foreach|get_result|store_result|num_rows)/', method_of($d->call)) && $b->is_bound_before_charset($d),
		'ends' => true,
		'shows' => [$connect, $call('m0', 'set_charset', ['utf8mb4']), $call('m0', 'prepare', ['SELECT HEX(CONVERT(? USING utf8mb4))'], 's0'), ['do' => 'assign', 'name' => 'v0', 'args' => ['a']], $call('s0', 'bind_param', ['s', ['var' => 'v0']]), $call('s0', 'execute'), $call('s0', 'get_result', [], 'r0'),
			$call('m0', 'set_charset', ['latin1']), ['do' => 'assign', 'name' => 'v0', 'args' => [['hex' => 'e9']]], $call('s0', 'execute'), $call('s0', 'get_result', [], 'r0'), $call('r0', 'fetch_row')],
	],
	'a statement that goes on a lost link' => [
		'line' => 'a statement that goes on a connection that the server has closed',
		'is' => fn (Difference $d, Before $b) => $d->what === 'said' && $d->mynd === [] && count($d->stock) === 1 && str_contains(json_encode($d->stock), 'Error occurred while closing statement'),
		'ends' => true,
		'server' => 'MySQL',
		'shows' => [$connect, $call('m0', 'prepare', ['SELECT 1'], 's0'), $call('m0', 'change_user', [['env' => 'MYND_TEST_USER'], ['env' => 'MYND_TEST_PASSWORD'], 'nodb']), ['to' => 'm1'] + $connect, $call('m1', 'query', ['SELECT SLEEP(0.1)']), $call('m0', 'stmt_init', [], 's0')],
	],
	'ROW_COUNT() after a failed multi_query' => [
		'line' => '`ROW_COUNT()` in SQL, after a `multi_query()` that failed and a command that is no query',
		'is' => fn (Difference $d, Before $b) => $d->what === 'outcome' && preg_match('/^(fetch|foreach)/', method_of($d->call)) && $b->has($d, 'ROW_COUNT()') && $b->has($d, 'multi_query') && preg_match('/(string\(2\)|int) -1"/', $b->side(1)),
		'ends' => true,
		'shows' => [$connect, ['do' => 'function', 'name' => 'mysqli_report', 'args' => [0]], $call('m0', 'multi_query', ['INSERT']), $call('m0', 'set_charset', ['cp932']), $call('m0', 'query', ['SELECT ROW_COUNT()'], 'r0'), $call('r0', 'fetch_row')],
	],
	'reset on a lost link' => [
		'line' => '`stmt->reset()` on a connection that is lost',
		'is' => fn (Difference $d, Before $b) => method_of($d->call) === 'reset' && $d->what === 'outcome' && $d->stock === ['value' => 'bool true'] && $b->has_error(1, $d, '2006'),
		'ends' => true,
		'shows' => [$connect, $call('m0', 'prepare', ['SELECT ?'], 's0'), $call('m0', 'rollback', [['const' => 'MYSQLI_TRANS_COR_RELEASE']]), $call('m0', 'query', ['SELECT 1']), $call('s0', 'reset')],
	],
	'rows of a lost link' => [
		'line' => '`get_result()` of a statement with a cursor whose connection is lost',
		'is' => fn (Difference $d, Before $b) => in_array(method_of($d->call), ['get_result', 'store_result', 'fetch'], true) && ($b->has($d, 'CURSOR_TYPE') || $b->has($d, '{"do":"drop","on":"m')) && preg_match($b->has($d, 'change_user') ? '/(2006|1243).*2014|2014.*2006/' : '/2006.*2014|2014.*2006/', json_encode([$d->stock, $d->mynd])),
		'ends' => true,
		'shows' => [$connect, $call('m0', 'prepare', ['SELECT 1'], 's0'), $call('s0', 'attr_set', [['const' => 'MYSQLI_STMT_ATTR_CURSOR_TYPE'], 1]), $call('s0', 'execute'), $call('m0', 'rollback', [['const' => 'MYSQLI_TRANS_COR_RELEASE']]), ['do' => 'function', 'name' => 'mysqli_report', 'args' => [0]],
			$call('m0', 'query', ['DO 1']), ['do' => 'function', 'name' => 'mysqli_report', 'args' => [3]], $call('s0', 'get_result', [], 'r0')],
	],
	'mode of a closed result' => [
		'line' => '`fetch_array()` and `fetch_all()` of a closed result with a mode that is none',
		'is' => fn (Difference $d, Before $b) => in_array(method_of($d->call), ['fetch_array', 'fetch_all'], true) && str_contains(json_encode($d->stock), 'already closed') && str_contains(json_encode($d->mynd), 'must be one of'),
		'shows' => [$connect, $call('m0', 'query', ['SELECT 1'], 'r0'), $call('r0', 'free'), $call('r0', 'fetch_all', [4])],
	],
	'a statement made on a dead link' => [
		'line' => '`new mysqli_stmt()` with SQL and `prepare()` of a statement, on a connection that is lost',
		'is' => fn (Difference $d, Before $b) => (($d->call['name'] ?? '') === 'mysqli_stmt' || method_of($d->call) === 'prepare') && preg_match('/gone away|2006/', json_encode($d->mynd)),
		'ends' => true,
		'shows' => [['args' => ['127.0.0.1', ...array_slice($connect['args'], 1)]] + $connect, $call('m0', 'commit', [['const' => 'MYSQLI_TRANS_COR_RELEASE']]), ['do' => 'new', 'name' => 'mysqli_stmt', 'to' => 's0', 'args' => [['slot' => 'm0'], 'SELECT']]],
	],
	'PDO: names of new types' => [
		'line' => '`getColumnMeta()` names the types JSON and VECTOR with every PHP',
		'is' => fn (Difference $d, Before $b) => method_of($d->call) === 'getColumnMeta' && preg_match('/"string\\(\\d+\\) (JSON|VECTOR)"/', json_encode($d->mynd)) && !str_contains(json_encode($d->stock), 'native_type'),
		'server' => 'MySQL',
		'shows' => [$pdo, $call('d0', 'query', ['SELECT JSON_ARRAY()'], 'p0'), $call('p0', 'getColumnMeta', [0])],
	],
	'a connect that fails on a live object' => [
		'line' => '| `connect()` that fails on a live object | crash |',
		'is' => fn (Difference $d, Before $b) => in_array(method_of($d->call), ['connect', 'real_connect'], true) && $d->what === 'ended' && str_contains($d->stock['ended'] ?? '', 'signal') && isset($d->mynd['thrown']),
		'ends' => true,
		'shows' => [['do' => 'function', 'name' => 'mysqli_init', 'args' => [], 'to' => 'm0'], $call('m0', 'real_connect', $connect['args']), $call('m0', 'real_connect', [...array_slice($connect['args'], 0, 3), 'nodb', ...array_slice($connect['args'], 4)])],
	],
	'an error of a text that is kept' => [
		'line' => '| `execute_query()` | prepares, executes and closes each time',
		'is' => fn (Difference $d, Before $b) => method_of($d->call) === 'execute_query' && $b->error(0, $d) === 1264 && $b->error(1, $d) === 1406,
		'server' => 'MySQL',
		'shows' => [$connect, $call('m0', 'query', ['CREATE TEMPORARY TABLE t3 (c BIT(8))']), ['do' => 'function', 'name' => 'mysqli_report', 'args' => [0]], $call('m0', 'execute_query', ['INSERT INTO t3 VALUES (?)', ['map' => [[0, float_value(1e100)]]]]), $call('m0', 'execute_query', ['INSERT INTO t3 VALUES (?)', ['map' => [[0, float_value(1e100)]]]])],
	],
	'a CALL by execute_query' => [
		'line' => '| `execute_query()` | prepares, executes and closes each time',
		'is' => fn (Difference $d, Before $b) => method_of($d->call) === 'execute_query' && str_contains(said_in($d->call), 'CALL'),
		'ends' => true,
		'shows' => [$connect, $call('m0', 'execute_query', ['CALL p0()'])],
	],
	'text of a forgotten statement' => [
		'line' => 'After `change_user()` it is 1243, as in stock, and nothing is sent',
		'is' => fn (Difference $d, Before $b) => str_contains(json_encode($d->stock), 'Unknown prepared statement handler') && str_contains(json_encode($d->mynd), 'Unknown prepared statement handler'),
		'server' => 'MySQL',
		'shows' => [$connect, $call('m0', 'prepare', ['SELECT 1'], 's0'), $call('m0', 'change_user', [['env' => 'MYND_TEST_USER'], ['env' => 'MYND_TEST_PASSWORD'], null]), $call('s0', 'execute')],
	],
	'a wrong type behind an error' => [
		'line' => '`bind_param()` with a type that is none, after an error',
		'is' => fn (Difference $d, Before $b) => method_of($d->call) === 'bind_param' && $d->what === 'outcome' && str_contains(json_encode($d->stock), 'type specifiers') && str_contains(json_encode($d->mynd), 'type specifiers'),
		'shows' => [$connect, ['do' => 'function', 'name' => 'mysqli_report', 'args' => [0]], $call('m0', 'prepare', ['SELECT ?'], 's0'), $call('s0', 'execute'), ['do' => 'function', 'name' => 'mysqli_report', 'args' => [3]], $call('s0', 'bind_param', ['x', ['var' => 'v0']])],
	],
	'PDO: an error among rows' => [
		'line' => 'An error that comes among the rows of an unbuffered result is raised by `fetchAll()`',
		'is' => fn (Difference $d, Before $b) => method_of($d->call) === 'fetchAll' && preg_match('/SQLSTATE/', json_encode($d->mynd)) && !preg_match('/SQLSTATE/', json_encode($d->stock)),
		'ends' => true,
		'shows' => [['do' => 'new', 'name' => 'PDO', 'to' => 'd0', 'args' => [...$pdo['args'], ['map' => [[['const' => 'PDO::ATTR_EMULATE_PREPARES'], 0], [['const' => 'PDO::MYSQL_ATTR_USE_BUFFERED_QUERY'], false]]]]], $call('d0', 'query', ['SELECT 1 UNION ALL SELECT (SELECT 1 UNION SELECT 2)'], 'p0'), $call('p0', 'fetchAll')],
	],
	'a statement that was not prepared' => [
		'line' => '`affected_rows` of a statement whose `prepare()` failed',
		'is' => fn (Difference $d, Before $b) => preg_match('/^mysqli_stmt\.(affected_rows|field_count|param_count|num_rows|insert_id)$/', $d->what) && ($b->failed[$d->slot] ?? false),
		'shows' => [$connect, $call('m0', 'prepare', ['SELECT 1'], 's0'), $call('s0', 'prepare', ['FROM']), $call('s0', 'prepare', ['FROM'])],
	],
	'more_results behind an error' => [
		'line' => '`more_results()` after an error among unbuffered rows',
		'is' => fn (Difference $d, Before $b) => method_of($d->call) === 'more_results' && $d->what === 'outcome' && $d->stock === ['value' => 'bool true'] && $d->mynd === ['value' => 'bool false'],
		'ends' => true,
		'shows' => [$connect, $call('m0', 'multi_query', ['SELECT (SELECT 1 UNION SELECT 2);SELECT 1']), ['do' => 'function', 'name' => 'mysqli_report', 'args' => [0]], $call('m0', 'use_result', [], 'r0'), $call('r0', 'fetch_row'), $call('m0', 'more_results')],
	],
	'order of remarks' => [
		'line' => 'warnings about several parameters of an `execute()` that are no numbers',
		'is' => function (Difference $d, Before $b) {
			[$stock, $mynd] = [$d->stock, $d->mynd];
			return $d->what === 'said' && sort($stock) && sort($mynd) && $stock === $mynd && in_array(method_of($d->call), ['execute'], true);
		},
		'shows' => [$connect, $call('m0', 'prepare', ['SELECT ?, ?'], 's0'), ['do' => 'assign', 'name' => 'v0', 'args' => [['object' => ['Lister', ['x']]]]], $call('s0', 'bind_param', ['di', ['var' => 'v0'], ['var' => 'v0']]), $call('s0', 'execute')],
	],
	'variables after free_result' => [
		'line' => 'variables of `bind_result()` after `free_result()`',
		'is' => fn (Difference $d, Before $b) => $d->what === 'variable' && method_of($d->call) === 'fetch' && $b->has_unbound($d),
		'shows' => [$connect, $call('m0', 'prepare', ['SELECT 5'], 's0'), $call('s0', 'execute'), $call('s0', 'bind_result', [['var' => 'b0']]), $call('s0', 'free_result'), $call('s0', 'execute'), $call('s0', 'fetch')],
	],
	'options after an error' => [
		'line' => '`options()` after an error',
		'is' => fn (Difference $d, Before $b) => in_array(method_of($d->call), ['options', 'set_opt'], true) && ($d->what === 'outcome' ? isset($d->stock['thrown']) : $d->what === 'said' && $d->stock !== []),
		'shows' => [$connect, ['do' => 'function', 'name' => 'mysqli_report', 'args' => [1]], $call('m0', 'real_query', ['SELEC']), $call('m0', 'options', [['const' => 'MYSQLI_OPT_NET_CMD_BUFFER_SIZE'], 100])],
	],
	'options of a second connect' => [
		'line' => '`real_connect()` on a live object',
		'is' => fn (Difference $d, Before $b) => substr_count(json_encode($b->earlier($d)), 'real_connect') > 1 && ($b->has($d, 'INT_AND_FLOAT_NATIVE') || $b->has($d, 'SET_CHARSET_NAME') || $b->has($d, 'INIT_COMMAND')) && in_array($d->what, ['outcome', 'mysqli_result.lengths'], true)
			|| substr_count(json_encode($b->earlier($d)), 'real_connect') > 1 && preg_match('/^mysqli\.(errno|error|sqlstate|error_list)$/', $d->what) && in_array($d->mynd, NO_ERROR, true) && $b->replaces($d),
		'ends' => true,
		'shows' => [['do' => 'function', 'name' => 'mysqli_init', 'args' => [], 'to' => 'm0'], $call('m0', 'options', [['const' => 'MYSQLI_OPT_INT_AND_FLOAT_NATIVE'], 1]), $call('m0', 'real_connect', $connect['args']), $call('m0', 'real_connect', $connect['args']),
			$call('m0', 'query', ['SELECT 1'], 'r0'), $call('r0', 'fetch_row')],
	],
	'PDO: an error that closeCursor meets' => [
		'line' => '`closeCursor()` that meets an error',
		'is' => fn (Difference $d, Before $b) => method_of($d->call) === 'closeCursor' && ($d->what === 'outcome' || $d->what === 'said' && $d->stock === [] || preg_match('/errorCode|errorInfo/', $d->what) && !str_contains(json_encode($d->mynd), '00000')) && !str_contains($b->side(0), '"thrown"'),
		'ends' => true,
		'shows' => [$pdo, $call('d0', 'setAttribute', [['const' => 'PDO::ATTR_EMULATE_PREPARES'], 0]), $call('d0', 'prepare', ['CALL p1(2)'], 'p0'), $call('p0', 'execute'), $call('p0', 'closeCursor')],
	],
	'PDO: where a placeholder is' => [
		'line' => 'What is a placeholder is decided as the server decides',
		'is' => fn (Difference $d, Before $b) => (method_of($d->call) === 'debugDumpParams' || method_of($d->call) === 'execute' && in_array($d->what, ['outcome', 'said', 'PDOStatement.errorCode', 'PDOStatement.errorInfo'], true) && ($b->has_error(0, $d, 'HY093') || $b->has_error(1, $d, 'HY093') || $b->has_error(0, $d, '1064') && $b->has_error(1, $d, '1064'))) && is_odd_text(said_in(array_values(array_filter(array_reverse($b->earlier($d)), fn ($call) => ($call['to'] ?? null) === $d->slot))[0] ?? [])),
		'ends' => true,
		'shows' => [$pdo, $call('d0', 'prepare', ['SELECT ? AS `a?`'], 'p0'), $call('p0', 'execute', [['map' => [[0, 1]]]])],
	],
	'PDO: the text of a failed execute' => [
		'line' => '`debugDumpParams()` after an `execute()` with a wrong number of parameters',
		'is' => fn (Difference $d, Before $b) => method_of($d->call) === 'debugDumpParams' && ($b->failed[$d->slot ?? ''] ?? false) && str_contains(json_encode($d->mynd), 'Sent SQL') && !str_contains(json_encode($d->stock), 'Sent SQL'),
		'shows' => [$pdo, $call('d0', 'setAttribute', [['const' => 'PDO::ATTR_ERRMODE'], 0]), $call('d0', 'prepare', ['SELECT :a, :b'], 'p0'), $call('p0', 'execute', [['map' => [[':a', 1], [':b', 2]]]]), $call('p0', 'execute', [['map' => [[':a', 1]]]]), $call('p0', 'debugDumpParams')],
	],
	'PDO: nextRowset beside the results of another' => [
		'line' => '`nextRowset()` of a native statement beside further results of another',
		'is' => fn (Difference $d, Before $b) => method_of($d->call) === 'nextRowset' && ($d->what === 'outcome' ? $d->stock === ['value' => 'bool true'] && $d->mynd === ['value' => 'bool false'] : str_starts_with($d->what, 'PDOStatement.')) && $b->has($d, 'EMULATE_PREPARES') && $b->has_several($d, $d->slot),
		'ends' => true,
		'shows' => [['do' => 'new', 'name' => 'PDO', 'to' => 'd0', 'args' => [...$pdo['args'], ['map' => [[['const' => 'PDO::ATTR_EMULATE_PREPARES'], 0]]]]], $call('d0', 'query', ['SELECT 1'], 'p1'), $call('d0', 'query', ['CALL p0()'], 'p0'), $call('p1', 'nextRowset')],
	],
	'PDO: an old error in nextRowset' => [
		'line' => '`nextRowset()` after one that met an error',
		'is' => fn (Difference $d, Before $b) => method_of($d->call) === 'nextRowset' && ($d->what === 'said' ? $d->mynd === [] : $d->what === 'outcome' && isset($d->stock['thrown']) && $d->mynd === ['value' => 'bool false'] && $b->was_told(substr(json_encode($d->stock['thrown'][2]), 1, -1))
			|| preg_match('/error(Code|Info)$/', $d->what) && str_contains(json_encode($d->mynd), '00000')),
		'ends' => true,
		'shows' => [['do' => 'new', 'name' => 'PDO', 'to' => 'd0', 'args' => [...$pdo['args'], ['map' => [[['const' => 'PDO::ATTR_EMULATE_PREPARES'], 0]]]]], $call('d0', 'prepare', ['CALL p1(2)'], 'p0'), $call('p0', 'execute'), $call('p0', 'nextRowset'), $call('p0', 'nextRowset')],
	],
	'PDO: columns after the last row set' => [
		'line' => 'After the last row set of a native `CALL` `columnCount()` is 0',
		'is' => fn (Difference $d, Before $b) => method_of($d->call) === 'nextRowset' && $d->what === 'PDOStatement.columnCount' && $d->mynd === 'int 0' && $b->has($d, 'CALL'),
		'ends' => true,
		'shows' => [['do' => 'new', 'name' => 'PDO', 'to' => 'd0', 'args' => [...$pdo['args'], ['map' => [[['const' => 'PDO::ATTR_EMULATE_PREPARES'], 0]]]]], $call('d0', 'query', ['CALL p0()'], 'p0'), $call('p0', 'nextRowset'), $call('p0', 'nextRowset')],
	],
	'PDO: exec with rows' => [
		'line' => '`exec()` of a query with a result set reads and drops it',
		'is' => fn (Difference $d, Before $b) => method_of($d->call) === 'exec' && $d->what === 'outcome' && ($d->stock === ['value' => 'int 0'] || str_contains(json_encode($d->stock), '2014')),
		'ends' => true,
		'shows' => [$pdo, $call('d0', 'exec', ['SELECT (SELECT 1 UNION SELECT 2)'])],
	],
	'LOCAL INFILE off before the connect' => [
		'line' => 'LOAD DATA LOCAL: `MYSQLI_OPT_LOCAL_INFILE` 0 before the connect',
		'is' => fn (Difference $d, Before $b) => $b->has($d, 'MYSQLI_OPT_LOCAL_INFILE') && $b->error(1, $d) === 2068 && $b->error(0, $d) !== 2068,
		'ends' => true,
		'shows' => [['do' => 'function', 'name' => 'mysqli_init', 'args' => [], 'to' => 'm0'], $call('m0', 'options', [['const' => 'MYSQLI_OPT_LOCAL_INFILE'], 0]), $call('m0', 'real_connect', $connect['args']), $call('m0', 'query', ["LOAD DATA LOCAL INFILE '/no/such/file' INTO TABLE t0"])],
	],
	'PDO: what an execute brings anew' => [
		'line' => 'A statement that is executed again shows the names of the columns that it brings',
		'is' => fn (Difference $d, Before $b) => ($b->has($d, '?') || $b->has($d, ':a') || $b->has($d, ':n') || $b->has($d, 'CALL') || $b->has($d, 'call') || $b->has($d, 'NOT ATOMIC')) && (in_array(method_of($d->call), ['fetchObject', 'fetchAll', 'fetch', 'foreach'], true) && $d->what === 'said'
			? $without_property($d->stock) === $without_property($d->mynd) // the name is in the text
			|| $b->has($d, 'FETCH_INTO') && $without_creations($d->stock) === $without_creations($d->mynd)
			: $d->what === 'outcome' && isset($d->stock['value'], $d->mynd['value']) && (method_of($d->call) === 'getColumnMeta'
			|| preg_match('/^(fetch|fetchAll|fetchObject|foreach)$/', method_of($d->call)) && $has_same_values($d)) // other names, the same values
			|| $d->what === 'variable' && preg_match('/^(fetch|foreach)/', method_of($d->call)) && $b->has_bound_by_name($d)
			|| method_of($d->call) === 'bindColumn' && str_contains(json_encode($b->sides), 'Did not find column name')),
		'shows' => [$pdo, $call('d0', 'prepare', ['SELECT ?'], 'p0'), $call('p0', 'bindValue', [1, false]), $call('p0', 'execute'), $call('p0', 'bindValue', [1, null, ['const' => 'PDO::PARAM_BOOL']]), $call('p0', 'execute'), $call('p0', 'getColumnMeta', [0])],
	],
	'PDO: rows before an execute with missing values' => [
		'line' => 'A native `execute()` with missing values drops the rows of the one before that were not read',
		'is' => fn (Difference $d, Before $b) => $b->was_told('HY093') && $b->has($d, 'BUFFERED_QUERY') && (str_contains($b->side(0), '2014') || str_contains(json_encode($d->stock), '2014')) && !str_contains($b->side(1), '2014') && !str_contains(json_encode($d->mynd), '2014'),
		'ends' => true,
		'shows' => [['do' => 'new', 'name' => 'PDO', 'to' => 'd0', 'args' => [...$pdo['args'], ['map' => [[['const' => 'PDO::ATTR_EMULATE_PREPARES'], 0], [['const' => 'PDO::MYSQL_ATTR_USE_BUFFERED_QUERY'], 0]]]]], $call('d0', 'prepare', ['SELECT 1 WHERE ?'], 'p0'), $call('p0', 'execute', [['map' => [[0, 1]]]]), $call('p0', 'execute', [['map' => []]]), $call('d0', 'beginTransaction')],
	],
	'a method that stock has not' => [
		'line' => 'asks for `ed25519`, which stock has not',
		'is' => fn (Difference $d, Before $b) => str_contains(json_encode($b->sides[0]), '2054') && str_contains(json_encode($b->sides[0]), 'client_ed25519'),
		'ends' => true,
		'server' => 'MariaDB',
		'shows' => [['args' => ['localhost', ['env' => 'MYND_TEST_USER_ED25519'], ...array_slice($connect['args'], 2)]] + $connect],
	],
	'PDO: an error beside an exception' => [
		'line' => 'An error of a query that `query()` sends',
		'is' => fn (Difference $d, Before $b) => method_of($d->call) === 'query' && in_array($d->what, ['PDO.errorCode', 'PDO.errorInfo', 'said'], true) && str_contains(json_encode($b->sides[1]['thrown'] ?? ''), 'does not accept constructor arguments'),
		'ends' => true,
		'shows' => [['do' => 'new', 'name' => 'PDO', 'to' => 'd0', 'args' => [...$pdo['args'], ['map' => [[['const' => 'PDO::ATTR_ERRMODE'], 1]]]]], $call('d0', 'query', ['SELECT', ['const' => 'PDO::FETCH_CLASS'], 'stdClass', ['map' => [[0, 1]]]])],
	],
	'PDO: an old error in foreach' => [
		'line' => '`foreach` over a statement whose last call failed',
		'is' => fn (Difference $d, Before $b) => $d->call['do'] === 'foreach' && $d->slot !== null && $d->slot[0] === 'p' && in_array($d->what, ['outcome', 'PDOStatement.errorCode', 'PDOStatement.errorInfo', 'said'], true) && ($d->what !== 'outcome' || isset($d->stock['thrown'])),
		'ends' => true,
		'shows' => [['do' => 'new', 'name' => 'PDO', 'to' => 'd0', 'args' => [...$pdo['args'], ['map' => [[['const' => 'PDO::ATTR_ERRMODE'], 0]]]]], $call('d0', 'query', ['SELECT 1'], 'p0'), $call('p0', 'fetch', [['const' => 'PDO::FETCH_INTO']]), ['do' => 'foreach', 'on' => 'p0', 'limit' => 5]],
	],
];

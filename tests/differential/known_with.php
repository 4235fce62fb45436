<?php
// The known differences of settings: NAME=VALUE => a list as that of known.php. The 'line' of an entry stands
// in a page of its setting, or in docs/compatibility*.md.

['connect' => $connect, 'pdo' => $pdo, 'call' => $call] = require __DIR__ . '/known_calls.php';

// MySQL's first prepare of a connection goes alone: its number tells those of the others.
$first = [$connect, $call('m0', 'prepare', ['SELECT 1'], 's1'), ['do' => 'read', 'on' => 's1', 'name' => 'field_count']];
$native = ['args' => [...$pdo['args'], ['map' => [[['const' => 'PDO::ATTR_EMULATE_PREPARES'], 0]]]]] + $pdo;
$first_native = [$native, $call('d0', 'prepare', ['SELECT 1'])];

// Only a statement that was prepared before is deferred.
$before = fn (string $sql) => [$call('m0', 'prepare', [$sql], 's9'), $call('s9', 'close')];
// A handle keeps its own.
$before_native = fn (string $sql) => [['to' => 'd1'] + $native, $call('d1', 'prepare', [$sql], 'p9')];

// Lengths of a row that differ where stock has a digit and mynd -1.
$is_longer_by_a_sign = function (Difference $d): bool {
	$differ = fn ($stock, $mynd) => $stock === $mynd ? null : [$stock[1] ?? null, $mynd[1] ?? null];
	return is_array($d->stock) && is_array($d->mynd)
		&& $d->stock !== $d->mynd
		&& array_filter(array_map($differ, $d->stock, $d->mynd), fn ($pair) => $pair !== null && $pair !== ['int 1', 'int 2']) === [];
};

return [
	'mynd.round_trips=fewer' => [
		'an error of the prepare comes with its execute' => [
			'line' => '**An error of the prepare comes with the first execute.**',
			'is' => fn (Difference $d, Before $b) => $b->is_told_by_the_execute($d),
			'ends' => true,
			// a value that alters the session, which nobody sees
			'shows' => [
				...$first, $call('m0', 'prepare', ['SET sql_mode = ?'], 's8'), $call('s8', 'execute', [['map' => [[0, '']]]]), ...$before('SELECT "nope", ?'),
				['to' => 'm1'] + $connect, $call('m1', 'prepare', ['SELECT 1'], 's7'), ['do' => 'read', 'on' => 's7', 'name' => 'field_count'],
				$call('m1', 'prepare', ['SET sql_mode = ?'], 's6'), $call('s6', 'execute', [['map' => [[0, 'ANSI_QUOTES']]]]),
				$call('m1', 'prepare', ['SELECT "nope", ?'], 's0'), $call('s0', 'execute', [['map' => [[0, 1]]]]),
			],
		],
		'a statement that was never sent' => [
			'line' => 'A statement that is never executed is never sent',
			'is' => fn (Difference $d, Before $b) => in_array($d->what, ['mysqli.field_count', 'mysqli.warning_count', 'mysqli_stmt.field_count'], true) && ($b->has($d, 'prepare') || $b->has($d, 'mysqli_stmt')) && preg_match('/^(close|drop|change_user|prepare|stmt_init|real_connect|connect|init)$/', method_of($d->call))
				|| ($d->what === 'outcome' ? $d->stock === ['value' => 'bool false'] && $d->mynd === ['value' => 'bool true'] : preg_match('/^(PDOStatement|mysqli)\./', $d->what)) && preg_match('/^(nextRowset|next_result|more_results)$/', method_of($d->call)) && $b->has_lost_an_unsent_statement($d) // it has no columns
				|| $d->what === 'outcome' && preg_match('/^(fetch|foreach)/', method_of($d->call)) && preg_match('/@@(error|warning)_count|SHOW (ERRORS|WARNINGS)/', json_encode($b->earlier($d))) && $b->has_lost_an_unsent_statement($d),
			'shows' => [...$first, ...$before('SELECT ?'), $call('m0', 'prepare', ['SELECT ?'], 's0'), $call('m0', 'close')],
		],
		'a statement that has gone and was never sent, seen a call later' => [
			'line' => '`field_count`, `warning_count` and `get_warnings()` of a connection after such a statement was closed',
			'is' => fn (Difference $d, Before $b) => (in_array($d->what, ['mysqli.field_count', 'mysqli.warning_count'], true) || method_of($d->call) === 'get_warnings' && $d->what === 'outcome' && $d->stock === ['value' => 'bool false']) && $b->has_lost_an_unsent_statement($d),
			'ends' => true,
			'shows' => [...$first, ...$before('SELECT ?, 2'), $call('m0', 'query', ['DO 0']), $call('m0', 'stmt_init', [], 's1'), $call('s1', 'prepare', ['SELECT ?, 2']), $call('m0', 'stmt_init', [], 's1'), ['do' => 'assign', 'name' => 'v0', 'args' => ['']]],
		],
		'PDO: inTransaction behind a prepare that came with its execute' => [
			'line' => '`mynd.round_trips=fewer`, after the `execute()` that sends it, if that fails',
			'is' => fn (Difference $d, Before $b) => $d->what === 'PDO.inTransaction' && method_of($d->call) === 'execute' && ($b->failed[$d->call['on'] ?? ''] ?? false),
			'shows' => [$native, ...$before_native('INSERT INTO t0 (id) VALUES (?)'), $call('d0', 'setAttribute', [['const' => 'PDO::ATTR_ERRMODE'], 0]), $call('d0', 'setAttribute', [['const' => 'PDO::ATTR_AUTOCOMMIT'], 0]), $call('d0', 'exec', ['INSERT INTO t0 (id) VALUES (NULL), (1), (1)']), $call('d0', 'prepare', ['INSERT INTO t0 (id) VALUES (?)'], 'p0'), $call('p0', 'execute', [['map' => [[0, 'x']]]])],
		],
		'an error beside a wrong fetch mode' => [
			'line' => '`PDO::query()` with a fetch mode that does not fit',
			'is' => fn (Difference $d, Before $b) => method_of($d->call) === 'query' && in_array($d->what, ['outcome', 'said', 'PDO.errorCode', 'PDO.errorInfo'], true) && $b->is_refused_by_stock($d) && in_array($b->sides[1]['thrown'][0] ?? '', ['Error', 'ArgumentCountError', 'TypeError', 'ValueError'], true),
			'ends' => true,
			'shows' => [...$first_native, $call('d0', 'query', ['SELECT'], null), $call('d0', 'query', ['SELECT', ['const' => 'PDO::FETCH_CLASS'], 'stdClass', ['map' => []], 4])],
		],
		'PDO: an attribute that is none behind an error' => [
			'line' => '`errorInfo()` of an error that PDO itself raises',
			'is' => fn (Difference $d, Before $b) => $d->what === 'PDO.errorInfo' && preg_match('/IM001|HY000|HY093/', json_encode($d->mynd[0])) && ($d->stock[0] ?? '') === $d->mynd[0] && (($d->mynd[1][1] ?? '') === 'null' || $b->has($d, '"query"'))
				|| $d->what === 'said' && method_of($d->call) !== 'execute' && str_contains(json_encode($d->stock), 'HY093') && count($d->stock) === count($d->mynd) && str_contains(json_encode($d->mynd), 'HY093'),
			'shows' => [...$first_native, $call('d0', 'query', ['SELECT']), $call('d0', 'getAttribute', [['const' => 'PDO::ATTR_CURSOR']])],
		],
	],
	'mynd.persistent=all' => [
		'what an init command has answered' => [
			'line' => 'What an init command answers is not seen after the connect',
			'is' => fn (Difference $d, Before $b) => $d->what === 'mysqli.field_count' && $d->mynd === 'int 0' && $b->has($d, 'INIT_COMMAND') && in_array(method_of($d->call), ['real_connect', 'connect'], true),
			'shows' => [...array_merge(...array_fill(0, 2, [['do' => 'function', 'name' => 'mysqli_init', 'args' => [], 'to' => 'm0'], $call('m0', 'options', [['const' => 'MYSQLI_INIT_COMMAND'], 'SELECT 1']), $call('m0', 'real_connect', $connect['args']), $call('m0', 'close')]))],
		],
		'counts of a question of mynd\'s own' => [
			'line' => '`ROW_COUNT()` of a session in which nothing has run',
			'is' => fn (Difference $d, Before $b) => preg_match('/^(fetch|foreach)/', method_of($d->call)) && $b->has($d, 'ROW_COUNT()') &&
				($d->what === 'outcome' && preg_match('/(string\(2\)|int) -1"|"#-1"/', $b->side(1)) || $d->what === 'mysqli_result.lengths' && $is_longer_by_a_sign($d)),
			'ends' => true,
			'shows' => [['args' => ['127.0.0.1', ...array_slice($connect['args'], 1)]] + $connect, $call('m0', 'query', ['SELECT ROW_COUNT()'], 'r0'), $call('r0', 'fetch_row')],
		],
	],
	'mynd.reconnect=1' => [
		'the plan is known after the rows' => [
			'line' => 'What a server says before the rows',
			'is' => fn (Difference $d, Before $b) => in_array($d->what, ['outcome', 'said'], true) && str_contains(json_encode($d->stock), 'index used in query') && !str_contains(json_encode($d->mynd), 'index used in query'),
			'ends' => true,
			'shows' => [$connect, ['do' => 'function', 'name' => 'mysqli_report', 'args' => [4]], $call('m0', 'query', ['SELECT c0 FROM t0', ['const' => 'MYSQLI_USE_RESULT']], 'r0')],
		],
		'warnings are known after the rows' => [
			'line' => 'What a server says before the rows',
			'is' => fn (Difference $d, Before $b) => $d->what === 'mysqli.warning_count' && $d->mynd === 'int 0' || method_of($d->call) === 'get_warnings' && ($d->what === 'outcome' && $d->mynd === ['value' => 'bool false'] || preg_match('/^mysqli_warning|^mysqli\.(errno|error|sqlstate|error_list)$/', $d->what)),
			'ends' => true,
			'server' => 'MySQL', // MariaDB warns before the rows of a few texts alone
			'shows' => [$connect, $call('m0', 'prepare', ['SELECT 1 FROM t0 WHERE id <> ?'], 's0'), $call('s0', 'execute', [['map' => [[0, 'x']]]])],
		],
		'an error among rows that more_results() has read' => [
			'line' => '`more_results()` before a result is taken reads its rows into memory',
			'is' => fn (Difference $d, Before $b) => method_of($d->call) === 'more_results' && preg_match('/^mysqli\.(errno|error|error_list|sqlstate)$/', $d->what) && !preg_match('/[1-9]/', preg_replace('/00000/', '', json_encode($d->stock))),
			'ends' => true,
			'shows' => [$connect, $call('m0', 'prepare', ['SELECT (SELECT 1 UNION SELECT 2)'], 's0'), $call('s0', 'execute'), $call('s0', 'more_results')],
		],
		'that results follow is known after the rows' => [
			'line' => 'What a server says before the rows',
			'is' => fn (Difference $d, Before $b) => in_array($d->what, ['outcome', 'said', 'PDO.errorInfo', 'PDOStatement.errorInfo'], true) && str_contains(json_encode($d->stock), 'while there are pending result sets') && str_contains(json_encode($d->mynd), 'while other unbuffered qu'),
			'shows' => [['args' => [...$pdo['args'], ['map' => [[['const' => 'PDO::MYSQL_ATTR_USE_BUFFERED_QUERY'], false]]]]] + $pdo, $call('d0', 'query', ['CALL p0()'], 'p0'), $call('d0', 'query', ['SELECT 1'])],
		],
		'a cursor that cannot be opened' => [
			'line' => '`execute()` of a statement with a cursor that the server cannot open',
			'is' => fn (Difference $d, Before $b) => in_array(method_of($d->call), ['store_result', 'get_result', 'fetch', 'free_result'], true) && $b->has($d, 'CURSOR_TYPE') && ($b->error(0, $d) === 2006 || ($b->states[0]["$d->slot.errno"] ?? '') === 'int 2006'),
			'ends' => true,
			'server' => 'MariaDB',
			'shows' => [$connect, $call('m0', 'prepare', ['SELECT (SELECT 1 UNION SELECT 2)'], 's0'), $call('s0', 'attr_set', [['const' => 'MYSQLI_STMT_ATTR_CURSOR_TYPE'], 1]), $call('s0', 'execute'), $call('s0', 'store_result')],
		],
		'the transaction is known after the rows' => [
			'line' => 'What a server says before the rows',
			'is' => fn (Difference $d, Before $b) => $d->what === 'PDO.inTransaction' && $b->has($d, 'BUFFERED_QUERY'),
			'shows' => [['args' => [...$pdo['args'], ['map' => [[['const' => 'PDO::MYSQL_ATTR_USE_BUFFERED_QUERY'], false], [['const' => 'PDO::ATTR_AUTOCOMMIT'], 0]]]]] + $pdo, $call('d0', 'query', ['SELECT * FROM t0'], 'p0')],
		],
	],
];

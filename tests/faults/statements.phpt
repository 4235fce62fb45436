--TEST--
Faults of statements: replies that are cut, lie or break off; statements that the server forgets
--EXTENSIONS--
mysqli
mynd
--SKIPIF--
<?php
if (!function_exists('pcntl_fork')) die('skip needs pcntl');
if (PHP_VERSION_ID >= 80400) die('skip sets the size of batches, for which 8.4 has no constant');
?>
--INI--
mynd.pipelining=off
--FILE--
<?php
require __DIR__ . '/peer.inc';
$short = [MYSQLI_OPT_READ_TIMEOUT => 1];
/** Prepares, executes and fetches; `way`: how. */
function use_statement(mysqli $link, string $way): mixed
{
	$s = $link->prepare('SELECT something');
	if ($way === 'cursor') {
		$s->attr_set(MYSQLI_STMT_ATTR_CURSOR_TYPE, MYSQLI_CURSOR_TYPE_READ_ONLY);
		$s->attr_set(MYSQLI_STMT_ATTR_PREFETCH_ROWS, 2);
	}
	$s->execute($s->param_count ? array_fill(0, $s->param_count, 'v') : null);
	if ($way === 'store') {
		$r = $s->get_result();
		return $r === false ? [$s->affected_rows, $s->insert_id] : $r->fetch_all();
	}
	$rows = [];
	$values = array_fill(0, $s->field_count, null);
	if ($values) {
		$s->bind_result(...$values);
	}
	while ($s->fetch()) {
		$rows[] = array_map(fn ($v) => $v, $values);
	}
	return $rows;
}
/** The peer answers a prepare and what comes after with these bytes, one string a command. */
function answers(string $name, array $replies, array $ways = ['store', 'use']): void
{
	global $short;
	foreach ($ways as $way) {
		scenario("$name, $way", function ($p) use ($replies) {
			$p->login();
			foreach ($replies as $bytes) {
				do {
					$p->command();
				} while ($p->heard[0] === "\x19");
				$p->raw($bytes);
			}
			for (;;) {
				$p->command();
				$p->heard[0] === "\x03" ? $p->raw(Peer::result(['one'], [['1']])) : ($p->heard[0] === "\x19" || $p->packet(Peer::ok()));
			}
		}, fn ($link) => use_statement($link, $way), $short);
	}
}
/** All outcomes of a peer that hangs up after so many bytes of its answer, at every place. */
function cut(string $name, array $before, string $bytes, string $way): void
{
	$outcomes = [];
	for ($n = 0; $n < strlen($bytes); $n++) {
		$peer = Peer::start(function ($p) use ($before, $bytes, $n) {
			$p->login();
			foreach ($before as $reply) {
				$p->command()->raw($reply);
			}
			$p->command()->raw(substr($bytes, 0, $n))->close();
		});
		try {
			$outcome = json_encode(use_statement($peer->connect(), $way));
		} catch (mysqli_sql_exception $e) {
			$outcome = $e->getCode();
		}
		$outcomes[$outcome] = ($outcomes[$outcome] ?? 0) + 1;
		$peer->end();
	}
	echo "$name, cut anywhere: ", json_encode(array_keys($outcomes)), "\n";
}
$prepared = Peer::prepared(7, ['a', 'b'], 1);
$result = Peer::binary_result(['a', 'b'], [['x', 'y'], [null, '']]);
$rows = fn (string ...$payloads) => Peer::packets(["\x02", Peer::column('a'), Peer::column('b'), Peer::eof(), ...$payloads, Peer::eof()]);
echo "--- prepare\n";
answers('good', [$prepared, $result]);
cut('prepare', [], $prepared, 'store');
cut('execute', [$prepared], $result, 'store');
cut('execute', [$prepared], $result, 'use');
answers('an error', [Peer::frame(Peer::err(1064, '42000', 'You have an error'), 1)], ['store']);
answers('too short', [Peer::frame("\0\1\0\0", 1)], ['store']);
answers('EOF', [Peer::frame(Peer::eof(), 1)], ['store']);
answers('a result set', [Peer::result(['a'], [['x']])], ['store']);
answers('65535 columns that do not come', [Peer::frame("\0" . pack('Vvv', 1, 65535, 0) . "\0\0\0", 1) . Peer::frame(Peer::eof(), 2)], ['store']);
answers('more parameters than definitions', [Peer::packets(["\0" . pack('Vvv', 1, 0, 2) . "\0\0\0", Peer::column('?'), Peer::eof(), Peer::eof()])], ['store']);
answers('an error among the definitions', [Peer::packets(["\0" . pack('Vvv', 1, 2, 0) . "\0\0\0", Peer::column('a'), Peer::err(1317, '70100', 'Query execution was interrupted')])], ['store']);
answers('no definitions, columns all the same', [Peer::prepared(1), $result]);
answers('definitions, and none in the end', [$prepared, Peer::frame(Peer::ok(3), 1)]);
answers('other columns than those prepared', [$prepared, Peer::binary_result(['c'], [['z']])], ['store']);

echo "--- rows\n";
answers('empty', [$prepared, $rows('')]);
answers('NULL bits missing', [$prepared, $rows("\0")]);
answers('a cell missing', [$prepared, $rows("\0\0\1x")]);
answers('bytes behind', [$prepared, $rows("\0\0\1x\1yz")]);
answers('a length beyond the end', [$prepared, $rows("\0\0\1x\x09y")]);
answers('length 2^64-1', [$prepared, $rows("\0\0\xfe\xff\xff\xff\xff\xff\xff\xff\xff\1y")]);
answers('a NULL cell that is not in the bits', [$prepared, $rows("\0\0\xfb\1y")]);
answers('a pointer of our own', [$prepared, $rows("\0\0\xff\x08\0\0\0\0\0\0\0AAAAAAAA\1y")]);
answers('a text row', [$prepared, $rows("\1x\1y")]);
answers('an error among the rows', [$prepared, Peer::packets(["\x02", Peer::column('a'), Peer::column('b'), Peer::eof(), Peer::binary(['x', 'y']), Peer::err(1317, '70100', 'Query execution was interrupted')])]);
$number = Peer::prepared(7, ['n']);
foreach (['a number that is cut' => "\0\0\1\2\3", 'a number with bytes behind' => "\0\0\1\2\3\4\5"] as $name => $row) {
	answers($name, [$number, Peer::packets(["\x01", Peer::column('n', 3), Peer::eof(), $row, Peer::eof()])]);
}

echo "--- cursors\n";
$open = fn (int $status = 0x42) => Peer::packets(["\x02", Peer::column('a'), Peer::column('b'), Peer::eof($status)]);
$batch = fn (int $status, string ...$payloads) => Peer::packets([...$payloads, Peer::eof($status)]);
$row = Peer::binary(['x', 'y']);
answers('two batches', [$prepared, $open(), $batch(0x42, $row, $row), $batch(0xc2, $row)], ['cursor']);
answers('the last row is known', [$prepared, $open(), $batch(0xc2, $row, $row)], ['cursor']);
answers('no rows, and no end', [$prepared, $open(), $batch(0x42)], ['cursor']);
answers('more than asked for', [$prepared, $open(), $batch(0x42, ...array_fill(0, 5, $row)), $batch(0xc2)], ['cursor']);
answers('an error', [$prepared, $open(), $batch(0x42, $row, $row), Peer::frame(Peer::err(1326, '24000', 'Cursor is not open'), 1)], ['cursor']);
answers('OK instead of rows', [$prepared, $open(), Peer::frame(Peer::ok(1, 2, str_repeat('x', 20)), 1)], ['cursor']);
answers('a bad row', [$prepared, $open(), $batch(0x42, $row, "\0\0\1x")], ['cursor']);
answers('a cursor and further results', [$prepared, $open(0x4a)], ['cursor']);
answers('no cursor: rows at once', [$prepared, $result], ['cursor']);
cut('fetch', [$prepared, $open()], $batch(0xc2, $row, $row), 'cursor');

echo "--- forgotten by the server\n";
/**
 * The peer answers executes with these errors in turn, then well; the row that it gives then says what it has
 * heard.
 */
function forgets(string $name, array $errors, callable $program, array $prepares = [[11, ['heard'], 1], [12, ['heard'], 1], [13, ['heard'], 1]], ?string $reset = null): void
{
	scenario($name, function ($p) use ($errors, $prepares, $reset) {
		$p->login();
		$heard = [];
		for (;;) {
			$p->command();
			$id = strlen($p->heard) >= 5 ? unpack('V', substr($p->heard, 1, 4))[1] : 0;
			switch (ord($p->heard[0])) {
			case 0x16:
				$heard[] = 'prepare';
				$next = array_shift($prepares);
				is_string($next) ? $p->packet($next) : $p->raw(Peer::prepared(...$next));
				break;
			case 0x17:
				$error = array_shift($errors);
				$heard[] = "execute $id" . (ord($p->heard[11]) ? ' with types' : '');
				$error ? $p->packet(Peer::err($error, 'HY000', "error $error" . ($error === 1243 ? " ($id)" : ''))) : $p->raw(Peer::binary_result(['heard'], [[implode(', ', $heard)]]));
				break;
			case 0x1a: /* a reset, which asks whether it is known */
				$heard[] = "ask $id";
				$reset === '' ? $p->close() : $p->packet($reset ?? Peer::err(1243, 'HY000', 'unknown'));
				break;
			case 0x18:
				$heard[] = "long data $id";
				break;
			case 0x19:
				$heard[] = "close $id";
				break;
			default:
				$p->raw(Peer::result(['heard'], [[implode(', ', $heard)]]));
			}
		}
	}, function ($link) use ($program) {
		try {
			return $program($link);
		} catch (mysqli_sql_exception $e) {
			$seen = [$e->getCode(), $e->getMessage()];
			unset($e); /* whose trace may hold the statement */
			return [...$seen, $link->query('SELECT heard')->fetch_column()];
		}
	});
}
$execute = function (mysqli_stmt $s, string $v = 'v') {
	$s->execute([$v]);
	return $s->get_result()->fetch_column();
};
$one = function ($link) use ($execute) {
	return $execute($link->prepare('SELECT ?'));
};
$twice = function ($link) use ($execute) {
	$s = $link->prepare('SELECT ?');
	$execute($s);
	$s->execute();
	return [$s->id, $s->get_result()->fetch_column()];
};
$query = fn ($link) => [$link->execute_query('SELECT ?', [1])->fetch_column(), $link->execute_query('SELECT ?', [1])->fetch_column()];
forgets('not at all', [], $twice);
forgets('1243', [1243], $one);
forgets('1615', [1615], $one);
forgets('later', [null, 1243], $twice);
forgets('twice', [1243, 1243], $one);
forgets('another error', [1205], $one);
forgets('1243, and it is known', [1243], $one, reset: Peer::ok());
forgets('1243, and the answer is another error', [1243], $one, reset: Peer::err(1105, 'HY000', 'no'));
forgets('after long data', [1243], function ($link) {
	$s = $link->prepare('SELECT ?');
	$s->bind_param('b', $b);
	$s->send_long_data(0, 'piece');
	$s->execute();
});
forgets('and cannot be prepared any more', [1243], $one, [[11, ['heard'], 1], Peer::err(1146, '42S02', 'gone')]);
forgets('and has other parameters', [1243], $one, [[11, ['heard'], 1], [12, ['heard'], 2]]);
forgets('from the cache', [null, 1243], $query);
forgets('from the cache, twice', [null, 1243, 1243], $query);
forgets('from the cache, other parameters', [null, 1243], $query, [[11, ['heard'], 1], [12, ['heard'], 0], [13, ['heard'], 1]]);
$again = function ($link) use ($query) {
	try {
		$query($link);
	} catch (mysqli_sql_exception $e) {
		return [$e->getCode(), ...$query($link)];
	}
};
forgets('from the cache, 1615: it is not kept', [null, 1615], $again);
forgets('from the cache, 1243, and it is known: it is not kept', [null, 1243], $again, reset: Peer::ok());
?>
--EXPECT--
--- prepare
good, store: [["x","y"],[null,""]]
good, use: [["x","y"],[null,""]]
prepare, cut anywhere: [2006]
execute, cut anywhere: [2006]
execute, cut anywhere: [2006]
an error, store: 1064 42000 You have an error
an error, store: then ["1"]
too short, store: 2027 HY000 Malformed packet: not the reply to a prepare
EOF, store: 2027 HY000 Malformed packet: not the reply to a prepare
a result set, store: 2027 HY000 Malformed packet: not the reply to a prepare
65535 columns that do not come, store: 2027 HY000 Malformed packet: a name in the column definition goes beyond its end
more parameters than definitions, store: 2027 HY000 Malformed packet: fewer parameters than were announced
an error among the definitions, store: 1317 70100 Query execution was interrupted
an error among the definitions, store: then ["1"]
no definitions, columns all the same, store: [["x","y"],[null,""]]
no definitions, columns all the same, use: [["x","y"],[null,""]]
definitions, and none in the end, store: [3,0]
definitions, and none in the end, use: 2014 HY000 Commands out of sync; you can't run this command now
definitions, and none in the end, use: then ["1"]
other columns than those prepared, store: [["z"]]
--- rows
empty, store: 2027 HY000 Malformed packet: an empty packet among the rows
empty, use: 2027 HY000 Malformed packet: an empty packet among the rows
NULL bits missing, store: 2027 HY000 Malformed packet: a row with the wrong number of cells
NULL bits missing, use: 2027 HY000 Malformed packet: a row with the wrong number of cells
a cell missing, store: 2027 HY000 Malformed packet: a row with the wrong number of cells
a cell missing, use: 2027 HY000 Malformed packet: a row with the wrong number of cells
bytes behind, store: 2027 HY000 Malformed packet: a row with the wrong number of cells
bytes behind, use: 2027 HY000 Malformed packet: a row with the wrong number of cells
a length beyond the end, store: 2027 HY000 Malformed packet: a row with the wrong number of cells
a length beyond the end, use: 2027 HY000 Malformed packet: a row with the wrong number of cells
length 2^64-1, store: 2027 HY000 Malformed packet: a row with the wrong number of cells
length 2^64-1, use: 2027 HY000 Malformed packet: a row with the wrong number of cells
a NULL cell that is not in the bits, store: 2027 HY000 Malformed packet: a row with the wrong number of cells
a NULL cell that is not in the bits, use: 2027 HY000 Malformed packet: a row with the wrong number of cells
a pointer of our own, store: 2027 HY000 Malformed packet: a row with the wrong number of cells
a pointer of our own, use: 2027 HY000 Malformed packet: a row with the wrong number of cells
a text row, store: 2027 HY000 Malformed packet: a row with the wrong number of cells
a text row, use: 2027 HY000 Malformed packet: a row with the wrong number of cells
an error among the rows, store: 1317 70100 Query execution was interrupted
an error among the rows, store: then ["1"]
an error among the rows, use: 1317 70100 Query execution was interrupted
an error among the rows, use: then ["1"]
a number that is cut, store: 2027 HY000 Malformed packet: a row with the wrong number of cells
a number that is cut, use: 2027 HY000 Malformed packet: a row with the wrong number of cells
a number with bytes behind, store: 2027 HY000 Malformed packet: a row with the wrong number of cells
a number with bytes behind, use: 2027 HY000 Malformed packet: a row with the wrong number of cells
--- cursors
two batches, cursor: [["x","y"],["x","y"],["x","y"]]
the last row is known, cursor: [["x","y"],["x","y"]]
no rows, and no end, cursor: []
more than asked for, cursor: [["x","y"],["x","y"],["x","y"],["x","y"],["x","y"]]
an error, cursor: 1326 24000 Cursor is not open
an error, cursor: then ["1"]
OK instead of rows, cursor: 2027 HY000 Malformed packet: a row with the wrong number of cells
a bad row, cursor: 2027 HY000 Malformed packet: a row with the wrong number of cells
a cursor and further results, cursor: 2027 HY000 Malformed packet: a cursor that has no end
no cursor: rows at once, cursor: [["x","y"],[null,""]]
fetch, cut anywhere: [2006]
--- forgotten by the server
not at all: [11,"prepare, execute 11 with types, execute 11"]
1243: "prepare, execute 11 with types, ask 11, prepare, execute 12 with types"
1615: [1615,"error 1615","prepare, execute 11 with types, close 11"]
later: [12,"prepare, execute 11 with types, execute 11, ask 11, prepare, execute 12 with types"]
twice: [1243,"error 1243 (12)","prepare, execute 11 with types, ask 11, prepare, execute 12 with types, close 12"]
another error: [1205,"error 1205","prepare, execute 11 with types, close 11"]
1243, and it is known: [1243,"error 1243 (11)","prepare, execute 11 with types, ask 11, close 11"]
1243, and the answer is another error: [1243,"error 1243 (11)","prepare, execute 11 with types, ask 11, close 11"]
after long data: [1243,"error 1243 (11)","prepare, long data 11, execute 11 with types, close 11"]
and cannot be prepared any more: [1146,"gone","prepare, execute 11 with types, ask 11, prepare, close 11"]
and has other parameters: [1243,"error 1243 (11)","prepare, execute 11 with types, ask 11, prepare, close 12, close 11"]
from the cache: ["prepare, execute 11 with types","prepare, execute 11 with types, execute 11, ask 11, prepare, execute 12 with types"]
from the cache, twice: [1243,"error 1243 (12)","prepare, execute 11 with types, execute 11, ask 11, prepare, execute 12 with types, close 12"]
from the cache, other parameters: [1243,"error 1243 (11)","prepare, execute 11 with types, execute 11, ask 11, prepare, close 12, close 11"]
from the cache, 1615: it is not kept: [1615,"prepare, execute 11 with types, execute 11, close 11, prepare, execute 12 with types","prepare, execute 11 with types, execute 11, close 11, prepare, execute 12 with types, execute 12"]
from the cache, 1243, and it is known: it is not kept: [1243,"prepare, execute 11 with types, execute 11, ask 11, close 11, prepare, execute 12 with types","prepare, execute 11 with types, execute 11, ask 11, close 11, prepare, execute 12 with types, execute 12"]

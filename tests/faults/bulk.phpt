--TEST--
Faults of Mynd\execute_many(): which rows may have run; commands no longer than the server takes
--EXTENSIONS--
mysqli
--SKIPIF--
<?php if (!function_exists('pcntl_fork')) die('skip needs pcntl'); ?>
--INI--
mynd.pipelining=on
--FILE--
<?php
require __DIR__ . '/peer.inc';

const MARIADB = ['version' => '5.5.5-10.11.2-MariaDB', 'caps' => 0x81BFF7DE & ~0x820];
const BULK = MARIADB + ['extended' => 0x14];

/** Rows of so many bytes. */
function many_rows(int $count, int $bytes = 10): Generator
{
	for ($i = 0; $i < $count; $i++) {
		yield "k$i" => [$i, str_repeat('x', $bytes)];
	}
}

/** What the call says, and what the link says then. */
function many(mysqli $link, iterable $rows): array
{
	try {
		return [Mynd\execute_many($link, 'INSERT INTO t VALUES (?, ?)', $rows)];
	} catch (mysqli_sql_exception $e) {
		$row = $e->getPrevious();
		$told = [$e->getCode(), $row === null ? null : "$row->key #$row->number, one of $row->count, $row->sent sent"];
		if ($e->getCode() === 2006) {
			$told[] = Mynd\last_failure($link)['may_have_run'];
		}
		try {
			$told[] = $link->query('SELECT 1')->fetch_column();
		} catch (mysqli_sql_exception $e) {
			$told[] = "then {$e->getCode()}";
		}
		return $told;
	}
}

/** Up to the statement, prepared with the number 5. */
function prepared(Peer $p, array $greeting = BULK): Peer
{
	return $p->login($greeting)->command()->raw(Peer::prepared(5, [], 2));
}

/** The next bulk execute; the question for max_allowed_packet is answered before it. */
function bulk(Peer $p, int|string $longest = 1 << 24): Peer
{
	$p->command();
	if ($p->heard[0] === "\x03") {
		$p->raw(Peer::result(['@@max_allowed_packet'], [[(string) $longest]]))->command();
	}
	return $p;
}

function ok(int $affected): string
{
	return Peer::frame(Peer::ok($affected), 1);
}

/* What is negotiated: only where a server knows cached metadata, too. */
foreach (['10.11' => BULK, '10.5' => ['extended' => 0xF] + MARIADB, 'old' => MARIADB, 'bit 0' => ['caps' => 0x81BFF7DF & ~0x820, 'extended' => 0x14] + MARIADB] as $name => $greeting) {
	scenario("login, $name", function ($p) use ($greeting) {
		$p->packet(Peer::greeting($greeting));
		$p->hear();
		$p->packet(Peer::err(1045, '28000', 'bit 0: ' . (ord($p->heard[0]) & 1) . ', own: ' . bin2hex(substr($p->heard, 28, 4))));
	});
}

scenario('closed before the reply', function ($p) {
	bulk(prepared($p))->close();
}, fn ($link) => many($link, many_rows(3)));
scenario('closed before the second', function ($p) {
	bulk(prepared($p))->raw(ok(16384))->command()->close();
}, fn ($link) => many($link, many_rows(20000)));
scenario('reset in the middle of a command', function ($p) {
	prepared($p)->command()->raw(Peer::result(['@@max_allowed_packet'], [['67108864']]))->reset();
}, fn ($link) => many($link, many_rows(2, 12 << 20)));
scenario('silent', function ($p) {
	bulk(prepared($p))->stall();
}, fn ($link) => many($link, many_rows(3)), [MYSQLI_OPT_READ_TIMEOUT => 1]);
scenario('malformed', function ($p) {
	bulk(prepared($p))->raw(Peer::frame("\0\1", 1))->stall();
}, fn ($link) => many($link, many_rows(3)));
scenario('a refused batch', function ($p) {
	bulk(prepared($p))->packet(Peer::err(1153, '08S01', 'too big'))->close();
}, fn ($link) => many($link, many_rows(3)));
scenario('an error, and no word about the row', function ($p) {
	bulk(prepared($p))->packet(Peer::err(1062, '23000', 'twice'))->command()->packet(Peer::err(1064, '42000', 'what?'))->serve();
}, fn ($link) => many($link, many_rows(3)));
foreach (['word' => [2, 3, 1062, 64], 'note' => [2, 3, 4094, 64], 'other' => [2, 3, 1265, 64], 'full' => [2, 3, 1062, 2], 'none' => [1, 0, 1062, 64], 'beyond' => [1, 4, 1062, 64], 'negative' => [1, -1, 1062, 64]] as $name => $answer) {
	scenario("an error, $name", function ($p) use ($answer) {
		bulk(prepared($p))->packet(Peer::err(1062, '23000', 'twice'))->command();
		$rows = Peer::result(['n', 'r', 'c', 'm'], [array_map(strval(...), $answer)], 10);
		$p->raw($rows . Peer::frame(Peer::ok(), 9))->serve();
	}, fn ($link) => many($link, many_rows(3)));
}
scenario('an error, lost while asked', function ($p) {
	bulk(prepared($p))->packet(Peer::err(1062, '23000', 'twice'))->command()->close();
}, fn ($link) => many($link, many_rows(3)));
scenario('a result set', function ($p) {
	bulk(prepared($p))->raw(Peer::binary_result(['id'], [['1'], ['2'], ['3']]))->serve();
}, fn ($link) => many($link, many_rows(3)));

/* Lengths of the commands, as the server saw them. */
foreach ([20000, 3000, 100, 1 << 24] as $longest) {
	scenario("at most $longest", function ($p) use ($longest) {
		prepared($p);
		$lengths = [];
		for ($rows = 0; $rows < 400; $rows += $n) {
			bulk($p, $longest);
			$lengths[] = strlen($p->heard);
			$n = substr_count($p->heard, str_repeat('x', 100));
			$p->packet(Peer::ok($n));
		}
		$p->command()->command()->packet(Peer::err(1000, 'HY000', count($lengths) . ' commands of ' . min($lengths) . ' to ' . max($lengths) . ' bytes'));
	}, function ($link) {
		echo many($link, many_rows(400, 100))[0], ' rows, ';
		$link->query('DO 1');
	});
}
foreach (['no number' => 'none', 'zero' => 0] as $name => $longest) {
	scenario("the longest: $name", function ($p) use ($longest) {
		prepared($p)->command()->raw(Peer::result(['x'], [[(string) $longest]]))->serve();
	}, fn ($link) => many($link, many_rows(400, 100)));
}
scenario('the longest: an error', function ($p) {
	prepared($p)->command()->packet(Peer::err(1193, 'HY000', 'unknown'))->serve();
}, fn ($link) => many($link, many_rows(400, 100)));

/* Without bulk: an execute each. */
scenario('executes, closed after two replies', function ($p) {
	prepared($p, MARIADB);
	for ($i = 0; $i < 5; $i++) {
		$p->hear();
	}
	$p->raw(ok(1) . ok(1))->close();
}, fn ($link) => many($link, many_rows(5)));
scenario('executes, malformed third', function ($p) {
	prepared($p, MARIADB);
	for ($i = 0; $i < 5; $i++) {
		$p->hear();
	}
	$p->raw(ok(1) . ok(1) . Peer::frame("\0\1", 1))->stall();
}, fn ($link) => many($link, many_rows(5)));
scenario('executes, an error in the third', function ($p) {
	prepared($p, MARIADB);
	for ($i = 0; $i < 5; $i++) {
		$p->hear();
	}
	$p->raw(ok(1) . ok(1) . Peer::frame(Peer::err(1062, '23000', 'twice'), 1) . ok(1) . ok(1))->serve();
}, fn ($link) => many($link, many_rows(5)));
scenario('executes, lost while they are written', function ($p) {
	prepared($p, MARIADB)->hear();
	$p->raw(ok(1))->reset();
}, function ($link) {
	$told = many($link, many_rows(3000, 10000));
	preg_match('/^k\d+ #(\d+), one of (\d+), (\d+) sent$/', $told[1], $m);
	/* a reset may take the reply with it */
	return [$told[0], $m[1] <= 1, $m[1] + $m[2] <= $m[3], $m[3] < 3000];
});
?>
--EXPECT--
login, 10.11: 1045 HY000 bit 0: 0, own: 04000000
login, 10.5: 1045 HY000 bit 0: 1, own: 00000000
login, old: 1045 HY000 bit 0: 1, own: 00000000
login, bit 0: 1045 HY000 bit 0: 1, own: 00000000
closed before the reply: [2006,"k0 #0, one of 3, 3 sent",true,"then 2006"]
closed before the second: [2006,"k16384 #16384, one of 3616, 20000 sent",true,"then 2006"]
reset in the middle of a command: [2006,"k0 #0, one of 1, 0 sent",false,"then 2006"]
silent: [2006,"k0 #0, one of 3, 3 sent",true,"then 2006"]
malformed: [2027,"k0 #0, one of 3, 3 sent","then 2006"]
a refused batch: [1153,"k0 #0, one of 3, 3 sent","then 2006"]
an error, and no word about the row: [1062,"k0 #0, one of 3, 3 sent","1"]
an error, word: [1062,"k2 #2, one of 1, 3 sent","1"]
an error, note: [1062,"k2 #2, one of 1, 3 sent","1"]
an error, other: [1062,"k0 #0, one of 3, 3 sent","1"]
an error, full: [1062,"k0 #0, one of 3, 3 sent","1"]
an error, none: [1062,"k0 #0, one of 3, 3 sent","1"]
an error, beyond: [1062,"k0 #0, one of 3, 3 sent","1"]
an error, negative: [1062,"k0 #0, one of 3, 3 sent","1"]
an error, lost while asked: [1062,"k0 #0, one of 3, 3 sent","then 2006"]
a result set: [3]
400 rows, at most 20000: 1000 HY000 3 commands of 2900 to 19913 bytes
400 rows, at most 3000: 1000 HY000 15 commands of 2365 to 2900 bytes
400 rows, at most 100: 1000 HY000 45 commands of 439 to 974 bytes
400 rows, at most 16777216: 1000 HY000 1 commands of 42701 to 42701 bytes
the longest: no number: [2000,null,"1"]
the longest: zero: [2000,null,"1"]
the longest: an error: [1193,null,"1"]
executes, closed after two replies: [2006,"k2 #2, one of 3, 5 sent",true,"then 2006"]
executes, malformed third: [2027,"k2 #2, one of 3, 5 sent","then 2006"]
executes, an error in the third: [1062,"k2 #2, one of 1, 5 sent","1"]
executes, lost while they are written: [2006,true,true,true]

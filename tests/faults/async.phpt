--TEST--
Faults with several commands under way: each is told whether it may have run
--EXTENSIONS--
mysqli
--SKIPIF--
<?php if (!function_exists('pcntl_fork')) die('skip needs pcntl'); ?>
--INI--
mynd.pipelining=on
--FILE--
<?php
require __DIR__ . '/peer.inc';

function send(mysqli $link, string ...$queries): void
{
	foreach ($queries as $sql) {
		try {
			echo show($link->query($sql, MYSQLI_ASYNC)), ' ';
		} catch (mysqli_sql_exception $e) {
			echo "! {$e->getCode()}", ran($link), ' ';
		}
	}
	echo "\n";
}

function show(mixed $value): string
{
	return json_encode($value instanceof mysqli_result ? $value->fetch_all() : $value);
}

function ran(mysqli $link): string
{
	return Mynd\last_failure($link)['may_have_run'] ? ' (may have run)' : ' (has not run)';
}

/** All replies, and what the link says afterwards. */
function reap_all(mysqli $link, int $count): array
{
	for ($i = 0; $i < $count; $i++) {
		echo '  ';
		try {
			echo show($link->reap_async_query()), "\n";
		} catch (mysqli_sql_exception $e) {
			echo "! {$e->getCode()} {$e->getMessage()}", ran($link), "\n";
		}
	}
	return rows($link);
}
$one = Peer::result(['one'], [['1']]);

/** Says these bytes when three commands have been heard, and ends. */
function answers(string $name, string $bytes, string $end, array $options = []): void
{
	scenario($name, function ($p) use ($bytes, $end) {
		$p->login();
		for ($i = 0; $i < 3; $i++) {
			$p->hear();
		}
		$p->raw($bytes)->$end();
	}, function ($link) {
		send($link, 'SELECT 1', 'SELECT 2', 'SELECT 3');
		return reap_all($link, 3);
	}, $options);
}
$ok = Peer::frame(Peer::ok(1), 1);
answers('closed after the first', $one, 'close');
answers('closed in the second', $ok . substr($one, 0, -7), 'close');
answers('silent after the first', $ok, 'stall', [MYSQLI_OPT_READ_TIMEOUT => 1]);
answers('malformed second', $ok . Peer::frame("\x02", 1) . Peer::frame('nonsense', 2), 'stall');
answers('malformed third', $ok . $one . Peer::frame("\0\1", 1), 'stall');
answers('all there, then closed', $ok . $one . $ok, 'close');
answers('a fourth reply', $ok . $ok . $ok . $ok, 'serve');
answers('replies in one number', $ok . Peer::frame(Peer::ok(2), 2), 'stall');

/* The reset comes before all of a long command is out. */
scenario('lost while a batch is written', function ($p) {
	$p->login()->command()->raw(Peer::frame(Peer::ok(1), 1))->hear();
	$p->reset();
}, function ($link) {
	send($link, 'DO 1', 'DO 2', 'DO ' . str_repeat(' ', 12 << 20) . '3', 'DO 4');
	return reap_all($link, 3);
});

/* What stands behind a text that may ask for a file is not sent before its reply. */
scenario('lost before a barrier', function ($p) {
	$p->login()->command()->command();
	$p->raw(Peer::frame(Peer::ok(1), 1))->close();
}, function ($link) {
	send($link, 'DO 1', 'DO 2 /* local */', 'DO 3');
	return reap_all($link, 3);
});
scenario('behind a barrier', function ($p) {
	$p->login()->command()->command();
	$p->raw(Peer::frame(Peer::ok(1), 1) . Peer::frame(Peer::ok(2), 1))->serve();
}, function ($link) {
	send($link, 'DO 1', 'DO 2 /* local */', 'DO 3');
	return reap_all($link, 3);
});

/* The same for a synchronous command. */
scenario('synchronous', function ($p) {
	$p->login()->command()->close();
}, function ($link) {
	try {
		$link->query('DO 1');
	} catch (mysqli_sql_exception) {
		echo ran($link), "\n";
	}
	$link->query('DO 2');
}, []);
/* Of a pipeline every command has an outcome; those that were never sent have not run. */
scenario('pipeline', function ($p) {
	$p->login()->command()->raw(Peer::frame(Peer::ok(1), 1))->command()->raw(Peer::frame(Peer::ok(2), 1))->reset();
}, function ($link) {
	$told = '';
	foreach (Mynd\pipeline($link, (function () { for ($i = 0; $i < 3000; $i++) yield 'DO ' . str_repeat(' ', 10000) . '1'; })()) as $outcome) {
		$told .= $outcome instanceof Mynd\Done ? 'd' : ($outcome->getCode() !== 2006 ? '?' : (Mynd\last_failure($link)['may_have_run'] ? 'm' : 'n'));
	}
	return [strlen($told), preg_match('/^d+m+n+$/', $told)]; /* a reset may take the second reply with it */
});
scenario('pipeline, malformed', function ($p) {
	$p->login()->command()->command()->command()->raw(Peer::frame(Peer::ok(1), 1) . Peer::frame("\0\1", 1))->stall();
}, function ($link) {
	$told = [];
	foreach (Mynd\pipeline($link, ['DO 1', 'DO 2', 'DO 3']) as $outcome) {
		$told[] = $outcome instanceof Mynd\Done ? $outcome->affected_rows : $outcome->getCode();
	}
	return $told;
});
scenario('pipeline, its link is closed', function ($p) {
	$p->login()->command()->command()->command()->raw(Peer::frame(Peer::ok(1), 1));
}, function ($link) {
	$told = [];
	foreach (Mynd\pipeline($link, (function () { yield 'DO 1'; yield 'DO 2'; yield 'DO 3'; })()) as $outcome) {
		$told[] = $outcome instanceof Mynd\Done ? $outcome->affected_rows : $outcome->getCode();
		if (count($told) === 1) {
			$link->close();
		}
	}
	return $told;
});
echo "--\n";
scenario('closed with all outstanding', function ($p) {
	$p->login()->command()->command();
}, function ($link) {
	send($link, 'DO 1', 'DO 2');
	$link->close();
	return 'closed';
});
?>
--EXPECT--
true true true 
  [["1"]]
  ! 2006 MySQL server has gone away (may have run)
  ! 2006 MySQL server has gone away (may have run)
closed after the first: 2006 HY000 MySQL server has gone away
true true true 
  true
  ! 2006 MySQL server has gone away (may have run)
  ! 2006 MySQL server has gone away (may have run)
closed in the second: 2006 HY000 MySQL server has gone away
true true true 
  true
  ! 2006 MySQL server has gone away (may have run)
  ! 2006 MySQL server has gone away (may have run)
silent after the first: 2006 HY000 MySQL server has gone away
true true true 
  true
  ! 2027 Malformed packet: a name in the column definition goes beyond its end (may have run)
  ! 2006 MySQL server has gone away (may have run)
malformed second: 2006 HY000 MySQL server has gone away
true true true 
  true
  [["1"]]
  ! 2027 Malformed packet: the OK packet is too short (may have run)
malformed third: 2006 HY000 MySQL server has gone away
true true true 
  true
  [["1"]]
  true
all there, then closed: 2006 HY000 MySQL server has gone away
true true true 
  true
  true
  true
a fourth reply: 2027 HY000 Malformed packet: a packet that nobody asked for
true true true 
  true
  ! 2027 Packets out of order. Expected 1 received 2. Packet size=7 (may have run)
  ! 2006 MySQL server has gone away (may have run)
replies in one number: 2006 HY000 MySQL server has gone away
true true true ! 2006 (has not run) 
  true
  ! 2006 MySQL server has gone away (may have run)
  ! 2006 MySQL server has gone away (has not run)
lost while a batch is written: 2006 HY000 MySQL server has gone away
true true true 
  true
  ! 2006 MySQL server has gone away (may have run)
  ! 2006 MySQL server has gone away (has not run)
lost before a barrier: 2006 HY000 MySQL server has gone away
true true true 
  true
  true
  [["1"]]
behind a barrier: [["1"]]
 (may have run)
synchronous: 2006 HY000 MySQL server has gone away
pipeline: [3000,1]
pipeline, malformed: [1,2027,2006]
pipeline, its link is closed: [1,2006,2006]
--
true true 
closed with all outstanding: "closed"

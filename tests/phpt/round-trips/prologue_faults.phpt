--TEST--
Faults in what was sent ahead: the program gets that very reply, another connection, or 2006, and nothing is sent on a session that is not as it should be
--EXTENSIONS--
mysqli
mynd
pcntl
--INI--
mynd.round_trips=fewer
mynd.pipelining=on
--FILE--
<?php
require __DIR__ . '/prologue.inc';
require __DIR__ . '/../persistent/hand_over.inc';

$set_up = function (mysqli $m) {
	$seen = [$m->query('SET SESSION sql_notes=1'), $m->query('SELECT @@sql_mode')->fetch_column()];
	$m->select_db('db');
	return $seen;
};

/** The peer's replies, one a command, as they come; `null`: it tells of it and waits for its client's end. */
function say(Peer $p, ?string ...$replies): void
{
	foreach ($replies as $reply) {
		if ($reply === null) {
			tell($p);
			return;
		}
		hear($p);
		$p->raw($reply);
	}
	serve($p);
}

/**
 * The pool has learned; `after` is what the server does from the reset after the last of the lessons on;
 * `program` runs then, on the next connection. `late`: when the server has told. The server `hears` so many
 * commands before all is over.
 */
function scene(int $hears, string $name, callable $behind, callable $program, bool $late = false, array $greeting = []): void
{
	global $log, $told, $set_up;
	file_put_contents($log, '');
	$peer = Peer::start(function (Peer $p) use ($behind, $greeting) {
		$p->login($greeting);
		if ($p->nth > 0) {
			serve($p);
		}
		for ($resets = 0; $resets < AGREE - 1;) {
			$command = hear($p);
			answer($p, $command);
			$resets += $command === 'RESET';
		}
		do {
			$command = hear($p);
			if ($command !== 'DO 0') {
				answer($p, $command);
			}
		} while ($command !== 'DO 0');
		file_put_contents($GLOBALS['log'], '');
		answer($p, $command);
		$behind($p);
	}, 2);
	$connect = function () use ($peer, $name) {
		$link = mysqli_init();
		$link->options(MYSQLI_OPT_READ_TIMEOUT, 10);
		$link->real_connect('p:127.0.0.1', 'tester', 'secret', $name, $peer->port);
		return $link;
	};
	for ($i = 0; $i < AGREE; $i++) {
		$m = $connect();
		$set_up($m);
		if ($i === AGREE - 1) {
			$m->query('DO 0');
		}
		$m->close();
	}
	if ($late) {
		fread($told[0], 1);
	}
	$m = null;
	attempt($name, function () use ($connect, $program, &$m) {
		$m = $connect();
		return $program($m);
	});
	[$pool] = array_values(array_filter(Mynd\pools(), fn($pool) => $pool['key']['database'] === $name));
	$counts = array_filter(['ahead' => $pool['answered_ahead'], 'wrong' => $pool['wrong_predictions'], 'made' => $pool['made'], 'found dead' => $pool['found_dead']] + $pool['closed']);
	echo '  ', json_encode($counts), "\n";
	$end = hrtime(true) + 5e9;
	do {
		$heard = file_get_contents($log);
	} while (substr_count($heard, "\n") < $hears && hrtime(true) < $end);
	$peer->end(); /* before the connection is handed back */
	unset($m);
	echo '  ', strtr(trim($heard), ["\n" => ', ', "DB $name" => 'DB', 'SET NAMES utf8mb4 COLLATE utf8mb4_general_ci' => 'NAMES']), "\n";
}

$ok = Peer::frame(Peer::ok(), 1);
$mode = Peer::result(['@@sql_mode'], [['STRICT']]);
$error = Peer::frame(Peer::err(1231, '42000', 'Variable cannot be set'), 1);
$more = function (mysqli $m) use ($set_up) {
	return [...$set_up($m), $m->query('SELECT 2')->fetch_column()];
};
$two = fn(mysqli $m) => $m->query('SELECT 2')->fetch_column();
$one_then_two = fn(mysqli $m) => [$m->query('SET SESSION sql_notes=1'), $m->query('SELECT 2')->fetch_column()];

scene(7, 'in order', fn(Peer $p) => say($p, $ok, $ok, $ok, $ok, $mode, $ok), $more);
scene(7, 'byte by byte', function (Peer $p) use ($ok, $mode) {
	hear($p);
	$p->slowly($ok . $ok . $ok . $ok . $mode . $ok);
	for ($i = 0; $i < 5; $i++) {
		hear($p);
	}
	serve($p);
}, $more);
scene(6, 'an error for the first', fn(Peer $p) => say($p, $ok, $ok, $ok, $error), $more);
scene(6, 'an error for the last', fn(Peer $p) => say($p, $ok, $ok, $ok, $ok, $mode, $error), $more);
scene(10, 'the server ends, all said', function (Peer $p) use ($ok, $mode) {
	foreach ([$ok, $ok, $ok, $ok, $mode, $ok] as $reply) {
		hear($p);
		$p->raw($reply);
	}
	leave($p);
}, $more, true);
scene(10, 'it ends in the middle of a reply', function (Peer $p) use ($ok, $mode) {
	foreach ([$ok, $ok, $ok, $ok, substr($mode, 0, 20)] as $reply) {
		hear($p);
		$p->raw($reply);
	}
	hear($p);
	leave($p);
}, $more, true);
scene(6, 'it says one thing more', fn(Peer $p) => say($p, $ok, $ok, $ok, $ok, $mode, $ok . $ok), $more);
scene(7, 'and something unexpected', fn(Peer $p) => say($p, $ok, $ok, $ok, $mode), $more);
scene(6, 'more results follow', fn(Peer $p) => say($p, $ok, $ok, $ok, Peer::frame(Peer::ok(0, 10), 1) . Peer::frame(Peer::ok(), 2)), $more);
scene(6, 'it asks for a file', fn(Peer $p) => say($p, $ok, $ok, $ok, Peer::frame("\xFBfile", 1)), $more);
$behind = [$ok, $ok, $ok, $ok, $mode, $ok];
scene(10, 'another command', fn(Peer $p) => say($p, ...$behind), $two);
scene(11, 'another one after the first', fn(Peer $p) => say($p, ...$behind), $one_then_two);
scene(10, 'what was run again fails', fn(Peer $p) => say($p, ...[...$behind, $ok, $ok, $ok, $error]), $one_then_two);
scene(10, 'what had failed does not', fn(Peer $p) => say($p, $ok, $ok, $ok, $error, $mode, $ok), function (mysqli $m) use ($two) {
	try {
		$m->query('SET SESSION sql_notes=1');
	} catch (mysqli_sql_exception $e) {
		return [$e->getCode(), $two($m)];
	}
});
scene(11, 'what had failed fails', fn(Peer $p) => say($p, $ok, $ok, $ok, $error, $mode, $ok, $ok, $ok, $ok, $error), function (mysqli $m) use ($two) {
	try {
		$m->query('SET SESSION sql_notes=1');
	} catch (mysqli_sql_exception $e) {
		return [$e->getCode(), $two($m)];
	}
});
scene(9, 'the second reset fails', fn(Peer $p) => say($p, ...[...$behind, $error]), $two);
scene(7, 'the server ends at the second reset', function (Peer $p) use ($behind) {
	foreach ($behind as $reply) {
		hear($p);
		$p->raw($reply);
	}
	hear($p);
	$p->close();
}, $two);
scene(0, 'an old server is not asked', fn(Peer $p) => serve($p), $more, greeting: ['version' => '5.7.2-peer']);
?>
--EXPECT--
in order: [true,"STRICT","by 0"]
  {"ahead":3,"made":1}
  0:RESET, 0:DB, 0:NAMES, 0:SET SESSION sql_notes=1, 0:SELECT @@sql_mode, 0:DB db, 0:SELECT 2
byte by byte: [true,"STRICT","by 0"]
  {"ahead":3,"made":1}
  0:RESET, 0:DB, 0:NAMES, 0:SET SESSION sql_notes=1, 0:SELECT @@sql_mode, 0:DB db, 0:SELECT 2
an error for the first: ! 1231 42000 Variable cannot be set
  {"ahead":1,"made":1}
  0:RESET, 0:DB, 0:NAMES, 0:SET SESSION sql_notes=1, 0:SELECT @@sql_mode, 0:DB db
an error for the last: ! 1231 42000 Variable cannot be set
  {"ahead":3,"made":1}
  0:RESET, 0:DB, 0:NAMES, 0:SET SESSION sql_notes=1, 0:SELECT @@sql_mode, 0:DB db
the server ends, all said: [true,"by 1","by 1"]
  {"made":2,"found dead":1}
  0:RESET, 0:DB, 0:NAMES, 0:SET SESSION sql_notes=1, 0:SELECT @@sql_mode, 0:DB db, 1:SET SESSION sql_notes=1, 1:SELECT @@sql_mode, 1:DB db, 1:SELECT 2
it ends in the middle of a reply: [true,"by 1","by 1"]
  {"made":2,"found dead":1}
  0:RESET, 0:DB, 0:NAMES, 0:SET SESSION sql_notes=1, 0:SELECT @@sql_mode, 0:DB db, 1:SET SESSION sql_notes=1, 1:SELECT @@sql_mode, 1:DB db, 1:SELECT 2
it says one thing more: ! 2027 HY000 Malformed packet: a packet that nobody asked for
  {"ahead":3,"made":1}
  0:RESET, 0:DB, 0:NAMES, 0:SET SESSION sql_notes=1, 0:SELECT @@sql_mode, 0:DB db
and something unexpected: [{},"by 0","by 0"]
  {"ahead":3,"made":1}
  0:RESET, 0:DB, 0:NAMES, 0:SET SESSION sql_notes=1, 0:SELECT @@sql_mode, 0:DB db, 0:SELECT 2
more results follow: ! 2014 HY000 Commands out of sync; you can't run this command now
  {"ahead":1,"made":1}
  0:RESET, 0:DB, 0:NAMES, 0:SET SESSION sql_notes=1, 0:SELECT @@sql_mode, 0:DB db
it asks for a file: ! 2027 HY000 Malformed packet: the server wants a file where commands wait
  {"ahead":1,"made":1}
  0:RESET, 0:DB, 0:NAMES, 0:SET SESSION sql_notes=1, 0:SELECT @@sql_mode, 0:DB db
another command: "by 0"
  {"wrong":1,"made":1}
  0:RESET, 0:DB, 0:NAMES, 0:SET SESSION sql_notes=1, 0:SELECT @@sql_mode, 0:DB db, 0:RESET, 0:DB, 0:NAMES, 0:SELECT 2
another one after the first: [true,"by 0"]
  {"ahead":1,"wrong":1,"made":1}
  0:RESET, 0:DB, 0:NAMES, 0:SET SESSION sql_notes=1, 0:SELECT @@sql_mode, 0:DB db, 0:RESET, 0:DB, 0:NAMES, 0:SET SESSION sql_notes=1, 0:SELECT 2
what was run again fails: ! 2006 HY000 MySQL server has gone away
  {"ahead":1,"wrong":1,"made":1}
  0:RESET, 0:DB, 0:NAMES, 0:SET SESSION sql_notes=1, 0:SELECT @@sql_mode, 0:DB db, 0:RESET, 0:DB, 0:NAMES, 0:SET SESSION sql_notes=1
what had failed does not: ! 2006 HY000 MySQL server has gone away
  {"ahead":1,"wrong":1,"made":1}
  0:RESET, 0:DB, 0:NAMES, 0:SET SESSION sql_notes=1, 0:SELECT @@sql_mode, 0:DB db, 0:RESET, 0:DB, 0:NAMES, 0:SET SESSION sql_notes=1
what had failed fails: [1231,"by 0"]
  {"ahead":1,"wrong":1,"made":1}
  0:RESET, 0:DB, 0:NAMES, 0:SET SESSION sql_notes=1, 0:SELECT @@sql_mode, 0:DB db, 0:RESET, 0:DB, 0:NAMES, 0:SET SESSION sql_notes=1, 0:SELECT 2
the second reset fails: ! 2006 HY000 MySQL server has gone away
  {"wrong":1,"made":1}
  0:RESET, 0:DB, 0:NAMES, 0:SET SESSION sql_notes=1, 0:SELECT @@sql_mode, 0:DB db, 0:RESET, 0:DB, 0:NAMES
the server ends at the second reset: ! 2006 HY000 MySQL server has gone away
  {"wrong":1,"made":1}
  0:RESET, 0:DB, 0:NAMES, 0:SET SESSION sql_notes=1, 0:SELECT @@sql_mode, 0:DB db, 0:RESET
an old server is not asked: [true,"by 0","by 0"]
  {"made":1}
  0:SET SESSION sql_notes=1, 0:SELECT @@sql_mode, 0:DB db, 0:CHANGE USER tester, 0:SET SESSION sql_notes=1, 0:SELECT @@sql_mode, 0:DB db, 0:CHANGE USER tester, 0:SET SESSION sql_notes=1, 0:SELECT @@sql_mode, 0:DB db, 0:DO 0, 0:CHANGE USER tester, 0:SET SESSION sql_notes=1, 0:SELECT @@sql_mode, 0:DB db, 0:SELECT 2

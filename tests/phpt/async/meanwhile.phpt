--TEST--
Mynd\as_completed() and what a program does with the links meanwhile: no reply is waited for that is here already
--EXTENSIONS--
mynd
--FILE--
<?php
require __DIR__ . '/hold.inc';

function reap(object $pending): string
{
	try {
		$r = Mynd\reap($pending);
		return $r instanceof mysqli_result ? implode(' ', array_slice($r->fetch_row(), -1)) : show($r);
	} catch (mysqli_sql_exception $e) {
		return '! ' . (in_array($e->getCode(), [2006, 1927, 1317], true) ? 'lost' : $e->getCode());
	}
}

function link_with(int $flags): mysqli
{
	$link = mysqli_init();
	$link->real_connect(...[...where(host: $flags === MYSQLI_CLIENT_SSL ? '127.0.0.1' : null), $flags]);
	return $link;
}

/** Waits for one that is here at once and one that is not; `meanwhile` runs between the two. */
function both(string $label, mysqli $late, callable $meanwhile): void
{
	$soon = link_for_test();
	$soon->query("SELECT 'soon'", MYSQLI_ASYNC);
	$late->query(hold('late'), MYSQLI_ASYNC);
	$seen = [];
	foreach (Mynd\as_completed(['soon' => $soon, 'late' => $late], 20) as $key => $link) {
		$seen[] = "$key " . reap($link);
		if ($key === 'soon') {
			$seen[] = $meanwhile($late);
		}
	}
	/* several may be lost with a link */
	echo "-- $label: ", implode(', ', array_unique(array_filter($seen))), "\n";
}

function poll_until_ready(mysqli $late): void
{
	let_go('late');
	do {
		$read = [$late];
		$error = $reject = [];
		mysqli_poll($read, $error, $reject, 60);
	} while (!$read);
}

both('polled', link_for_test(), poll_until_ready(...));
both('polled, TLS', link_with(MYSQLI_CLIENT_SSL), poll_until_ready(...));
both('polled, compressed', link_with(MYSQLI_CLIENT_COMPRESS), poll_until_ready(...));
both('read while more is written', $late = link_for_test(), function (mysqli $late) {
	let_go('late');
	$late->query("SELECT 'more' /*" . str_repeat(' ', 12 << 20) . '*/', MYSQLI_ASYNC);
});
both('connected anew', link_for_test(), function (mysqli $late) {
	let_go('late');
	$late->real_connect(...where());
	$late->query("SELECT 'again'", MYSQLI_ASYNC);
});
both('taken', link_for_test(), function (mysqli $late) {
	let_go('late');
	return 'taken ' . reap($late);
});
both('taken, and asked again', link_for_test(), function (mysqli $late) {
	let_go('late');
	$taken = reap($late);
	$late->query("SELECT 'again'", MYSQLI_ASYNC);
	return "taken $taken";
});
both('killed', link_for_test(), function (mysqli $late) {
	$GLOBALS['holder']->query("KILL $late->thread_id");
	let_go('late');
	try {
		$late->query('SELECT 1 /*' . str_repeat(' ', 12 << 20) . '*/', MYSQLI_ASYNC);
	} catch (mysqli_sql_exception) {
	}
});
both('closed', link_for_test(), function (mysqli $late) {
	let_go('late');
	$late->close();
});

echo "-- a reply that was found by a poll before\n";
$links = ['x' => link_for_test(), 'y' => link_for_test()];
foreach ($links as $key => $link) {
	$link->query("SELECT '$key'", MYSQLI_ASYNC);
	poll_until_ready($link);
}
foreach (Mynd\as_completed($links, 0.0) as $key => $link) {
	echo $key, ' ', reap($link), "\n";
}

echo "-- inside out\n";
$link = link_for_test();
function tricks(): void
{
	foreach (debug_backtrace() as $frame) {
		foreach ($frame['args'] ?? [] as $steps) {
			if ($steps instanceof Mynd\Steps) {
				attempt('again', function () use ($steps) { foreach ($steps as $x); });
				attempt('clone', fn () => clone $steps);
				attempt('serialize', fn () => serialize($steps));
				attempt('unserialize', fn () => unserialize('O:10:"Mynd\Steps":0:{}'));
				return;
			}
		}
	}
}
$source = (function () { tricks(); yield 'SELECT 1'; yield 'SELECT 2'; })();
foreach (Mynd\pipeline($link, $source) as $key => $result) {
	echo $key, ' ', $result->fetch_column(), "\n";
}
attempt('clone of a Generator', fn () => clone Mynd\as_completed([]));
?>
--EXPECT--
-- polled: soon soon, late late
-- polled, TLS: soon soon, late late
-- polled, compressed: soon soon, late late
-- read while more is written: soon soon, late late, late more
-- connected anew: soon soon, late again
-- taken: soon soon, taken late
-- taken, and asked again: soon soon, taken late, late again
-- killed: soon soon, late ! lost
-- closed: soon soon
-- a reply that was found by a poll before
x x
y y
-- inside out
again: ! Error Cannot resume an already running generator
clone: ! Error Trying to clone an uncloneable object of class Mynd\Steps
serialize: ! Exception Serialization of 'Mynd\Steps' is not allowed
unserialize: ! Exception Unserialization of 'Mynd\Steps' is not allowed
0 1
1 2
clone of a Generator: ! Error Trying to clone an uncloneable object of class Generator

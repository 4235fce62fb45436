--TEST--
A statement takes the further results of others up to the first without rows; a loop gets those after it
--EXTENSIONS--
mysqli
--FILE--
<?php
require __DIR__ . '/../connect.inc';
mysqli_report(MYSQLI_REPORT_OFF);
$m = link_for_test();

/** Takes what is left, as programs do after multi_query(). */
function rest(mysqli $m): string
{
	$said = [];
	while ($m->more_results() && $m->next_result()) {
		$result = $m->store_result();
		$said[] = $result ? 'row ' . $result->fetch_row()[0] : 'ok';
	}
	return implode(', ', $said) . ($m->errno ? " $m->errno" : '');
}

$uses = [
	'execute' => fn (mysqli_stmt &$s) => $s->execute() ? 'done' : $s->errno,
	'reset' => function (mysqli_stmt &$s) { $s->reset(); return '-'; }, // true on stock, which sends nothing
	'prepare' => fn (mysqli_stmt &$s) => $s->prepare('SELECT 8') ? 'done' : $s->errno,
	'close' => fn (mysqli_stmt &$s) => $s->close() ? 'done' : '',
	'its end' => function (mysqli_stmt &$s) { $s = null; return 'done'; },
];
/* s: a result without rows, r: one row, e: an error */
$texts = ['s' => 'SET @a = 1', 'r' => 'SELECT %d', 'e' => 'SELECT nope'];
foreach (['ss', 'sr', 'ssr', 'sss', 'srsr', 'srrssr', 'rsr', 'rsrsr', 'sse', 'sres', 'rrrr'] as $shape) {
	$sql = implode(';', array_map(fn ($kind, $i) => sprintf($texts[$kind], $i), str_split($shape), array_keys(str_split($shape))));
	foreach ($uses as $use => $call) {
		foreach (['prepared', 'executed', 'DO 1'] as $state) {
			$s = $m->prepare($state === 'DO 1' ? 'DO 1' : 'SELECT 7');
			if ($state !== 'prepared') {
				$s->execute();
				$state === 'executed' && $s->get_result();
			}
			$m->multi_query($sql);
			$m->store_result();
			$said = $call($s);
			$said === 'done' && $use === 'execute' && $s->get_result();
			echo "$shape, $state, $use: $said; ", rest($m), '; ', $m->query('DO 1') ? 'free' : $m->errno, "\n";
		}
	}
}

echo "parameters are missing:\n";
foreach (['SET @a = 1; SET @a = 2; SELECT 3', 'SET @a = 1; SELECT nope', 'SELECT 1; SELECT 2; SELECT nope'] as $sql) {
	foreach (['no error before', 'behind an error'] as $error) {
		$s = $m->prepare('SELECT ?');
		$m->multi_query($sql);
		$m->store_result();
		$error === 'behind an error' && $m->prepare('SELECT 4');
		echo "$error, ", var_export($s->execute(), true), " $s->errno $m->errno; ", rest($m), '; ', $m->query('DO 1') ? 'free' : $m->errno, "\n";
	}
}
?>
--EXPECT--
ss, prepared, execute: done; ; free
ss, executed, execute: done; ; free
ss, DO 1, execute: 2014; ok; free
ss, prepared, reset: -; ; free
ss, executed, reset: -; ; free
ss, DO 1, reset: -; ok; free
ss, prepared, prepare: done; ; free
ss, executed, prepare: done; ; free
ss, DO 1, prepare: 2014; ok; free
ss, prepared, close: done; ; free
ss, executed, close: done; ; free
ss, DO 1, close: done; ok; free
ss, prepared, its end: done; ; free
ss, executed, its end: done; ; free
ss, DO 1, its end: done; ok; free
sr, prepared, execute: done; ; free
sr, executed, execute: done; ; free
sr, DO 1, execute: 2014; row 1; free
sr, prepared, reset: -; ; free
sr, executed, reset: -; ; free
sr, DO 1, reset: -; row 1; free
sr, prepared, prepare: done; ; free
sr, executed, prepare: done; ; free
sr, DO 1, prepare: 2014; row 1; free
sr, prepared, close: done; ; free
sr, executed, close: done; ; free
sr, DO 1, close: done; row 1; free
sr, prepared, its end: done; ; free
sr, executed, its end: done; ; free
sr, DO 1, its end: done; row 1; free
ssr, prepared, execute: 2014; row 2; free
ssr, executed, execute: 2014; row 2; free
ssr, DO 1, execute: 2014; ok, row 2; free
ssr, prepared, reset: -; row 2; free
ssr, executed, reset: -; row 2; free
ssr, DO 1, reset: -; ok, row 2; free
ssr, prepared, prepare: 2014; row 2; free
ssr, executed, prepare: 2014; row 2; free
ssr, DO 1, prepare: 2014; ok, row 2; free
ssr, prepared, close: done; row 2; free
ssr, executed, close: done; row 2; free
ssr, DO 1, close: done; ok, row 2; free
ssr, prepared, its end: done; row 2; free
ssr, executed, its end: done; row 2; free
ssr, DO 1, its end: done; ok, row 2; free
sss, prepared, execute: 2014; ok; free
sss, executed, execute: 2014; ok; free
sss, DO 1, execute: 2014; ok, ok; free
sss, prepared, reset: -; ok; free
sss, executed, reset: -; ok; free
sss, DO 1, reset: -; ok, ok; free
sss, prepared, prepare: 2014; ok; free
sss, executed, prepare: 2014; ok; free
sss, DO 1, prepare: 2014; ok, ok; free
sss, prepared, close: done; ok; free
sss, executed, close: done; ok; free
sss, DO 1, close: done; ok, ok; free
sss, prepared, its end: done; ok; free
sss, executed, its end: done; ok; free
sss, DO 1, its end: done; ok, ok; free
srsr, prepared, execute: 2014; row 3; free
srsr, executed, execute: 2014; row 3; free
srsr, DO 1, execute: 2014; row 1, ok, row 3; free
srsr, prepared, reset: -; row 3; free
srsr, executed, reset: -; row 3; free
srsr, DO 1, reset: -; row 1, ok, row 3; free
srsr, prepared, prepare: 2014; row 3; free
srsr, executed, prepare: 2014; row 3; free
srsr, DO 1, prepare: 2014; row 1, ok, row 3; free
srsr, prepared, close: done; row 3; free
srsr, executed, close: done; row 3; free
srsr, DO 1, close: done; row 1, ok, row 3; free
srsr, prepared, its end: done; row 3; free
srsr, executed, its end: done; row 3; free
srsr, DO 1, its end: done; row 1, ok, row 3; free
srrssr, prepared, execute: 2014; ok, row 5; free
srrssr, executed, execute: 2014; ok, row 5; free
srrssr, DO 1, execute: 2014; row 1, row 2, ok, ok, row 5; free
srrssr, prepared, reset: -; ok, row 5; free
srrssr, executed, reset: -; ok, row 5; free
srrssr, DO 1, reset: -; row 1, row 2, ok, ok, row 5; free
srrssr, prepared, prepare: 2014; ok, row 5; free
srrssr, executed, prepare: 2014; ok, row 5; free
srrssr, DO 1, prepare: 2014; row 1, row 2, ok, ok, row 5; free
srrssr, prepared, close: done; ok, row 5; free
srrssr, executed, close: done; ok, row 5; free
srrssr, DO 1, close: done; row 1, row 2, ok, ok, row 5; free
srrssr, prepared, its end: done; ok, row 5; free
srrssr, executed, its end: done; ok, row 5; free
srrssr, DO 1, its end: done; row 1, row 2, ok, ok, row 5; free
rsr, prepared, execute: 2014; row 2; free
rsr, executed, execute: 2014; row 2; free
rsr, DO 1, execute: 2014; ok, row 2; free
rsr, prepared, reset: -; row 2; free
rsr, executed, reset: -; row 2; free
rsr, DO 1, reset: -; ok, row 2; free
rsr, prepared, prepare: 2014; row 2; free
rsr, executed, prepare: 2014; row 2; free
rsr, DO 1, prepare: 2014; ok, row 2; free
rsr, prepared, close: done; row 2; free
rsr, executed, close: done; row 2; free
rsr, DO 1, close: done; ok, row 2; free
rsr, prepared, its end: done; row 2; free
rsr, executed, its end: done; row 2; free
rsr, DO 1, its end: done; ok, row 2; free
rsrsr, prepared, execute: 2014; row 2, ok, row 4; free
rsrsr, executed, execute: 2014; row 2, ok, row 4; free
rsrsr, DO 1, execute: 2014; ok, row 2, ok, row 4; free
rsrsr, prepared, reset: -; row 2, ok, row 4; free
rsrsr, executed, reset: -; row 2, ok, row 4; free
rsrsr, DO 1, reset: -; ok, row 2, ok, row 4; free
rsrsr, prepared, prepare: 2014; row 2, ok, row 4; free
rsrsr, executed, prepare: 2014; row 2, ok, row 4; free
rsrsr, DO 1, prepare: 2014; ok, row 2, ok, row 4; free
rsrsr, prepared, close: done; row 2, ok, row 4; free
rsrsr, executed, close: done; row 2, ok, row 4; free
rsrsr, DO 1, close: done; ok, row 2, ok, row 4; free
rsrsr, prepared, its end: done; row 2, ok, row 4; free
rsrsr, executed, its end: done; row 2, ok, row 4; free
rsrsr, DO 1, its end: done; ok, row 2, ok, row 4; free
sse, prepared, execute: 2014;  1054; free
sse, executed, execute: 2014;  1054; free
sse, DO 1, execute: 2014; ok 1054; free
sse, prepared, reset: -;  1054; free
sse, executed, reset: -;  1054; free
sse, DO 1, reset: -; ok 1054; free
sse, prepared, prepare: 2014;  1054; free
sse, executed, prepare: 2014;  1054; free
sse, DO 1, prepare: 2014; ok 1054; free
sse, prepared, close: done;  1054; free
sse, executed, close: done;  1054; free
sse, DO 1, close: done; ok 1054; free
sse, prepared, its end: done;  1054; free
sse, executed, its end: done;  1054; free
sse, DO 1, its end: done; ok 1054; free
sres, prepared, execute: done; ; free
sres, executed, execute: done; ; free
sres, DO 1, execute: 2014; row 1 1054; free
sres, prepared, reset: -; ; free
sres, executed, reset: -; ; free
sres, DO 1, reset: -; row 1 1054; free
sres, prepared, prepare: done; ; free
sres, executed, prepare: done; ; free
sres, DO 1, prepare: 2014; row 1 1054; free
sres, prepared, close: done; ; free
sres, executed, close: done; ; free
sres, DO 1, close: done; row 1 1054; free
sres, prepared, its end: done; ; free
sres, executed, its end: done; ; free
sres, DO 1, its end: done; row 1 1054; free
rrrr, prepared, execute: done; ; free
rrrr, executed, execute: done; ; free
rrrr, DO 1, execute: 2014; row 1, row 2, row 3; free
rrrr, prepared, reset: -; ; free
rrrr, executed, reset: -; ; free
rrrr, DO 1, reset: -; row 1, row 2, row 3; free
rrrr, prepared, prepare: done; ; free
rrrr, executed, prepare: done; ; free
rrrr, DO 1, prepare: 2014; row 1, row 2, row 3; free
rrrr, prepared, close: done; ; free
rrrr, executed, close: done; ; free
rrrr, DO 1, close: done; row 1, row 2, row 3; free
rrrr, prepared, its end: done; ; free
rrrr, executed, its end: done; ; free
rrrr, DO 1, its end: done; row 1, row 2, row 3; free
parameters are missing:
no error before, false 2031 0; row 3; free
behind an error, false 2031 0; row 3; free
no error before, false 2031 1054;  1054; free
behind an error, false 2031 1054;  1054; free
no error before, false 2031 1054;  1054; free
behind an error, false 2031 1054;  1054; free

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

echo "parameters are missing: ";
$s = $m->prepare('SELECT ?');
$m->multi_query('SET @a = 1; SET @a = 2; SELECT 3');
echo var_export($s->execute(), true), " $s->errno; ", rest($m), '; ', $m->query('DO 1') ? 'free' : $m->errno, "\n";
?>

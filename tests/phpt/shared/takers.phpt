--TEST--
mynd.shared_pool: processes that look for connections of different keys at the same time do not hide them from each other
--EXTENSIONS--
mysqli
pcntl
--INI--
mynd.shared_pool=1
--FILE--
<?php
require __DIR__ . '/shared.inc';

/** So many processes, each with one connection at a time, of a key by chance: what each of them says. */
function many(int $processes, array $keys, int $turns): array
{
	$ends = [];
	for ($i = 0; $i < $processes; $i++) {
		[$ours, $theirs] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
		if (pcntl_fork() === 0) {
			mt_srand($i);
			for ($most = 0; $turns > 0; $turns--) {
				$m = plink(database: $keys[mt_rand(0, count($keys) - 1)]);
				mt_rand(0, 9) > 0 || $m->query('DO 1'); // a reset is due
				$m->close();
				$most = max($most, Mynd\pools()[0]['shared']);
			}
			fwrite($theirs, json_encode(['made' => array_sum(array_column(Mynd\pools(), 'made')), 'most' => $most]));
			exit(0);
		}
		fclose($theirs);
		$ends[] = $ours;
	}
	$told = array_map(fn($end) => json_decode(stream_get_contents($end), true), $ends);
	while (pcntl_wait($status) > 0);
	return $told;
}

$told = from_child(fn() => many(4, [getenv('MYND_TEST_DB'), ''], 3000));
foreach (['made' => 'were made', 'most' => 'were waiting at once'] as $what => $words) {
	$number = array_column($told, $what);
	$number = $what === 'made' ? array_sum($number) : max($number);
	echo $number >= 2 && $number <= 8 ? 'of two keys for four processes at most eight' : $number, " $words\n";
}
?>
--EXPECT--
of two keys for four processes at most eight were made
of two keys for four processes at most eight were waiting at once

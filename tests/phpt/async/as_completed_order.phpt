--TEST--
Mynd\as_completed(): statements of one connection come in the order of their replies
--EXTENSIONS--
mynd
--FILE--
<?php
require __DIR__ . '/../connect.inc';

$watch = link_for_test();

/** Until the server has run all that was sent: the replies are here then. */
function is_idle(mysqli $link): void
{
	global $watch;
	while ($watch->query("SELECT command FROM information_schema.processlist WHERE id = $link->thread_id")->fetch_column() !== 'Sleep') {
		usleep(1000);
	}
}

$wrong = 0;
$seed = (int) (getenv('MYND_SEED') ?: 2026);
mt_srand($seed);
foreach (['socket' => [], 'TCP' => ['host' => '127.0.0.1'], 'compressed' => ['host' => '127.0.0.1', 'compressed' => true]] as $way => $how) {
	for ($round = 0; $round < 20; $round++) {
		$link = mysqli_init();
		$flags = isset($how['compressed']) ? MYSQLI_CLIENT_COMPRESS : 0;
		$link->real_connect(...[...where(...array_diff_key($how, ['compressed' => 0])), $flags]);
		$statements = [];
		for ($i = 0; $i < 6; $i++) {
			$statements[$i] = $link->prepare("SELECT $i");
		}
		$sent = [];
		for ($i = mt_rand(2, 20); $i > 0; $i--) { // some of them more than once
			$sent[] = $n = mt_rand(0, 5);
			Mynd\execute_async($statements[$n]);
		}
		if ($round % 2 === 0) {
			is_idle($link);
		}
		$pending = array_intersect_key($statements, array_flip($sent));
		if ($round % 4 >= 2) {
			$pending = array_reverse($pending, true);
		}
		$come = [];
		foreach (Mynd\as_completed($pending) as $key => $statement) {
			$come[] = $key;
			Mynd\reap($statement);
		}
		if ($come !== $sent) {
			$wrong++;
			echo "$way, seed $seed, round $round: sent ", implode(' ', $sent), ', come ', implode(' ', $come), "\n";
		}
	}
}
echo "$wrong wrong\n";
?>
--EXPECT--
0 wrong

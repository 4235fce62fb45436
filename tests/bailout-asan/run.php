<?php
/*
 * Has one worker do each part of program.php again and again, ended one allocation later each time, until it
 * comes through. In CI (MYND_TEST_PART=sample) three allocations later: which ones differs with the seed.
 */
require __DIR__ . '/../phpt/lifetime/lifetime.inc';
$step = getenv('MYND_TEST_PART') === 'sample' ? 3 : 1;
$first = getenv('MYND_TEST_SEED') % $step + 1;
$passed = $failed = 0;
$worker = new Worker(__DIR__ . '/program.php', '-d display_errors=1 -d pcre.jit=0 -d mynd.pipelining=on');
foreach (json_decode($worker->request(parts: 1), flags: JSON_THROW_ON_ERROR) as $part) {
	for ($n = $first; ; $n += $step) {
		$said = $worker->request(part: $part, n: $n);
		if (!str_ends_with($said, 'to the end') || str_contains($said, 'absurd') || $n > 3000) {
			$bad = "allocation $n: $said";
			break;
		}
		if (preg_match('/done with (\d+)/', $said, $m)) {
			/*
			 * How the server's bytes are cut into reads changes the count by one or two from run to run. A
			 * run that finds another idle connection than the one before (a statement may have kept that)
			 * makes some forty less; none is missed by it.
			 */
			$bad = $m[1] - ($n - 1) <= 2 + $step && $n - 1 - $m[1] <= 50 && $n > 10 ? null : "through with $m[1] allocations, and $n were tried";
			break;
		}
	}
	if ($bad === null) {
		$passed++;
	} else {
		$failed++;
		echo "--- $part\n    $bad\n";
	}
}
$open = $worker->descriptors();
$worker->request(part: 'several results', n: 100);
if ($worker->descriptors() === $open) {
	$passed++;
} else {
	$failed++;
	echo "--- descriptors\n    were left open\n";
}
echo "$passed passed, $failed failed\n";
exit($failed > 0 ? 1 : 0);

--TEST--
Mynd\pipeline(): what is queued runs while the source takes its time, and outcomes come before it is asked again
--EXTENSIONS--
mynd
--FILE--
<?php
require __DIR__ . '/../connect.inc';

$watch = link_for_test();
$watch->query('CREATE TABLE IF NOT EXISTS mynd_flow (i INT)');

/** How many rows there are, when there are as many as wanted; what there is after ten seconds. */
function rows(int $wanted): int
{
	global $watch;
	for ($i = 0; ($rows = (int) $watch->query('SELECT COUNT(*) FROM mynd_flow')->fetch_column()) < $wanted && $i < 5000; $i++) {
		usleep(2000);
	}
	return $rows;
}

/** The replies to all that was sent are here. */
function is_idle(mysqli $link): void
{
	global $watch;
	while ($watch->query("SELECT command FROM information_schema.processlist WHERE id = $link->thread_id")->fetch_column() !== 'Sleep') {
		usleep(1000);
	}
}

echo "-- a source that stops for a while\n";
$link = link_for_test();
foreach (['texts' => fn($i) => "INSERT INTO mynd_flow VALUES ($i)", 'values' => fn($i) => ['INSERT INTO mynd_flow VALUES (?)', [$i]]] as $what => $make) {
	$watch->query('DELETE FROM mynd_flow');
	$outcomes = 0;
	$seen = [];
	$source = (function () use ($make, $link, &$outcomes, &$seen) {
		for ($i = 0; $i < 40; $i++) {
			yield $make($i);
			if ($i % 10 === 9) { // all that was given so far runs now; nothing else is needed for that
				$seen[] = rows($i + 1);
				is_idle($link);
			} elseif ($i % 10 === 0 && $i > 0) { // and its outcomes have come before this question
				$seen[] = min($outcomes, $i) . ' outcomes'; // or one more: that of the last command
			}
		}
	})();
	foreach (Mynd\pipeline($link, $source) as $i => $outcome) {
		$outcomes++;
		echo $outcome instanceof Mynd\Done && $i === $outcomes - 1 ? '' : "wrong at $i\n";
	}
	echo "$what: ", implode(', ', $seen), "; $outcomes in all\n";
}

echo "-- a source that needs outcomes\n";
$link->query('CREATE TEMPORARY TABLE tree (id INT PRIMARY KEY AUTO_INCREMENT, parent INT NULL)');
foreach ([false, true] as $stop) {
	$link->query('DELETE FROM tree');
	$ids = [];
	$source = (function () use (&$ids) {
		yield 'root' => 'INSERT INTO tree (parent) VALUES (NULL)';
		while (!isset($ids['root'])) {
			yield null;
		}
		for ($i = 0; $i < 3; $i++) {
			yield "child $i" => ['INSERT INTO tree (parent) VALUES (?)', [$ids['root']]];
		}
		while (count($ids) < 4) {
			yield null;
		}
		yield 'leaf' => ['INSERT INTO tree (parent) VALUES (?)', [$ids['child 2']]];
		yield null; // nothing is missing
		yield 'last' => 'SELECT COUNT(*) FROM tree';
		yield null;
		yield null; // nothing is under way: it is asked again at once
	})();
	foreach (Mynd\pipeline($link, $source, stop_on_error: $stop) as $key => $outcome) {
		if ($outcome instanceof Mynd\Done) {
			$ids[$key] = $outcome->insert_id;
		} else {
			echo "$key: ", $outcome->fetch_column(), "\n";
		}
	}
	$first = $ids['root'];
	echo json_encode(array_map(fn($id) => $id - $first, $ids)), ' ', json_encode(array_map(fn($row) => $row[0] === null ? null : $row[0] - $first, $link->query('SELECT parent FROM tree ORDER BY id')->fetch_all())), "\n";
}

echo "-- an endless one\n";
$asked = 0;
$most = 0;
foreach (Mynd\pipeline($link, (function () use (&$asked) { for (;;) { $asked++; yield 'DO 1'; } })()) as $n => $outcome) {
	$most = max($most, $asked - $n);
	if ($n === 5000) {
		break;
	}
}
unset($outcome);
echo $most <= 1025 ? "not more than the window ahead\n" : "$most ahead\n";
echo $link->query("SELECT 'usable'")->fetch_column(), "\n";

echo "-- what is there at once is written together\n";
foreach (['texts' => 'DO 1', 'values' => ['SELECT ?', [1]]] as $what => $command) {
	$writes = Mynd\stats($link)['writes'];
	foreach (Mynd\pipeline($link, array_fill(0, 40, $command)) as $outcome) {
	}
	$writes = Mynd\stats($link)['writes'] - $writes;
	echo "$what: ", $writes < 20 ? 'few writes' : "$writes writes of 40", "\n";
}
$watch->query('DROP TABLE mynd_flow');
?>
--EXPECT--
-- a source that stops for a while
texts: 10, 10 outcomes, 20, 20 outcomes, 30, 30 outcomes, 40; 40 in all
values: 10, 10 outcomes, 20, 20 outcomes, 30, 30 outcomes, 40; 40 in all
-- a source that needs outcomes
last: 5
{"root":0,"child 0":1,"child 1":2,"child 2":3,"leaf":4} [null,0,0,0,3]
last: 5
{"root":0,"child 0":1,"child 1":2,"child 2":3,"leaf":4} [null,0,0,0,3]
-- an endless one
not more than the window ahead
usable
-- what is there at once is written together
texts: few writes
values: few writes

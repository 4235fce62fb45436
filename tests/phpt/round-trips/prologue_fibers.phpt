--TEST--
What another fiber does with a connection while a session that went on in another way is made good
--EXTENSIONS--
mysqli
mynd
--INI--
mynd.round_trips=fewer
mynd.pipelining=on
--FILE--
<?php
require __DIR__ . '/prologue.inc';
require __DIR__ . '/../fibers/loop.inc';
Mynd\waiter(Loop::wait(...));
print_warnings();

$pool = 0;
$set_up = function (mysqli $m) {
	$m->query('SET SESSION max_sort_length=64');
	$m->select_db('mynd_test');
	$m->query('SELECT @@max_sort_length')->free();
	$m->query('DO 0');
};
/** Interrupts `$m->query()` at its nth wait, and says what the two fibers got; null: it waits less often. */
function interrupt(int $at, bool $asked, callable $meanwhile): ?array
{
	global $pool, $set_up;
	$pool++;
	teach(fn() => link_of($pool, database: null), $set_up);
	$m = link_of($pool, database: null);
	if ($asked) {
		$m->query('SET SESSION max_sort_length=64');
	}
	$said = [];
	Loop::start(function () use ($m, &$said) {
		try {
			$said[] = json_encode($m->query('SELECT DATABASE(), @@max_sort_length')->fetch_row());
		} catch (mysqli_sql_exception $e) {
			$said[] = $e->getCode();
		}
	});
	for ($i = 0; $i < $at && Loop::$waiting; $i++) {
		Loop::turn();
	}
	if (!Loop::$waiting) {
		return null;
	}
	try {
		$said[] = $meanwhile($m);
	} catch (mysqli_sql_exception $e) {
		$said[] = $e->getCode();
	}
	unset($m);
	Loop::run();
	Loop::drop();
	return $said;
}
$others = [
	'query' => fn($m) => $m->query('SELECT 1') && false,
	'the next of the prologue' => fn($m) => $m->select_db('mynd_test'),
	'close' => fn($m) => $m->close(),
	'dropped' => function ($m) {
		Loop::drop();
		return 'dropped';
	},
];
foreach ($others as $name => $other) {
	foreach ([false, true] as $asked) {
		$all = [];
		for ($at = 0; ($said = interrupt($at, $asked, $other)) !== null; $at++) {
			$all[] = json_encode($said, JSON_UNESCAPED_SLASHES);
		}
		echo "$name, ", $asked ? 'after one command' : 'at once', ': ', implode(' ', array_unique($all)), $all === [] ? 'never' : '', "\n";
	}
}
?>
--EXPECT--
query, at once: [2014,"[null,\"1024\"]"]
query, after one command: [2014,"[null,\"64\"]"]
the next of the prologue, at once: [2014,"[null,\"1024\"]"]
the next of the prologue, after one command: [2014,"[null,\"64\"]"]
close, at once: [true,2006]
close, after one command: [true,2006]
dropped, at once: ["dropped"]
dropped, after one command: ["dropped"]

--TEST--
mynd.prefetch: reads that were sent ahead in vain stop for a while, and come ahead again after some pages that would have taken them
--EXTENSIONS--
mysqli
mynd
--INI--
mynd.prefetch=5s
--FILE--
<?php
require __DIR__ . '/pages.inc';
make_rows()->close();
$program = static fn (mysqli $db) => read_rows($db, 1, 2, 3, 4);
/* as where replies are too old on a busy machine: the program asks for what was sent, in vain */
$too_late = static fn (mysqli $db) => [read_rows($db, 1), Mynd\fresh(), read_rows($db, 2, 3, 4)];
/** Pages until one sends reads ahead, or none. */
$count = static function (callable $program, bool $sends): int {
	for ($pages = 1; $pages < 100; $pages++) {
		reads();
		page($program);
		if ((reads()[0] >= 3) === $sends) {
			break;
		}
	}
	return $pages;
};
mark(true);
learn($program);
$wasted = $count($too_late, false);
echo 'reads are wasted in vain: ', $wasted < 6 ? 'few' : $wasted, "\n";
$again = $count($program, true);
echo 'pages until they come ahead again: ', $again > 5 && $again <= 30 ? 'as many as make up for it' : "$again after $wasted", "\n";
reads();
attempt('the next page: sent ahead, taken, wasted', fn () => page($program) === ['one', 'two', 'three', 'four'] ? array_slice(reads(), 0, 3) : null);
?>
--EXPECT--
reads are wasted in vain: few
pages until they come ahead again: as many as make up for it
the next page: sent ahead, taken, wasted: [3,3,0]

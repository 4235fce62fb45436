--TEST--
Results: foreach and the iterator
--EXTENSIONS--
mysqli
--FILE--
<?php
require __DIR__ . '/../connect.inc';
/* the function's name stands before the text in PHP 8.2 alone */
set_error_handler(function (int $kind, string $text) {
	echo '  Warning: ', preg_replace('/^.*\(\): /', '', $text), "\n";
	return true;
});
$m = link_for_test();
$sql = "SELECT 1 AS a, 'x' AS b UNION ALL SELECT 2, 'y' UNION ALL SELECT 3, 'z'";
function loop(iterable $rows, ?int $until = null): void
{
	foreach ($rows as $i => $row) {
		echo '  ', $i, ' ', show($row), "\n";
		if ($i === $until) {
			break;
		}
	}
}
$r = $m->query($sql);
$r->data_seek(1);
echo "buffered\n";
loop($r);
echo "again, the first\n";
loop($r, 0);
echo "and all\n";
loop($r);
attempt('a fetch after the loop', fn() => $r->fetch_row());
echo "unbuffered, after a fetch\n";
$r = $m->query($sql, MYSQLI_USE_RESULT);
$r->fetch_row();
loop($r);
echo "a second time\n";
loop($r);
echo "unbuffered, left and gone on with\n";
$r = $m->query($sql, MYSQLI_USE_RESULT);
loop($r, 0);
loop($r);
attempt('num_rows', fn() => $r->num_rows);
echo "no rows\n";
loop($m->query('SELECT 1 LIMIT 0'));
attempt('by reference', function () use ($m, $sql) {
	foreach ($m->query($sql) as &$row) {
	}
});
$r = $m->query($sql);
attempt('freed in the loop', function () use ($r) {
	foreach ($r as $i => $row) {
		echo "  $i\n";
		if ($i === 1) {
			$r->free();
		}
	}
});
attempt('freed before', function () use ($r) {
	foreach ($r as $row) {
	}
});
$r = $m->query($sql);
attempt('closed in the loop', function () use ($m, $r) {
	foreach ($r as $i => $row) {
		if ($i === 0) {
			$m->close();
		}
	}
	return $i;
});
$it = $r->getIterator();
attempt('getIterator()', fn() => $it);
attempt('first', fn() => [$it->key(), $it->current(), $it->valid()]);
$it->next();
attempt('second', fn() => [$it->key(), $it->current()]);
$it->rewind();
attempt('all', fn() => array_column(iterator_to_array($it), 'a'));
attempt('behind the end', fn() => [$it->valid(), $it->current()]);
unset($r, $m);
$it->rewind();
attempt('the iterator holds the result', fn() => $it->current());
$m = link_for_test();
attempt('unpacked', fn() => array_column([...$m->query($sql)], 'b'));
$r = $m->query($sql, MYSQLI_USE_RESULT);
unset($m);
attempt('its link gone', fn() => iterator_to_array($r));
?>
--EXPECT--
buffered
  0 {"a":"1","b":"x"}
  1 {"a":"2","b":"y"}
  2 {"a":"3","b":"z"}
again, the first
  0 {"a":"1","b":"x"}
and all
  0 {"a":"1","b":"x"}
  1 {"a":"2","b":"y"}
  2 {"a":"3","b":"z"}
a fetch after the loop: null
unbuffered, after a fetch
  0 {"a":"2","b":"y"}
  1 {"a":"3","b":"z"}
a second time
  Warning: Data fetched with MYSQLI_USE_RESULT can be iterated only once
unbuffered, left and gone on with
  0 {"a":"1","b":"x"}
  0 {"a":"2","b":"y"}
  1 {"a":"3","b":"z"}
num_rows: 3
no rows
by reference: ! Error An iterator cannot be used with foreach by reference
  0
  1
freed in the loop: ! Error mysqli_result object is already closed
freed before: ! Error mysqli_result object is already closed
closed in the loop: 2
getIterator(): InternalIterator
first: [0,{"a":"1","b":"x"},true]
second: [1,{"a":"2","b":"y"}]
all: ["1","2","3"]
behind the end: [false,null]
the iterator holds the result: {"a":"1","b":"x"}
unpacked: ["x","y","z"]
its link gone: ! 2014 HY000 Commands out of sync; you can't run this command now

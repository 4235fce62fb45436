--TEST--
Pool: places go round in the order of those who wait; a newcomer overtakes nobody, and who is cancelled passes the place on
--EXTENSIONS--
mysqli
pdo_mysql
--INI--
mynd.shared_pool=0
mynd.persistent=asked
mynd.async=1
mysqli.max_links=1
--FILE--
<?php
require __DIR__ . '/pool.inc';
print_warnings();

/** A fiber that waits for a place, notes that it has it, and keeps it until it is told otherwise. */
function holder(string $name, bool $keep = true): Fiber
{
	return Loop::start(function () use ($name, $keep) {
		try {
			$db = link_for_test();
			note($name);
			if ($keep) {
				Fiber::suspend();
			}
		} finally {
			note("-$name");
		}
	});
}

echo "-- in order\n";
$first = link_for_test();
foreach (range('a', 'h') as $name) {
	holder($name, false);
}
note('close');
$first->close();
$late = holder('late', false); /* there is a place, but it was given away */
Loop::run();
print_log();
echo links(), "\n";

echo "-- dropped while they wait\n";
$first = link_for_test();
[$a, $b, $c] = array_map(fn($name) => holder($name, false), ['a', 'b', 'c']);
unset(Loop::$waiting[spl_object_id($b)]);
unset($b);
gc_collect_cycles();
$first->close();
Loop::run();
print_log();
echo links(), "\n";

echo "-- dropped after the place was given, and before they could go on\n";
$first = link_for_test();
[$a, $b, $c] = array_map(fn($name) => holder($name, false), ['a', 'b', 'c']);
$first->close();
echo links(), "\n"; /* a's */
foreach (['a', 'b'] as $name) {
	unset(Loop::$waiting[spl_object_id($$name)]);
	unset($$name);
	gc_collect_cycles();
	echo links(), "\n";
}
Loop::run();
print_log();
echo links(), "\n";

echo "-- the waiter throws, with the place and without\n";
$first = link_for_test();
[$a, $b, $c, $d] = array_map(fn($name) => holder($name, false), ['a', 'b', 'c', 'd']);
unset(Loop::$waiting[spl_object_id($b)]);
echo outcome(fn() => $b->throw(new Exception('no more'))), "\n";
$first->close();
unset(Loop::$waiting[spl_object_id($a)]);
echo outcome(fn() => $a->throw(new Exception('no more either'))), "\n";
Loop::run();
print_log();
echo links(), "\n";

echo "-- logins that fail, objects that go, connections that are lost\n";
$first = link_for_test();
Loop::start(function () {
	note(outcome(fn() => new mysqli('localhost', 'nobody', 'wrong', null, null, getenv('MYND_TEST_SOCKET'))) !== '' ? 'failed' : '');
});
holder('b', false);
Loop::start(function () {
	$db = link_for_test();
	note('c');
	try {
		$db->query('KILL CONNECTION_ID()');
		$db->query('DO 1');
	} catch (mysqli_sql_exception) {
		note('lost'); /* its object keeps the place */
	}
	note(links());
});
Loop::start(fn() => note(outcome(fn() => link_for_test()->query("SELECT 'd'")->fetch_column())));
unset($first);
Loop::run();
print_log();
echo links(), "\n";

echo "-- an object that connects anew goes to the end\n";
Loop::start(function () {
	$db = link_for_test();
	note('one');
	holder('two', false);
	$db->connect(...where());
	note('one again');
});
Loop::run();
print_log();

echo "-- closed while it waits\n";
$first = link_for_test();
$object = mysqli_init();
Loop::start(function () use ($object) {
	note(outcome(fn() => $object->real_connect(...where()) ? 'connected' : 'not'));
	note(outcome(fn() => $object->query('SELECT 1')->fetch_column()));
});
$b = holder('b', false);
echo outcome(fn() => $object->query('DO 1')), "\n";
$object->close();
$first->close();
Loop::run();
print_log();
echo links(), "\n";
?>
--EXPECT--
-- in order
close a -a b -b c -c d -d e -e f -f g -g h -h late -late
0 in use, 0 idle
-- dropped while they wait
-b a -a c -c
0 in use, 0 idle
-- dropped after the place was given, and before they could go on
1 in use, 0 idle
1 in use, 0 idle
1 in use, 0 idle
-a -b c -c
0 in use, 0 idle
-- the waiter throws, with the place and without
Exception: no more
Exception: no more either
-b -a c -c d -d
0 in use, 0 idle
-- logins that fail, objects that go, connections that are lost
failed b -b c lost 1 in use, 0 idle d
0 in use, 0 idle
-- an object that connects anew goes to the end
one two -two one again
-- closed while it waits
Error: mysqli object is not fully initialized
connected Error: mysqli object is already closed b -b
0 in use, 0 idle

--TEST--
mynd.prefetch with mynd.reconnect: a session whose reads ahead are unread survives the loss of its connection; interceptors, options, refused values
--EXTENSIONS--
pdo_mysql
mysqli
mynd
--INI--
mynd.prefetch=5s
mynd.reconnect=1
mynd.login_lifetime=1h
--FILE--
<?php
require __DIR__ . '/pages.inc';
make_rows()->close();
$program = static fn (mysqli $db) => read_rows($db, 1, 2, 3, 4);
$kill = static function (mysqli $db): void {
	$id = $db->thread_id;
	$other = link_for_test();
	$other->query("KILL $id");
	do {
		$there = $other->query("SELECT COUNT(*) FROM information_schema.PROCESSLIST WHERE id = $id")->fetch_row()[0];
	} while ($there > 0);
	$other->close();
};
learn($program);
reads();
page(static function (mysqli $db) use ($kill): void {
	attempt('before', fn () => read_rows($db, 1));
	$kill($db);
	attempt('a read that did not come ahead', fn () => read_rows($db, 5));
	attempt('those that did', fn () => read_rows($db, 2, 3));
	$kill($db);
	attempt('a write', fn () => $db->query("UPDATE prefetch_rows SET name = 'FOUR' WHERE id = 4"));
	attempt('and a read', fn () => read_rows($db, 4));
});

echo "-- interceptors\n";
mark(true);
learn($program);
$seen = [];
$interception = Mynd\intercept(function (Mynd\Command $command, callable $next) use (&$seen) {
	$seen[] = strtok((string) $command->sql, '=');
	return $next($command);
});
page(static function (mysqli $db) use (&$seen): void {
	read_rows($db, 1);
	$before = count($seen);
	read_rows($db, 2);
	echo 'commands seen for one read: ', count($seen) - $before, "\n";
});
unset($interception);
echo 'sent, taken: ', implode(' ', array_slice(reads(), 0, 2)) !== '0 0' ? 'some' : 'none', "\n";

echo "-- options\n";
mark(true);
learn($program);
reads();
$db = mysqli_init();
$db->options(Mynd\OPT_PREFETCH, 0);
$db->real_connect('p:localhost', ...array_slice(where(), 1));
attempt('switched off for one', fn () => $program($db));
attempt('sent ahead', fn () => reads()[0]);
$db->close();
foreach ([0, 20, 100000] as $milliseconds) {
	$pdo = new PDO('mysql:unix_socket=' . getenv('MYND_TEST_SOCKET'), getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'), [PDO::MYND_ATTR_PREFETCH => $milliseconds]);
	attempt("PDO, $milliseconds", fn () => $pdo->getAttribute(PDO::MYND_ATTR_PREFETCH));
}
foreach (['0', '1ms', '50ms', '2s', 'off', '', '10s', '11s', '500', '0.5s', 'soon', '-1ms'] as $value) {
	echo "'$value': ", ini_set('mynd.prefetch', $value) === false ? 'refused' : 'taken', "\n";
}
?>
--EXPECT--
before: ["one"]
a read that did not come ahead: ["five"]
those that did: ["two","three"]
a write: true
and a read: ["FOUR"]
-- interceptors
commands seen for one read: 1
sent, taken: some
-- options
switched off for one: ["one","two","three","FOUR"]
sent ahead: 0
PDO, 0: 0
PDO, 20: 20
PDO, 100000: 10000
'0': taken
'1ms': taken
'50ms': taken
'2s': taken
'off': taken
'': taken
'10s': taken
'11s': refused
'500': refused
'0.5s': refused
'soon': refused
'-1ms': refused

--TEST--
Interceptors: the values of a changed command are its own, also if they were references
--EXTENSIONS--
mynd
--INI--
mynd.pipelining=off
--FILE--
<?php
require __DIR__ . '/../connect.inc';

$m = link_for_test();
$seen = 0;
Mynd\waiter(function ($stream, $events, $seconds) use (&$seen) {
	$GLOBALS['text'] = null; /* as any other fiber could do */
	$GLOBALS['fill'] = str_repeat('S', 1000);
	$seen++;
	$read = $events & 1 ? [$stream] : [];
	$write = $events & 2 ? [$stream] : [];
	$none = [];
	return stream_select($read, $write, $none, 10) > 0;
}, true);
Mynd\intercept(function ($command, $next) {
	if ($command->kind !== Mynd\Kind::Execute) {
		return $next($command);
	}
	$GLOBALS['text'] = str_repeat('A', 900 + (int) getenv('NOTHING'));
	$GLOBALS['number'] = 5;
	$params = [];
	$params[0] = &$GLOBALS['text'];
	$params[1] = &$GLOBALS['number'];
	$changed = $command->withParams($params);
	$again = $changed->withAttribute('a', 1);
	$GLOBALS['number'] = 6;
	echo '  ', show(array_map(fn ($p) => is_string($p) ? md5($p) : $p, $again->params)), "\n";
	return $next($again);
});
$expected = hash('sha256', str_repeat('A', 900));
echo "-- execute_query()\n";
var_dump($m->execute_query('SELECT SHA2(?, 256), ?', ['v', 'w'])->fetch_row() == [$expected, 5]);
echo "-- execute()\n";
$s = $m->prepare('SELECT SHA2(?, 256), ?');
$s->execute(['v', 'w']);
var_dump($s->get_result()->fetch_row() == [$expected, 5]);
echo "-- PDO\n";
$pdo = new PDO('mysql:unix_socket=' . getenv('MYND_TEST_SOCKET') . ';dbname=' . getenv('MYND_TEST_DB'), getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'),
	[PDO::ATTR_EMULATE_PREPARES => false]);
$s = $pdo->prepare('SELECT SHA2(?, 256), ?');
$s->execute(['v', 'w']);
var_dump($s->fetch(PDO::FETCH_NUM) == [$expected, 5]);
var_dump($seen > 0);
?>
--EXPECT--
-- execute_query()
  ["fedc41bada156f11be1517dfbeb9e75b",5]
bool(true)
-- execute()
  ["fedc41bada156f11be1517dfbeb9e75b",5]
bool(true)
-- PDO
  ["fedc41bada156f11be1517dfbeb9e75b",5]
bool(true)
bool(true)

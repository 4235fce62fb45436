--TEST--
Persistent links: options set after the connect, which the next session must not begin with
--EXTENSIONS--
mysqli
--INI--
mynd.shared_pool=0
--FILE--
<?php
require __DIR__ . '/persistent.inc';
/* One is connected, changed and closed: who comes then, and what does the session have? */
$after = function (callable $change) {
	$closed = pools_sum('changed_settings');
	$first = plink();
	$thread = $first->thread_id;
	$change($first);
	$first->query('SELECT 1');
	$first->close();
	$next = plink();
	[$v, $charset] = $next->query('SELECT @v, @@character_set_client')->fetch_row();
	return [$next->thread_id === $thread ? 'the same' : 'another', $v, $charset, pools_sum('changed_settings') - $closed];
};
$plain = plink();
$charset = $plain->query('SELECT @@character_set_client')->fetch_column();
$plain->close();
$is = fn(string $name, callable $change) => attempt($name, fn() => str_replace($charset, "as ever", $after($change)));

$is('nothing', fn($m) => null);
$is('an init command', fn($m) => $m->options(MYSQLI_INIT_COMMAND, "SET @v = 'from init'"));
$is('nothing again', fn($m) => null);
$is('a character set', fn($m) => $m->options(MYSQLI_SET_CHARSET_NAME, 'latin2'));
$is('a certificate', fn($m) => $m->ssl_set('key.pem', 'cert.pem', null, null, null));
$is('the buffer', fn($m) => $m->options(MYSQLI_OPT_NET_CMD_BUFFER_SIZE, 8192));
$is('the buffer as it is', fn($m) => $m->options(MYSQLI_OPT_NET_CMD_BUFFER_SIZE, 4096));
$is('time limits', fn($m) => $m->options(MYSQLI_OPT_READ_TIMEOUT, 77) && $m->options(MYSQLI_OPT_CONNECT_TIMEOUT, 7));
$is('the form of numbers', fn($m) => $m->options(MYSQLI_OPT_INT_AND_FLOAT_NATIVE, 1));
$is('connected again', fn($m) => $m->options(MYSQLI_INIT_COMMAND, "SET @v = 'from init'") && $m->real_connect(...where(host: 'p:localhost')));

/* A result that is still open keeps what its own object had. */
$first = plink_with(fn($m) => $m->options(MYSQLI_OPT_INT_AND_FLOAT_NATIVE, 1));
$thread = $first->thread_id;
$stored = $first->query('SELECT 1 UNION SELECT 2');
$first->close();
attempt('a result before', fn() => $stored->fetch_row());
$next = plink();
attempt('and behind the next connect', fn() => [$next->thread_id === $thread, $stored->fetch_row(), $next->query('SELECT 3')->fetch_row()]);
?>
--EXPECT--
nothing: ["the same","","as ever","0"]
an init command: ["another","","as ever","1"]
nothing again: ["the same","","as ever","0"]
a character set: ["another","","as ever","1"]
a certificate: ["another","","as ever","1"]
the buffer: ["another","","as ever","1"]
the buffer as it is: ["the same","","as ever","0"]
time limits: ["the same","","as ever","0"]
the form of numbers: ["the same","","as ever","0"]
connected again: ["another","","as ever","1"]
a result before: [1]
and behind the next connect: [true,[2],["3"]]

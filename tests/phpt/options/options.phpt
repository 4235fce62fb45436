--TEST--
Options: what is known, what is not, and what becomes of values
--EXTENSIONS--
mysqli
--FILE--
<?php
require __DIR__ . '/../connect.inc';
print_warnings();
$m = mysqli_init();
$known = [];
foreach ([...range(-2, 50), ...range(198, 206), 9999] as $option) {
	if (!in_array($option, [1, 7, 9, 21, 202]) && $m->options($option, 1)) { /* 1, 9, 21: by PHP version */
		$known[] = $option;
	}
}
attempt('known', fn() => $known);
foreach ([MYSQLI_OPT_NET_CMD_BUFFER_SIZE => [4095, 4096, '5000', 5000000], MYSQLI_OPT_NET_READ_BUFFER_SIZE => [1, 100, 5000000],
	MYSQLI_OPT_CONNECT_TIMEOUT => [0, -1, 'abc', null, [], 1.5, new stdClass()], MYSQLI_INIT_COMMAND => ['', null, 5], MYSQLI_SET_CHARSET_NAME => ['utf8mb4', 'UTF8']] as $option => $values) {
	$m = mysqli_init();
	foreach ($values as $value) {
		attempt("$option " . show($value), fn() => $m->options($option, $value));
	}
}
attempt('set_opt', fn() => [$m->set_opt(MYSQLI_OPT_READ_TIMEOUT, 5), mysqli_set_opt($m, 0, 5), mysqli_options($m, 0, 5)]);
$m = link_for_test();
attempt('on a live link', fn() => [$m->options(0, 1), $m->options(3, 'SET @a = 1'), $m->options(7, 'utf8mb4'), $m->options(202, 1), $m->options(203, 9000), $m->ssl_set(null, null, null, null, null)]);
$m->close();
attempt('closed', fn() => $m->options(0, 1));
$m = mysqli_init();
$m->options(MYSQLI_INIT_COMMAND, 'SET @a = 1');
$m->options(MYSQLI_INIT_COMMAND, 'SET @b = @a + 1');
$m->options(MYSQLI_INIT_COMMAND, 'SELECT 5');
$m->real_connect(...where());
attempt('init commands', fn() => $m->query('SELECT @a, @b')->fetch_row());
$m = mysqli_init();
$m->options(MYSQLI_INIT_COMMAND, 'SELECT nonsense');
try {
	$m->real_connect(...where());
} catch (mysqli_sql_exception $e) {
	echo 'a failing one: ', $e->getCode(), ' ', $m->errno, "\n";
}
attempt('the link', fn() => $m->query('SELECT 1'));
$m = mysqli_init();
attempt('the flag for several statements is taken away', function () use ($m) {
	$m->real_connect(...[...where(), 65536]);
	$m->query('SELECT 1; SELECT 2');
});
attempt('INT_AND_FLOAT_NATIVE', fn() => [$m->options(MYSQLI_OPT_INT_AND_FLOAT_NATIVE, 1), $m->query("SELECT 1, 'x'")->fetch_row(),
	$m->options(MYSQLI_OPT_INT_AND_FLOAT_NATIVE, 0), $m->query('SELECT 1')->fetch_row()]);
?>
--EXPECTF--
known: [0,2,3,4,5,8,11,35,37,43,201,203]
202 4095: false
202 4096: true
202 "5000": true
202 5000000: true
203 1: true
203 100: true
203 5000000: true
0 0: true
0 -1: true
0 "abc": true
0 null: true
0 []: true
0 1.5: true
  Warning: Object of class stdClass could not be converted to int
0 stdClass: true
3 "": true
3 null: true
3 5: true
7 "utf8mb4": true
7 "UTF8": true
set_opt: [true,true,true]
on a live link: [true,true,true,false,true,true]
closed: ! Error mysqli object is already closed
init commands: ["1","2"]
a failing one: 1054 1054
the link: ! Error mysqli object is not fully initialized
the flag for several statements is taken away: ! 1064 42000 You have an error in your SQL syntax; check the manual that corresponds to your %s server version for the right syntax to use near 'SELECT 2' at line 1
INT_AND_FLOAT_NATIVE: [true,[1,"x"],true,["1"]]

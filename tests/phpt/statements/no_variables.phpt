--TEST--
bind_param() with types and no variable at all, whatever was called before
--EXTENSIONS--
mysqli
--FILE--
<?php
require __DIR__ . '/../connect.inc';
$m = link_for_test();
$told = [];
for ($n = 1; $n <= 6; $n++) {
	$s = $m->prepare('SELECT ?' . str_repeat(', ?', $n - 1));
	$types = str_repeat('s', $n);
	$values = array_fill(0, $n, 'x');
	foreach ([fn () => $s->bind_param($types), fn () => mysqli_stmt_bind_param($s, $types), fn () => $s->bind_param(...[$types]), fn () => mysqli_stmt_bind_param(...[$s, $types])] as $call) {
		$s->bind_param($types, ...$values);
		try {
			$call();
		} catch (ArgumentCountError $e) {
			$told[$e->getMessage()] = ($told[$e->getMessage()] ?? 0) + 1;
		}
	}
	$s->execute();
	echo implode(',', $s->get_result()->fetch_row()), "\n";
}
print_r($told);
?>
--EXPECT--
x
x,x
x,x,x
x,x,x,x
x,x,x,x,x
x,x,x,x,x,x
Array
(
    [The number of elements in the type definition string must match the number of bind variables] => 24
)

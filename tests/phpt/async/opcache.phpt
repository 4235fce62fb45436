--TEST--
Generators of the driver's under opcache: JIT, code that is kept, many of them
--EXTENSIONS--
mynd
--INI--
opcache.enable=1
opcache.enable_cli=1
opcache.jit=tracing
opcache.jit_buffer_size=32M
opcache.jit_hot_loop=2
opcache.jit_hot_func=2
opcache.jit_hot_return=2
opcache.jit_hot_side_exit=2
opcache.optimization_level=-1
--FILE--
<?php
require __DIR__ . '/../connect.inc';
$link = link_for_test();
function numbers(mysqli $link, int $count): Generator
{
	$sum = 0;
	foreach (Mynd\pipeline($link, (function () use ($count) { for ($i = 0; $i < $count; $i++) yield "k$i" => "SELECT $i"; })()) as $key => $result) {
		$sum += (int) $result->fetch_column() + strlen($key);
		yield $key => $result;
	}
	return $sum;
}
$kept = [];
for ($i = 0; $i < 300; $i++) {
	$g = numbers($link, 5);
	foreach ($g as $key => $result) {
		$kept[$key] = $result->num_rows;
	}
	if ($g->getReturn() !== 20) {
		echo 'amiss: ', $g->getReturn(), "\n";
	}
}
echo json_encode($kept), "\n";
$many = [];
for ($i = 0; $i < 10; $i++) {
	$many[] = $g = Mynd\pipeline(link_for_test(), ["SELECT $i", 'SELECT 7']);
	$g->current();
}
$many = array_map(fn ($g) => $g->current()->fetch_column(), $many);
echo implode(' ', $many), "\n";
$trace = (function () use ($link) {
	foreach (Mynd\pipeline($link, (function () { yield 'SELECT 1'; throw new LogicException('source'); })()) as $outcome) {
	}
});
try {
	$trace();
} catch (LogicException $e) {
	echo basename($e->getFile()), ':', $e->getLine(), ' ', count($e->getTrace()) > 1 ? 'with a trace' : 'without', "\n";
}
?>
--EXPECT--
{"k0":1,"k1":1,"k2":1,"k3":1,"k4":1}
0 1 2 3 4 5 6 7 8 9
opcache.php:32 with a trace

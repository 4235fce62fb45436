<?php
/* The driver against a peer that says everything that the protocol allows (player.php). */
require __DIR__ . '/cases.inc';
require __DIR__ . '/connect.inc';
require __DIR__ . '/ways.inc';

$environment = array_diff_key(getenv(), ['LD_PRELOAD' => 1, 'USE_ZEND_ALLOC' => 1]);
$player = proc_open([getenv('MYND_PHP_CMD'), '-d', 'memory_limit=1G', __DIR__ . '/player.php', getenv('SHAPES_CERTIFICATE')], [['pipe', 'r'], ['pipe', 'w'], STDERR], $pipes, null, $environment);
$port = (int) fgets($pipes[1]);
$port > 0 || exit("the peer did not start\n");
$peer = ['host' => '127.0.0.1', 'port' => $port, 'user' => 'tester', 'password' => 'secret', 'db' => ''];

run_cases(function (string $case) use ($peer): void {
	$shape = Shape::of($case);
	$way = new Way($shape);
	note("$shape\n$way");
	go($way, fn (bool $pdo, array $how): mysqli|PDO => link_to($peer, $pdo, $how), "SHAPE $case", $shape->row(...));
});

--TEST--
Waits: PDO makes exceptions of warnings while it connects; of those of other fibers, of interceptors, and of what comes afterwards it does not
--EXTENSIONS--
mynd
pdo
--FILE--
<?php
require __DIR__ . '/fibers.inc';
require __DIR__ . '/turns.inc';

$heard = [];
set_error_handler(function (int $level, string $text) use (&$heard): bool {
	$heard[$text] = ($heard[$text] ?? 0) + 1;
	return true;
});
$warn = fn(string $text): bool => trigger_error($text, E_USER_WARNING);
$connecting = 0;
$connect = function () use (&$connecting, $warn): void {
	$connecting++;
	new PDO('mysql:host=' . getenv('MYND_TEST_HOST') . ';port=' . getenv('MYND_TEST_PORT'), getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'));
	$connecting--;
	$warn('a fiber that has connected');
};
fibers([$connect, $connect, function () use (&$connecting, $warn) {
	echo $connecting, " are connecting\n";
	$warn('another fiber');
}]);
$warn('the main program');
try {
	new PDO('mysql:unix_socket=/nowhere', 'nobody');
} catch (PDOException $e) {
	echo 'a failure is what it was: ', $e->getCode(), "\n";
}
Mynd\intercept(function (Mynd\Command $command, callable $next) use ($warn): Mynd\Reply {
	$warn('an interceptor');
	return $next($command)->then(fn() => $warn('then()'));
});
new PDO('mysql:host=' . getenv('MYND_TEST_HOST') . ';port=' . getenv('MYND_TEST_PORT'), getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'));
print_r($heard);
?>
--EXPECT--
2 are connecting
a failure is what it was: 2002
Array
(
    [another fiber] => 1
    [a fiber that has connected] => 2
    [the main program] => 1
    [an interceptor] => 1
    [then()] => 1
)

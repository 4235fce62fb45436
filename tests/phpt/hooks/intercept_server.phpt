--TEST--
Mynd\Command::$server: the server's version, as the connection knows it when it is read
--EXTENSIONS--
mysqli
pdo_mysql
--FILE--
<?php
require __DIR__ . '/intercept.inc';
$seen = [];
Mynd\intercept(function (Mynd\Command $command, callable $next) use (&$seen) {
	$reply = $next($command);
	$seen[] = "{$command->kind->name} {$command->server}";
	return $reply;
});
$before = Mynd\intercept(function (Mynd\Command $command, callable $next) use (&$seen) {
	$seen[] = 'before ' . var_export($command->server, true);
	return $next($command);
});
$m = link_for_test();
$version = $m->server_info;
$before->remove();
$m->query('SELECT 1');
$p = new PDO('mysql:unix_socket=' . getenv('MYND_TEST_SOCKET'), getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'));
try {
	link_for_test(password: 'wrong');
} catch (mysqli_sql_exception) {
}
echo str_replace($version, 'VERSION', implode("\n", $seen)), "\n";
var_dump($version === $p->getAttribute(PDO::ATTR_SERVER_VERSION), strlen($version) > 4);
?>
--EXPECT--
before NULL
Connect 
Query VERSION
Connect VERSION
Connect 
bool(true)
bool(true)

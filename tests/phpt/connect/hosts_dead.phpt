--TEST--
A list of hosts: those that have not answered are tried after the others for a while, then in their place again; one that says nothing costs a moment; limits of time hold for all together
--EXTENSIONS--
mysqli
mynd
--FILE--
<?php
require __DIR__ . '/../connect.inc';
$good = '127.0.0.1:' . getenv('MYND_TEST_PORT');
$connect = static function (string $host, int $timeout = 30): string {
	$db = mysqli_init();
	$db->options(MYSQLI_OPT_CONNECT_TIMEOUT, $timeout);
	$db->real_connect(...where(host: $host));
	return $db->host_info;
};
/** A server in a process of its own that closes each connection at once. Returns its port, and its count. */
$closing = static function (): array {
	$code = '$s = stream_socket_server("tcp://127.0.0.1:0"); echo stream_socket_get_name($s, false), "\n"; while ($c = stream_socket_accept($s, -1)) { echo ".\n"; fclose($c); }';
	$process = proc_open([PHP_BINARY, '-n', '-r', $code], [['pipe', 'r'], ['pipe', 'w']], $pipes);
	$name = trim(fgets($pipes[1]));
	stream_set_blocking($pipes[1], false);
	register_shutdown_function(static fn () => proc_terminate($process));
	$count = 0;
	return [$name, static function () use ($pipes, &$count): int {
		while (fgets($pipes[1]) !== false) {
			$count++;
		}
		return $count;
	}];
};
[$bad, $count] = $closing();
$began = hrtime(true);
for ($i = 0; $i < 50; $i++) {
	$connect("$bad,$good") === "$good via TCP/IP" || print "connected elsewhere\n";
}
$seconds = (hrtime(true) - $began) / 1e9;
echo '50 connects try it ', $count() >= 1 && $count() <= 1 + $seconds ? "once in a second\n" : $count() . " times in $seconds s\n";
while ($count() < 2 && hrtime(true) - $began < 20e9) {
	$connect("$bad,$good");
}
$seconds = (hrtime(true) - $began) / 1e9;
echo 'then once more: ', $count(), $seconds >= 1 && $seconds < 20 ? '' : " after $seconds s", "\n";
error_reporting(E_ALL & ~E_WARNING); /* stock's, of a greeting that cannot be read */
attempt('if all are dead they are tried', static function () use ($connect, $bad): void {
	try {
		$connect("$bad,$bad");
	} catch (mysqli_sql_exception $e) {
		echo $e->getMessage() === "$bad: MySQL server has gone away; $bad: MySQL server has gone away" ? '' : $e->getMessage(), $e->getCode(), "\n";
	}
});

ob_start(static fn (string $printed): string => preg_replace(['/:\d{4,5}/', '/PID=\d+/'], ['', 'PID'], $printed), 1);
$silent = stream_socket_server('tcp://127.0.0.1:0'); /* the kernel takes connections */
$mute = stream_socket_get_name($silent, false);
$other = stream_socket_server('tcp://127.0.0.1:0');
$late = stream_socket_get_name($other, false);
$within = static function (string $label, float $least, float $most, callable $do): void {
	$began = hrtime(true);
	attempt($label, static fn () => $do());
	$seconds = (hrtime(true) - $began) / 1e9;
	echo $seconds >= $least && $seconds < $most ? '' : "$label: after $seconds s\n";
};
$within('one that says nothing', 1.9, 14, fn () => $connect("$mute,$good"));
$within('the next connect does not wait for it', 0, 1.5, fn () => $connect("$mute,$good"));
$within('within two seconds', 0.9, 1.9, fn () => $connect("$late,$good", 2));
$within('all say nothing', 0.9, 5, fn () => $connect("$mute,$mute", 1));
$within('a limit of the program', 0.4, 3, fn () => Mynd\within(0.5, static fn () => $connect("$mute,$mute")));
?>
--EXPECT--
50 connects try it once in a second
then once more: 2
2006
if all are dead they are tried: null
one that says nothing: "127.0.0.1 via TCP/IP"
the next connect does not wait for it: "127.0.0.1 via TCP/IP"
within two seconds: "127.0.0.1 via TCP/IP"
all say nothing: ! 2006 HY000 127.0.0.1: MySQL server has gone away; 127.0.0.1: MySQL server has gone away
a limit of the program: ! 2006 HY000 MySQL server has gone away

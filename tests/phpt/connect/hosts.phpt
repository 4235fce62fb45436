--TEST--
A list of hosts where a host stands: mysqli and PDO, ports, blanks, order and random; what goes on to the next host, and what does not; one error that names all
--EXTENSIONS--
mysqli
pdo_mysql
mynd
--FILE--
<?php
require __DIR__ . '/../connect.inc';
mysqli_report(MYSQLI_REPORT_ERROR | MYSQLI_REPORT_STRICT);
$port = (int) getenv('MYND_TEST_PORT');
$good = "127.0.0.1:$port";
$login = [getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'), getenv('MYND_TEST_DB')];
/** Where the connection goes; the server's port is not told. */
$where = static fn (string $host, ?string $password = null, int $port = 0, ?int $balance = null): string => (static function () use ($host, $password, $port, $balance, $login): string {
	$db = mysqli_init();
	$balance === null || $db->options(Mynd\OPT_BALANCE, $balance);
	$db->real_connect($host, $login[0], $password ?? $login[1], $login[2], $port, getenv('MYND_TEST_SOCKET'));
	return $db->host_info . ', ' . $db->query("SELECT 'answers'")->fetch_column();
})();
ob_start(static fn (string $printed): string => str_replace((string) $port, 'PORT', $printed), 1);

attempt('the first', fn () => $where("$good,127.0.0.1:1"));
attempt('the second', fn () => $where("127.0.0.1:1,$good"));
attempt('blanks', fn () => $where(" 127.0.0.1:1 ,\t$good "));
attempt('the port of the call', fn () => $where('127.0.0.1:1,127.0.0.1', port: $port));
attempt('a socket', fn () => $where('127.0.0.1:1,localhost'));
attempt('IPv6', fn () => $where("[::1]:1,$good"));
attempt('a name that is not known', fn () => $where("none.invalid,$good"));
attempt('persistent', fn () => $where("p:127.0.0.1:1,$good"));
echo 'its pool is that of its host: ', array_column(Mynd\pools(), 'key')[0]['host'], "\n";
attempt('the same session', fn () => $where("p:127.0.0.1:2,$good") . ', reused ' . array_sum(array_column(Mynd\pools(), 'reused')));
attempt('random', fn () => $where("127.0.0.1:1,$good", balance: Mynd\BALANCE_RANDOM));
attempt('the fewest connections', fn () => $where("127.0.0.1:1,$good", balance: Mynd\BALANCE_LEAST));
attempt('no balance', fn () => var_export(mysqli_init()->options(Mynd\OPT_BALANCE, 4), true));
attempt('no target', fn () => var_export([mysqli_init()->options(Mynd\OPT_TARGET, 5), mysqli_init()->options(Mynd\OPT_TARGET, 0)], true));

echo "--- nothing more is tried\n";
attempt('a wrong password', fn () => preg_replace('/^.*$/', 'connected', $where("$good,localhost", 'wrong')));
attempt('an empty entry', fn () => $where("$good,,$good"));
attempt('a comma at the end', fn () => $where("$good,"));
attempt('no port', fn () => $where("127.0.0.1:x,$good"));
attempt('too many', fn () => $where(str_repeat('a,', 32) . 'a'));

echo "--- none is left\n";
attempt('all refuse', fn () => $where('127.0.0.1:1,127.0.0.1:2'));
/* Hosts that were not tried before, so that they are tried in this order. */
attempt('each in its way', fn () => $where('127.0.0.1:3,neither.invalid'));

echo "--- PDO\n";
$pdo = static fn (string $source) => (new PDO("mysql:dbname=$login[2];$source", $login[0], $login[1]))->getAttribute(PDO::ATTR_CONNECTION_STATUS);
attempt('a list', fn () => $pdo("host=127.0.0.1:1,$good"));
attempt('a port', fn () => $pdo("host=[::1]:1,127.0.0.1;port=$port;balance=order"));
attempt('random', fn () => $pdo("host=127.0.0.1:1,$good;balance=random"));
attempt('no such balance', fn () => $pdo("host=127.0.0.1:1,$good;balance=best"));
attempt('a target', fn () => $pdo("host=127.0.0.1:1,$good;target=primary"));
attempt('no such target', fn () => $pdo("host=$good;target=standby"));
attempt('another role', fn () => $pdo("host=127.0.0.1:1,$good;target=replica"));
attempt('none is left', fn () => $pdo('host=127.0.0.1:1,127.0.0.1:2'));

/* Each goes to one to which there are not more connections than to the other: five and five. */
echo "--- least: ";
$links = $counts = [];
for ($i = 0; $i < 10; $i++) {
	$links[$i] = mysqli_init();
	$links[$i]->options(Mynd\OPT_BALANCE, Mynd\BALANCE_LEAST);
	$links[$i]->real_connect("127.0.0.1:$port,localhost", $login[0], $login[1], $login[2], 0, getenv('MYND_TEST_SOCKET'));
	$counts[$links[$i]->host_info] = ($counts[$links[$i]->host_info] ?? 0) + 1;
}
ksort($counts);
echo json_encode($counts), "\n";
$tcp = array_filter($links, static fn (mysqli $link): bool => str_contains($link->host_info, 'TCP'));
array_map(static fn (mysqli $link): bool => $link->close(), $tcp);
echo '  those over TCP are closed, the next five: ';
$counts = [];
foreach ($tcp as $link) {
	$link->__construct();
	$link->options(Mynd\OPT_BALANCE, Mynd\BALANCE_LEAST);
	$link->real_connect("127.0.0.1:$port,localhost", $login[0], $login[1], $login[2], 0, getenv('MYND_TEST_SOCKET'));
	$counts[$link->host_info] = ($counts[$link->host_info] ?? 0) + 1;
}
echo json_encode($counts), "\n";

echo "--- random: ";
$counts = [];
for ($i = 0; $i < 200; $i++) {
	$info = $where("127.0.0.1:$port,localhost", balance: Mynd\BALANCE_RANDOM);
	$counts[$info] = ($counts[$info] ?? 0) + 1;
}
echo count($counts) === 2 && min($counts) > 60 ? "each host is the first about as often\n" : json_encode($counts) . "\n";
?>
--EXPECTF--
the first: "127.0.0.1:PORT via TCP/IP, answers"
the second: "127.0.0.1:PORT via TCP/IP, answers"
blanks: "127.0.0.1:PORT via TCP/IP, answers"
the port of the call: "127.0.0.1 via TCP/IP, answers"
a socket: "Localhost via UNIX socket, answers"
IPv6: "127.0.0.1:PORT via TCP/IP, answers"
a name that is not known: "127.0.0.1:PORT via TCP/IP, answers"
persistent: "127.0.0.1:PORT via TCP/IP, answers"
its pool is that of its host: 127.0.0.1:PORT
the same session: "127.0.0.1:PORT via TCP/IP, answers, reused 1"
random: "127.0.0.1:PORT via TCP/IP, answers"
the fewest connections: "127.0.0.1:PORT via TCP/IP, answers"
no balance: "false"
no target: "array (\n  0 => false,\n  1 => false,\n)"
--- nothing more is tried
a wrong password: ! 1045 %s Access denied for user 'mynd'@'localhost' (using password: YES)
an empty entry: ! 2002 HY000 The list of hosts "127.0.0.1:PORT,,127.0.0.1:PORT" has an empty entry
a comma at the end: ! 2002 HY000 The list of hosts "127.0.0.1:PORT," has an empty entry
no port: ! 2002 HY000 Failed to parse address "127.0.0.1:x"
too many: ! 2002 HY000 The list of hosts "a,%sa" has more than 32 entries
--- none is left
all refuse: ! 2002 HY000 127.0.0.1:1: Connection refused; 127.0.0.1:2: Connection refused

Warning: mysqli::real_connect(): php_network_getaddresses: getaddrinfo for neither.invalid failed: %s in %s on line %d
each in its way: ! 2002 HY000 127.0.0.1:3: Connection refused; neither.invalid: php_network_getaddresses: getaddrinfo for neither.invalid failed: %s
--- PDO
a list: "127.0.0.1:PORT via TCP/IP"
a port: "127.0.0.1 via TCP/IP"
random: "127.0.0.1:PORT via TCP/IP"
no such balance: ! PDOException balance=best of the data source: it has to be order, random or least
a target: "127.0.0.1:PORT via TCP/IP"
no such target: ! PDOException target=standby of the data source: it has to be any, primary, replica or prefer-replica
another role: ! PDOException SQLSTATE[HY000] [2002] 127.0.0.1:1: Connection refused; 127.0.0.1:PORT: The server takes writes, and a replica is asked for
none is left: ! PDOException SQLSTATE[HY000] [2002] 127.0.0.1:1: Connection refused; 127.0.0.1:2: Connection refused
--- least: {"127.0.0.1:PORT via TCP\/IP":5,"Localhost via UNIX socket":5}
  those over TCP are closed, the next five: {"127.0.0.1:PORT via TCP\/IP":5}
--- random: each host is the first about as often

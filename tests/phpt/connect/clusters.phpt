--TEST--
mynd.clusters: programs connect to a cluster by its name; zones, weights, who may be a primary; what the program says comes first; faults of the file
--EXTENSIONS--
mysqli
pdo_mysql
mynd
--FILE--
<?php
require __DIR__ . '/../connect.inc';
$port = (int) getenv('MYND_TEST_PORT');
$file = tempnam(sys_get_temp_dir(), 'mynd-clusters');
$state = "$file.state";
mkdir($state);
$forget = static fn () => array_map(unlink(...), glob("$state/*")); /* what is known of the nodes */
register_shutdown_function(static function () use ($file, $state, $forget) {
	@unlink($file);
	$forget();
	rmdir($state);
});
ob_start(static fn (string $printed): string => str_replace([(string) $port, $file], ['PORT', 'FILE'], $printed), 1);
/** What a program prints that connects to clusters of this file; $name, $target, $balance and so on. */
$run = static function (string $text, string $program) use ($file, $state, $forget): string {
	file_put_contents($file, "state = $state\n$text");
	$forget();
	$program = 'function go(string $host, string $more = "", int $port = 0, bool $persistent = false): string {
		try {
			$pdo = new PDO("mysql:host=$host;dbname=" . getenv("MYND_TEST_DB") . ";unix_socket=" . getenv("MYND_TEST_SOCKET") . $more . ($port ? ";port=$port" : ""), getenv("MYND_TEST_USER"), getenv("MYND_TEST_PASSWORD"), [PDO::ATTR_PERSISTENT => $persistent]);
			return preg_replace("/ via.*/", "", $pdo->getAttribute(PDO::ATTR_CONNECTION_STATUS));
		} catch (PDOException $e) {
			return $e->getMessage();
		}
	}' . $program;
	$process = proc_open([...explode(' ', getenv('MYND_PHP_CMD')), '-d', "mynd.clusters=$file", '-d', 'display_errors=1', '-d', 'log_errors=0', '-r', $program], [1 => ['pipe', 'w'], 2 => ['redirect', 1]], $pipes);
	$said = stream_get_contents($pipes[1]);
	proc_close($process);
	return $said;
};

$shop = "[shop]\nnode[down] = 127.0.0.1:1\nnode[up] = \"127.0.0.1:$port\"\n";
echo '-- by name: ', $run($shop, 'echo go("shop"), ", ", go("SHOP"), ", port of the call: ", go("shop", port: 3306), ", persistent: ", go("shop", persistent: true), ", ", (new mysqli("shop", getenv("MYND_TEST_USER"), getenv("MYND_TEST_PASSWORD")))->host_info;'), "\n";
echo '-- the pool is the node\'s: ', $run($shop, 'go("shop", persistent: true); go("shop", persistent: true); foreach (Mynd\pools() as $pool) echo $pool["reused"] ? $pool["key"]["host"] . " reused $pool[reused]" : "";'), "\n";
echo '-- a primary, if nothing is said: ', $run("[shop]\nnode[up] = \"127.0.0.1:$port primary=no\"\nnode[other] = 127.0.0.1:1", 'echo go("shop"), "; any: ", go("shop", ";target=any"), "; a replica: ", go("shop", ";target=replica");'), "\n";
echo '-- none may be one: ', $run("[shop]\ntarget = replica\nnode[up] = \"127.0.0.1:$port primary=no\"", 'echo go("shop", ";target=primary"), "; ", go("shop", ";target=any");'), "\n";
echo '-- a proxy has no role: ', $run("[shop]\nkind = proxy\nnode[up] = 127.0.0.1:$port", 'echo json_encode(Mynd\clusters());'), "\n";
echo '-- everything that is said: ', $run("[shop]\nkind = galera\ntarget = prefer-replica\nbalance = least\nzone = a\nconnect_timeout = 3\nnode[one] = \"127.0.0.1:$port weight=0 zone=a primary=yes\"", 'echo json_encode(Mynd\clusters());'), "\n";
echo '-- the own zone first: ', $run("[shop]\nzone = b\nnode[one] = \"127.0.0.1:$port zone=a\"\nnode[two] = \"localhost zone=b\"\nnode[three] = \"localhost:$port\"", 'echo go("shop");'), "\n";
$counts = json_decode($run("[shop]\ntarget = any\nbalance = random\nnode[one] = \"127.0.0.1:$port weight=3\"\nnode[two] = \"localhost\"\nnode[never] = \"localhost:$port weight=0\"",
	'for ($i = 0; $i < 400; $i++) { $at = go("shop"); $c[$at] = ($c[$at] ?? 0) + 1; } echo json_encode($c);'), true);
echo '-- weights of 3, 1 and 0: ', abs($counts["127.0.0.1:$port"] - 300) < 45 && array_sum($counts) === 400 && count($counts) === 2 ? 'as they say' : json_encode($counts), "\n";
/* On a busy machine a host may be too slow for an attempt, and the others come first then. */
for ($tries = 0; $tries < 5 && !in_array($counts["127.0.0.1:$port via TCP/IP"] ?? 0, [12], true); $tries++) {
	$counts = json_decode($run("[shop]\ntarget = any\nbalance = least\nnode[one] = \"127.0.0.1:$port weight=3\"\nnode[two] = \"localhost\"",
	'for ($i = 0; $i < 16; $i++) { $l[] = $m = new mysqli("shop", getenv("MYND_TEST_USER"), getenv("MYND_TEST_PASSWORD"), null, 0, getenv("MYND_TEST_SOCKET")); $c[$m->host_info] = ($c[$m->host_info] ?? 0) + 1; } ksort($c); echo json_encode($c);'), true);
}
echo '-- least, weights of 3 and 1: ', $tries < 5 ? 'as they say' : json_encode($counts), "\n";
echo '-- order, where the program says so: ', $run("[shop]\ntarget = any\nbalance = random\nnode[one] = \"127.0.0.1:$port\"\nnode[two] = \"localhost\"", 'for ($i = 0; $i < 20; $i++) { $c[go("shop", ";balance=order")] = true; } echo json_encode(array_keys($c));'), "\n";
$silent = stream_socket_server('tcp://127.0.0.1:0'); /* the kernel takes connections */
$mute = stream_socket_get_name($silent, false);
$began = hrtime(true);
echo '-- a limit of the cluster: ', preg_replace('/127\.0\.0\.1:\d+/', 'MUTE', $run("[shop]\nconnect_timeout = 1\nnode[one] = $mute", 'echo go("shop");')), (hrtime(true) - $began) / 1e9 < 8 ? '' : ' late', "\n";
echo '-- another host is as ever: ', $run($shop, "echo go('127.0.0.1', port: $port), '; ', go('shops.invalid');"), "\n";

echo "-- faults\n";
$faults = ["[a]\nkind = galera\nkind = group\nnode[b] = c", "[a]\nnode[b] = \"c zone=x zone=y\"", "[a]\nnode[b] = c:70000", "[\"a\"]\nnode[b] = c", "[a]\nnode[b] = /tmp/sock", "[a]\nnode[b] = c\n\0[z]", "[a]\ntarget = primary\nnode[b] = \"c primary=no\"",
	'x = 1', "state = x\n[a]", "state = /x\nstate = /y\n[a]", '[a]', "[a]\nnode[b] = c\nkind = x", "[a]\nnode[b] = \"c weight=1001\"", "[a]\nnode[b] = c\nnode[B] = d", "[a]\nnode[b] = c\nnode[d] = C",
	"[a]\nnode[b] = \"c primary=no\"", "[a]\nnode[b] = c:x", "[a]\nnode[b] = 'c'", "[a.b]\nnode[b] = c", "[localhost]", "[a]\nnode[b] = c\n[A]", "[a]\nfoo[] = 1", "[a]\nnode[] = x", "[a]\nnode = x",
	"[a]\nnode[b] = x\nconnect_timeout = -1", "[a]\nnode[b] = x\nzone = \"\"", "[a]\nnode[b] = \"\"", "[a]\n" . implode("\n", array_map(static fn (int $i): string => "node[n$i] = h$i", range(1, 33)))];
foreach ($faults as $text) {
	file_put_contents($file, $text);
	try {
		echo json_encode(Mynd\clusters($file)), "\n";
	} catch (RuntimeException $e) {
		echo $e->getMessage(), "\n";
	}
}
file_put_contents($file, "[a\nb");
attempt('no INI file', static fn () => Mynd\clusters($file));
attempt('a folder', static fn () => Mynd\clusters('/'));
file_put_contents($file, "[a]\ntarget = replica\nKIND = group\nnode[1] = \"c primary=no\"");
echo json_encode(Mynd\clusters($file)['a']['nodes'][1]), "\n";
echo $run("[a]\nnode[b] = c:x\n", 'echo json_encode(Mynd\clusters());'), "\n";
?>
--EXPECT--
-- by name: 127.0.0.1:PORT, 127.0.0.1:PORT, port of the call: 127.0.0.1:PORT, persistent: 127.0.0.1:PORT, 127.0.0.1:PORT via TCP/IP
-- the pool is the node's: 127.0.0.1:PORT reused 1
-- a primary, if nothing is said: SQLSTATE[HY000] [2002] 127.0.0.1:1: Connection refused; any: 127.0.0.1:PORT; a replica: SQLSTATE[HY000] [2002] 127.0.0.1:PORT: The server takes writes, and a replica is asked for; 127.0.0.1:1: Connection refused
-- none may be one: SQLSTATE[HY000] [2002] The cluster "shop" has no node that may be a primary; 127.0.0.1:PORT
-- a proxy has no role: {"shop":{"kind":"proxy","target":"any","balance":"order","zone":null,"connect_timeout":0,"nodes":{"up":{"address":"127.0.0.1:PORT","weight":1,"zone":null,"primary":true,"role":null,"since":null,"asked":null,"dead":null,"second":false,"fenced":false}}}}
-- everything that is said: {"shop":{"kind":"galera","target":"prefer-replica","balance":"least","zone":"a","connect_timeout":3,"nodes":{"one":{"address":"127.0.0.1:PORT","weight":0,"zone":"a","primary":true,"role":null,"since":null,"asked":null,"dead":null,"second":false,"fenced":false}}}}
-- the own zone first: Localhost
-- weights of 3, 1 and 0: as they say
-- least, weights of 3 and 1: as they say
-- order, where the program says so: ["127.0.0.1:PORT"]
-- a limit of the cluster: SQLSTATE[HY000] [2006] MUTE: MySQL server has gone away
-- another host is as ever: 127.0.0.1; SQLSTATE[HY000] [2002] php_network_getaddresses: getaddrinfo for shops.invalid failed: Name or service not known
-- faults
FILE: [a] kind is there twice
FILE: [a] node[b]: "zone=y" is not understood
FILE: [a] node[b]: "c:70000" is no address
FILE: ["a"]: this is no name of a cluster
FILE: [a] node[b]: "/tmp/sock" is no address
FILE: it contains a NUL byte
FILE: [a]: no node may be a primary
FILE: x is in no section
FILE: state = x is no absolute path
FILE: state is there twice
FILE: [a] has no node
FILE: [a] kind = x: there is no such kind
FILE: [a] node[b]: "weight=1001" is not understood
FILE: [a] node[B]: another node has this name or this address
FILE: [a] node[d]: another node has this name or this address
FILE: [a]: no node may be a primary
FILE: [a] node[b]: "c:x" is no address
FILE: [a] node[b]: "'c'" is no address
FILE: [a.b]: this is no name of a cluster
FILE: [localhost]: this is no name of a cluster
FILE: [A] is there twice
FILE: [a] foo[]: there is no such setting
FILE: [a] node[]: this is no name of a node
FILE: [a] node = x is not understood
FILE: [a] connect_timeout = -1 is not understood
FILE: [a] zone =  is not understood
FILE: [a] node[b]: "" is no address
FILE: [a] has more than 32 nodes
no INI file: ! RuntimeException FILE: syntax error, unexpected end of file, expecting ']' on line 1
a folder: ! RuntimeException /: Is a directory
{"address":"c","weight":1,"zone":null,"primary":false,"role":null,"since":null,"asked":null,"dead":null,"second":false,"fenced":false}
PHP Warning:  PHP Startup: mynd.clusters = "FILE": [a] node[b]: "c:x" is no address. There are no clusters in Unknown on line 0
[]

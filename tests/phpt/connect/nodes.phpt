--TEST--
mynd.clusters: what one process finds out of a node all processes of the user know: roles, doubts, nodes that are down and the one that tries them again; files that are not the user's; forget_node()
--EXTENSIONS--
mysqli
mynd
--SKIPIF--
<?php
if (!function_exists('posix_seteuid') || posix_geteuid() !== 0) die('skip only root can be two users');
?>
--FILE--
<?php
require __DIR__ . '/../connect.inc';
$port = (int) getenv('MYND_TEST_PORT');
$folder = tempnam(sys_get_temp_dir(), 'mynd-nodes');
unlink($folder);
mkdir($folder);
chmod($folder, 01777);
$file = "$folder/clusters.ini";
ob_start(static fn (string $printed): string => str_replace("127.0.0.1:$port", '127.0.0.1:PORT', $printed), 1);
register_shutdown_function(static function () use ($folder) {
	array_map(unlink(...), glob("$folder/*"));
	rmdir($folder);
});
$write = static fn (string $cluster) => file_put_contents($file, "state = $folder\n$cluster");
$table = static fn (int $user = 0): string => glob("$folder/mynd-nodes-1-$user-*")[0] ?? '';
/** Starts a program that knows the clusters; it has connect(), which says how often the driver has asked. */
$start = static function (string $program) use ($file) {
	$program = 'mysqli_report(MYSQLI_REPORT_ERROR | MYSQLI_REPORT_STRICT);
	function connect(string $host = "shop"): ?mysqli { return new mysqli($host, getenv("MYND_TEST_USER"), getenv("MYND_TEST_PASSWORD"), getenv("MYND_TEST_DB")); }
	/* how often the session has asked whether its server takes writes */
	function asked(string $host = "shop"): int { return (int) connect($host)->query("SHOW SESSION STATUS LIKE \'Com_select\'")->fetch_row()[1]; }
	function known(string $node): string { $of = Mynd\clusters()["shop"]["nodes"][$node]; return ($of["role"] ?? "no role") . ($of["dead"] === null ? "" : ", dead"); }' . $program;
	return proc_open([...explode(' ', getenv('MYND_PHP_CMD')), '-d', "mynd.clusters=$file", '-d', 'mynd.shared_pool=0', '-d', 'log_errors=0', '-r', $program], [1 => ['pipe', 'w'], 2 => ['redirect', 1]], $GLOBALS['pipes'][]);
};
$end = static function ($process): string {
	$pipes = array_pop($GLOBALS['pipes']);
	$said = stream_get_contents($pipes[1]);
	proc_close($process);
	return preg_replace('/^mynd: this process tells no other .* 524288 bytes\n/m', '(said) ', $said);
};
$run = static fn (string $program): string => $end($start($program));

$write("[shop]\nnode[down] = 127.0.0.1:1\nnode[up] = \"127.0.0.1:$port\"\n");
echo '-- one asks: ', $run('echo asked(), ", ", known("up"), ", ", known("down");'), "\n";
clearstatcache();
printf("-- the table: mode %o, of user %d\n", fileperms($table()) & 0777, fileowner($table()));
$began = hrtime(true);
do { /* on a busy machine a second can be over before the other process has begun */
	$run('connect();');
	$said = $run('echo asked();');
} while ($said !== '0' && hrtime(true) - $began < 20e9);
echo "-- within a second nobody asks again: $said\n";
echo '-- a connection of a pool neither: ', $run('$asked = asked("p:127.0.0.1:' . $port . '"); connect(); connect("p:shop")->close(); echo asked("p:shop") - $asked;'), "\n";
echo '-- a command fails as on a replica, and another process asks: ', $run('try { connect()->query("SIGNAL SQLSTATE \'HY000\' SET MYSQL_ERRNO = 1290"); } catch (mysqli_sql_exception $e) { echo $e->getCode(), " "; }'), $run('echo asked();'), "\n";
echo '-- another error is no reason: ', $run('connect(); try { connect()->query("SIGNAL SQLSTATE \'HY000\' SET MYSQL_ERRNO = 1291"); } catch (mysqli_sql_exception $e) { echo $e->getCode(), " "; } echo asked();'), "\n";
echo '-- a lost connection is one: ', $run('connect(); $db = connect(); connect()->kill($db->thread_id); try { $db->query("SELECT 1"); } catch (mysqli_sql_exception $e) { echo $e->getCode(), " "; } echo asked();'), "\n";

echo "-- one of many tries a node again\n";
$silent = stream_socket_server('tcp://127.0.0.1:0', $code, $text, STREAM_SERVER_BIND | STREAM_SERVER_LISTEN, stream_context_create(['socket' => ['backlog' => 64]]));
$write("[shop]\nnode[mute] = " . stream_socket_get_name($silent, false) . "\nnode[up] = \"127.0.0.1:$port\"\n");
echo $run('connect(); echo known("mute");'), ", connects: ", count_connects($silent), "\n";
$go = "$folder/go";
$processes = $pipes = [];
for ($i = 0; $i < 6; $i++) {
	$processes[] = $start('while (!file_exists("' . $go . '")) usleep(1000); connect(); $d = Mynd\clusters()["shop"]["nodes"]["mute"]["dead"];');
}
$run('while (Mynd\clusters()["shop"]["nodes"]["mute"]["dead"] > 0) usleep(1000);');
touch($go);
foreach (array_reverse($processes) as $process) {
	echo $end($process);
}
echo 'of six connects: ', count_connects($silent), "\n";
function count_connects($server): int {
	for ($count = 0; ($connection = @stream_socket_accept($server, 0)) !== false; $count++) {
		fclose($connection);
	}
	return $count;
}

echo "-- files\n";
$write("[shop]\nnode[up] = \"127.0.0.1:$port\"\n");
$knows = static fn (): string => $run('connect(); echo known("up");') . ' here, ' . $run('echo known("up");') . ' elsewhere';
echo 'the user\'s: ', $knows(), "\n";
$path = $table();
chmod($path, 0644);
echo 'others may read it: ', $knows(), "\n";
chmod($path, 0600);
chown($path, 65534);
echo 'of somebody else: ', $knows(), "\n";
unlink($path);
symlink("$folder/elsewhere", $path);
echo 'a link: ', $knows(), file_exists("$folder/elsewhere") ? ', made' : '', "\n";
unlink($path);
posix_mkfifo($path, 0600);
echo 'a FIFO: ', $knows(), "\n";
unlink($path);
echo 'emptied while it is used: ', $run('connect(); ftruncate(fopen("' . $path . '", "r+"), 0); connect(); echo known("up");'), "\n";
echo 'removed while it is used: ', $run('connect(); unlink("' . $path . '"); usleep(1001000); connect(); echo known("up");'), ' here, ', $run('echo known("up");'), " elsewhere\n";
mt_srand($seed = (int) (getenv('MYND_TEST_SEED') ?: 1));
$failures = 0;
for ($i = 0; $i < 20; $i++) {
	$bytes = file_get_contents($path);
	for ($j = 0; $j < 200; $j++) {
		$bytes[mt_rand(0, strlen($bytes) - 1)] = chr(mt_rand(0, 255));
	}
	file_put_contents($path, mt_rand(0, 3) ? $bytes : random_bytes_of(mt_rand(0, 4096)));
	$failures += ($said = $run('echo connect()->host_info;')) !== "127.0.0.1:$port via TCP/IP";
}
function random_bytes_of(int $count): string {
	return implode('', array_map(static fn (): string => chr(mt_rand(0, 255)), range(0, $count)));
}
echo 'with any bytes in it: ', $failures === 0 ? 'as ever' : "$failures failures, seed $seed: $said", "\n";

$limited = "[shop]\nnode[up] = \"127.0.0.1:$port\"\n";
$write($limited);
unlink($path);
putenv('MYND_PHP_CMD=/bin/sh ' . $folder . '/limited ' . getenv('MYND_PHP_CMD'));
file_put_contents("$folder/limited", "ulimit -f 64\nexec \"\$@\"\n");
echo 'where it may not be so large: ', $run('connect(); connect(); echo known("up");'), "\n";
putenv('MYND_PHP_CMD=' . substr(getenv('MYND_PHP_CMD'), strlen("/bin/sh $folder/limited ")));

echo "-- two nodes that take writes: one is the primary\n";
$write("[shop]\nnode[one] = \"127.0.0.1:$port\"\n");
$run('connect();');
$write("[shop]\nnode[two] = \"localhost\"\nnode[one] = \"127.0.0.1:$port\"\n");
echo $run('ini_set("error_log", "' . $folder . '/log"); ini_set("mysqli.default_socket", getenv("MYND_TEST_SOCKET")); echo connect()->host_info, ", ", known("two"), " ", json_encode(Mynd\clusters()["shop"]["nodes"]["two"]["second"]);'),
	preg_replace('/^.*?\] /', ', ', file_get_contents("$folder/log"));
$both = 'ini_set("mysqli.default_socket", getenv("MYND_TEST_SOCKET"));
function connect_as(int $target, string $host = "shop"): string { $db = new mysqli(); $db->options(Mynd\OPT_TARGET, $target); $db->options(Mynd\OPT_BALANCE, Mynd\BALANCE_ORDER);
	try { $db->real_connect($host, getenv("MYND_TEST_USER"), getenv("MYND_TEST_PASSWORD"), getenv("MYND_TEST_DB")); return $db->host_info; } catch (mysqli_sql_exception $e) { return $e->getMessage(); } }';
unlink($path);
$write("[shop]\nnode[one] = \"127.0.0.1:$port weight=0\"\nnode[two] = \"localhost\"\n");
echo 'also after a connect that wanted a replica: ', $run("ini_set('error_log', '$folder/log'); $both" . ' echo connect_as(Mynd\TARGET_PRIMARY), "; "; connect_as(Mynd\TARGET_REPLICA); echo connect_as(Mynd\TARGET_PRIMARY);'), "\n";
echo 'or one to the server itself: ', $run("ini_set('error_log', '$folder/log'); $both" . ' connect_as(Mynd\TARGET_PRIMARY, "p:127.0.0.1:' . $port . '"); echo connect_as(Mynd\TARGET_PRIMARY, "p:shop");'), "\n";
$write("[shop]\nnode[one] = \"127.0.0.1:$port\"\nnode[two] = \"localhost primary=no\"\n");
echo 'the primary has become primary=no: ', $run("ini_set('error_log', '$folder/log'); $both" . ' echo connect_as(Mynd\TARGET_PRIMARY);'), "\n";

echo "-- another user\n";
$write("[shop]\nnode[up] = \"127.0.0.1:$port\"\n");
echo $run('connect(); posix_seteuid(65534); connect("127.0.0.1:' . $port . '"); foreach (scandir("/proc/self/fd") as $fd) { $to = @readlink("/proc/self/fd/$fd"); if (str_contains((string) $to, "mynd-nodes")) echo strtok(substr(strstr($to, "mynd-nodes-1-"), 13), "-"), " "; } connect(); echo known("up");'),
	', ', fileowner($table(65534)), "\n";

echo "-- forget_node()\n";
echo $run('connect(); echo known("up"); Mynd\forget_node("SHOP", "UP"); echo ", ", known("up");'), ', ', $run('echo known("up");'), "\n";
foreach ([['shop', 'x'], ['x', 'up'], ['shop', '']] as [$cluster, $node]) {
	attempt("$cluster/$node", static fn () => Mynd\forget_node($cluster, $node, $file));
}
attempt('no clusters', static fn () => Mynd\forget_node('shop', 'up'));
unlink($path);
attempt('no table', static fn () => Mynd\forget_node('shop', 'up', $file));
?>
--EXPECT--
-- one asks: 1, primary, no role, dead
-- the table: mode 600, of user 0
-- within a second nobody asks again: 0
-- a connection of a pool neither: 0
-- a command fails as on a replica, and another process asks: 1290 1
-- another error is no reason: 1291 0
-- a lost connection is one: 2006 1
-- one of many tries a node again
no role, dead, connects: 1
of six connects: 1
-- files
the user's: primary here, primary elsewhere
others may read it: (said) primary here, (said) no role elsewhere
of somebody else: (said) primary here, (said) no role elsewhere
a link: (said) primary here, (said) no role elsewhere
a FIFO: (said) primary here, (said) no role elsewhere
emptied while it is used: primary
removed while it is used: primary here, primary elsewhere
with any bytes in it: as ever
where it may not be so large: (said) primary
-- two nodes that take writes: one is the primary
127.0.0.1:PORT via TCP/IP, primary true, mynd: cluster shop: two takes writes, and one is the primary
also after a connect that wanted a replica: Localhost via UNIX socket; Localhost via UNIX socket
or one to the server itself: Localhost via UNIX socket
the primary has become primary=no: 127.0.0.1:PORT via TCP/IP
-- another user
65534 primary, 65534
-- forget_node()
primary, no role, no role
shop/x: ! RuntimeException There is no node x of a cluster shop
x/up: ! RuntimeException There is no node up of a cluster x
shop/: ! RuntimeException There is no node  of a cluster shop
no clusters: ! RuntimeException There is no node up of a cluster shop
no table: ! RuntimeException There is no table of nodes of this user, or it cannot be written now

--TEST--
mynd.shared_pool: what another process has put into the mailbox gets no password, and holds nobody up when it is closed
--EXTENSIONS--
mysqli
pcntl
posix
sockets
ffi
--INI--
mynd.shared_pool=1
ffi.enable=1
--SKIPIF--
<?php
if (PHP_OS_FAMILY !== 'Linux' || PHP_INT_SIZE !== 8) die('skip the structures are those of Linux with 64 bits');
?>
--FILE--
<?php
require __DIR__ . '/shared.inc';
require __DIR__ . '/parcels.inc';
mysqli_report(MYSQLI_REPORT_OFF);
$box = new Box;

/**
 * Connects again, while a child is the "server" at the other end of what lies in the mailbox; says what that
 * has heard.
 */
function ask(Box $box, string $label, string $says, array $where, bool $pair): void
{
	$m = plink(...$where, database: '');
	$m->query('USE ' . getenv('MYND_TEST_DB'));
	$m->close(); /* its reset is a change of user */
	[$bytes, $fd] = $box->receive();
	$box->c->close($fd);
	if ($pair) {
		[$theirs, $ours] = $box->pair();
	} else {
		$listens = stream_socket_server('unix://' . __DIR__ . '/strangers.sock');
		$client = stream_socket_client('unix://' . __DIR__ . '/strangers.sock');
		$server = stream_socket_accept($listens);
		[$theirs, $ours] = [$box->number($client), $box->number($server)];
	}
	$box->send($bytes, [$theirs]);
	[$tell, $told] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
	$pid = pcntl_fork();
	if ($pid === 0) {
		$box->c->close($theirs);
		isset($client) && fclose($client);
		$box->say($ours, $says);
		for ($heard = ''; ($more = $box->hear($ours)) !== ''; $heard .= $more) {
			if (str_contains($heard . $more, "\2")) { /* it asks for a key */
				$box->say($ours, substr(pack('V', strlen(KEY) + 1), 0, 3) . "\3\1" . KEY);
			}
		}
		fwrite($told, $heard);
		posix_kill(getmypid(), SIGKILL);
	}
	fclose($told);
	$box->c->close($theirs);
	$box->c->close($ours);
	isset($client) && array_map(fclose(...), [$client, $server, $listens]);
	@unlink(__DIR__ . '/strangers.sock');
	$m = mysqli_init();
	$m->options(MYSQLI_OPT_READ_TIMEOUT, 5);
	$connected = $m->real_connect(...where(...$where, database: ''));
	$heard = stream_get_contents($tell);
	pcntl_waitpid($pid, $status);
	echo "$label: ", $connected ? 'connected' : $m->connect_error, ', ', str_contains($heard, getenv('MYND_TEST_PASSWORD')) ? 'it has the PASSWORD' : (strlen($heard) > 200 ? 'it has something long' : 'no secret'), "\n";
	$connected && $m->close();
	while (($left = $box->receive()) !== null) {
		$box->c->close($left[1]);
	}
}
const KEY = <<<'PEM'
-----BEGIN PUBLIC KEY-----
MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAque3GLinNbQcKJzpwu0m
mLiumd9mafXjumamsg+HULkTV9WQD3yA99LFQtgjZUbzw22tU1oSMC/lmN6GpcjZ
8WIxlGlh3yrR+Ms/Pik6cuSJemL8v0R/3RPpdEiQAEbG8ABD7SQLTP7Ohv3F+TFB
85ni3oqSUYtXcPiaf9xWEtyzqrdjnuLD5bvHQDFvvcOWnu5v+VJi/lUSrYYl4m4i
IpM8XVZ34VHl7KNhDwmbFxjy81mjQe6unFeYElfQ+tBTlYvq2CqQxp64uGral2lY
J0GSMvOFxwQsAGkZkJcF74U8Ad7VG32QykJEqcHCOYzGmrhy8Oe6Y5642w5VjWUc
NQIDAQAB
-----END PUBLIC KEY-----
PEM;

$asks = fn(string $method) => substr(pack('V', strlen($method) + 22), 0, 3) . "\1\xfe$method\0" . str_repeat('s', 20);
$full = $asks('caching_sha2_password') . "\2\0\0\3\1\4";
foreach (['mysql_clear_password' => $asks('mysql_clear_password'), 'caching_sha2_password, in full' => $full, 'sha256_password' => $asks('sha256_password')] as $method => $says) {
	ask($box, "$method, a pair", $says, ['host' => 'p:localhost'], true);
	ask($box, "$method, a server of the same user", $says, ['host' => 'p:localhost'], false);
	ask($box, "$method, a pair in the place of TCP", $says, ['host' => 'p:127.0.0.1'], true);
}

echo "-- closing\n";
foreach (['its form is wrong' => [fn($b) => substr_replace($b, "\x7f", 4, 1), 1], 'it is too long' => [fn($b) => $b . str_repeat("\0", 9000), 1], 'it has two descriptors' => [fn($b) => $b, 2], 'it is taken for a connection' => [fn($b) => $b, 1]] as $label => [$change, $number]) {
	$m = plink(host: 'p:127.0.0.1');
	$m->close();
	[$bytes, $fd] = $box->receive();
	$box->c->close($fd);
	/* sent, and not read: close() would wait for it, up to 8 seconds */
	$listens = stream_socket_server('tcp://127.0.0.1:0');
	$fds = $kept = [];
	for ($i = 0; $i < $number; $i++) {
		$client = stream_socket_client('tcp://' . stream_socket_get_name($listens, false));
		$kept[] = stream_socket_accept($listens);
		stream_set_blocking($client, false);
		for ($full = 0; $full < 3;) { /* the kernel moves some of it on meanwhile */
			$n = @fwrite($client, str_repeat('x', 1 << 16));
			$full = $n ? 0 : $full + 1;
			$n || usleep(1000);
		}
		socket_set_option(socket_import_stream($client), SOL_SOCKET, SO_LINGER, ['l_onoff' => 1, 'l_linger' => 8]);
		$fds[] = $box->number($client);
		$clients[] = $client;
	}
	$box->send($change($bytes), $fds);
	array_map(fclose(...), array_splice($clients, 0));
	$begin = microtime(true);
	$m = plink(host: 'p:127.0.0.1');
	echo "$label: ", $m->query('SELECT 1')->fetch_row()[0], microtime(true) - $begin < 5 ? '' : ' after ' . round(microtime(true) - $begin) . ' s', "\n";
	$m->close();
	array_map(fclose(...), $kept);
	while (($left = $box->receive()) !== null) {
		$box->c->close($left[1]);
	}
}
?>
--EXPECT--
mysql_clear_password, a pair: connected, no secret
mysql_clear_password, a server of the same user: connected, no secret
mysql_clear_password, a pair in the place of TCP: connected, no secret
caching_sha2_password, in full, a pair: connected, no secret
caching_sha2_password, in full, a server of the same user: connected, no secret
caching_sha2_password, in full, a pair in the place of TCP: connected, no secret
sha256_password, a pair: connected, no secret
sha256_password, a server of the same user: connected, no secret
sha256_password, a pair in the place of TCP: connected, no secret
-- closing
its form is wrong: 1
it is too long: 1
it has two descriptors: 1
it is taken for a connection: 1

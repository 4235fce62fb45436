--TEST--
mynd.shared_pool: what another process has put into the mailbox is believed in nothing: damaged parcels, strange descriptors
--EXTENSIONS--
mysqli
pcntl
ffi
--INI--
mynd.shared_pool=1
mynd.max_shared=200
ffi.enable=1
--SKIPIF--
<?php
if (PHP_OS_FAMILY !== 'Linux' || PHP_INT_SIZE !== 8) die('skip the structures are those of Linux with 64 bits');
?>
--FILE--
<?php
require __DIR__ . '/shared.inc';

$c = FFI::cdef('
	struct iovec { void *base; size_t len; };
	struct msghdr { void *name; unsigned namelen; struct iovec *iov; size_t iovlen; void *control; size_t controllen; int flags; };
	long sendmsg(int fd, struct msghdr *message, int flags);
	long recvmsg(int fd, struct msghdr *message, int flags);
	int socketpair(int domain, int type, int protocol, int *ends);
	int getsockname(int fd, void *name, unsigned *len);
	int getsockopt(int fd, int level, int option, void *value, unsigned *len);
	int shutdown(int fd, int how);
	int close(int fd);
');

/** The mailbox' ends, for sending and for receiving: the first sockets of their kind. */
function ends(FFI $c): array
{
	$ends = [];
	for ($fd = 3; $fd < 1000 && count($ends) < 2; $fd++) {
		$type = $c->new('int');
		$len = $c->new('unsigned');
		$len->cdata = 4;
		if ($c->getsockopt($fd, 1, 3, FFI::addr($type), FFI::addr($len)) === 0 && $type->cdata === 5) {
			$ends[] = $fd;
		}
	}
	return $ends;
}

/** A message with some descriptors. */
function send(FFI $c, int $to, string $bytes, array $fds): bool
{
	$iov = $c->new('struct iovec');
	$body = $c->new('char[' . max(1, strlen($bytes)) . ']');
	FFI::memcpy($body, $bytes, strlen($bytes));
	$iov->base = FFI::addr($body);
	$iov->len = strlen($bytes);
	$m = $c->new('struct msghdr');
	$m->iov = FFI::addr($iov);
	$m->iovlen = 1;
	if ($fds) {
		$head = pack('PVV', 16 + 4 * count($fds), 1, 1) . pack('V*', ...$fds); /* SOL_SOCKET, SCM_RIGHTS */
		$control = $c->new('char[' . (strlen($head) + 7 & ~7) . ']');
		FFI::memcpy($control, $head, strlen($head));
		$m->control = FFI::addr($control);
		$m->controllen = strlen($head);
	}
	return $c->sendmsg($to, FFI::addr($m), 0x40) === strlen($bytes);
}

/** The oldest message: its bytes and its descriptor. */
function receive(FFI $c, int $from): ?array
{
	$iov = $c->new('struct iovec');
	$body = $c->new('char[9000]');
	$iov->base = FFI::addr($body);
	$iov->len = 9000;
	$control = $c->new('char[64]');
	$m = $c->new('struct msghdr');
	$m->iov = FFI::addr($iov);
	$m->iovlen = 1;
	$m->control = FFI::addr($control);
	$m->controllen = 64;
	$n = $c->recvmsg($from, FFI::addr($m), 0x40);
	return $n <= 0 ? null : [FFI::string(FFI::addr($body[0]), $n), unpack('V', FFI::string(FFI::addr($control[16]), 4))[1]];
}

[$put, $take] = ends($c);
$watch = link_for_test();
$query = fn(mysqli $m) => $m->query('SELECT @a')->fetch_column();

/** A connection, used and handed back: its parcel. */
function parcel(FFI $c, int $take): array
{
	$m = plink();
	$m->query('SET @a = 1');
	$m->close();
	return receive($c, $take);
}

$descriptors = fn() => count(scandir('/proc/self/fd'));
[$bytes, $fd] = parcel($c, $take);
echo 'a parcel has ', strlen($bytes) < 600 ? 'some hundred' : strlen($bytes), " bytes\n";
send($c, $put, $bytes, [$fd]);
$c->close($fd);
$m = plink();
echo 'whole: ', json_encode([$query($m), pool('made', 'taken_over')]), "\n";
$m->close();

[$bytes, $fd] = receive($c, $take);
$before = $descriptors();
$pair = $c->new('int[2]');
$c->socketpair(1, 1, 0, FFI::addr($pair[0]));
$c->socketpair(1, 5, 0, FFI::addr($pair[0]));
$strange = ['no descriptor' => [], 'two descriptors' => [$fd, $fd], 'three' => [$fd, $fd, $fd], 'a file' => [0], 'another kind of socket' => [$pair[0]]];
foreach ($strange as $name => $fds) {
	send($c, $put, $bytes, $fds);
	$left = $descriptors();
	$m = plink();
	echo "$name: ", json_encode([$query($m), pool('made', 'taken_over')]), "\n";
	$m->close();
	$c->close(receive($c, $take)[1]);
	echo $descriptors() === $left ? '' : '  descriptors: ' . $descriptors() - $left . "\n";
}
foreach (['empty' => '', 'short' => substr($bytes, 0, 20), 'long' => str_repeat("\0", 8193), 'another form' => substr_replace($bytes, "\x7f", 4, 1), 'another maker' => substr_replace($bytes, 'strange!', 5, 8)] as $name => $damaged) {
	send($c, $put, $damaged, [$fd]);
	$m = plink();
	echo "$name: ", json_encode([$query($m), pool('taken_over')['taken_over']]), "\n";
	$m->close();
	$c->close(receive($c, $take)[1]);
}
$c->close($fd);

/* Any byte may be anything: the link that takes over answers rightly, or fails as a lost one does. */
mt_srand(20261123);
$seen = ['answered' => 0, 'lost' => 0, 'other' => []];
$threads = [];
for ($i = 0; $i < 240; $i++) {
	[$bytes, $fd] = parcel($c, $take);
	$damaged = $bytes;
	if ($i % 4 === 3) {
		$damaged = substr($bytes, 0, mt_rand(15, strlen($bytes) - 1));
	} else {
		for ($n = mt_rand(1, 4); $n-- > 0;) {
			$damaged[mt_rand(40, strlen($bytes) - 1)] = $i % 2 ? chr(mt_rand(0, 255)) : chr(ord($damaged[mt_rand(40, strlen($bytes) - 1)]) ^ (1 << mt_rand(0, 7)));
		}
	}
	$damaged = substr_replace($damaged, pack('v', strlen($damaged)), 13, 2);
	send($c, $put, $damaged, [$fd]);
	$c->close($fd);
	try {
		$m = plink();
		$threads[] = $m->thread_id;
		$m->options(MYSQLI_OPT_READ_TIMEOUT, 2);
		$answer = $m->query('SELECT 7')->fetch_column();
		$answer === '7' ? $seen['answered']++ : $seen['other'][] = $answer;
		$m->close();
	} catch (mysqli_sql_exception $e) {
		in_array($e->getCode(), [2006, 2014, 2027]) ? $seen['lost']++ : $seen['other'][] = $e->getMessage();
	}
	unset($m);
	while (($left = receive($c, $take)) !== null) {
		$c->close($left[1]);
	}
	if (count($threads) === 20) { /* the server has room for so many, and takes its time */
		await_connections($watch, $threads, 0);
		$threads = [];
	}
}
echo 'damaged: ', $seen['answered'] + $seen['lost'], ' ', json_encode($seen['other']), ', answered: ', $seen['answered'] > 180 ? 'most' : json_encode($seen), "\n";

echo "full, and closed at the other end: connections stay in their process\n";
$fill = function () use ($c, $put) {
	for ($n = 0; $n < 100000 && send($c, $put, str_repeat('x', 1000), []); $n++);
};
foreach (['full' => $fill, 'closed' => fn() => $c->shutdown($put, 2)] as $name => $break) {
	$m = plink();
	$break();
	$thread = $m->thread_id;
	$m->query('SET @a = 1');
	$given = pool('handed_over');
	$m->close();
	echo "$name: ", json_encode([pool('idle'), $given === pool('handed_over')]);
	$m = plink();
	echo $m->thread_id === $thread ? ' the same again ' : ' another ', json_encode($query($m)), "\n";
	while ($name === 'full' && receive($c, $take) !== null);
	$m->close();
}
?>
--EXPECT--
a parcel has some hundred bytes
whole: [null,{"made":1,"taken_over":1}]
no descriptor: [null,{"made":2,"taken_over":1}]
two descriptors: [null,{"made":3,"taken_over":1}]
three: [null,{"made":4,"taken_over":1}]
a file: [null,{"made":5,"taken_over":1}]
another kind of socket: [null,{"made":6,"taken_over":1}]
empty: [null,1]
short: [null,1]
long: [null,1]
another form: [null,1]
another maker: [null,1]
damaged: 240 [], answered: most
full, and closed at the other end: connections stay in their process
full: [{"idle":1},true] the same again null
closed: [{"idle":1},true] the same again null

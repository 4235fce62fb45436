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
require __DIR__ . '/mailbox.inc';

$watch = link_for_test();
$query = fn(mysqli $m) => $m->query('SELECT @a')->fetch_column();
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

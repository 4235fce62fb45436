<?php
/*
 * 10,000 connections (or as many as the second argument says) that wait at the same time under Revolt's
 * driver of stream_select(), which takes no descriptor above 1,023: each gets its own answer, and nothing is
 * left of them. The servers are children of this program that speak as much of the protocol as is needed:
 * a greeting, a login without a look at it, and for "DO n" the answer n, once they are told to answer.
 */
declare(strict_types=1);

require __DIR__ . '/../packages.php';

use Revolt\EventLoop;
use function Amp\async;
use function Amp\Future\await;

const SHARE = 700; /* connections of one server, which uses stream_select() as well */
const ROUNDS = 3;

function packet(int $number, string $body): string
{
	return substr(pack('V', strlen($body)), 0, 3) . chr($number) . $body;
}

/**
 * @param resource $listener @param resource $control one byte for each query that has come; "go\n" comes back
 */
function serve($listener, $control, int $share): void
{
	$greeting = packet(0, "\x0a8.0.0-peer\0" . pack('V', 1) . "saltsalt\0" . pack('v', 0xA20F) . "\x21\x02\0" . pack('v', 0x0008) . "\x15" . str_repeat("\0", 10) . "saltsaltsalt\0mysql_native_password\0");
	$clients = $asked = [];
	for ($accepted = 0;;) {
		$read = $clients + [-1 => $control] + ($accepted < $share ? [-2 => $listener] : []);
		$write = $except = null;
		stream_select($read, $write, $except, null);
		foreach ($read as $id => $stream) {
			if ($id === -2) {
				$client = @stream_socket_accept($listener, 0.0);
				if ($client !== false) {
					$clients[$accepted++] = $client;
					fwrite($client, $greeting);
				}
				continue;
			}
			$bytes = fread($stream, 8192);
			if ($id === -1) {
				if ($bytes === '') {
					return;
				}
				foreach ($asked as $of => $n) { /* OK; affected rows, then the insert id */
					fwrite($clients[$of], packet(1, "\0\0\xFD" . substr(pack('V', $n), 0, 3) . "\2\0\0\0"));
				}
				$asked = [];
			} elseif ($bytes === '' || $bytes === false) {
				unset($clients[$id]);
			} elseif (str_starts_with(substr($bytes, 4), "\3DO ")) {
				$asked[$id] = (int) substr($bytes, 8);
				fwrite($control, '.');
			} elseif ($bytes[3] === "\1") { /* the login */
				fwrite($stream, packet(2, "\0\0\0\2\0\0\0"));
			}
		}
	}
}

$wanted = (int) ($argv[2] ?? 10000);
$path = sys_get_temp_dir() . '/mynd-ten-thousand-' . getmypid();
$listener = stream_socket_server("unix://$path", $errno, $error, STREAM_SERVER_BIND | STREAM_SERVER_LISTEN, stream_context_create(['socket' => ['backlog' => 4096]]));
stream_set_blocking($listener, false); /* another server may have accepted what select() has told of */
$servers = [];
for ($left = $wanted; $left > 0; $left -= SHARE) {
	[$ours, $theirs] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
	$child = pcntl_fork();
	if ($child === 0) {
		fclose($ours);
		array_map(fclose(...), $servers);
		serve($listener, $theirs, SHARE + 100); /* with room for connections of the driver itself */
		posix_kill(posix_getpid(), SIGKILL); /* nothing of the program's end */
	}
	fclose($theirs);
	stream_set_blocking($ours, false);
	$servers[$child] = $ours;
}
fclose($listener);

EventLoop::setDriver(new EventLoop\Driver\StreamSelectDriver());
Mynd\Revolt\install();
ini_set('mynd.async', '0'); // no connection beside those of the test

/** Descriptors by where they are: [those of select(), all]. */
function descriptors(): array
{
	$numbers = array_map(intval(...), array_diff(scandir('/proc/self/fd'), ['.', '..']));
	return [count(array_filter($numbers, static fn (int $n): bool => $n < 1024)), count($numbers)];
}

function memory(): int
{
	gc_collect_cycles();
	return memory_get_usage();
}

/** When all have asked, the servers are told to answer. */
$heard = $lowest = 0;
foreach ($servers as $server) {
	EventLoop::unreference(EventLoop::onReadable($server, static function (string $id, $stream) use (&$heard, $servers, $wanted, &$lowest): void {
		$heard += strlen((string) fread($stream, 8192));
		if ($heard === $wanted) {
			$heard = 0;
			$lowest = max($lowest, descriptors()[0]);
			foreach ($servers as $each) {
				fwrite($each, "go\n");
			}
		}
	}));
}

$links = [];
$program = static function (int $n) use (&$links, $path): int {
	$links[$n] ??= new mysqli(null, 'nobody', '', '', 0, $path);
	$links[$n]->query("DO $n");
	return (int) $links[$n]->insert_id;
};
/** @return list<int> the numbers whose answer was another one's */
$round = static function () use ($program, $wanted): array {
	$answers = await(array_map(static fn (int $n) => async($program, $n), range(1, $wanted)));
	return array_values(array_filter(range(1, $wanted), static fn (int $n): bool => $answers[$n - 1] !== $n));
};
$before = [descriptors()[1], count(EventLoop::getIdentifiers()), count(get_resources())];
$used = [];
for ($i = 0; $i < ROUNDS; $i++) {
	$began = hrtime(true);
	check("round $i: each of $wanted has its own answer", [], $round());
	$used[$i] = memory();
	if (getenv('MYND_TEST_SHOW')) {
		fprintf(STDERR, "round %d: %.2f s, %d bytes, %s descriptors\n", $i, (hrtime(true) - $began) / 1e9, $used[$i], json_encode(descriptors()));
	}
}
check('they were open together', true, descriptors()[1] >= $wanted);
check('low numbers are left for the program', true, $lowest < 1024 ?: $lowest);
check('memory after a round of waits', true, $used[ROUNDS - 1] - $used[1] < 4096 ?: $used);
foreach ($links as $link) {
	$link->close();
}
unset($links, $link);
$links = [];
check('descriptors, callbacks and resources that are left', $before, [descriptors()[1], count(EventLoop::getIdentifiers()), count(get_resources())]);
array_map(fclose(...), $servers);
foreach (array_keys($servers) as $child) {
	pcntl_waitpid($child, $status);
}
unlink($path);
finish();

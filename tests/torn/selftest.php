<?php
/*
 * That the judge and the relay see what they are there for: what must be found wrong, and a relay that cuts,
 * splits and stalls behind exactly the byte that was asked for. The last line is "N passed, N failed".
 *
 *     php selftest.php RELAY
 */
require __DIR__ . '/tale.inc';
require __DIR__ . '/relay.inc';
require __DIR__ . '/judge.inc';

$passed = $failed = 0;
function must(string $name, bool $is): void
{
	global $passed, $failed;
	$is ? $passed++ : $failed++;
	$is || print("--- $name\n");
}

/* --- the judge --- */
$whole = ['connected', [1], [2], '2 rows'];
$told = function (array $said, ?int $code = null, string $phase = 'command', mixed $after = 2006, float $seconds = 0, array $warnings = [], string $way = 'f') use ($whole): ?string {
	$t = new Tale(['port' => 0, 'read' => 1, 'folder' => '']);
	$t->said = $said;
	$t->error = $code === null ? null : new mysqli_sql_exception('planted', $code);
	[$t->phase, $t->after, $t->seconds, $t->warnings] = [$phase, $after, $seconds, $warnings];
	return judge($t, $whole, $way);
};
must('whole', $told($whole) === null);
must('cut', $told(array_slice($whole, 0, 2), 2006) === null);
must('a short result that looks whole', $told(['connected', [1], '1 rows']) !== null);
must('the beginning without an error', $told(array_slice($whole, 0, 2)) !== null);
must('a wrong value before the error', $told(['connected', [3]], 2006) !== null);
must('a value too many', $told([...$whole, 'more']) !== null);
must('a wrong number', $told(['connected'], 2014) !== null && $told(['connected'], 2027) !== null && $told([], 1045, 'connect') !== null);
must('2002 only while connecting', $told(['connected'], 2002) !== null && $told([], 2002, 'connect', null) === null);
must('alive with a wrong answer', $told(['connected'], 2006, after: [['of another']]) !== null && $told(['connected'], 2006, after: 2014) !== null);
must('a hang', $told($whole, seconds: 10) !== null);
must('a warning', $told($whole, warnings: ['mysqli::query(): something']) !== null);
must('a split that is an error', $told(['connected'], 2006, way: 's') !== null);
$error = new Tale(['port' => 0, 'read' => 1, 'folder' => '']);
$error->run(fn() => throw new Error('of the driver'));
must('an Error of PHP', judge($error, $whole, 'f') !== null);

/* --- the relay: a server in this process that says ten bytes and echoes --- */
$listener = stream_socket_server('tcp://127.0.0.1:0');
$relay = new Relay($argv[1], (int) substr(strrchr(stream_socket_get_name($listener, false), ':'), 1));
function pair(array $acts): array
{
	global $relay, $listener;
	$relay->plan($acts);
	/* asynchronous: a reset that comes at once is told by the read, not by the connect */
	$client = stream_socket_client("tcp://127.0.0.1:$relay->port", $code, $text, 5, STREAM_CLIENT_CONNECT | STREAM_CLIENT_ASYNC_CONNECT);
	$server = stream_socket_accept($listener);
	foreach ([$client, $server] as $end) {
		stream_set_read_buffer($end, 0);
		stream_set_timeout($end, 5);
	}
	return [$client, $server];
}
function whole($stream): string
{
	for ($bytes = ''; ($more = @fread($stream, 100)) !== '' && $more !== false;) {
		$bytes .= $more;
	}
	return $bytes;
}
for ($n = 0; $n <= 10; $n++) {
	foreach (['f', 'r'] as $way) {
		[$client, $server] = pair([[0, 1, $n, $way]]);
		@fwrite($server, '0123456789');
		must("$way behind $n from the server", whole($client) === substr('0123456789', 0, $n) && feof($client));
		[$client, $server] = pair([[0, 0, $n, $way]]);
		@fwrite($client, '0123456789');
		must("$way behind $n from the client", whole($server) === substr('0123456789', 0, $n) && whole($client) === '');
	}
}
for ($n = 1; $n < 10; $n++) {
	[$client, $server] = pair([[0, 1, $n, 's']]);
	fwrite($server, '0123456789');
	must("split behind $n", [fread($client, 100), fread($client, 100)] === [substr('0123456789', 0, $n), substr('0123456789', $n)]);
	[$client, $server] = pair([[0, 0, $n, 'h']]);
	fwrite($client, '0123456789');
	must("stalled behind $n", fread($server, 100) === substr('0123456789', 0, $n) && $relay->end()[1] === [[$n, 0]]);
	stream_set_blocking($server, false);
	must("nothing behind it ($n)", fread($server, 100) === '');
}
[$client, $server] = pair([]);
fwrite($client, 'sound');
must('a connection without a plan', fread($server, 100) === 'sound' && $relay->end() === [0, [[5, 0]]]);
echo "$passed passed, $failed failed\n";

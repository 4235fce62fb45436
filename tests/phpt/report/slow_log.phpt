--TEST--
mynd.slow_log: what took longer than mynd.slow_seconds, and what a request has asked too often; no literal, unless they are asked for
--EXTENSIONS--
mysqli
mynd
--INI--
mynd.callers_skipped=/vendor/
mynd.persistent=asked
mynd.round_trips=stock
--CONFLICTS--
all
--FILE--
<?php
require __DIR__ . '/../connect.inc';
/* Alone: while a text with such bytes runs, MySQL refuses to read information_schema.processlist. */

/** Runs a program in a PHP of its own, and shows what the log has of it. */
function logged(string $label, string $program, array $settings = [], array $environment = [], ?string $log = null): void
{
	static $number = 0;
	$log ??= sys_get_temp_dir() . '/mynd-slow-' . getmypid() . '-' . $number++;
	$arguments = ['-d', "mynd.slow_log=$log", '-d', 'mynd.slow_seconds=0.2'];
	foreach ($settings as $name => $value) {
		array_push($arguments, '-d', "mynd.$name=$value");
	}
	$file = tempnam(sys_get_temp_dir(), 'mynd');
	file_put_contents($file, "<?php\nrequire " . var_export(dirname(__DIR__) . '/connect.inc', true) . ";\n$program\n");
	$command = [PHP_BINARY, ...$arguments, '-d', 'error_log=', $file];
	$process = proc_open($command, [1 => ['pipe', 'w'], 2 => ['pipe', 'w']], $pipes, null, $environment + getenv());
	$said = stream_get_contents($pipes[1]) . preg_replace('/^\[.*?\] /m', '', stream_get_contents($pipes[2]));
	proc_close($process);
	echo "$label:", $said === '' ? '' : ' ' . str_replace($log, 'LOG', $said), "\n";
	foreach (is_file($log) ? file($log) : [] as $line) {
		$entry = json_decode($line, true, flags: JSON_THROW_ON_ERROR);
		$times = $entry['seconds'] > 0.2 || $entry['kind'] === 'repeated' ? $entry['wait_seconds'] <= $entry['seconds'] : false;
		$known = preg_match('/^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/', $entry['time']) && $entry['pid'] > 0 && $entry['script'] === $file && $entry['file'] === $file;
		unset($entry['time'], $entry['pid'], $entry['seconds'], $entry['wait_seconds'], $entry['script'], $entry['file'], $entry['bytes'], $entry['connection']);
		echo '  ', json_encode($entry, JSON_UNESCAPED_SLASHES), $times && $known ? '' : ' STRANGE', "\n";
	}
	if (is_file($log)) {
		printf("  %o\n", fileperms($log) & 0777);
		unlink($log);
	}
	unlink($file);
}

$slow = '$db = link_for_test(); function slow($db) { return $db->query("SELECT SLEEP(0.3), \'s3cr3t\'"); } slow($db); $db->query("SELECT \'quick\'");';
logged('slow', $slow);
logged('with its trace', $slow, [], ['TRACEPARENT' => '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01']);
logged('with a trace that is none', $slow, [], ['TRACEPARENT' => '00-0AF7651916CD43DD8448EB211C80319C-b7ad6b7169203331-01']);
logged('with the text', '$db = link_for_test(); $db->query("SELECT SLEEP(0.3), _binary \'s3cr3t\xff\x01\n\'");', ['slow_literals' => 1]);
logged('a statement', '$db = link_for_test(); $s = $db->prepare("SELECT SLEEP(?)"); $s->execute([0.3]); $s->get_result()->fetch_all();', ['slow_literals' => 1]);
logged('asynchronous', '$db = link_for_test(); $db->query("SELECT SLEEP(0.3)", MYSQLI_ASYNC); $db->reap_async_query();', ['slow_literals' => 1]);
/* The ping that follows a cancel has no text: UBSan reports a copy from NULL. */
logged('after a cancel', '$db = link_for_test(); $db->query("SELECT SLEEP(5)", MYSQLI_ASYNC); Mynd\\cancel($db); try { $db->reap_async_query(); } catch (mysqli_sql_exception) {}
$db->query("SELECT SLEEP(0.3)");', ['slow_literals' => 1]);
logged('a result that nobody reads', '$db = link_for_test(); $db->query("SELECT SLEEP(0.3) UNION SELECT 1", MYSQLI_USE_RESULT); $db->close();');
logged('an error', '$db = link_for_test(); try { $db->query("SELECT SLEEP(0.3) UNION SELECT (SELECT 1 UNION SELECT 2)"); } catch (mysqli_sql_exception) {}');
logged('repeated', '$db = link_for_test(); for ($i = 0; $i < 6; $i++) { $db->query("SELECT $i"); }
for ($i = 0; $i < 5; $i++) { $db->query("SELECT \'$i\'"); }', ['slow_repeats' => 5]);
logged('quick', '$db = link_for_test(); $db->query("SELECT 1");');
logged('a file that cannot be', '$db = link_for_test(); $db->query("SELECT SLEEP(0.3)"); $db->query("SELECT SLEEP(0.3)");', log: '/nowhere/at/all');
?>
--EXPECT--
slow:
  {"kind":"slow","round_trips":1,"rows":1,"digest":"SELECT SLEEP(?), ?","line":3,"function":"slow"}
  640
with its trace:
  {"kind":"slow","round_trips":1,"rows":1,"digest":"SELECT SLEEP(?), ?","line":3,"function":"slow","trace_id":"0af7651916cd43dd8448eb211c80319c"}
  640
with a trace that is none:
  {"kind":"slow","round_trips":1,"rows":1,"digest":"SELECT SLEEP(?), ?","line":3,"function":"slow"}
  640
with the text:
  {"kind":"slow","round_trips":1,"rows":1,"digest":"SELECT SLEEP(?), _binary ?","line":3,"sql":"SELECT SLEEP(0.3), _binary 's3cr3t\ufffd\u0001\n'"}
  640
a statement:
  {"kind":"slow","round_trips":1,"rows":1,"digest":"SELECT SLEEP(?)","line":3,"sql":"SELECT SLEEP(?)"}
  640
asynchronous:
  {"kind":"slow","round_trips":1,"rows":1,"digest":"SELECT SLEEP(?)","line":3,"sql":"SELECT SLEEP(0.3)"}
  640
after a cancel:
  {"kind":"slow","round_trips":1,"rows":1,"digest":"SELECT SLEEP(?)","line":4,"sql":"SELECT SLEEP(0.3)"}
  640
a result that nobody reads:
  {"kind":"slow","round_trips":1,"rows":0,"digest":"SELECT SLEEP(?) UNION SELECT ?","line":3}
  640
an error:
  {"kind":"slow","round_trips":1,"rows":0,"error":1242,"digest":"SELECT SLEEP(?) UNION SELECT (SELECT ? UNION SELECT ?)","line":3}
  640
repeated:
  {"kind":"repeated","count":6,"round_trips":6,"rows":6,"digest":"SELECT ?","line":3}
  640
quick:
a file that cannot be: mynd.slow_log = "LOG" cannot be written: No such file or directory

--TEST--
The example tracing, prepended: a program that knows nothing of it has spans from its connect on, in a trace of its own or in the one that its environment's header names
--EXTENSIONS--
mysqli
pdo_mysql
--FILE--
<?php
require __DIR__ . '/../lifetime/lifetime.inc';
$file = tempnam(sys_get_temp_dir(), 'mynd-spans');
putenv("SPANS=$file");
$prepend = realpath(__DIR__ . '/../../../examples/tracing/prepend.php');
$program = '
	$m = new mysqli(...where());
	$m->query("SELECT 1");
	$m->select_db(getenv("MYND_TEST_DB"));
	@$m->ping(); /* 8.4 would rather have it unused */
	$m->execute_query("SELECT ?", [1]);
	$p = new PDO("mysql:unix_socket=" . getenv("MYND_TEST_SOCKET"), getenv("MYND_TEST_USER"), getenv("MYND_TEST_PASSWORD"));
	$p->query("SELECT 2");
	try {
		new mysqli(...where(password: "wrong"));
	} catch (mysqli_sql_exception) {
	}
	$fiber = new Fiber(function () use ($m) {
		$m->query("SELECT 3");
	});
	$fiber->start();
	echo isset($_SERVER["HTTP_TRACEPARENT"]) ? "in a trace" : "a new trace", "\n";
';
foreach (['', '4bf92f3577b34da6a3ce929d0e0e4736'] as $trace) {
	file_put_contents($file, '');
	putenv($trace === '' ? 'HTTP_TRACEPARENT' : "HTTP_TRACEPARENT=00-$trace-00f067aa0ba902b7-01");
	[$output, $code] = run_child($program, "-d display_errors=1 -d variables_order=EGPCS -d mynd.prepend_interceptors=$prepend");
	echo $output, $code === 0 ? '' : "code $code\n";
	$spans = array_map(fn ($line) => json_decode($line, true, flags: JSON_THROW_ON_ERROR), file($file));
	foreach ($spans as $span) {
		$a = $span['attributes'];
		$name = str_replace(getenv('MYND_TEST_DB'), 'DB', $span['name']);
		echo "  $name ({$a['mynd.face']})", $a['mynd.thread_id'] > 0 ? '' : ', not connected yet', isset($a['error.type']) ? " ! {$a['error.type']}" : '', "\n";
	}
	$traces = array_unique(array_column($spans, 'traceId'));
	var_dump(count($traces), $trace === '' ? $traces[0] !== '4bf92f3577b34da6a3ce929d0e0e4736' : $traces[0] === $trace, array_unique(array_column($spans, 'parentSpanId')), count(array_unique(array_column($spans, 'spanId'))) === count($spans));
}
unlink($file);
?>
--EXPECT--
a new trace
  Connect DB (mysqli), not connected yet
  SELECT DB (mysqli)
  ChangeDatabase DB (mysqli)
  Ping DB (mysqli)
  SELECT DB (mysqli)
  Connect (pdo_mysql), not connected yet
  SELECT (pdo_mysql)
  Connect DB (mysqli), not connected yet ! 1045
  SELECT DB (mysqli)
int(1)
bool(true)
array(1) {
  [0]=>
  NULL
}
bool(true)
in a trace
  Connect DB (mysqli), not connected yet
  SELECT DB (mysqli)
  ChangeDatabase DB (mysqli)
  Ping DB (mysqli)
  SELECT DB (mysqli)
  Connect (pdo_mysql), not connected yet
  SELECT (pdo_mysql)
  Connect DB (mysqli), not connected yet ! 1045
  SELECT DB (mysqli)
int(1)
bool(true)
array(1) {
  [0]=>
  string(16) "00f067aa0ba902b7"
}
bool(true)

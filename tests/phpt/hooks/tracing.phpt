--TEST--
The example tracing: each text has a span, whose id the server's general log has in a comment; but not where there is a comment already, nor in what servers keep
--EXTENSIONS--
mysqli
pdo_mysql
--CONFLICTS--
general_log
--FILE--
<?php
require __DIR__ . '/tracing.inc';
$m = link_for_test();
$admin = trace([
	'query' => fn () => $m->query("SELECT 'query'")->fetch_row(),
	'query that fails' => fn () => $m->query('SELECT nonsense'),
	'a text with a comment' => fn () => $m->query('SELECT /* mine */ 1')->fetch_row(),
	'a slow one' => fn () => $m->query('SELECT SLEEP(0.1)')->fetch_row(),
	'several statements' => function () use ($m) {
		$m->multi_query('SELECT 1; SELECT 2;');
		do {
			$m->store_result();
		} while ($m->more_results() && $m->next_result());
	},
	'CREATE VIEW' => fn () => $m->query('CREATE OR REPLACE VIEW tracing_view AS SELECT 1 AS one'),
]);
$m->query("SELECT 'nobody looks'");
[$as_it_was, $later] = $admin->query("SELECT SUM(argument = 'SELECT /* mine */ 1'), SUM(argument LIKE '%nobody looks%') FROM mysql.general_log WHERE thread_id <> CONNECTION_ID()")->fetch_row();
var_dump($as_it_was, $later, str_contains($admin->query('SHOW CREATE VIEW tracing_view')->fetch_row()[1], '/*'));
$admin->query('DROP VIEW tracing_view');

echo "-- a trace that is not sampled has no spans, and its texts say so\n";
$lines = fopen('php://memory', 'w+');
$writer = new Mynd\Tracing\SpanWriter($lines);
$quiet = Mynd\intercept(new Mynd\Tracing\Tracer($writer, Mynd\Tracing\TraceContext::parse('00-' . TRACE . '-' . PARENT_SPAN . '-00')));
$said = null;
$listener = Mynd\intercept(function ($command, $next) use (&$said) {
	$said = $command->sql;
	return $next($command);
});
$m->query('SELECT 1');
$quiet->remove();
echo preg_replace('/-[0-9a-f]{16}-/', '-...-', $said), "\n";
rewind($lines);
var_dump(stream_get_contents($lines));

echo "-- lines of JSON; no text in the spans, no comments\n";
Mynd\intercept(new Mynd\Tracing\Tracer($writer, comments: false, statements: false, system: 'mariadb'));
$m->query('SELECT 1');
$m->query("SELECT 'ä'");
echo $said, "\n";
rewind($lines);
foreach (explode("\n", trim(stream_get_contents($lines))) as $line) {
	$span = json_decode($line, true, flags: JSON_THROW_ON_ERROR);
	echo implode(' ', array_keys($span)), ': ', implode(' ', array_keys($span['attributes'])), ' ', $span['attributes']['db.system'], "\n";
}
?>
--EXPECT--
query
  SELECT (Query, mysqli), logged: SELECT 'query'
query that fails
  SELECT (Query, mysqli), logged: SELECT nonsense ! 1054 Unknown column
a text with a comment
  SELECT (Query, mysqli): SELECT /* mine */ 1
a slow one
  SELECT (Query, mysqli), logged: SELECT SLEEP(0.1), a tenth of a second
several statements
  SetOption (SetOption, mysqli)
  SELECT (Query, mysqli), logged: SELECT 1; SELECT 2;
CREATE VIEW
  SetOption (SetOption, mysqli)
  CREATE (Query, mysqli): CREATE OR REPLACE VIEW tracing_view AS SELECT 1 AS one
string(1) "1"
string(1) "0"
bool(false)
-- a trace that is not sampled has no spans, and its texts say so
SELECT 1 /*traceparent='00-4bf92f3577b34da6a3ce929d0e0e4736-...-00'*/
string(0) ""
-- lines of JSON; no text in the spans, no comments
SELECT 'ä'
name kind traceId spanId parentSpanId startTimeUnixNano endTimeUnixNano durationNano attributes status: db.system db.user db.operation server.address mynd.kind mynd.face mynd.async mynd.thread_id mariadb
name kind traceId spanId parentSpanId startTimeUnixNano endTimeUnixNano durationNano attributes status: db.system db.user db.operation server.address mynd.kind mynd.face mynd.async mynd.thread_id mariadb
<?php
/*
 * A program that knows nothing of it, with prepend.php and the SDK that the environment sets up: spans go to
 * the console, from the connect on; in a trace of their own, or in the one of the request's header.
 */
declare(strict_types=1);

require __DIR__ . '/../packages.php';

$program = tempnam(sys_get_temp_dir(), 'mynd-otel');
file_put_contents($program, <<<'PHP'
	<?php
	mysqli_report(MYSQLI_REPORT_ERROR | MYSQLI_REPORT_STRICT);
	$db = new mysqli(null, getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'), getenv('MYND_TEST_DB'), 0, getenv('MYND_TEST_SOCKET'));
	$db->query("SELECT 'secret'");
	fwrite(STDERR, $db->query('SELECT 5')->fetch_column() . (class_exists('OpenTelemetry\API\Globals', false) ? ' and it is loaded' : ''));
	PHP);
$run = static function (array $environment) use ($program, $argv): array {
	$pipes = [];
	$process = proc_open([...explode(' ', (string) getenv('MYND_PHP_CMD')), '-d', 'variables_order=EGPCS', '-d', 'error_reporting=' . (E_ALL & ~E_DEPRECATED), '-d', 'mynd.prepend_interceptors=' . dirname(__DIR__, 2) . '/packages/opentelemetry/prepend.php', $program],
		[1 => ['pipe', 'w'], 2 => ['pipe', 'w']], $pipes, null, $environment + [
			'MYND_OPENTELEMETRY_AUTOLOAD' => $argv[1], 'OTEL_PHP_AUTOLOAD_ENABLED' => 'true', 'OTEL_TRACES_EXPORTER' => 'console', 'OTEL_METRICS_EXPORTER' => 'none', 'OTEL_LOGS_EXPORTER' => 'none',
			'OTEL_PHP_DETECTORS' => 'none',
		] + getenv());
	$said = [stream_get_contents($pipes[1]), stream_get_contents($pipes[2])];
	proc_close($process);
	return $said;
};
$of = static fn (string $key, string $output): array => preg_match_all('/"' . $key . '": "([^"]*)"/', $output, $matches) > 0 ? $matches[1] : [];

[$spans, $said] = $run([]);
check('the program runs as before', '5 and it is loaded', $said);
check('its spans', ['connect ' . getenv('MYND_TEST_DB'), 'SELECT', 'SELECT'], array_values(array_diff($of('name', $spans), ['', 'mynd/opentelemetry'])));
check('without values', false, str_contains($spans, 'secret'));
[$spans] = $run(['HTTP_TRACEPARENT' => '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01']);
check("in the header's trace", [3, ['4bf92f3577b34da6a3ce929d0e0e4736']], [count($of('trace_id', $spans)), array_values(array_unique($of('trace_id', $spans)))]);
[$spans] = $run(['MYND_OPENTELEMETRY_TEXT' => 'full']);
check('with values, if that is asked for', true, str_contains($spans, 'secret'));
[$spans, $said] = $run(['MYND_OPENTELEMETRY_AUTOLOAD' => '/nowhere/autoload.php']);
check('without the loader nothing connects', true, str_contains($said, 'Failed opening required'));
unlink($program);
finish();

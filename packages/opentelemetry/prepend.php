<?php
/*
 * Puts spans and metrics before a program that knows nothing of them, by php.ini alone:
 *
 *   mynd.prepend_interceptors = /srv/app/vendor/mynd/opentelemetry/prepend.php
 *
 * OpenTelemetry's SDK is set up as it always is, by its environment (OTEL_PHP_AUTOLOAD_ENABLED=true,
 * OTEL_EXPORTER_OTLP_ENDPOINT ...). Composer's loader is the one above this file, or the one that
 * MYND_OPENTELEMETRY_AUTOLOAD names. What is to be told is said by these, in the environment:
 *
 *   MYND_OPENTELEMETRY_TEXT      none, sanitized (the default), full
 *   MYND_OPENTELEMETRY_COMMENTS  1: texts get comments with the trace
 */
declare(strict_types=1);

namespace Mynd\OpenTelemetry;

require_once getenv('MYND_OPENTELEMETRY_AUTOLOAD') ?: dirname(__DIR__, 2) . '/autoload.php';

\Mynd\intercept(new Instrumentation(options: new Options(
	text: match (getenv('MYND_OPENTELEMETRY_TEXT')) {
		'none' => QueryText::None,
		'full' => QueryText::Full,
		default => QueryText::Sanitized,
	},
	comments: getenv('MYND_OPENTELEMETRY_COMMENTS') === '1',
)));
PoolMetrics::register();

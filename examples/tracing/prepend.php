<?php
/*
 * Traces a program that knows nothing of it:
 *
 *   SPANS=spans.jsonl php -d mynd.prepend_interceptors=examples/tracing/prepend.php program.php
 *
 * mynd.prepend_interceptors stands in php.ini or a pool's configuration. Each request is a trace of its own,
 * or part of the one that its `traceparent` header names.
 */
declare(strict_types=1);

require_once __DIR__ . '/all.php';

Mynd\intercept(new Mynd\Tracing\Tracer(new Mynd\Tracing\SpanWriter(getenv('SPANS') ?: throw new RuntimeException('SPANS names no file'))));

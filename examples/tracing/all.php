<?php
/* Tracing, whole: for programs without an autoloader. */
foreach (['TraceContext', 'Comment', 'SpanWriter', 'Tracer'] as $class) {
	require_once __DIR__ . "/$class.php";
}

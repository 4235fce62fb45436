<?php
/* Tracing, whole: for programs without an autoloader. */
require_once __DIR__ . '/TraceContext.php';
require_once __DIR__ . '/Comment.php';
require_once __DIR__ . '/SpanWriter.php';
require_once __DIR__ . '/Tracer.php';

<?php
/* The query cache, whole: for programs without an autoloader. */
foreach (['Reading', 'Sql', 'Effect', 'Rules', 'Store', 'MemoryStore', 'ApcuStore', 'RedisStore', 'Entry', 'Tables', 'Session', 'Sessions', 'Cache'] as $class) {
	require_once __DIR__ . "/$class.php";
}

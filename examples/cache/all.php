<?php
/* The query cache, whole: for programs without an autoloader. */
require_once __DIR__ . '/Reading.php';
require_once __DIR__ . '/Sql.php';
require_once __DIR__ . '/Effect.php';
require_once __DIR__ . '/Rules.php';
require_once __DIR__ . '/Store.php';
require_once __DIR__ . '/MemoryStore.php';
require_once __DIR__ . '/ApcuStore.php';
require_once __DIR__ . '/RedisStore.php';
require_once __DIR__ . '/Entry.php';
require_once __DIR__ . '/Tables.php';
require_once __DIR__ . '/Session.php';
require_once __DIR__ . '/Sessions.php';
require_once __DIR__ . '/Cache.php';

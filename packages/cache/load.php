<?php
/* The query cache, whole: for programs without an autoloader. */
require_once __DIR__ . '/src/Reading.php';
require_once __DIR__ . '/src/Sql.php';
require_once __DIR__ . '/src/Effect.php';
require_once __DIR__ . '/src/Writes.php';
require_once __DIR__ . '/src/Rules.php';
require_once __DIR__ . '/src/Store.php';
require_once __DIR__ . '/src/MemoryStore.php';
require_once __DIR__ . '/src/ApcuStore.php';
require_once __DIR__ . '/src/RedisStore.php';
require_once __DIR__ . '/src/Keeping.php';
require_once __DIR__ . '/src/Psr6Store.php';
require_once __DIR__ . '/src/Psr16Store.php';
require_once __DIR__ . '/src/Entry.php';
require_once __DIR__ . '/src/Doubt.php';
require_once __DIR__ . '/src/Tables.php';
require_once __DIR__ . '/src/Session.php';
require_once __DIR__ . '/src/Run.php';
require_once __DIR__ . '/src/Sessions.php';
require_once __DIR__ . '/src/Cache.php';

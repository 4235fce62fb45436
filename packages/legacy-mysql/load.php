<?php
/*
 * Defines the functions and constants of PHP 5's extension "mysql" over mysqli. To be named as
 * auto_prepend_file, required, or loaded by Composer; where the functions are already there, nothing is done.
 */
declare(strict_types=1);

if (!function_exists('mysql_connect')) {
	require __DIR__ . '/src/Refused.php';
	require __DIR__ . '/src/Warnings.php';
	require __DIR__ . '/src/Settings.php';
	require __DIR__ . '/src/Address.php';
	require __DIR__ . '/src/Link.php';
	require __DIR__ . '/src/Result.php';
	require __DIR__ . '/src/Handle.php';
	require __DIR__ . '/src/Links.php';
	require __DIR__ . '/src/Call.php';
	require __DIR__ . '/src/Connecting.php';
	require __DIR__ . '/src/Query.php';
	require __DIR__ . '/src/Rows.php';
	require __DIR__ . '/src/Column.php';
	require __DIR__ . '/src/Fields.php';
	require __DIR__ . '/src/functions/connection.php';
	require __DIR__ . '/src/functions/query.php';
	require __DIR__ . '/src/functions/rows.php';
	require __DIR__ . '/src/functions/fields.php';
	require __DIR__ . '/src/functions/information.php';
	require __DIR__ . '/src/functions/escape.php';
	require __DIR__ . '/src/functions/aliases.php';
	Mynd\LegacyMysql\Handle::register();
	Mynd\LegacyMysql\Result::watch();
}

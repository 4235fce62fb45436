<?php
/*
 * Without any link: the functions that take the last link connect by themselves, and say so if that fails.
 * Run by settings that lead nowhere. A program of its own, because no link may have been there.
 */
declare(strict_types=1);

require __DIR__ . '/harness.php';
require __DIR__ . '/functions.php';
require $argv[1];

const DEPRECATED = 'The mysql extension is deprecated and will be removed in the future: use mysqli or PDO instead';

same('mysql_error before any link', [false, []], told(fn () => mysql_error()));
same('mysql_errno before any link', [false, []], told(fn () => mysql_errno()));
same('mysql_close before any link', [false, ['Warning: mysql_close(): no MySQL-Link resource supplied']], told(fn () => mysql_close()));
same('mysql_get_client_info', [mysqli_get_client_info(), []], told(fn () => mysql_get_client_info()));
foreach (every_function() as $name => [$parameters, $required, $deprecated]) {
	if (!isset($parameters['link_identifier']) || in_array($name, ['mysql_error', 'mysql_errno', 'mysql_close'], true)) {
		continue;
	}
	[$answer, $said] = told(fn () => $name(...array_fill(0, $required, 'x')));
	$expected = ["Deprecated: $name(): " . DEPRECATED, "Warning: $name(): No such file or directory",
		"Warning: $name(): A link to the server could not be established"];
	if ($deprecated) {
		array_unshift($expected, "Deprecated: Function $name() is deprecated");
	}
	same("$name without a link", [false, $expected], [$answer, $said]);
	same("the number of $name's error", 2002, mysql_errno());
	same("the text of $name's error", 'No such file or directory', mysql_error());
}
same('mysql_connect', [false, ['Deprecated: mysql_connect(): ' . DEPRECATED, 'Warning: mysql_connect(): No such file or directory']],
	told(fn () => mysql_connect()));
same('mysql_pconnect', [false, ['Deprecated: mysql_pconnect(): ' . DEPRECATED, 'Warning: mysql_pconnect(): No such file or directory']],
	told(fn () => mysql_pconnect()));
finish();

--TEST--
What a program leaves unread is done on the server where a fatal error ends it
--EXTENSIONS--
mysqli
pdo_mysql
--FILE--
<?php
require __DIR__ . '/ends.inc';
procedures();
compare_ends(array_diff(array_keys(senders(false)), ['mysqli async']), ['fatal', 'memory'], ['memory_limit=64M']);
compare_ends(['mysqli unbuffered', 'pdo native unbuffered'], ['fatal'], [], true);
compare_ends(['pdo native unbuffered'], ['time']);
?>
--EXPECTREGEX--
^[1-9]\d+ programs
[1-9]\d* programs
[1-9]\d* programs$

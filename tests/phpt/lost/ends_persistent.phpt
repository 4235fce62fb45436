--TEST--
Persistent connections: what a program leaves unread is done on the server
--EXTENSIONS--
mysqli
pdo_mysql
--FILE--
<?php
require __DIR__ . '/ends.inc';
procedures();
compare_ends(array_keys(senders(true)), ['end', 'result first'], [], true);
?>
--EXPECTREGEX--
[1-9]\d+ programs

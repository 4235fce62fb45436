--TEST--
mynd.async=1: what a program leaves unread is done on the server, and not killed
--EXTENSIONS--
mysqli
pdo_mysql
--FILE--
<?php
require __DIR__ . '/ends.inc';
procedures();
compare_ends(['mysqli multi_query', 'mysqli async', 'pdo query'], ['end', 'connection first'], ['mynd.async=1']);
?>
--EXPECTREGEX--
[1-9]\d+ programs

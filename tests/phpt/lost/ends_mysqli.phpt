--TEST--
mysqli: what a program leaves unread is done on the server, however the program ends
--EXTENSIONS--
mysqli
pdo_mysql
--FILE--
<?php
require __DIR__ . '/ends.inc';
procedures();
compare_ends(['mysqli unbuffered', 'mysqli multi_query', 'mysqli prepared'], ['end', 'exit', 'close']);
?>
--EXPECTREGEX--
[1-9]\d+ programs

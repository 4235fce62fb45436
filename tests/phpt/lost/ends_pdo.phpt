--TEST--
PDO: what a program leaves unread is done on the server, however the program ends
--EXTENSIONS--
mysqli
pdo_mysql
--FILE--
<?php
require __DIR__ . '/ends.inc';
procedures();
compare_ends(['pdo query', 'pdo native', 'pdo unbuffered'], ['end', 'exception', 'result first']);
?>
--EXPECTREGEX--
[1-9]\d+ programs

--TEST--
PDO: what a program leaves unread is done on the server, however the program ends
--EXTENSIONS--
mysqli
pdo_mysql
--FILE--
<?php
require __DIR__ . '/ends.inc';
procedures();
compare_ends(['pdo query', 'pdo native', 'pdo unbuffered', 'pdo native unbuffered'], ENDS);
?>
--EXPECTREGEX--
[1-9]\d+ programs

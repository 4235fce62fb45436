--TEST--
What is dropped unread in a fiber is done on the server
--EXTENSIONS--
mysqli
pdo_mysql
--FILE--
<?php
require __DIR__ . '/ends.inc';
procedures();
compare_ends(['mysqli unbuffered', 'mysqli multi_query', 'pdo query', 'pdo native'], ['connection first', 'exception'], [], false, true);
?>
--EXPECTREGEX--
[1-9]\d+ programs

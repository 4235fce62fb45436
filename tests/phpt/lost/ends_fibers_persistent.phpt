--TEST--
What is dropped unread in a fiber is done on the server: persistent connections, mynd.async=1
--EXTENSIONS--
mysqli
pdo_mysql
--FILE--
<?php
require __DIR__ . '/ends.inc';
procedures();
compare_ends(['mysqli multi_query', 'mysqli async', 'pdo query'], ['connection first'], ['mynd.async=1'], true, true);
?>
--EXPECTREGEX--
[1-9]\d+ programs

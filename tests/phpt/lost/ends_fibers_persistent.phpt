--TEST--
What is dropped unread in a fiber is done on the server: persistent connections, mynd.async=1
--EXTENSIONS--
mysqli
pdo_mysql
--FILE--
<?php
require __DIR__ . '/ends.inc';
procedures();
compare_ends(array_keys(senders(true)), ['connection first', 'result first'], ['mynd.async=1'], true, true);
?>
--EXPECTREGEX--
[1-9]\d+ programs

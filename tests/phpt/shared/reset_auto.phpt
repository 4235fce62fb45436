--TEST--
mynd.shared_pool: a connection that was lost in the mailbox because commands went together is learned from, as one of the pool is
--EXTENSIONS--
mysqli
pcntl
--INI--
mynd.shared_pool=1
--FILE--
<?php
require __DIR__ . '/../persistent/reset_auto.inc';
?>
--EXPECT--
by 0
by 1
by 2
by 2
by 2
{"made":3,"reused":3,"lost":2}
0:SELECT 'user 0'
0:a trial
0:hangs up
1:SELECT 'user 1'
1:a trial
1:hangs up
2:SELECT 'user 2'
2:RESET
2:DB db
2:SET NAMES utf8mb4 COLLATE utf8mb4_general_ci
2:SELECT 'user 3'
2:RESET
2:DB db
2:SET NAMES utf8mb4 COLLATE utf8mb4_general_ci
2:SELECT 'user 4'
2:RESET
2:DB db
2:SET NAMES utf8mb4 COLLATE utf8mb4_general_ci

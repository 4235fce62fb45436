--TEST--
Mynd\wire_log(): changes of user and of connection, and persistent connections, whose log ends when they go back
--EXTENSIONS--
mysqli
mynd
--INI--
mynd.pipelining=on
mynd.persistent=asked
mynd.round_trips=stock
mynd.reconnect=1
--SKIPIF--
<?php
require __DIR__ . '/wire_log.inc';
if (!str_contains(link_for_test()->server_info, 'MariaDB')) die('skip each server has methods of its own');
?>
--FILE--
<?php
require __DIR__ . '/wire_log.inc';
$file = log_file();
$other = link_for_test();

$db = link_for_test(host: 'p:localhost');
Mynd\wire_log($db, $file);
$db->query('SET @a = 1');
$db->close();
tell('handed back', $file);
$db = link_for_test(host: 'p:localhost');
$db->query('DO 1');
tell('taken again', $file);
Mynd\wire_log($db, $file);
$db->query('DO 2');
$db->change_user(getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'), getenv('MYND_TEST_DB'));
attempt('a wrong password', fn() => $db->change_user(getenv('MYND_TEST_USER'), 'hunter2', ''));
tell('changes of user', $file);

$db = link_for_test();
Mynd\wire_log($db, $file);
$other->query("KILL $db->thread_id");
$db->query('DO 3');
tell('a lost connection that comes again', $file);
$db->real_connect(...where());
$db->query('DO 4');
tell('connected anew by the program', $file);
echo str_contains(file_get_contents($file), 'hunter2') || str_contains(file_get_contents($file), getenv('MYND_TEST_PASSWORD')) ? 'A PASSWORD' : 'no password', "\n";
?>
--EXPECT--
--- handed back
-               the log begins, TIME, process N
>   0       11  query "SET @a = 1"
<   1       12  OK; autocommit, session changed; state changed
>   0        1  reset connection
>   0       10  init db "mynd_test"
>   0       14  query "SHOW PROFILES"
>   0         N  query "SELECT 1 FROM DUAL..."
>   0         N  query "SET SESSION session_track..."
-               the end
--- taken again
a wrong password: ! 1045 28000 Access denied for user 'mynd'@'localhost' (using password: YES)
--- changes of user
-               the log begins, TIME, process N
>   0        5  query "DO 2"
<   1        7  OK; autocommit
>   0         N  change user "mynd", proof of 20 bytes, database "mynd_test"
<   1       44  another method: mysql_native_password, challenge of 20 bytes
>   2       20  proof, 20 bytes
<   3       21  OK; autocommit, session changed; database "mynd_test"
>   0         N  change user "mynd", proof of 20 bytes, database ""
<   1       44  another method: mysql_native_password, challenge of 20 bytes
>   2       20  proof, 20 bytes
<   3       72  error 1045 (28000): "Access denied for user 'mynd'@'localhost' (using password: YES)"
--- a lost connection that comes again
>   0        1  quit
-               the end
-               the log begins, TIME, process N
-               failure: error 2006, MySQL server has gone away, after N bytes from the server
-               another connection
<   0         N  greeting: VERSION, connection N, method mysql_native_password, collation N, capabilities C; autocommit
>   1         N  login: user "mynd", proof of 20 bytes, database "mynd_test", method mysql_native_password, collation N, packets of at most 3221225472 bytes, capabilities C
<   2         N  OK; autocommit, session changed; database "mynd_test"
>   0         N  query "SET SESSION session_track..."
<   1       12  OK; autocommit, session changed; state changed
>   0        5  query "DO 3"
<   1        7  OK; autocommit
--- connected anew by the program
>   0        1  quit
-               the end
no password

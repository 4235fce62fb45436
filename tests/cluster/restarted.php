<?php
/*
 * A connection that goes on (mynd.reconnect) while its server restarts (mynd.connect_patience). The argument:
 * the server's address. Says when the server may end, and is told when it has.
 */
mysqli_report(MYSQLI_REPORT_ERROR | MYSQLI_REPORT_STRICT);
$db = mysqli_init();
$db->options(Mynd\OPT_RECONNECT, 1);
$db->real_connect($argv[1], 'mynd', 'throw away', 'mynd_test');
$thread = $db->thread_id;
echo "now\n";
fgets(STDIN);
echo $db->query("SELECT 'goes on'")->fetch_row()[0], $db->thread_id === $thread ? ' on the same connection' : '', "\n";

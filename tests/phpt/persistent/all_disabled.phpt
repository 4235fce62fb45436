--TEST--
mynd.persistent=all: mysqli.allow_persistent=0 makes connections ordinary, with a warning only where one was asked for
--EXTENSIONS--
mysqli
pdo_mysql
--INI--
mynd.persistent=all
mysqli.allow_persistent=0
--FILE--
<?php
require __DIR__ . '/persistent.inc';
print_warnings();
$a = link_for_test();
echo json_encode(mysqli_get_links_stats()), "\n";
$b = plink();
echo json_encode(mysqli_get_links_stats()), "\n";
$p = new PDO('mysql:unix_socket=' . getenv('MYND_TEST_SOCKET'), getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'));
echo json_encode(mysqli_get_links_stats()), "\n";
?>
--EXPECT--
{"total":1,"active_plinks":0,"cached_plinks":0}
  Warning: mysqli::__construct(): Persistent connections are disabled. Downgrading to normal
{"total":2,"active_plinks":0,"cached_plinks":0}
{"total":3,"active_plinks":0,"cached_plinks":0}

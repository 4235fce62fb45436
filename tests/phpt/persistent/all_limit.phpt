--TEST--
mynd.persistent=all: beyond max_persistent a connect that did not ask for a persistent connection gets an ordinary one
--EXTENSIONS--
mysqli
pdo_mysql
--INI--
; it stays so with ./dev test --with: it counts what is idle in this process
mynd.shared_pool=0
mynd.persistent=all
mysqli.max_persistent=1
--FILE--
<?php
require __DIR__ . '/persistent.inc';
print_warnings();
$links = fn(string $label) => attempt($label, fn() => mysqli_get_links_stats());
$a = link_for_test();
$links('one');
$b = link_for_test();
$links('two');
$p = new PDO('mysql:unix_socket=' . getenv('MYND_TEST_SOCKET'), getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'));
$links('and a PDO object');
attempt('one that asks', fn() => mysqli_connect(...where(host: 'p:localhost')));
$thread = $b->thread_id;
$b->close();
$watch = $a;
attempt('an ordinary one ends with its object', fn() => is_gone($watch, $thread));
$p = null;
$a->close();
$links('closed');
?>
--EXPECT--
one: {"total":1,"active_plinks":1,"cached_plinks":0}
two: {"total":2,"active_plinks":1,"cached_plinks":0}
and a PDO object: {"total":3,"active_plinks":1,"cached_plinks":0}
  Warning: mysqli_connect(): Too many open persistent links (1)
one that asks: false
an ordinary one ends with its object: true
closed: {"total":0,"active_plinks":0,"cached_plinks":1}

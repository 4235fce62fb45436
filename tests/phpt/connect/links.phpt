--TEST--
Connecting: mysqli.max_links, and the count of links
--EXTENSIONS--
mysqli
--INI--
mysqli.max_links=2
--FILE--
<?php
require __DIR__ . '/../connect.inc';
print_warnings();
$count = fn() => attempt('links', fn() => mysqli_get_links_stats());
$count();
$a = link_for_test();
$count();
$b = mysqli_init();
$count();
$b->real_connect(...where());
$count();
attempt('a third', fn() => mysqli_connect(...where()));
attempt('connect_errno', fn() => mysqli_connect_errno());
attempt('and its object', fn() => link_for_test()->query('SELECT 1'));
$a->connect(...where());
$count();
unset($a);
$count();
$b->close();
$count();
$c = link_for_test();
attempt('there is room again', fn() => $c->query('SELECT 1')->fetch_column());
?>
--EXPECT--
links: {"total":0,"active_plinks":0,"cached_plinks":0}
links: {"total":1,"active_plinks":0,"cached_plinks":0}
links: {"total":1,"active_plinks":0,"cached_plinks":0}
links: {"total":2,"active_plinks":0,"cached_plinks":0}
  Warning: mysqli_connect(): Too many open links (2)
a third: false
connect_errno: 0
  Warning: mysqli::__construct(): Too many open links (2)
and its object: ! Error mysqli object is already closed
links: {"total":2,"active_plinks":0,"cached_plinks":0}
links: {"total":1,"active_plinks":0,"cached_plinks":0}
links: {"total":0,"active_plinks":0,"cached_plinks":0}
there is room again: "1"

--TEST--
Persistent links: max_links and max_persistent, with stock's warnings; idle links give way
--EXTENSIONS--
mysqli
--INI--
; it stays so with ./dev test --with: the limits count what a process has itself
mynd.shared_pool=0
mysqli.max_links=3
mysqli.max_persistent=2
--FILE--
<?php
require __DIR__ . '/persistent.inc';
print_warnings();
$numbers = fn() => attempt('  links', fn() => mysqli_get_links_stats());
$a = plink();
$b = plink();
$numbers();
attempt('a third persistent link', fn() => mysqli_connect(...where(host: 'p:localhost')));
attempt('connect_errno', fn() => mysqli_connect_errno());
attempt('its object', fn() => plink()->query('SELECT 1'));
$c = link_for_test();
$numbers();
attempt('a fourth link', fn() => mysqli_connect(...where()));
attempt('a fourth link that is persistent', fn() => plink()->query('SELECT 1'));
$b->close();
$numbers();
attempt('an idle one can be taken', fn() => plink()->query('SELECT 1')->fetch_column());
$numbers();
$thread = $a->thread_id;
$a->close();
$numbers();
$d = plink(database: 'mysql');
attempt('an idle one gives way to another key', fn() => $d->query('SELECT DATABASE()')->fetch_column());
$numbers();
$e = link_for_test();
attempt('and the other to an ordinary link', fn() => $e->query('SELECT 1')->fetch_column());
$numbers();
attempt('gave way', fn() => pools_sum('max_links'));
unset($c, $e);
$numbers();
attempt('there is room again', fn() => plink()->query('SELECT 1')->fetch_column());
$numbers();
attempt('the server has seen', fn() => $d->query("SELECT COUNT(*) FROM information_schema.processlist WHERE id IN ($thread)")->fetch_column());
?>
--EXPECT--
links: {"total":2,"active_plinks":2,"cached_plinks":0}
  Warning: mysqli_connect(): Too many open persistent links (2)
a third persistent link: false
connect_errno: 0
  Warning: mysqli::__construct(): Too many open persistent links (2)
its object: ! Error mysqli object is already closed
  links: {"total":3,"active_plinks":2,"cached_plinks":0}
  Warning: mysqli_connect(): Too many open links (3)
a fourth link: false
  Warning: mysqli::__construct(): Too many open links (3)
a fourth link that is persistent: ! Error mysqli object is already closed
  links: {"total":2,"active_plinks":1,"cached_plinks":1}
an idle one can be taken: "1"
  links: {"total":2,"active_plinks":1,"cached_plinks":1}
  links: {"total":1,"active_plinks":0,"cached_plinks":2}
an idle one gives way to another key: "mysql"
  links: {"total":2,"active_plinks":1,"cached_plinks":1}
and the other to an ordinary link: "1"
  links: {"total":3,"active_plinks":1,"cached_plinks":0}
gave way: 2
  links: {"total":1,"active_plinks":1,"cached_plinks":0}
there is room again: "1"
  links: {"total":1,"active_plinks":1,"cached_plinks":1}
the server has seen: "0"

--TEST--
Persistent links: a forked child neither uses nor ends its parent's links, idle or in use; it has a cache of its own
--EXTENSIONS--
mysqli
pcntl
--INI--
; it stays so with ./dev test --with: a shared connection is a child's, too
mynd.shared_pool=0
--FILE--
<?php
require __DIR__ . '/persistent.inc';
require __DIR__ . '/../fork.inc';

foreach (['plain' => fn() => plink(), 'tls' => fn() => plink_with(fn() => null, MYSQLI_CLIENT_SSL, host: 'p:127.0.0.1')] as $kind => $connect) {
	echo "$kind\n";
	$idle = $connect();
	$used = $connect();
	$resetting = $connect();
	$threads = [$idle->thread_id, $resetting->thread_id];
	$idle->close();
	$used->query('SELECT @a := 1');
	$resetting->query('SET @a = 1');
	$resetting->close();
	in_child(function () use ($used, $threads, $connect) {
		attempt('  child: links', fn() => mysqli_get_links_stats()['cached_plinks']);
		$own = $connect();
		attempt('  child: its own', fn() => [in_array($own->thread_id, $threads), $own->query('SELECT 1')->fetch_column()]);
		$thread = $own->thread_id;
		$own->close();
		attempt('  child: again', fn() => $connect()->thread_id === $thread);
		attempt('  child: the parent\'s', fn() => $used->query('SELECT 2'));
		attempt('  child: closes it', fn() => $used->close());
		attempt('  child: links', fn() => mysqli_get_links_stats());
		in_child(function () use ($connect, $thread) {
			attempt('    grandchild', fn() => [$connect()->thread_id === $thread, mysqli_get_links_stats()]);
		});
		attempt('  child: and again', fn() => $connect()->thread_id === $thread);
	});
	attempt('the parent goes on', fn() => $used->query('SELECT @a')->fetch_column());
	$a = $connect();
	$b = $connect();
	attempt('with its idle ones', fn() => [count(array_diff([$a->thread_id, $b->thread_id], $threads)), $a->query('SELECT @a')->fetch_column(), $b->query('SELECT @a')->fetch_column()]);
	in_child(fn() => null);
	unset($a, $b);
	in_child(fn() => exit(0));
	attempt('and after that', fn() => $connect()->query('SELECT 3')->fetch_column());
	unset($used);
	attempt('links', fn() => mysqli_get_links_stats());
}
?>
--EXPECT--
plain
  child: links: 0
  child: its own: [false,"1"]
  child: again: true
  child: the parent's: ! 2006 HY000 MySQL server has gone away
  child: closes it: true
  child: links: {"total":0,"active_plinks":0,"cached_plinks":1}
    grandchild: [false,{"total":0,"active_plinks":0,"cached_plinks":1}]
  child: and again: true
the parent goes on: "1"
with its idle ones: [0,null,null]
and after that: "3"
links: {"total":0,"active_plinks":0,"cached_plinks":3}
tls
  child: links: 0
  child: its own: [false,"1"]
  child: again: true
  child: the parent's: ! 2006 HY000 MySQL server has gone away
  child: closes it: true
  child: links: {"total":0,"active_plinks":0,"cached_plinks":1}
    grandchild: [false,{"total":0,"active_plinks":0,"cached_plinks":1}]
  child: and again: true
the parent goes on: "1"
with its idle ones: [0,null,null]
and after that: "3"
links: {"total":0,"active_plinks":0,"cached_plinks":6}

--TEST--
Persistent links: with mysqli.allow_persistent=0 they are ordinary ones, with stock's warning
--EXTENSIONS--
mysqli
--INI--
mysqli.allow_persistent=0
--FILE--
<?php
require __DIR__ . '/persistent.inc';
print_warnings();
$m = plink();
$thread = $m->thread_id;
attempt('works', fn() => $m->query('SELECT 1')->fetch_column());
attempt('links', fn() => mysqli_get_links_stats());
$m->close();
attempt('links', fn() => mysqli_get_links_stats());
attempt('another one', fn() => plink()->thread_id !== $thread);
attempt('pools', fn() => Mynd\pools());
set_error_handler(fn($level, $text) => throw new ErrorException($text));
attempt('a handler that throws', fn() => plink());
attempt('a failure, too', fn() => plink(password: 'wrong'));
restore_error_handler();
attempt('links', fn() => mysqli_get_links_stats());
?>
--EXPECT--
Warning: mysqli::__construct(): Persistent connections are disabled. Downgrading to normal
works: "1"
links: {"total":1,"active_plinks":0,"cached_plinks":0}
links: {"total":0,"active_plinks":0,"cached_plinks":0}
  Warning: mysqli::__construct(): Persistent connections are disabled. Downgrading to normal
another one: true
pools: []
a handler that throws: ! ErrorException mysqli::__construct(): Persistent connections are disabled. Downgrading to normal
a failure, too: ! ErrorException mysqli::__construct(): Persistent connections are disabled. Downgrading to normal
links: {"total":0,"active_plinks":0,"cached_plinks":0}

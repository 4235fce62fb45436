--TEST--
mynd.pipelining = auto: a worker learns from links that are left to the end of a request, and keeps none open for it
--EXTENSIONS--
mysqli
mynd
--SKIPIF--
<?php
require __DIR__ . '/counts.inc';
if (!str_contains(link_for_test()->server_info, 'MariaDB')) die('skip MariaDB alone knows "the last statement"');
?>
--FILE--
<?php
require __DIR__ . '/../lifetime/lifetime.inc';
$worker = new Worker(__DIR__ . '/pipelining_worker.inc', '-d mynd.pipelining=auto -d display_errors=1 -d html_errors=0');
$ask = fn (string $end = '', string $host = '') => $worker->request(host: $host, end: $end);
echo 'a link that goes before the end: ', $ask('unset'), ' ', $ask('unset'), "\n";
$open = $worker->descriptors();
echo 'a busy one: ', $ask('busy'), ' ', $ask('busy'), "\n";
echo 'one that is left: ', $ask(), "\n";
echo 'from then on: ', $ask(), ' ', $ask('unset'), ' ', $ask('busy'), "\n";
echo 'another address: ', $ask('', getenv('MYND_TEST_HOST')), ' ', $ask('', getenv('MYND_TEST_HOST')), "\n";
echo $worker->descriptors() - $open, " descriptors are left open\n";
?>
--EXPECT--
a link that goes before the end: 2 2
a busy one: 2 1
one that is left: 1
from then on: 1 1 1
another address: 2 1
0 descriptors are left open

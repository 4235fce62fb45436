--TEST--
The query cache: no old answer where the program ends while a write runs
--EXTENSIONS--
mysqli
--FILE--
<?php
require __DIR__ . '/cache.inc';
use Mynd\Cache\{MemoryStore, Rules};

$m = link_for_test();
create_anew($m, 'TABLE', 'cache_exit', '(v INT) ENGINE=InnoDB');
$m->query('INSERT INTO cache_exit VALUES (1)');
cache_with(new Rules(all: 60), new MemoryStore(), invalidates: true);
$reader = link_for_test();
$ask = static fn () => $reader->query('SELECT v FROM cache_exit')->fetch_column();
echo 'before: ', $ask(), ' ', $ask(), "\n";
$writer = link_for_test();
$number = $writer->thread_id;
register_shutdown_function(static function () use ($m, $ask, $number) {
	while ($m->query("SELECT /* mynd:ttl=0 */ COUNT(*) FROM information_schema.processlist WHERE id = $number AND command <> 'Sleep'")->fetch_column() > 0) {
		usleep(1000);
	}
	echo 'after: ', $ask(), ' ', $ask(), "\n";
	$m->query('DROP TABLE cache_exit');
});
Mynd\waiter(static function () {
	Mynd\waiter(null);
	exit("the end\n");
}, true);
$writer->query('UPDATE cache_exit SET v = 2 WHERE SLEEP(0.1) = 0');
?>
--EXPECT--
before: 1 1
the end
after: 2 2

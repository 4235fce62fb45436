--TEST--
The query cache: writes of this program drop the answers that read their tables, where it is asked to
--EXTENSIONS--
mysqli
--FILE--
<?php
require __DIR__ . '/cache.inc';
use Mynd\Cache\{MemoryStore, Rules};

$store = new MemoryStore();
cache_with(new Rules(all: 60), $store, invalidates: true);
$m = link_for_test();
$other = link_for_test();
foreach (['cache_one', 'cache_two'] as $table) {
	$m->query("DROP TABLE IF EXISTS $table");
	$m->query("CREATE TABLE $table (a INT) ENGINE=InnoDB");
	$m->query("INSERT INTO $table VALUES (1)");
}
function ask(string $label): void
{
	global $other;
	foreach (['cache_one', 'cache_two', 'cache_one JOIN cache_two'] as $tables) {
		$asked = asked(function () use ($other, $tables, &$count) {
			$count = $other->query("SELECT COUNT(*) FROM $tables")->fetch_column();
		});
		$said[] = $count . ($asked === 0 ? ' kept' : '');
	}
	echo "$label: ", implode(', ', $said), "\n";
}
ask('first');
ask('second');
$m->query('INSERT INTO cache_one VALUES (2)');
ask('one is written');
ask('and then');
$m->execute_query('INSERT INTO cache_two VALUES (?)', [2]);
ask('the other is written');
Mynd\execute_many($m, 'INSERT INTO cache_two VALUES (?)', [[3], [4]]);
ask('in bulk');
$m->query('DELETE FROM cache_two WHERE a > 2', MYSQLI_ASYNC);
$m->reap_async_query();
ask('asynchronously');
ask('and then');
$m->begin_transaction();
$m->query('INSERT INTO cache_one VALUES (5)');
ask('in a transaction');
ask('and then');
$m->commit();
ask('committed');
ask('and then');
$m->query('DROP TABLE cache_one, cache_two');
?>
--EXPECT--
first: 1, 1, 1
second: 1 kept, 1 kept, 1 kept
one is written: 2, 1 kept, 2
and then: 2 kept, 1 kept, 2 kept
the other is written: 2 kept, 2, 4
in bulk: 2 kept, 4, 8
asynchronously: 2 kept, 2, 4
and then: 2 kept, 2 kept, 4 kept
in a transaction: 2, 2 kept, 4
and then: 2 kept, 2 kept, 4 kept
committed: 3, 2 kept, 6
and then: 3 kept, 2 kept, 6 kept

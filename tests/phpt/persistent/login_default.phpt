--TEST--
Persistent links: within mynd.login_lifetime a connect sends nothing, and its login is not repeated; Mynd\Pool's own
--EXTENSIONS--
mysqli
--INI--
; it stays so with ./dev test --with: it counts what is idle in this process
mynd.shared_pool=0
--FILE--
<?php
require __DIR__ . '/persistent.inc';
echo 'default: ', ini_get('mynd.login_lifetime'), "\n";

/** Commands and writes of so many connects, each with a query. */
function sent(callable $connect, int $times = 5): array
{
	$before = [mysqli_get_client_stats()['com_change_user'], mysqli_get_client_stats()['com_query'], Mynd\stats()['writes'], Mynd\stats()['logins_renewed']];
	for ($i = 0; $i < $times; $i++) {
		$m = $connect();
		$m->query('DO 1');
		$m->close();
	}
	$after = [mysqli_get_client_stats()['com_change_user'], mysqli_get_client_stats()['com_query'], Mynd\stats()['writes'], Mynd\stats()['logins_renewed']];
	return array_combine(['changes of user', 'queries', 'writes', 'logins'], array_map(fn($a, $b) => $a - $b, $after, $before));
}
$connect = fn() => plink();
sent($connect, 3);
$young = sent($connect);
/* a hand-back's write, and the query's */
echo 'young: ', $young['changes of user'], ' changes of user, ', $young['logins'], ' logins, ', $young['writes'], " writes\n";

foreach ([60 => 'young', 0 => 'always'] as $lifetime => $name) {
	$pool = new Mynd\Pool(fn() => new mysqli(...where()), loginLifetime: $lifetime);
	$use = function () use ($pool) {
		return new class($pool, $pool->acquire()) {
			public function __construct(private Mynd\Pool $pool, private mysqli $m)
			{
			}
			public function query(string $sql): void
			{
				$this->m->query($sql);
			}
			public function close(): void
			{
				$this->pool->release($this->m);
			}
		};
	};
	sent($use, 3);
	$all = sent($use);
	echo "Mynd\\Pool, $name: ", $all['changes of user'], ' changes of user, ', $all['logins'], " logins\n";
}
try {
	new Mynd\Pool(fn() => plink(), loginLifetime: -1);
} catch (ValueError $e) {
	echo $e->getMessage(), "\n";
}
/* With a lifetime of one second the login is repeated once in a second or two, and not at each connect. */
[$output] = run_child(<<<'PHP'
	$renewed = fn() => Mynd\stats()['logins_renewed'];
	$times = 0;
	for ($end = hrtime(true) + 10e9; $renewed() < 2 && hrtime(true) < $end; $times++) {
		$m = link_for_test(host: 'p:localhost');
		$m->query('DO 1');
		$m->close();
		usleep(10000);
	}
	echo $renewed(), ' logins in ', $times > 20 ? 'many' : $times, ' connects, ', Mynd\pools()[0]['made'], ' made';
	PHP, '-d mynd.login_lifetime=1s');
echo "a second: $output\n";
?>
--EXPECT--
default: 60
young: 0 changes of user, 0 logins, 10 writes
Mynd\Pool, young: 0 changes of user, 0 logins
Mynd\Pool, always: 5 changes of user, 5 logins
Mynd\Pool::__construct(): Argument #8 ($loginLifetime) must be a number of seconds, 0 or more
a second: 2 logins in many connects, 1 made

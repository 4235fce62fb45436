--TEST--
Persistent links: nothing runs behind a login that the server has refused to repeat, and others of its key are closed
--EXTENSIONS--
mysqli
--INI--
; it stays so with ./dev test --with: it counts what is idle in this process
mynd.shared_pool=0
--FILE--
<?php
require __DIR__ . '/persistent.inc';
$root = link_for_test();
create_anew($root, 'TABLE', 'refused_rows', '(a INT)');
$here = getenv('MYND_TEST_DB');
foreach (['stock', 'fewer'] as $trips) {
	foreach (['locked' => 'ALTER USER refused_user ACCOUNT LOCK', 'another password' => "ALTER USER refused_user IDENTIFIED BY 'two'", 'gone' => 'DROP USER refused_user'] as $name => $change) {
		$root->query('DROP USER IF EXISTS refused_user');
		$root->query("CREATE USER refused_user IDENTIFIED BY 'one'");
		$root->query("GRANT ALL ON $here.* TO refused_user");
		$root->query('DELETE FROM refused_rows');
		[$output] = run_child(<<<'PHP'
			$connect = function (): mysqli {
				$m = mysqli_init();
				$m->options(MYSQLI_INIT_COMMAND, "SET time_zone = '+00:00'");
				$m->options(MYSQLI_INIT_COMMAND, 'INSERT INTO refused_rows VALUES (1)');
				$m->real_connect(...where(host: 'p:localhost', user: 'refused_user', password: 'one'));
				return $m;
			};
			$links = [$connect(), $connect(), $connect()];
			array_map(fn($m) => $m->query('DO 1'), $links);
			$links = [];
			$root = link_for_test();
			$rows = fn() => $root->query('SELECT COUNT(*) FROM refused_rows')->fetch_column();
			echo $rows(), ' rows, ';
			$root->query($argv[1]);
			try {
				$m = $connect();
				$m->query('INSERT INTO refused_rows VALUES (2)');
				echo 'connected, ';
			} catch (mysqli_sql_exception $e) {
				echo $e->getCode() === 3118 ? 4151 : $e->getCode(), ', ';
			}
			echo $rows(), ' rows, closed as refused: ', Mynd\pools()[0]['closed']['login_refused'];
			PHP, "-d mynd.login_lifetime=0 -d mynd.round_trips=$trips", [$change]);
		echo "$trips, $name: $output\n";
	}
}
?>
--CLEAN--
<?php
require __DIR__ . '/../connect.inc';
link_for_test()->query('DROP USER IF EXISTS refused_user');
link_for_test()->query('DROP TABLE IF EXISTS refused_rows');
?>
--EXPECT--
stock, locked: 3 rows, 4151, 3 rows, closed as refused: 3
stock, another password: 3 rows, 1045, 3 rows, closed as refused: 3
stock, gone: 3 rows, 1045, 3 rows, closed as refused: 3
fewer, locked: 3 rows, 4151, 3 rows, closed as refused: 3
fewer, another password: 3 rows, 1045, 3 rows, closed as refused: 3
fewer, gone: 3 rows, 1045, 3 rows, closed as refused: 3

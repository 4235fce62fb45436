--TEST--
mynd.send_queue: commands behind others are issued without a wait for the server, and run in order
--EXTENSIONS--
mynd
--FILE--
<?php
require __DIR__ . '/../connect.inc';

$seed = (int) (getenv('MYND_SEED') ?: 2026);
mt_srand($seed);
$holder = link_for_test();

function connected(array $how, int $flags): mysqli
{
	$link = mysqli_init();
	$link->real_connect(...[...where(...$how), $flags]);
	return $link;
}

/** A text that asks for a number, and for the checksum of so many bytes. */
function text(int $number, int $bytes): string
{
	return "SELECT $number, CRC32('" . str_repeat(chr(97 + $number % 26), $bytes) . "')";
}

function right(int $number, int $bytes): array
{
	return [(string) $number, (string) crc32(str_repeat(chr(97 + $number % 26), $bytes))];
}

$ways = ['socket' => [[], 0], 'TCP' => [['host' => '127.0.0.1'], 0], 'compressed' => [[], MYSQLI_CLIENT_COMPRESS], 'TLS' => [['host' => '127.0.0.1'], MYSQLI_CLIENT_SSL | MYSQLI_CLIENT_SSL_DONT_VERIFY_SERVER_CERT]];
foreach ($ways as $name => [$how, $flags]) {
	echo "-- $name\n";
	foreach (['query' => 800_000, 'execute_async' => 800_000, 'a long one' => 0] as $what => $total) {
		$lock = "mynd_queue_" . getmypid();
		$holder->query("SELECT GET_LOCK('$lock', 0)");
		$link = connected($how, $flags);
		$statement = $what === 'execute_async' ? $link->prepare('SELECT ?, CRC32(?)') : null;
		// nothing behind it runs before the lock is free; issuing must not wait for that
		$link->query("SELECT GET_LOCK('$lock', 20)", MYSQLI_ASYNC);
		$sizes = $what === 'a long one' ? [900_000] : [];
		for ($sum = 0; $sum < $total; $sum += end($sizes)) {
			$sizes[] = mt_rand(0, 9) === 0 ? mt_rand(5_000, 60_000) : mt_rand(0, 3_000);
		}
		foreach ($sizes as $number => $bytes) {
			if ($statement) {
				Mynd\execute_async($statement, [$number, str_repeat(chr(97 + $number % 26), $bytes)]);
			} else {
				$link->query(text($number, $bytes), MYSQLI_ASYNC);
			}
		}
		$holder->query("SELECT RELEASE_LOCK('$lock')");
		$wrong = 0;
		if (mt_rand(0, 1)) {
			$read = [$link];
			$reject = [];
			$none = null;
			echo mysqli_poll($read, $none, $reject, 20) === 1 ? '' : "nothing came\n";
		}
		$got_lock = Mynd\reap($link)->fetch_row();
		foreach ($sizes as $number => $bytes) {
			$row = $statement ? array_map(strval(...), Mynd\reap($statement)->fetch_row()) : Mynd\reap($link)->fetch_row();
			$wrong += $row !== right($number, $bytes);
		}
		echo "$what: issued before the server could run them: ", $got_lock === ['1'] ? 'yes' : 'no', ", wrong: $wrong" . ($wrong ? " (seed $seed)" : ''), "\n";
		$link->query("SELECT RELEASE_LOCK('$lock')");
		$link->close();
	}
}

echo "-- a pipeline\n";
$lock = "mynd_pipeline_" . getmypid();
$holder->query("SELECT GET_LOCK('$lock', 0)");
$link = link_for_test();
$taken = 0;
$commands = (function () use ($lock, $holder, &$taken) {
	yield "SELECT GET_LOCK('$lock', 20)";
	for ($i = 0; $i < 700; $i++) {
		$taken++;
		yield text($i, 1_200);
	}
	$holder->query("SELECT RELEASE_LOCK('$lock')"); // the server has run none of them
	$taken++;
})();
$wrong = 0;
foreach (Mynd\pipeline($link, $commands) as $i => $outcome) {
	if ($i === 0) {
		echo $outcome->fetch_row() === ['1'] ? "got it\n" : "too late\n";
	} else {
		$wrong += $outcome->fetch_row() !== right($i - 1, 1_200);
	}
}
echo "$taken taken, $wrong wrong\n";

echo "-- a queue that is full, and none\n";
foreach (['65536' => 2_000_000, '0' => 1_500_000] as $queue => $total) {
	ini_set('mynd.send_queue', $queue);
	$link = link_for_test();
	$link->query('SELECT SLEEP(0.4)', MYSQLI_ASYNC);
	$begun = microtime(true);
	for ($i = 0; $i < $total / 1_000; $i++) {
		$link->query(text($i, 1_000), MYSQLI_ASYNC);
	}
	echo "$queue: ", microtime(true) - $begun > 0.3 ? 'waits' : 'does not wait', "\n";
	Mynd\reap($link);
	for ($i = $wrong = 0; $i < $total / 1_000; $i++) {
		$wrong += Mynd\reap($link)->fetch_row() !== right($i, 1_000);
	}
	echo "wrong: $wrong\n";
}
ini_restore('mynd.send_queue');

echo "-- what was not sent has not run\n";
$holder->query('CREATE TABLE IF NOT EXISTS mynd_unsent (i INT)');
$holder->query('DELETE FROM mynd_unsent');
$link = link_for_test();
$link->query('SELECT SLEEP(5)', MYSQLI_ASYNC);
for ($i = 0; $i < 300; $i++) {
	$link->query("INSERT INTO mynd_unsent VALUES ($i) /* " . str_repeat('x', 2_000) . ' */', MYSQLI_ASYNC);
}
$holder->query("KILL $link->thread_id");
$lost = $may = 0;
for ($i = 0; $i <= 300; $i++) {
	try {
		Mynd\reap($link);
	} catch (mysqli_sql_exception) {
		$lost++;
		$may += Mynd\last_failure($link)['may_have_run'];
	}
}
echo "$lost lost; ", $may > 0 && $may < 301 ? 'some' : $may, " may have run\n";
echo 'have run: ', $holder->query('SELECT COUNT(*) FROM mynd_unsent')->fetch_column(), "\n";
$holder->query('DROP TABLE mynd_unsent');
?>
--EXPECT--
-- socket
query: issued before the server could run them: yes, wrong: 0
execute_async: issued before the server could run them: yes, wrong: 0
a long one: issued before the server could run them: yes, wrong: 0
-- TCP
query: issued before the server could run them: yes, wrong: 0
execute_async: issued before the server could run them: yes, wrong: 0
a long one: issued before the server could run them: yes, wrong: 0
-- compressed
query: issued before the server could run them: yes, wrong: 0
execute_async: issued before the server could run them: yes, wrong: 0
a long one: issued before the server could run them: yes, wrong: 0
-- TLS
query: issued before the server could run them: yes, wrong: 0
execute_async: issued before the server could run them: yes, wrong: 0
a long one: issued before the server could run them: yes, wrong: 0
-- a pipeline
got it
701 taken, 0 wrong
-- a queue that is full, and none
65536: waits
wrong: 0
0: waits
wrong: 0
-- what was not sent has not run
301 lost; some may have run
have run: 0

--TEST--
PDO: a lazy row of a statement that runs again, asynchronously; what is bound by its name; getColumnMeta() before the fetch
--EXTENSIONS--
pdo_mysql
mynd
--FILE--
<?php
$pdo = new PDO('mysql:unix_socket=' . getenv('MYND_TEST_SOCKET'), getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'));
foreach ([true, false] as $emulate) {
	$pdo->setAttribute(PDO::ATTR_EMULATE_PREPARES, $emulate);
	echo $emulate ? 'emulated' : 'native', "\n";
	$s = $pdo->prepare('SELECT ? AS a, 2 AS t', [PDO::MYND_ATTR_ASYNC => true]);
	$s->execute([1]);
	$lazy = $s->fetch(PDO::FETCH_LAZY);
	$look = function (string $when) use (&$lazy) {
		echo "$when: ", json_encode([$lazy->t ?? null, $lazy[1] ?? null, $lazy->a ?? null]), "\n";
	};
	$look('fetched');
	$s->execute([2]);
	$look('under way');
	$pdo->query('SELECT 1')->fetchAll(); /* takes the reply */
	$look('taken, not fetched');
	$s->execute([3]);
	try {
		$s->execute([new class { function __toString(): string { throw new Exception('no text'); } }]);
	} catch (Exception $e) {
		echo $e->getMessage(), "\n";
	}
	$look('not run again');
	$s->execute([4]);
	$s->fetch(PDO::FETCH_LAZY);
	$look('fetched again');
	unset($lazy);

	$s->execute([5]);
	$s->bindColumn('t', $t);
	echo $s->getColumnMeta(0)['name'], ' ';
	$s->fetch(PDO::FETCH_BOUND);
	echo "$t\n";
	$s = null;
}
?>
--EXPECT--
emulated
fetched: [2,2,"1"]
under way: [null,null,null]
taken, not fetched: [null,null,null]
no text
not run again: [null,null,null]
fetched again: [2,2,"4"]
a 2
native
fetched: [2,2,"1"]
under way: [null,null,null]
taken, not fetched: [null,null,null]
no text
not run again: [null,null,null]
fetched again: [2,2,"4"]
a 2

--TEST--
PDO: mynd's own attributes, what exec() leaves, statements that are kept, large values
--EXTENSIONS--
pdo_mysql
mynd
--FILE--
<?php
require __DIR__ . '/pdo.inc';
$tcp = fn(array $options) => new PDO('mysql:host=127.0.0.1;port=' . getenv('MYND_TEST_PORT'), getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'), $options);
$cipher = fn(PDO $db) => $db->query("SHOW SESSION STATUS LIKE 'Ssl_cipher'")->fetchColumn(1) !== '';
attempt('no TLS', fn() => $cipher($tcp([])));
attempt('TLS, nobody verified', fn() => $cipher($tcp([PDO::MYND_ATTR_TLS => true, PDO::MYSQL_ATTR_SSL_VERIFY_SERVER_CERT => false])));
attempt('TLS, not to be trusted', fn() => preg_replace('/Cannot connect.*|.*failed.*/s', '...', (function () use ($tcp) {
	try {
		$tcp([PDO::MYND_ATTR_TLS => true]);
		return 'connected';
	} catch (PDOException $e) {
		return $e->getCode() === 2002 ? 'refused' : $e->getMessage();
	}
})()));
attempt('TLS, verified', fn() => $cipher($tcp([PDO::MYND_ATTR_TLS => true, PDO::MYSQL_ATTR_SSL_CA => getenv('MYND_TEST_TLS_CA')])));
attempt('read timeout', function () {
	$db = pdo_for_test([PDO::MYND_ATTR_READ_TIMEOUT => 1]);
	$value = $db->getAttribute(PDO::MYND_ATTR_READ_TIMEOUT);
	try {
		$db->query('SELECT SLEEP(5)');
	} catch (PDOException $e) {
		return [$value, $e->getMessage(), Mynd\last_failure($db)['cause']];
	}
});
$db = pdo_for_test();
attempt('set', fn() => [$db->setAttribute(PDO::MYND_ATTR_READ_TIMEOUT, 7), $db->getAttribute(PDO::MYND_ATTR_READ_TIMEOUT)]);
attempt('wrong', fn() => $db->setAttribute(PDO::MYND_ATTR_READ_TIMEOUT, -1));
attempt('exec() leaves nothing', fn() => [$db->exec('SELECT 1'), $db->exec('SELECT 1; SELECT 2; DO 0'), $db->exec('DO 0'), $db->query('SELECT 3')->fetchColumn()]);
attempt('an error behind', fn() => $db->exec('SELECT 1; SELEC'));
attempt('and then', fn() => $db->query('SELECT 4')->fetchColumn());
$prepared = fn() => (int) $db->query("SHOW SESSION STATUS LIKE 'Com_stmt_prepare'")->fetchColumn(1);
attempt('statements are kept', function () use ($db, $prepared) {
	$before = $prepared();
	$db->setAttribute(PDO::ATTR_EMULATE_PREPARES, false);
	foreach (['SELECT 1', 'SELECT 1', 'SELECT 2', 'SELECT 1'] as $sql) {
		$s = $db->prepare($sql);
		$s->execute();
		$rows[] = $s->fetchColumn();
		$s = null;
	}
	$db->setAttribute(PDO::ATTR_EMULATE_PREPARES, true);
	return [$rows, $prepared() - $before];
});
attempt('but not over a change', function () use ($db) {
	$db->setAttribute(PDO::ATTR_EMULATE_PREPARES, false);
	$run = function () use ($db) {
		$s = $db->prepare("SELECT 'a' || 'b'");
		$s->execute();
		return $s->fetchColumn();
	};
	$seen = [$run()];
	foreach (['PIPES_AS_CONCAT', ''] as $mode) {
		$db->exec("SET sql_mode = '$mode'");
		$seen[] = $run();
	}
	$held = $db->prepare("SELECT 'c' || 'd'");
	$db->exec("SET sql_mode = 'PIPES_AS_CONCAT'");
	$held = null;
	$s = $db->query("SELECT 'c' || 'd'");
	return [$seen, $s->fetchColumn()];
});
foreach ([0, 1, 65535, 65536, 65537, 3000000] as $size) {
	attempt("a stream of $size", function () use ($size) {
		$db = pdo_for_test([PDO::ATTR_EMULATE_PREPARES => false]);
		$text = str_repeat("\0'\xff\\", intdiv($size, 4)) . str_repeat('x', $size % 4);
		$stream = fopen('php://memory', 'w+');
		fwrite($stream, $text);
		rewind($stream);
		$db->exec('CREATE TEMPORARY TABLE l (a LONGBLOB, b INT)');
		$s = $db->prepare('INSERT INTO l VALUES (?, ?)');
		$s->bindParam(1, $stream, PDO::PARAM_LOB);
		$s->bindValue(2, 5, PDO::PARAM_INT);
		$s->execute();
		$r = $db->query('SELECT a, b FROM l');
		$r->bindColumn(1, $back, PDO::PARAM_LOB);
		$r->bindColumn(2, $five);
		$r->fetch(PDO::FETCH_BOUND);
		return [stream_get_contents($back) === $text, $five, get_debug_type($stream)];
	});
}
attempt('text by a stream', function () {
	$db = pdo_for_test([PDO::ATTR_EMULATE_PREPARES => false], ';charset=latin1');
	$db->exec('CREATE TEMPORARY TABLE l (a LONGTEXT CHARACTER SET utf8mb4)');
	foreach ([5, 70000] as $size) {
		$stream = fopen('php://memory', 'w+');
		fwrite($stream, str_repeat("\xe4", $size));
		rewind($stream);
		$s = $db->prepare('INSERT INTO l VALUES (?)');
		$s->bindValue(1, $stream, PDO::PARAM_LOB);
		$s->execute();
	}
	return $db->query('SELECT LENGTH(a), CHAR_LENGTH(a) FROM l')->fetchAll(PDO::FETCH_NUM);
});
attempt('no stream', function () use ($db) {
	$s = $db->prepare('SELECT ?');
	$s->bindValue(1, stream_context_create(), PDO::PARAM_LOB);
	return $s->execute();
});
--EXPECTF--
no TLS: false
TLS, nobody verified: true
TLS, not to be trusted: "refused"
TLS, verified: true
read timeout: [1,"SQLSTATE[HY000]: General error: 2006 MySQL server has gone away","timed out"]
set: [true,7]
wrong: ! ValueError PDO::MYND_ATTR_READ_TIMEOUT must be greater than or equal to 0
exec() leaves nothing: [0,0,0,3]
an error behind: ! "42000" SQLSTATE[42000]: Syntax error or access violation: 1064 You have an error in your SQL syntax; check the manual that corresponds to your %s server version for the right syntax to use near 'SELEC' at line 1 ["42000",1064,"You have an error in your SQL syntax; check the manual that corresponds to your %s server version for the right syntax to use near 'SELEC' at line 1"]
and then: 4
statements are kept: [[1,1,2,1],2]
but not over a change: [[0,"ab",0],"cd"]
a stream of 0: [true,"5","string"]
a stream of 1: [true,"5","string"]
a stream of 65535: [true,"5","string"]
a stream of 65536: [true,"5","resource (stream)"]
a stream of 65537: [true,"5","resource (stream)"]
a stream of 3000000: [true,"5","resource (stream)"]
text by a stream: [[10,5],[140000,70000]]
no stream: ! "HY105" SQLSTATE[HY105]: Invalid parameter type: Expected a stream resource ["HY105",0]

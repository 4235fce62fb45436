--TEST--
mynd.round_trips=fewer: a native statement of PDO that only sets the session is sent as a text: in one round trip, or none where its pool's sessions begin with it
--EXTENSIONS--
mysqli
pdo_mysql
mynd
--INI--
mynd.round_trips=fewer
mynd.pipelining=on
--CONFLICTS--
all
--FILE--
<?php
/* Alone: it looks at what the whole server has prepared. */
require __DIR__ . '/trips.inc';
require_once __DIR__ . '/../persistent/pools.inc';
$p = pdo_for_trips();
$p->exec('DO 0'); // takes the close of MySQL's first statement along
$status = fn (string $name): int => (int) pdo_for_trips([PDO::ATTR_EMULATE_PREPARES => true])->query("SHOW GLOBAL STATUS LIKE '$name'")->fetchColumn(1);
$set = function (string $sql) use ($p): array {
	$s = $p->prepare($sql);
	$seen = [$s->columnCount(), $s->errorCode()];
	return [...$seen, $s->execute(), $s->rowCount(), $s->columnCount(), $s->errorCode(), $s->execute()];
};
$before = $status('Com_stmt_prepare');
trips('SET, run twice', $p, fn () => $set("SET NAMES 'utf8mb4' COLLATE 'utf8mb4_bin'"));
trips('USE', $p, fn () => $set('USE `' . getenv('MYND_TEST_DB') . '`'));
trips('a mode', $p, fn () => $set("set session sql_mode='ANSI_QUOTES,STRICT_ALL_TABLES'"));
echo 'prepared: ', $status('Com_stmt_prepare') - $before, "\n";
trips('what is set', $p, function () use ($p) {
	$s = $p->prepare('SELECT @@sql_mode, @@collation_connection');
	$s->execute();
	return $s->fetch(PDO::FETCH_NUM);
});
trips('one with a placeholder', $p, function () use ($p) {
	$s = $p->prepare('SET time_zone = ?');
	return $s->execute(['+01:00']);
});
trips('values for none', $p, fn () => $p->prepare("SET time_zone = '+02:00'")->execute(['x']));
trips('an error', $p, fn () => $p->prepare("SET time_zone = 'nowhere'")->execute());
trips('quotes that are none', $p, fn () => $p->prepare("SET lc_time_names = 'no :name ?'")->execute());
attempt('a link that is busy', function () use ($p) {
	$p->setAttribute(PDO::MYSQL_ATTR_USE_BUFFERED_QUERY, false);
	$rows = $p->query('SELECT 1 UNION SELECT 2');
	try {
		$p->prepare("SET time_zone = '+03:00'");
	} catch (PDOException $e) {
		return $e->errorInfo[1];
	} finally {
		$rows->closeCursor();
		$p->setAttribute(PDO::MYSQL_ATTR_USE_BUFFERED_QUERY, true);
	}
});

/** As Laravel begins. */
$begin = function (): PDO {
	$p = pdo_for_test([PDO::ATTR_EMULATE_PREPARES => false, PDO::ATTR_PERSISTENT => true], '');
	$p->exec('use `' . getenv('MYND_TEST_DB') . '`;');
	$p->prepare("set names 'utf8mb4' collate 'utf8mb4_unicode_ci'")->execute();
	$p->prepare("set session sql_mode='STRICT_TRANS_TABLES,NO_ZERO_DATE'")->execute();
	return $p;
};
for ($i = 0; $i < 3; $i++) {
	$begin();
}
$before = Mynd\stats()['writes'];
$p = $begin();
echo Mynd\stats()['writes'] - $before, " writes to begin, ", Mynd\pools()[0]['answered_ahead'], " answered ahead\n";
echo json_encode($p->query('SELECT @@sql_mode, @@collation_connection')->fetch(PDO::FETCH_NUM)), "\n";

Mynd\intercept(function (Mynd\Command $command, callable $next): mixed {
	echo 'seen: ', $command->kind->name, "\n";
	return $next($command);
});
$p->prepare("SET time_zone = '+04:00'")->execute();
?>
--EXPECT--
SET, run twice: [0,null,true,0,0,"00000",true]
	2 trips
USE: [0,null,true,0,0,"00000",true]
	2 trips
a mode: [0,null,true,0,0,"00000",true]
	2 trips
prepared: 0
what is set: ["ANSI_QUOTES,STRICT_ALL_TABLES","utf8mb4_bin"]
	2 trips
one with a placeholder: true
	1 trip
values for none: ! "HY093" SQLSTATE[HY093]: Invalid parameter number ["HY093"]
	0 trips
an error: ! "HY000" SQLSTATE[HY000]: General error: 1298 Unknown or incorrect time zone: 'nowhere' ["HY000",1298,"Unknown or incorrect time zone: 'nowhere'"]
	1 trip
quotes that are none: ! "HY000" SQLSTATE[HY000]: General error: 1649 Unknown locale: 'no :name ?' ["HY000",1649,"Unknown locale: 'no :name ?'"]
	1 trip
a link that is busy: 2014
0 writes to begin, 3 answered ahead
["STRICT_TRANS_TABLES,NO_ZERO_DATE","utf8mb4_unicode_ci"]
seen: Prepare
seen: Execute

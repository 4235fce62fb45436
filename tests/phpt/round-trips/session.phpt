--TEST--
mynd.round_trips=fewer: a statement keeps the session's state of its prepare(): what changes that comes behind it
--EXTENSIONS--
mysqli
pdo_mysql
mynd
--INI--
mynd.round_trips=fewer
mynd.pipelining=on
--FILE--
<?php
require __DIR__ . '/trips.inc';
$database = getenv('MYND_TEST_DB');
$setup = mysqli_for_trips();
foreach (['trips_a', 'trips_b'] as $name) {
	$setup->query("DROP DATABASE IF EXISTS $name");
	$setup->query("CREATE DATABASE $name");
	$setup->query("CREATE TABLE $name.t AS SELECT '$name' AS name");
}
$between = function (string $label, callable $change, string $sql = 'SELECT name FROM t WHERE 1 = ?') {
	$m = mysqli_for_trips();
	$m->select_db('trips_a');
	trips("mysqli, $label", $m, function () use ($m, $change, $sql) {
		$statement = $m->prepare($sql);
		$change($m);
		$statement->execute(['1']);
		return $statement->get_result()->fetch_column();
	});
	$p = pdo_for_trips();
	$p->exec('USE trips_a');
	trips("PDO, $label", $p, function () use ($p, $change, $sql) {
		$statement = $p->prepare($sql);
		$change($p);
		$statement->execute(['1']);
		return $statement->fetchColumn();
	});
};
$text = fn (string $sql) => fn (mysqli|PDO $link) => $link->query($sql);
$between('USE', $text('USE trips_b'));
$between('SET sql_mode', $text("SET sql_mode = 'PIPES_AS_CONCAT'"), 'SELECT 1 || ?');
$between('SET NAMES', $text('SET NAMES latin1'));
$between('DDL', $text('ALTER TABLE trips_a.t COMMENT = "x"'));
$between('a query', $text('SELECT 1'));
$between('DO', $text('DO 0'));
$between('a transaction', fn ($link) => $link instanceof PDO ? $link->beginTransaction() : $link->begin_transaction());

$m = mysqli_for_trips();
$m->select_db('trips_a');
trips('select_db()', $m, function () use ($m) {
	$statement = $m->prepare('SELECT name FROM t WHERE 1 = ?');
	$m->select_db('trips_b');
	$statement->execute(['1']);
	return [$statement->get_result()->fetch_column(), $m->query('SELECT DATABASE()')->fetch_column()];
});
trips('set_charset()', $m, function () use ($m) {
	$statement = $m->prepare('SELECT @@character_set_client, name FROM t WHERE 1 = ?');
	$m->set_charset('latin1');
	$statement->execute(['1']);
	return [$statement->get_result()->fetch_row(), $m->character_set_name()];
});
trips('change_user()', $m, function () use ($m, $database) {
	$statement = $m->prepare('SELECT name FROM t WHERE 1 = ?');
	$m->change_user(getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'), $database);
	try {
		return $statement->execute(['1']);
	} catch (mysqli_sql_exception $e) {
		return [$e->getCode(), preg_replace('/\d+/', 'N', $e->getMessage())];
	}
});
trips('stat()', $m, function () use ($m) {
	$statement = $m->prepare('SELECT ?');
	$m->stat();
	$statement->execute(['1']);
	return $statement->get_result()->fetch_column();
});
trips('another statement that changes it', $m, function () use ($m) {
	$m->select_db('trips_a');
	$use = $m->prepare('SET @trips = 1');
	$use->param_count;
	$use->execute();
	$statement = $m->prepare('SELECT @trips, ?');
	$use->execute();
	$statement->execute(['1']);
	return $statement->get_result()->fetch_row();
});
trips('a query about the command before', $m, function () use ($m) {
	$m->query('DROP TABLE IF EXISTS no_such_table');
	$statement = $m->prepare('SELECT ?');
	$m->query('SELECT @@warning_count');
	return $statement->execute(['1']);
});
$m->close();
echo "--- a connection that goes\n";
$m = mysqli_for_trips();
$statement = $m->prepare('SELECT ?');
$m->close();
attempt('closed', fn () => $statement->execute(['1']));
$m = mysqli_for_trips();
$statement = $m->prepare('SELECT ?');
$setup->query('KILL ' . $m->thread_id);
while ($setup->query("SELECT 1 FROM information_schema.processlist WHERE id = $m->thread_id")->num_rows > 0) {
}
attempt('killed', fn () => $statement->execute(['1']));
$setup->query('DROP DATABASE trips_a');
$setup->query('DROP DATABASE trips_b');
?>
--EXPECT--
mysqli, USE: "trips_a"
	3 trips
PDO, USE: "trips_a"
	3 trips
mysqli, SET sql_mode: 1
	3 trips
PDO, SET sql_mode: 1
	3 trips
mysqli, SET NAMES: "trips_a"
	3 trips
PDO, SET NAMES: "trips_a"
	3 trips
mysqli, DDL: "trips_a"
	3 trips
PDO, DDL: "trips_a"
	4 trips
mysqli, a query: "trips_a"
	3 trips
PDO, a query: "trips_a"
	2 trips
mysqli, DO: "trips_a"
	3 trips
PDO, DO: "trips_a"
	4 trips
mysqli, a transaction: "trips_a"
	3 trips
PDO, a transaction: "trips_a"
	2 trips
select_db(): ["trips_a","trips_b"]
	4 trips
set_charset(): [["latin1","trips_b"],"latin1"]
	3 trips
change_user(): [1243,"Unknown prepared statement handler (N) given to mysqld_stmt_execute"]
	3 trips
stat(): "1"
	3 trips
another statement that changes it: [1,"1"]
	6 trips
a query about the command before: true
	4 trips
--- a connection that goes
closed: ! mysqli_sql_exception MySQL server has gone away
killed: ! mysqli_sql_exception MySQL server has gone away

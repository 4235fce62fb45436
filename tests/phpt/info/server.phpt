--TEST--
The server: what it says of itself, and commands that are no queries
--EXTENSIONS--
mysqli
--FILE--
<?php
require __DIR__ . '/../connect.inc';
$m = link_for_test();
$version = $m->query('SELECT VERSION()')->fetch_column();
attempt('server_info', fn() => [$m->server_info === $version, mysqli_get_server_info($m) === $version, $m->get_server_info() === $version]);
preg_match('/^(\d+)\.(\d+)\.(\d+)/', $version, $v);
attempt('server_version', fn() => [$m->server_version === $v[1] * 10000 + $v[2] * 100 + $v[3], mysqli_get_server_version($m) === $m->server_version]);
attempt('thread_id', fn() => [$m->thread_id === (int) $m->query('SELECT CONNECTION_ID()')->fetch_column(), mysqli_thread_id($m) === $m->thread_id]);
attempt('protocol', fn() => [$m->protocol_version, mysqli_get_proto_info($m)]);
attempt('host_info', fn() => [$m->host_info, mysqli_get_host_info($m)]);
attempt('client', fn() => [str_starts_with(mysqli_get_client_info(), 'mysqlnd '), mysqli_get_client_version() === PHP_VERSION_ID, $m->client_info === mysqli_get_client_info()]);
attempt('with the link for an argument', fn() => @mysqli_get_client_info($m) === mysqli_get_client_info());
attempt('method', fn() => @$m->get_client_info() === mysqli_get_client_info());
attempt('threads', fn() => [mysqli_thread_safe(), $m->thread_safe()]);
attempt('stat()', fn() => preg_match('/^Uptime: \d+ +Threads: \d+ +Questions: \d+/', $m->stat()));
attempt('mysqli_stat()', fn() => preg_match('/^Uptime: \d+/', mysqli_stat($m)));
attempt('ping()', fn() => [@$m->ping(), @mysqli_ping($m)]);
attempt('refresh()', function () use ($m) {
	$known = is_mariadb($m); /* MySQL 9 does not know the command any more */
	return [@$m->refresh(MYSQLI_REFRESH_STATUS) === $known, @mysqli_refresh($m, MYSQLI_REFRESH_TABLES) === $known, $m->errno === ($known ? 0 : 1047)];
});
attempt('dump_debug_info()', fn() => [$m->dump_debug_info(), mysqli_dump_debug_info($m)]);
attempt('debug()', fn() => [$m->debug('d:t:O,/nowhere'), mysqli_debug('')]);
attempt('select_db()', fn() => [$m->select_db('mysql'), $m->query('SELECT DATABASE()')->fetch_column(), mysqli_select_db($m, getenv('MYND_TEST_DB'))]);
$other = link_for_test();
attempt('kill()', fn() => @$m->kill($other->thread_id));
attempt('the other is dead', fn() => $other->query('SELECT 1'));
$stats = $m->get_connection_stats();
attempt('statistics', fn() => [count($stats), count(mysqli_get_client_stats()), array_keys($stats) === array_keys(mysqli_get_client_stats()), mysqli_get_connection_stats($m) == $m->get_connection_stats()]);
$m->query('SET @mine = 5');
$m->begin_transaction();
[, $user, $password, $database] = where();
/* SET TRANSACTION is refused in a transaction. */
attempt('change_user()', fn() => [$m->change_user($user, $password, $database), $m->query('SELECT @mine')->fetch_column(), $m->query('SET TRANSACTION READ WRITE')]);
attempt('without a database', fn() => [mysqli_change_user($m, $user, $password, null), $m->query('SELECT DATABASE()')->fetch_column()]);
attempt('refused', fn() => $m->change_user('nobody', 'x', null));
attempt('MariaDB alone keeps the link', function () use ($m) {
	try {
		return $m->query('SELECT 1')->fetch_column() === '1' && is_mariadb($m);
	} catch (mysqli_sql_exception $e) {
		return $e->getCode() === 2006 && !is_mariadb($m);
	}
});
?>
--EXPECTF--
server_info: [true,true,true]
server_version: [true,true]
thread_id: [true,true]
protocol: [10,10]
host_info: ["Localhost via UNIX socket","Localhost via UNIX socket"]
client: [true,true,true]
with the link for an argument: true
method: true
threads: [true,true]
stat(): 1
mysqli_stat(): 1
ping(): [true,true]
refresh(): [true,true,true]
dump_debug_info(): [true,true]
debug(): [true,true]
select_db(): [true,"mysql",true]
kill(): true
the other is dead: ! 2006 HY000 MySQL server has gone away
statistics: [163,163,true,true]
change_user(): [true,null,true]
without a database: [true,null]
refused: ! 1045 28000 Access denied for user 'nobody'@'localhost' (using password: YES)
MariaDB alone keeps the link: true

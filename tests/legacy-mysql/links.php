<?php
/*
 * Links: the last one, those that are shared, persistent ones, closing; addresses, flags, errors. Included by
 * checks.php.
 */
declare(strict_types=1);

use Mynd\LegacyMysql\Address;

/** The connection's number at the server, or false. */
function thread(mixed $link): int|false|null
{
	return told(fn () => mysql_thread_id($link))[0];
}

function address(?string $server): array
{
	$address = Address::parse($server);
	return [$address->host, $address->port, $address->socket];
}

foreach ([
	['localhost', 'localhost', 0, null],
	['db.example', 'db.example', 0, null],
	['db.example:3307', 'db.example', 3307, null],
	['db.example:3307:/tmp/s', 'db.example', 3307, '/tmp/s'],
	['localhost:/tmp/s.sock', 'localhost', 0, '/tmp/s.sock'],
	[':/tmp/s.sock', 'localhost', 0, '/tmp/s.sock'],
	[':3307', 'localhost', 3307, null],
	['', null, 0, null],
	[null, null, 0, null],
] as [$server, $host, $port, $socket]) {
	same('the address ' . shown($server), [$host, $port, $socket], address($server));
}

[$a, $said] = told(fn () => connect());
same('mysql_connect answers a resource', true, is_resource($a));
same('mysql_connect is deprecated', ['Deprecated: mysql_connect(): The mysql extension is deprecated and will be removed in the future: '
	. 'use mysqli or PDO instead'], $said);
$b = connect();
same('the same arguments lead to the same link', $a, $b);
$c = connect(true);
same('new_link leads to a new one', false, $a === $c || thread($a) === thread($c));
same('the new link is found from then on', $c, connect());
same('other flags lead to another link', false, thread(connect(false, MYSQL_CLIENT_IGNORE_SPACE)) === thread($c));
$d = connect(true);
same('the last link is taken', thread($d), mysql_thread_id());
same('mysql_error without a link is that of the last', '', mysql_error());
same('closing one of two that share a link', true, mysql_close($a));
same('leaves the other usable', true, is_resource($b) && is_int(thread($b)));
same('closing the second', true, mysql_close($b));
same('ends the link', false, is_resource($b));
same('a link that was closed', [false, ['Warning: mysql_thread_id(): ' . get_resource_id($b) . ' is not a valid MySQL-Link resource']],
	told(fn () => mysql_thread_id($b)));
same('closing it again', [false, ['Warning: mysql_close(): ' . get_resource_id($b) . ' is not a valid MySQL-Link resource']],
	told(fn () => mysql_close($b)));

$number = mysql_thread_id($d);
same('closing the last link without naming it', true, mysql_close());
same('leaves the variable usable', $number, thread($d));
same('there is no last link then', [false, ['Warning: mysql_close(): no MySQL-Link resource supplied']], told(fn () => mysql_close()));
mysql_close($d);

/** The server itself no longer has a connection of this number. */
function is_gone(int $number): bool
{
	$mysqli = new mysqli(null, (string) getenv('MYND_TEST_USER'), (string) getenv('MYND_TEST_PASSWORD'), '', 0, (string) getenv('MYND_TEST_SOCKET'));
	for ($until = microtime(true) + 10; microtime(true) < $until;) {
		if ((int) $mysqli->query("SELECT COUNT(*) FROM information_schema.processlist WHERE id = $number")->fetch_column() === 0) {
			return true;
		}
	}
	return false;
}

same('the connection has ended at the server', true, is_gone($number));
$f = connect(true);
$number = thread($f);
connect(true);
unset($f);
same('a link without a variable ends', true, is_gone($number));
$f = connect(true);
$number = thread($f);
unset($f);
same('but for the last one', $number, mysql_thread_id());
mysql_close();
same('until it is closed', true, is_gone($number));

[$socket, $user, $password] = [(string) getenv('MYND_TEST_SOCKET'), getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD')];
$p = told(fn () => mysql_pconnect(":$socket", $user, $password))[0];
$q = told(fn () => mysql_pconnect(":$socket", $user, $password))[0];
same('mysql_pconnect gives a resource each time', true, is_resource($p) && is_resource($q) && $p !== $q);
same('of one connection', thread($p), thread($q));
same('closing a persistent one', true, mysql_close($p));
same('ends its resource', false, is_resource($p));
same('but not the connection', true, is_int(thread($q)));
$number = thread($q);
same('not even the last', true, mysql_close($q));
$q = told(fn () => mysql_pconnect(":$socket", $user, $password))[0];
same('which is found again', $number, thread($q));
$direct = new mysqli(null, $user, $password, '', 0, $socket);
$direct->query("KILL $number");
same('a persistent connection that was lost', true, is_gone($number));
same('answers no ping', [false, []], told_but_deprecations(fn () => @mysql_ping($q)));
mysql_close($q);
$q = @mysql_pconnect(":$socket", $user, $password);
same('is connected again', true, is_resource($q) && thread($q) !== $number);
mysql_close($q);

[$answer, $said] = told_but_deprecations(fn () => mysql_connect(":$socket", $user, 'not this'));
same('a wrong password', [false, ["Warning: mysql_connect(): Access denied for user '$user'@'localhost' (using password: YES)"]], [$answer, $said]);
same('its number', 1045, mysql_errno());
same('its text', "Access denied for user '$user'@'localhost' (using password: YES)", mysql_error());
[$answer, $said] = told_but_deprecations(fn () => mysql_connect(':/not/there'));
same('no such socket', [false, ['Warning: mysql_connect(): No such file or directory']], [$answer, $said]);
same('its number', 2002, mysql_errno());
$tcp = told(fn () => mysql_connect(getenv('MYND_TEST_HOST') . ':' . getenv('MYND_TEST_PORT'), $user, $password))[0];
same('a host and a port', getenv('MYND_TEST_HOST') . ' via TCP/IP', mysql_get_host_info($tcp));
same('a failure is forgotten once there is a link', ['', 0], [mysql_error(), mysql_errno()]);
$compressed = told(fn () => connect(true, MYSQL_CLIENT_COMPRESS))[0];
$status = mysql_fetch_row(mysql_query("SHOW STATUS LIKE 'Compression'", $compressed));
same('compression', 'ON', $status[1]);
$strict = told(fn () => connect(true, 65536 | 131072))[0];
same('multiple statements cannot be asked for', false, mysql_query('SELECT 1; SELECT 2', $strict));
same('they are an error', 1064, mysql_errno($strict));
$spaces = connect(true, MYSQL_CLIENT_IGNORE_SPACE);
same('ignored space', true, is_resource(mysql_query("SELECT COUNT (*) FROM (SELECT 1) AS t", $spaces)));

foreach ([MYSQLI_REPORT_OFF, MYSQLI_REPORT_ERROR, MYSQLI_REPORT_ERROR | MYSQLI_REPORT_STRICT, MYSQLI_REPORT_ALL] as $mode) {
	mysqli_report($mode);
	same("an error with mysqli's report mode $mode", [false, []], told(fn () => mysql_query('SELECT no', $spaces)));
	same("a connect with mysqli's report mode $mode", [false, ['Warning: mysql_connect(): No such file or directory']],
		told_but_deprecations(fn () => mysql_connect(':/not/there')));
	same("the mode $mode is left as it was", $mode, (new mysqli_driver())->report_mode);
}
mysqli_report(MYSQLI_REPORT_ERROR | MYSQLI_REPORT_STRICT);

same('the driver of connections', 10, mysql_get_proto_info($spaces));
$ours = new mysqli(null, $user, $password, '', 0, $socket);
same('the server', $ours->server_info, mysql_get_server_info($spaces));
same('the character set', $ours->character_set_name(), mysql_client_encoding($spaces));
same('another one', true, mysql_set_charset('utf8mb4', $spaces));
same('is told', 'utf8mb4', mysql_client_encoding($spaces));
same('one that is none', false, @mysql_set_charset('no such', $spaces));
same('the state of the server', 1, preg_match('/^Uptime: \d+  Threads: \d+/', mysql_stat($spaces)));
same('a ping', true, mysql_ping($spaces));
same('choosing a database', true, mysql_select_db((string) getenv('MYND_TEST_DB'), $spaces));
same('one that is not there', [false, 1049], [mysql_select_db('not_there', $spaces), mysql_errno($spaces)]);

$visible = error_reporting();
foreach ([E_ALL, E_ERROR | E_WARNING | E_PARSE, E_ALL & ~E_WARNING, 0] as $level) {
	$seen = null;
	set_error_handler(function () use (&$seen): bool {
		$seen = error_reporting();
		return true;
	});
	error_reporting($level);
	mysql_num_rows('no');
	same("error_reporting($level) decides whether the warning is shown", (bool) ($level & E_WARNING), (bool) ($seen & E_USER_WARNING));
	same("error_reporting($level) is as it was", $level, error_reporting());
	error_reporting($visible);
	restore_error_handler();
}
set_error_handler(function () use (&$seen): bool {
	$seen = error_reporting();
	return true;
});
@mysql_num_rows('no');
same('@ silences', false, (bool) ($seen & E_USER_WARNING));
restore_error_handler();
unset($p, $q, $c, $tcp, $compressed, $strict, $spaces);

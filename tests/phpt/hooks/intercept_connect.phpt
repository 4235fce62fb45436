--TEST--
Mynd\intercept(): connecting, databases, users, character sets and the other commands that are no queries
--EXTENSIONS--
mysqli
pdo_mysql
--INI--
; it stays so with ./dev test --with: it counts what is idle in this process
mynd.shared_pool=0
--FILE--
<?php
require __DIR__ . '/intercept.inc';
use Mynd\{Command, Kind, Reply};
error_reporting(E_ALL & ~E_DEPRECATED);
$log = new ArrayObject;
$answer = null;
$inside = false;
$host = getenv('MYND_TEST_HOST');
$port = (int) getenv('MYND_TEST_PORT');
$user = getenv('MYND_TEST_USER');
$password = getenv('MYND_TEST_PASSWORD');
$db = getenv('MYND_TEST_DB');
$i = Mynd\intercept(function (Command $c, callable $next) use ($log, &$answer, $host, $port) {
	$where = $c->socket === null ? strtr("$c->host $c->port", [$host => 'HOST', $port => 'PORT']) : $c->host . ($c->socket === getenv('MYND_TEST_SOCKET') ? ' SOCKET' : ' ?');
	$log[] = "{$c->kind->name}: $where $c->user " . var_export($c->database, true) . (in_array($c->kind, [Kind::Connect, Kind::SetCharset]) ? ' ' . ($c->charset ?? 'null') : '') . " $c->extension " . ($c->thread_id ? 'connected' : 'not') . " $c->sql";
	return $answer ? $answer($c, $next) : $next($c);
});

echo "-- seen\n";
$m = link_for_test();
$m->select_db('information_schema');
$m->query('DO 1');
$m->query("USE $db");
$m->query('DO 2');
$m->change_user($user, $password, 'information_schema');
$m->query('DO 3');
$m->set_charset('latin1');
$m->query('DO 4');
$m->ping();
try {
	$m->refresh(MYSQLI_REFRESH_STATUS);
} catch (mysqli_sql_exception) { /* MySQL has it no more */
}
echo strlen($m->stat()) > 20 ? 'statistics' : 'none', "\n";
$m->multi_query('DO 5; DO 6');
while ($m->next_result()) {
}
$m->query('DO 7');
$m->query('SET session_track_schema = 0');
$m->query("USE $db");
$m->query('DO 8');
shown($log);
$none = new mysqli(...where(host: $host, database: null, socket: null));
$none->query('DO 9');
$p = new PDO("mysql:host=$host;port=$port;dbname=$db;charset=utf8mb4", $user, $password);
$p->exec('DO 10');
shown($log);

echo "-- answered\n";
$answer = fn($c, $next) => Reply::done();
$m = null;
try_it(fn() => link_for_test());
$answer = null;
$m = link_for_test();
$m->query('SELECT 1 UNION SELECT 2');
$charset = $m->character_set_name();
$answer = fn($c, $next) => Reply::done(info: 'told');
try_it(fn() => [$m->ping(), $m->select_db('nothing'), $m->change_user('a', 'b', 'c'), $m->set_charset('latin1'), $m->refresh(1), $m->stat(), $m->dump_debug_info(), $m->kill(1)]);
try_it(fn() => [$m->affected_rows, $m->character_set_name() === $charset]);
$answer = fn($c, $next) => Reply::failed(1234, 'no', '12345');
foreach ([fn() => $m->ping(), fn() => $m->select_db('nothing'), fn() => $m->change_user('a', 'b', 'c'), fn() => $m->set_charset('latin1'), fn() => $m->refresh(1), fn() => $m->stat(), fn() => link_for_test(),
	fn() => new PDO("mysql:host=$host;port=$port", $user, $password)] as $run) {
	try_it($run);
}
echo mysqli_connect_errno(), "\n";
$answer = fn($c, $next) => Reply::result(Mynd\capture($m->query('SELECT 1')));
try_it(fn() => $m->ping());
$answer = null;
$kept = Mynd\capture($m->query('SELECT 1'));
$answer = fn($c, $next) => Reply::result($kept);
try_it(fn() => $m->ping());
try_it(fn() => link_for_test());
$answer = null;
try_it(fn() => $m->query('SELECT DATABASE() = "' . $db . '"'));
$log->exchangeArray([]);

echo "-- rewritten\n";
$answer = fn($c, $next) => match ($c->kind) {
	Kind::Connect => $next($c->withAddress($host, $port)->withDatabase('information_schema')),
	Kind::ChangeDatabase => $next($c->withDatabase('information_schema')),
	default => $next($c),
};
$m = link_for_test();
echo str_contains($m->host_info, 'TCP') ? 'TCP ' : 'socket ';
try_it(fn() => $m->query('SELECT DATABASE()'));
$m->select_db('nothing at all');
try_it(fn() => $m->query('SELECT DATABASE()'));
$answer = fn($c, $next) => $next($c->kind === Kind::Connect || $c->kind === Kind::ChangeUser ? $c->withUser($user, $password)->withDatabase($db) : $c);
$m = new mysqli(...where(user: 'nobody', password: 'x'));
try_it(fn() => $m->query('SELECT USER() LIKE "' . $user . '@%", DATABASE() = "' . $db . '"'));
try_it(fn() => $m->change_user('nobody', 'y', null));
try_it(fn() => $m->query('SELECT USER() LIKE "' . $user . '@%", DATABASE() = "' . $db . '"'));
/* A second try elsewhere. */
$answer = function ($c, $next) use ($user, $password, $log) {
	$r = $next($c);
	$log[] = "first $r->errno " . ($r->error !== '' ? 'told' : 'not told');
	return $r->errno ? $next($c->withUser($user, $password)) : $r;
};
$log->exchangeArray([]);
$m = new mysqli(...where(password: 'wrong'));
try_it(fn() => $m->query('SELECT 1'));
/* Twice, though the first was good. */
$answer = fn($c, $next) => $c->kind === Kind::Connect ? [$next($c), $next($c->withDatabase('information_schema'))][1] : $next($c);
$m = link_for_test();
try_it(fn() => $m->query('SELECT DATABASE()'));
echo mysqli_get_links_stats()['total'], "\n";
$answer = fn($c, $next) => $next($c->withDatabase('x'));
try_it(fn() => $m->query('SELECT 1'));
try_it(fn() => $m->ping());
$answer = fn($c, $next) => $next($c->withDatabase(null));
try_it(fn() => $m->select_db('x'));
$answer = fn($c, $next) => $next($c->withAddress('x'));
try_it(fn() => $m->change_user('x', 'y', 'z'));
$answer = null;
$m = null;

echo "-- exceptions\n";
foreach ([fn($c, $next) => throw new DomainException('before'), function ($c, $next) { $next($c); throw new DomainException('behind'); }, fn($c, $next) => $next($c)->then(fn() => throw new DomainException('told'))] as $answer) {
	try_it(fn() => link_for_test());
	try_it(fn() => mysqli_connect(...where()));
	try_it(fn() => new mysqli(...where(host: 'p:localhost')));
	try_it(fn() => new PDO("mysql:host=$host;port=$port", $user, $password));
	$m = mysqli_init();
	try_it(fn() => $m->real_connect(...where()));
	$one = $answer;
	$answer = null;
	try_it(fn() => $m->real_connect(...where()));
	$answer = $one;
	foreach ([fn() => $m->ping(), fn() => $m->select_db($db), fn() => $m->change_user($user, $password, $db), fn() => $m->set_charset('latin1'), fn() => $m->refresh(MYSQLI_REFRESH_STATUS), fn() => $m->stat()] as $run) {
		try_it($run);
	}
	$answer = null;
	try_it(fn() => $m->query('SELECT 1'));
	$m = $run = null;
}
$p = null;
$none = null;
echo mysqli_get_links_stats()['total'], "\n";
$log->exchangeArray([]);

echo "-- persistent\n";
$ids = [];
foreach (range(1, 3) as $n) {
	$answer = $n < 3 ? null : fn($c, $next) => $c->kind === Kind::Connect ? $next($c->withDatabase('information_schema')) : $next($c);
	$m = new mysqli(...where(host: 'p:localhost'));
	$ids[] = $m->thread_id;
	try_it(fn() => $m->query('SELECT DATABASE() = "' . $db . '"'));
	$m->close();
}
var_dump($ids[0] === $ids[1], $ids[1] === $ids[2]);
$answer = function ($c, $next) { $next($c); return Reply::failed(1040, 'full'); };
try_it(fn() => new mysqli(...where(host: 'p:localhost')));
$stats = mysqli_get_links_stats();
echo $stats['total'], ' ', $stats['active_plinks'], ' ', $stats['cached_plinks'], "\n";
shown($log);

echo "-- closed by an interceptor of its connect\n";
$m = mysqli_init();
$answer = function ($c, $next) use (&$m) { $r = $next($c); $m->close(); return $r; };
try_it(fn() => $m->real_connect(...where()));
$m = mysqli_init();
$answer = function ($c, $next) use (&$m) { $m->close(); return $next($c); };
try_it(fn() => $m->real_connect(...where()));
echo mysqli_get_links_stats()['total'], "\n";
?>
--EXPECT--
-- seen
statistics
Connect: localhost SOCKET mynd 'mynd_test' null mysqli not 
ChangeDatabase: localhost SOCKET mynd 'information_schema' mysqli connected 
Query: localhost SOCKET mynd 'information_schema' mysqli connected DO 1
Query: localhost SOCKET mynd 'information_schema' mysqli connected USE mynd_test
Query: localhost SOCKET mynd 'mynd_test' mysqli connected DO 2
ChangeUser: localhost SOCKET mynd 'information_schema' mysqli connected 
Query: localhost SOCKET mynd 'information_schema' mysqli connected DO 3
SetCharset: localhost SOCKET mynd 'information_schema' latin1 mysqli connected 
Query: localhost SOCKET mynd 'information_schema' mysqli connected DO 4
Ping: localhost SOCKET mynd 'information_schema' mysqli connected 
Refresh: localhost SOCKET mynd 'information_schema' mysqli connected 
Statistics: localhost SOCKET mynd 'information_schema' mysqli connected 
SetOption: localhost SOCKET mynd 'information_schema' mysqli connected 
Query: localhost SOCKET mynd 'information_schema' mysqli connected DO 5; DO 6
SetOption: localhost SOCKET mynd 'information_schema' mysqli connected 
Query: localhost SOCKET mynd 'information_schema' mysqli connected DO 7
Query: localhost SOCKET mynd 'information_schema' mysqli connected SET session_track_schema = 0
Query: localhost SOCKET mynd NULL mysqli connected USE mynd_test
Query: localhost SOCKET mynd NULL mysqli connected DO 8
Connect: HOST PORT mynd NULL null mysqli not 
Query: HOST PORT mynd NULL mysqli connected DO 9
Connect: HOST PORT mynd 'mynd_test' utf8mb4 pdo_mysql not 
Query: HOST PORT mynd 'mynd_test' pdo_mysql connected DO 10
-- answered
ValueError 0: An interceptor has answered what the command cannot have: it can be answered with Mynd\Reply::failed() alone
[true,true,true,true,true,"told",true,true]
[2,true]
mysqli_sql_exception 1234: no
mysqli_sql_exception 1234: no
mysqli_sql_exception 1234: no
mysqli_sql_exception 1234: no
false
false
mysqli_sql_exception 1234: no
PDOException 1234: SQLSTATE[HY000] [1234] no
1234
mysqli_sql_exception 2014: Commands out of sync; you can't run this command now: an interceptor of this connection runs, which can use it through $next() alone
ValueError 0: An interceptor has answered what the command cannot have: it cannot be answered with rows
ValueError 0: An interceptor has answered what the command cannot have: it can be answered with Mynd\Reply::failed() alone
[["1"]]
-- rewritten
TCP [["information_schema"]]
[["information_schema"]]
[["1","1"]]
true
[["1","1"]]
[["1"]]
[["information_schema"]]
3
ValueError 0: Mynd\Command::withDatabase(): not with a command of this kind
ValueError 0: Mynd\Command::withDatabase(): not with a command of this kind
ValueError 0: Mynd\Command::withDatabase(): not with a command of this kind
ValueError 0: Mynd\Command::withAddress(): not with a command of this kind
-- exceptions
DomainException 0: before
DomainException 0: before
DomainException 0: before
DomainException 0: before
DomainException 0: before
true
DomainException 0: before
DomainException 0: before
DomainException 0: before
DomainException 0: before
DomainException 0: before
DomainException 0: before
[["1"]]
DomainException 0: behind
DomainException 0: behind
DomainException 0: behind
DomainException 0: behind
DomainException 0: behind
true
DomainException 0: behind
DomainException 0: behind
DomainException 0: behind
DomainException 0: behind
DomainException 0: behind
DomainException 0: behind
[["1"]]
DomainException 0: told
DomainException 0: told
DomainException 0: told
DomainException 0: told
DomainException 0: told
true
DomainException 0: told
DomainException 0: told
DomainException 0: told
DomainException 0: told
DomainException 0: told
DomainException 0: told
[["1"]]
0
-- persistent
[["1"]]
[["1"]]
[["0"]]
bool(true)
bool(false)
mysqli_sql_exception 1040: full
0 0 2
Connect: localhost SOCKET mynd 'mynd_test' null mysqli not 
Query: localhost SOCKET mynd 'mynd_test' mysqli connected SELECT DATABASE() = "mynd_test"
Connect: localhost SOCKET mynd 'mynd_test' null mysqli not 
Query: localhost SOCKET mynd 'mynd_test' mysqli connected SELECT DATABASE() = "mynd_test"
Connect: localhost SOCKET mynd 'mynd_test' null mysqli not 
Query: localhost SOCKET mynd 'information_schema' mysqli connected SELECT DATABASE() = "mynd_test"
Connect: localhost SOCKET mynd 'mynd_test' null mysqli not 
-- closed by an interceptor of its connect
mysqli_sql_exception 2006: MySQL server has gone away
true
0

--TEST--
Mynd\Command::withoutServer(): a connection that goes nowhere; columns of a prepare, and the status of answers
--EXTENSIONS--
mysqli
pdo_mysql
--FILE--
<?php
use Mynd\{Command, Kind, Reply};
error_reporting(E_ALL & ~E_DEPRECATED); /* ping(), kill() and refresh(), from PHP 8.4 on */
mysqli_report(MYSQLI_REPORT_ERROR | MYSQLI_REPORT_STRICT);
$log = [];
$answer = fn(Command $c, callable $next): Reply => $next($c);
$captured = null;
$i = Mynd\intercept(function (Command $c, callable $next) use (&$log, &$answer, &$captured): Reply {
	$log[] = $c->kind->name;
	return match ($c->kind) {
		Kind::Connect => $next($c->withoutServer('10.11.6-MariaDB')),
		Kind::Prepare => $next($captured === null ? $c : $c->withColumns($captured)),
		Kind::Query, Kind::Execute => $answer($c, $next),
		default => $next($c),
	};
});
function told(callable $f): void
{
	try {
		echo json_encode($f()), "\n";
	} catch (Throwable $e) {
		echo get_class($e), ' ', $e->getCode(), ' ', $e->getMessage(), "\n";
	}
}
$tried = Mynd\stats()['connects'];

echo "-- connections\n";
$options = [PDO::ATTR_PERSISTENT => true, PDO::MYSQL_ATTR_INIT_COMMAND => 'DO 1', PDO::MYSQL_ATTR_SSL_CA => '/nowhere', PDO::MYSQL_ATTR_COMPRESS => true,
	PDO::ATTR_EMULATE_PREPARES => false];
$p = new PDO('mysql:host=nowhere.invalid;dbname=shop;charset=utf8mb4', 'somebody', 'secret', $options);
echo $p->getAttribute(PDO::ATTR_SERVER_VERSION), ' ', $p->getAttribute(PDO::ATTR_CONNECTION_STATUS), "\n";
$m = new mysqli('127.0.0.1', 'somebody', 'secret', 'shop', 1);
echo $m->server_info, ' ', $m->server_version, ' ', $m->thread_id, ' ', $m->character_set_name(), "\n";
$m2 = mysqli_init();
$m2->real_connect('127.0.0.1', 'somebody', 'secret', 'shop', 1, null, MYSQLI_CLIENT_SSL | MYSQLI_CLIENT_COMPRESS);
$m2->close();
var_dump(Mynd\stats()['connects'] - $tried);

echo "-- the driver's own\n";
told(fn() => [$m->set_charset('latin1'), $m->character_set_name(), $m->select_db('other'), @$m->ping(), $m->change_user('nobody', 'secret', 'shop')]);

echo "-- what nobody answers\n";
told(fn() => $m->query('SELECT 1'));
told(fn() => $m->query('SET NAMES utf8')); /* like set_charset() */
told(fn() => $m->stat());
told(fn() => $m->kill(7));
told(fn() => $p->query('SELECT 1'));
told(fn() => Mynd\cancel($m));

echo "-- answers\n";
$answer = fn(Command $c, callable $next): Reply => match ($c->sql) {
	'BEGIN', 'START TRANSACTION' => Reply::done()->withStatus(1 | 2),
	'FAIL' => Reply::failed(1213, 'Deadlock', '40001')->withStatus(2),
	'COMMIT', 'ROLLBACK' => Reply::done()->withStatus(2),
	'NO BACKSLASH' => Reply::done()->withStatus(0x200 | 2),
	default => Reply::done(3, 7, 1, 'said')->withStatus(2),
};
told(fn() => [$p->beginTransaction(), $p->inTransaction(), $p->commit(), $p->inTransaction()]);
told(fn() => $p->beginTransaction());
told(fn() => $p->exec('FAIL'));
var_dump($p->inTransaction());
told(fn() => [$p->exec('UPDATE'), $p->lastInsertId()]);
$m->query('NO BACKSLASH');
told(fn() => $m->real_escape_string("a\\'"));
$m->set_charset('utf8mb4');
told(fn() => $m->real_escape_string("a\\'"));
$m->query('BEGIN', MYSQLI_ASYNC);
told(fn() => [$m->reap_async_query(), $m->affected_rows]);

echo "-- statements\n";
$s = $m->prepare("SELECT ?, '?', \"?\", `?`, /* ? */ ? -- ?");
told(fn() => [$s->param_count, $s->field_count]);
$answer = fn(Command $c, callable $next): Reply => Reply::done(strlen((string) json_encode($c->params)));
$number = 5;
$blob = null;
$s->bind_param('ib', $number, $blob);
$s->send_long_data(1, str_repeat('x', 20 << 20));
told(fn() => [$s->execute(), $s->affected_rows, $s->reset(), $s->close()]);
$s = $p->prepare('INSERT INTO t VALUES (?, ?)');
told(fn() => [$s->execute([1, 'two']), $s->rowCount()]);
told(fn() => $m->execute_query('SELECT ?', ['x']));
$many = $m->prepare('SELECT ' . implode(',', array_fill(0, 1000, '?')) . ' /* ' . str_repeat('long ', 4 << 20) . ' */');
told(fn() => [$many->param_count, $many->execute(array_fill(0, 1000, 1)), $many->close()]);

echo "-- columns\n";
$i->remove();
require __DIR__ . '/intercept.inc';
$real = link_for_test();
$seen = Mynd\intercept(function (Command $c, callable $next) use (&$captured): Reply {
	$reply = $next($c);
	if ($c->kind === Kind::Prepare) {
		$captured = $reply->capture();
		echo $reply->status & 2 ? 'autocommit' : 'none', "\n";
	} elseif ($c->kind === Kind::Connect) {
		var_dump($reply->info === null);
	}
	return $reply;
});
link_for_test();
$s = $real->prepare('SELECT 1 AS one, ? AS two');
var_dump(Mynd\replay($captured)->num_rows);
$insert = $real->prepare('DO ?');
var_dump($captured);
$captured = null;
$s = $real->prepare('SELECT 1 AS one, ? AS two');
$seen->remove();
$i = Mynd\intercept(fn(Command $c, callable $next): Reply => match ($c->kind) {
	Kind::Connect => $next($c->withoutServer('8.0.36')),
	Kind::Prepare => $next($c->withColumns($captured)),
	default => Reply::done(),
});
$m = new mysqli('127.0.0.1', 'somebody', 'secret', 'shop', 1);
$s = $m->prepare('SELECT 1 AS one, ? AS two');
told(fn() => [$s->param_count, $s->field_count, $s->result_metadata()->fetch_fields()[0]->name]);
$i->remove();

echo "-- refused\n";
$i = Mynd\intercept(function (Command $c, callable $next) use (&$captured): Reply {
	foreach ([fn() => $c->withoutServer(''), fn() => $c->withoutServer(str_repeat('9', 101)), fn() => $c->withoutServer("8\0"), fn() => $c->withColumns('wrong'),
		fn() => $c->withColumns($captured), fn() => Reply::done()->withStatus(65536), fn() => Reply::later(fn() => Reply::done())->withStatus(1)] as $f) {
		told($f);
	}
	return $next($c->withoutServer('8'));
});
$m = new mysqli('127.0.0.1', 'somebody', 'secret', 'shop', 1);
$i->remove();
$i = Mynd\intercept(function (Command $c, callable $next): Reply {
	told(fn() => $c->withoutServer('8'));
	told(fn() => $next($c)->withStatus(1));
	return Reply::done()->withStatus(1); /* a server's session is what the server says */
});
$real->query('DO 1');
$i->remove();
$i = Mynd\intercept(function (Command $c, callable $next): Reply {
	echo json_encode($c->inTransaction), "\n";
	return $next($c);
});
$real->query('DO 2');
?>
--EXPECT--
-- connections
10.11.6-MariaDB nowhere.invalid via TCP/IP
10.11.6-MariaDB 101106 1 utf8mb4
int(0)
-- the driver's own
[true,"latin1",true,true,true]
-- what nobody answers
mysqli_sql_exception 1105 No server is here: the interceptor that began this connection without a server has not answered
true
false
mysqli_sql_exception 1105 No server is here: the interceptor that began this connection without a server has not answered
PDOException HY000 SQLSTATE[HY000]: General error: 1105 No server is here: the interceptor that began this connection without a server has not answered
false
-- answers
[true,true,true,false]
true
PDOException 40001 SQLSTATE[40001]: Serialization failure: 1213 Deadlock
bool(false)
[3,"7"]
"a\\''"
"a\\''"
[true,0]
-- statements
[2,0]
[true,8,true,true]
[true,11]
true
[1000,true,true]
-- columns
bool(false)
autocommit
int(0)
autocommit
NULL
autocommit
[1,2,"one"]
-- refused
ValueError 0 Mynd\Command::withoutServer(): Argument #1 ($version) must have between 1 and 100 bytes
ValueError 0 Mynd\Command::withoutServer(): Argument #1 ($version) must have between 1 and 100 bytes
ValueError 0 Mynd\Command::withoutServer(): Argument #1 ($version) must not contain any null bytes
ValueError 0 Mynd\Command::withColumns(): Argument #1 ($captured) must be what Mynd\capture() returned: they are too short
ValueError 0 Mynd\Command::withColumns(): not with a command of this kind
ValueError 0 Mynd\Reply::withStatus(): Argument #1 ($status) must be between 0 and 65535
ValueError 0 Mynd\Reply::withStatus(): only an answer of result(), done() or failed() has one
ValueError 0 Mynd\Command::withoutServer(): not with a command of this kind
ValueError 0 Mynd\Reply::withStatus(): only an answer of result(), done() or failed() has one
false

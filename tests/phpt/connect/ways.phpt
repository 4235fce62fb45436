--TEST--
Connecting: every way to do it, hosts and sockets, and what the link says of itself
--EXTENSIONS--
mysqli
--FILE--
<?php
require __DIR__ . '/../connect.inc';
function look(mysqli $m): array
{
	return [$m->host_info, $m->query('SELECT DATABASE()')->fetch_column() === getenv('MYND_TEST_DB'), $m->connect_errno, $m->errno, $m->error];
}
$port = getenv('MYND_TEST_PORT');
attempt('new', fn() => look(new mysqli(...where())));
attempt('function', fn() => look(mysqli_connect(...where())));
attempt('localhost', fn() => look(new mysqli(...where(host: 'localhost'))));
attempt('LOCALHOST', fn() => look(new mysqli(...where(host: 'LOCALHOST'))));
attempt('empty host', fn() => look(new mysqli(...where(host: ''))));
attempt('TCP', fn() => look(new mysqli(...where(host: '127.0.0.1'))));
attempt('TCP, with a socket that is not there', fn() => look(new mysqli(...where(host: '127.0.0.1', socket: '/nowhere'))));
attempt('p:', fn() => look(new mysqli(...where(host: 'p:127.0.0.1'))));
$m = new mysqli(...where(host: "127.0.0.1:$port", port: 1));
echo str_replace($port, 'PORT', $m->host_info), "\n";
$m = mysqli_init();
attempt('real_connect()', fn() => $m->real_connect(...where()));
attempt('init', fn() => look($m));
$m = new mysqli();
attempt('connect()', fn() => $m->connect(...where()));
attempt('empty constructor', fn() => look($m));
$m = mysqli_init();
attempt('mysqli_real_connect()', fn() => mysqli_real_connect($m, ...where()));
attempt('flags', fn() => $m->real_connect(...[...where(), MYSQLI_CLIENT_FOUND_ROWS | MYSQLI_CLIENT_INTERACTIVE | MYSQLI_CLIENT_IGNORE_SPACE]));
attempt('IGNORE_SPACE', fn() => $m->query('SELECT COUNT (*)')->fetch_column());
attempt('no database', fn() => link_for_test(database: null)->query('SELECT DATABASE()')->fetch_column());
attempt('empty database', fn() => link_for_test(database: '')->query('SELECT DATABASE()')->fetch_column());
attempt('user without a password', fn() => link_for_test(user: getenv('MYND_TEST_USER_NOPASS'), password: '')->query('SELECT 1')->fetch_column());
?>
--EXPECT--
new: ["Localhost via UNIX socket",true,0,0,""]
function: ["Localhost via UNIX socket",true,0,0,""]
localhost: ["Localhost via UNIX socket",true,0,0,""]
LOCALHOST: ["Localhost via UNIX socket",true,0,0,""]
empty host: ["Localhost via UNIX socket",true,0,0,""]
TCP: ["127.0.0.1 via TCP/IP",true,0,0,""]
TCP, with a socket that is not there: ["127.0.0.1 via TCP/IP",true,0,0,""]
p:: ["127.0.0.1 via TCP/IP",true,0,0,""]
127.0.0.1:PORT via TCP/IP
real_connect(): true
init: ["Localhost via UNIX socket",true,0,0,""]
connect(): true
empty constructor: ["Localhost via UNIX socket",true,0,0,""]
mysqli_real_connect(): true
flags: true
IGNORE_SPACE: "1"
no database: null
empty database: null
user without a password: "1"

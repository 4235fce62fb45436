--TEST--
Connecting: mysqli.default_* stand in for what is not given
--EXTENSIONS--
mysqli
--FILE--
<?php
require __DIR__ . '/../connect.inc';
ini_set('mysqli.default_user', getenv('MYND_TEST_USER'));
ini_set('mysqli.default_pw', getenv('MYND_TEST_PASSWORD'));
ini_set('mysqli.default_socket', getenv('MYND_TEST_SOCKET'));
ini_set('mysqli.default_port', getenv('MYND_TEST_PORT'));
attempt('mysqli_connect()', fn() => mysqli_connect()->host_info);
attempt('new mysqli(null)', fn() => (new mysqli(null))->host_info);
attempt('new mysqli()', fn() => (new mysqli())->query('SELECT 1'));
$m = mysqli_init();
attempt('real_connect()', fn() => $m->real_connect());
attempt('query()', fn() => $m->query('SELECT CURRENT_USER() LIKE "%@%"')->fetch_column());
attempt('connect()', fn() => $m->connect());
ini_set('mysqli.default_host', '127.0.0.1');
attempt('default_host', fn() => mysqli_connect()->host_info);
attempt('port 0', fn() => mysqli_connect(port: 0)->host_info);
attempt('empty socket', fn() => mysqli_connect('localhost', socket: '')->host_info);
ini_set('mysqli.default_user', 'nobody');
attempt('default_user', fn() => mysqli_connect());
?>
--EXPECTF--
mysqli_connect(): "Localhost via UNIX socket"
new mysqli(null): "Localhost via UNIX socket"
new mysqli(): ! Error mysqli object is not fully initialized
real_connect(): true
query(): "1"
connect(): true
default_host: "127.0.0.1 via TCP/IP"
port 0: "127.0.0.1 via TCP/IP"
empty socket: "Localhost via UNIX socket"
default_user: ! 1045 HY000 Access denied for user 'nobody'@'localhost' (using password: YES)

--TEST--
Connecting: failures by report mode, and what the objects are afterwards
--EXTENSIONS--
mysqli
--FILE--
<?php
require __DIR__ . '/../connect.inc';
print_warnings();
$wrong = where(user: 'nobody', password: 'secret');
foreach ([0, 1, 2, 3] as $mode) {
	echo "--- report mode $mode\n";
	mysqli_report($mode);
	attempt('mysqli_connect()', fn() => mysqli_connect(...$wrong));
	attempt('connect_errno', fn() => [mysqli_connect_errno(), mysqli_connect_error()]);
	$m = attempt('new', fn() => new mysqli(...$wrong));
	if ($m) {
		attempt('properties', fn() => [$m->connect_errno, isset($m->errno), array_keys((function () use ($m) {
			ob_start();
			var_dump($m);
			preg_match_all('/\["(\w+)"\]/', ob_get_clean(), $names);
			return array_flip($names[1]);
		})())]);
		attempt('errno', fn() => $m->errno);
		attempt('query()', fn() => $m->query('SELECT 1'));
	}
	$m = mysqli_init();
	attempt('real_connect()', fn() => $m->real_connect(...$wrong));
	attempt('its errno', fn() => [$m->errno, $m->error, $m->connect_errno]);
	attempt('its sqlstate', fn() => $m->sqlstate);
	attempt('its query()', fn() => $m->query('SELECT 1'));
	attempt('again', fn() => $m->real_connect(...where()));
	attempt('then', fn() => [$m->query('SELECT 1')->fetch_column(), $m->errno, $m->connect_errno, $m->connect_error, mysqli_connect_error()]);
	attempt('no such database', fn() => mysqli_connect(...where(database: 'no_such_database')));
	attempt('refused', fn() => mysqli_connect(...where(host: '127.0.0.1', port: 1)));
	attempt('port 70000', fn() => mysqli_connect(...where(host: '127.0.0.1', port: 70000)));
	attempt('port -1', fn() => mysqli_connect(...where(host: '127.0.0.1', port: -1)));
	attempt('no socket', fn() => mysqli_connect(...where(socket: '/nowhere/at/all')));
	attempt('no such host', fn() => mysqli_connect(...where(host: 'no-such-host.invalid')));
	attempt('constructor', fn() => new mysqli(...where(host: '127.0.0.1', port: 1)));
	attempt('connect_errno', fn() => [mysqli_connect_errno(), mysqli_connect_error()]);
}
?>
--EXPECTF--
--- report mode 0
  Warning: mysqli_connect(): (HY000/1045): Access denied for user 'nobody'@'localhost' (using password: YES)
mysqli_connect(): false
connect_errno: [1045,"Access denied for user 'nobody'@'localhost' (using password: YES)"]
  Warning: mysqli::__construct(): (HY000/1045): Access denied for user 'nobody'@'localhost' (using password: YES)
new: mysqli
properties: [1045,false,["client_info","client_version","connect_errno","connect_error"]]
errno: ! Error mysqli object is already closed
query(): ! Error mysqli object is already closed
  Warning: mysqli::real_connect(): (HY000/1045): Access denied for user 'nobody'@'localhost' (using password: YES)
real_connect(): false
its errno: [1045,"Access denied for user 'nobody'@'localhost' (using password: YES)",1045]
its sqlstate: ! Error Property access is not allowed yet
its query(): ! Error mysqli object is not fully initialized
again: true
then: ["1",0,0,null,null]
  Warning: mysqli_connect(): (HY000/1049): Unknown database 'no_such_database'
no such database: false
  Warning: mysqli_connect(): (HY000/2002): Connection refused
refused: false
  Warning: mysqli_connect(): (HY000/2002): Connection refused
port 70000: false
  Warning: mysqli_connect(): (HY000/2002): Connection refused
port -1: false
  Warning: mysqli_connect(): (HY000/2002): No such file or directory
no socket: false
  Warning: mysqli_connect(): php_network_getaddresses: getaddrinfo for no-such-host.invalid failed: %s
  Warning: mysqli_connect(): (HY000/2002): php_network_getaddresses: getaddrinfo for no-such-host.invalid failed: %s
no such host: false
  Warning: mysqli::__construct(): (HY000/2002): Connection refused
constructor: mysqli
connect_errno: [2002,"Connection refused"]
--- report mode 1
  Warning: mysqli_connect(): (HY000/1045): Access denied for user 'nobody'@'localhost' (using password: YES)
mysqli_connect(): false
connect_errno: [1045,"Access denied for user 'nobody'@'localhost' (using password: YES)"]
  Warning: mysqli::__construct(): (HY000/1045): Access denied for user 'nobody'@'localhost' (using password: YES)
new: mysqli
properties: [1045,false,["client_info","client_version","connect_errno","connect_error"]]
errno: ! Error mysqli object is already closed
query(): ! Error mysqli object is already closed
  Warning: mysqli::real_connect(): (HY000/1045): Access denied for user 'nobody'@'localhost' (using password: YES)
real_connect(): false
its errno: [1045,"Access denied for user 'nobody'@'localhost' (using password: YES)",1045]
its sqlstate: ! Error Property access is not allowed yet
its query(): ! Error mysqli object is not fully initialized
again: true
then: ["1",0,0,null,null]
  Warning: mysqli_connect(): (HY000/1049): Unknown database 'no_such_database'
no such database: false
  Warning: mysqli_connect(): (HY000/2002): Connection refused
refused: false
  Warning: mysqli_connect(): (HY000/2002): Connection refused
port 70000: false
  Warning: mysqli_connect(): (HY000/2002): Connection refused
port -1: false
  Warning: mysqli_connect(): (HY000/2002): No such file or directory
no socket: false
  Warning: mysqli_connect(): php_network_getaddresses: getaddrinfo for no-such-host.invalid failed: %s
  Warning: mysqli_connect(): (HY000/2002): php_network_getaddresses: getaddrinfo for no-such-host.invalid failed: %s
no such host: false
  Warning: mysqli::__construct(): (HY000/2002): Connection refused
constructor: mysqli
connect_errno: [2002,"Connection refused"]
--- report mode 2
mysqli_connect(): ! 1045 HY000 Access denied for user 'nobody'@'localhost' (using password: YES)
connect_errno: [1045,"Access denied for user 'nobody'@'localhost' (using password: YES)"]
new: ! 1045 HY000 Access denied for user 'nobody'@'localhost' (using password: YES)
real_connect(): ! 1045 HY000 Access denied for user 'nobody'@'localhost' (using password: YES)
its errno: [1045,"Access denied for user 'nobody'@'localhost' (using password: YES)",1045]
its sqlstate: ! Error Property access is not allowed yet
its query(): ! Error mysqli object is not fully initialized
again: true
then: ["1",0,0,null,null]
no such database: ! 1049 HY000 Unknown database 'no_such_database'
refused: ! 2002 HY000 Connection refused
port 70000: ! 2002 HY000 Connection refused
port -1: ! 2002 HY000 Connection refused
no socket: ! 2002 HY000 No such file or directory
  Warning: mysqli_connect(): php_network_getaddresses: getaddrinfo for no-such-host.invalid failed: %s
no such host: ! 2002 HY000 php_network_getaddresses: getaddrinfo for no-such-host.invalid failed: %s
constructor: ! 2002 HY000 Connection refused
connect_errno: [2002,"Connection refused"]
--- report mode 3
mysqli_connect(): ! 1045 HY000 Access denied for user 'nobody'@'localhost' (using password: YES)
connect_errno: [1045,"Access denied for user 'nobody'@'localhost' (using password: YES)"]
new: ! 1045 HY000 Access denied for user 'nobody'@'localhost' (using password: YES)
real_connect(): ! 1045 HY000 Access denied for user 'nobody'@'localhost' (using password: YES)
its errno: [1045,"Access denied for user 'nobody'@'localhost' (using password: YES)",1045]
its sqlstate: ! Error Property access is not allowed yet
its query(): ! Error mysqli object is not fully initialized
again: true
then: ["1",0,0,null,null]
no such database: ! 1049 HY000 Unknown database 'no_such_database'
refused: ! 2002 HY000 Connection refused
port 70000: ! 2002 HY000 Connection refused
port -1: ! 2002 HY000 Connection refused
no socket: ! 2002 HY000 No such file or directory
  Warning: mysqli_connect(): php_network_getaddresses: getaddrinfo for no-such-host.invalid failed: %s
no such host: ! 2002 HY000 php_network_getaddresses: getaddrinfo for no-such-host.invalid failed: %s
constructor: ! 2002 HY000 Connection refused
connect_errno: [2002,"Connection refused"]

--TEST--
mynd.wire_log: logins over sockets, TLS and compression are logged in clear, with the methods of the server
--EXTENSIONS--
mysqli
mynd
--INI--
mynd.wire_log={PWD}/login.d
mynd.pipelining=off
--SKIPIF--
<?php
require __DIR__ . '/wire_log.inc';
if (!str_contains(link_for_test()->server_info, 'MariaDB') || !getenv('MYND_TEST_TLS_CA') || !getenv('MYND_TEST_USER_ED25519')) die('skip each server has methods of its own');
?>
--FILE--
<?php
require __DIR__ . '/wire_log.inc';
$folder = __DIR__ . '/login.d';
mkdir($folder);
function login(string $label, int $flags = 0, string|int|null ...$changes): void
{
	global $folder;
	$db = mysqli_init();
	attempt($label, function () use ($db, $flags, $changes) {
		$db->real_connect(...[...where(...$changes), $flags]);
		return $db->query('SELECT 1 n')->fetch_column();
	});
	unset($db);
	foreach (glob("$folder/*") as $file) {
		echo without_times(file_get_contents($file)), "\n";
		unlink($file);
	}
}
login('native', 0, database: '');
login('no password', 0, user: getenv('MYND_TEST_USER_NOPASS'), password: '');
login('ed25519', 0, user: getenv('MYND_TEST_USER_ED25519'));
login('TLS', MYSQLI_CLIENT_SSL, host: '127.0.0.1');
login('compressed', MYSQLI_CLIENT_COMPRESS, host: '127.0.0.1');
login('both', MYSQLI_CLIENT_COMPRESS | MYSQLI_CLIENT_SSL, host: '127.0.0.1');
login('a wrong password', 0, password: 'wrong');
login('nobody there', 0, host: '127.0.0.1', port: 1);
rmdir($folder);
?>
--CLEAN--
<?php
array_map('unlink', glob(__DIR__ . '/login.d/*'));
@rmdir(__DIR__ . '/login.d');
?>
--EXPECT--
native: "1"
-               the log begins, TIME, process N
<   0         N  greeting: VERSION, connection N, method mysql_native_password, collation N, capabilities C; autocommit
>   1         N  login: user "mynd", proof of 20 bytes, method mysql_native_password, collation N, packets of at most 3221225472 bytes, capabilities C
<   2         N  OK; autocommit
>   0       11  query "SELECT 1 n"
<   1        1  1 column
<   2       23  column "n": LONG(1) not null, collation 63
<   3        5  end of definitions; autocommit
<   4        2  row: "1"
<   5        5  end of rows; autocommit; 1 row
>   0        1  quit
-               the end

no password: "1"
-               the log begins, TIME, process N
<   0         N  greeting: VERSION, connection N, method mysql_native_password, collation N, capabilities C; autocommit
>   1         N  login: user "mynd_nopass", proof of 0 bytes, database "mynd_test", method mysql_native_password, collation N, packets of at most 3221225472 bytes, capabilities C
<   2         N  OK; autocommit
>   0       11  query "SELECT 1 n"
<   1        1  1 column
<   2       23  column "n": LONG(1) not null, collation 63
<   3        5  end of definitions; autocommit
<   4        2  row: "1"
<   5        5  end of rows; autocommit; 1 row
>   0        1  quit
-               the end

ed25519: "1"
-               the log begins, TIME, process N
<   0         N  greeting: VERSION, connection N, method mysql_native_password, collation N, capabilities C; autocommit
>   1         N  login: user "mynd_ed25519", proof of 20 bytes, database "mynd_test", method mysql_native_password, collation N, packets of at most 3221225472 bytes, capabilities C
<   2       48  another method: client_ed25519, challenge of 32 bytes
>   3       64  proof, 64 bytes
<   4         N  OK; autocommit
>   0       11  query "SELECT 1 n"
<   1        1  1 column
<   2       23  column "n": LONG(1) not null, collation 63
<   3        5  end of definitions; autocommit
<   4        2  row: "1"
<   5        5  end of rows; autocommit; 1 row
>   0        1  quit
-               the end

TLS: "1"
-               the log begins, TIME, process N
<   0         N  greeting: VERSION, connection N, method mysql_native_password, collation N, capabilities C; autocommit
>   1       32  TLS is asked for; from here on it wraps all
>   2         N  login: user "mynd", proof of 20 bytes, database "mynd_test", method mysql_native_password, collation N, packets of at most 3221225472 bytes, capabilities C
<   3         N  OK; autocommit
>   0       11  query "SELECT 1 n"
<   1        1  1 column
<   2       23  column "n": LONG(1) not null, collation 63
<   3        5  end of definitions; autocommit
<   4        2  row: "1"
<   5        5  end of rows; autocommit; 1 row
>   0        1  quit
-               the end

compressed: "1"
-               the log begins, TIME, process N
<   0         N  greeting: VERSION, connection N, method mysql_native_password, collation N, capabilities C; autocommit
>   1         N  login: user "mynd", proof of 20 bytes, database "mynd_test", method mysql_native_password, collation N, packets of at most 3221225472 bytes, capabilities C; after it all is compressed
<   2         N  OK; autocommit
>   0       11  query "SELECT 1 n"
<   1        1  1 column
<   2       23  column "n": LONG(1) not null, collation 63
<   3        5  end of definitions; autocommit
<   4        2  row: "1"
<   5        5  end of rows; autocommit; 1 row
>   0        1  quit
-               the end

both: "1"
-               the log begins, TIME, process N
<   0         N  greeting: VERSION, connection N, method mysql_native_password, collation N, capabilities C; autocommit
>   1       32  TLS is asked for; from here on it wraps all
>   2         N  login: user "mynd", proof of 20 bytes, database "mynd_test", method mysql_native_password, collation N, packets of at most 3221225472 bytes, capabilities C; after it all is compressed
<   3         N  OK; autocommit
>   0       11  query "SELECT 1 n"
<   1        1  1 column
<   2       23  column "n": LONG(1) not null, collation 63
<   3        5  end of definitions; autocommit
<   4        2  row: "1"
<   5        5  end of rows; autocommit; 1 row
>   0        1  quit
-               the end

a wrong password: ! 1045 HY000 Access denied for user 'mynd'@'localhost' (using password: YES)
-               the log begins, TIME, process N
<   0         N  greeting: VERSION, connection N, method mysql_native_password, collation N, capabilities C; autocommit
>   1         N  login: user "mynd", proof of 20 bytes, database "mynd_test", method mysql_native_password, collation N, packets of at most 3221225472 bytes, capabilities C
<   2       72  error 1045 (28000): "Access denied for user 'mynd'@'localhost' (using password: YES)"
-               the end

nobody there: ! 2002 HY000 Connection refused
-               the log begins, TIME, process N
-               failure: error 2002, Connection refused, after N bytes from the server
-               the end

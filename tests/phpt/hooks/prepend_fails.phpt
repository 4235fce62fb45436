--TEST--
mynd.prepend_interceptors: a file that is missing, throws or ends the request: no connection without it
--EXTENSIONS--
mysqli
pdo_mysql
--FILE--
<?php
require __DIR__ . '/prepend.inc';
const TWICE = 'for ($i = 0; $i < 2; $i++) { attempt("mysqli", fn() => link_for_test()); attempt("PDO", fn() => new PDO("mysql:unix_socket=" . getenv("MYND_TEST_SOCKET"), getenv("MYND_TEST_USER"), getenv("MYND_TEST_PASSWORD"))); }';
const AT_SHUTDOWN = 'register_shutdown_function(function () { attempt("at shutdown", fn() => link_for_test()); }); link_for_test(); echo "never\n";';
$log = tempnam(sys_get_temp_dir(), 'mynd');
function logged(): void
{
	global $log;
	echo preg_replace(['/^\[[^]]*\] /m', '/"[^"]*"/'], ['', '"FILE"'], file_get_contents($log));
	file_put_contents($log, '');
}

$missing = file_of('');
unlink($missing);
behind_file('missing', $missing, TWICE, "-d error_log=$log");
logged();
touch($missing);
behind_file('missing, without exceptions', '/nowhere/at.all', 'mysqli_report(0); var_dump(@mysqli_connect(...where()), mysqli_connect_errno(), mysqli_connect_error());');
behind_file('a folder', '/', 'attempt("mysqli", fn() => link_for_test());');
behind('out of bounds', 'echo "never\n";', 'error_reporting(0); ini_set("open_basedir", "/usr"); attempt("mysqli", fn() => link_for_test());');
behind('thrown', 'echo "the file\n"; Mynd\intercept(fn($c, $n) => $n($c)); throw new LogicException("by the file");', TWICE, "-d error_log=$log");
logged();
behind('thrown, from PDO first', 'throw new LogicException("by the file");', 'mysqli_report(0); attempt("PDO", fn() => new PDO("mysql:unix_socket=" . getenv("MYND_TEST_SOCKET"), getenv("MYND_TEST_USER"), getenv("MYND_TEST_PASSWORD"))); var_dump(@mysqli_connect(...where()));');
behind('thrown, without exceptions of mysqli', 'throw new LogicException("by the file");', 'mysqli_report(0); attempt("mysqli", fn() => mysqli_connect(...where())); attempt("again", fn() => @mysqli_connect(...where()));');
behind('no PHP', 'this is none', TWICE);
behind('uncaught', 'set_exception_handler(function ($e) { echo get_class($e), ": ", $e->getMessage(), "\n"; }); throw new LogicException("by the file");', AT_SHUTDOWN);
behind('exit', 'echo "the file\n"; exit(3);', AT_SHUTDOWN);
behind('fatal error', 'echo "the file\n"; @trigger_error("of the file", E_USER_ERROR);', AT_SHUTDOWN);
behind('fatal error in the program, before', 'echo "never\n";', 'register_shutdown_function(function () { attempt("at shutdown", fn() => link_for_test()); }); @trigger_error("of the program", E_USER_ERROR);');
unlink($log);
?>
--EXPECT--
-- missing
mysqli: ! 2000 HY000 mynd.prepend_interceptors: "the file" cannot be opened; there are no connections without it
PDO: ! PDOException SQLSTATE[HY000] [2000] mynd.prepend_interceptors: "the file" cannot be opened; there are no connections without it
mysqli: ! 2000 HY000 mynd.prepend_interceptors: "the file" cannot be opened; there are no connections without it
PDO: ! PDOException SQLSTATE[HY000] [2000] mynd.prepend_interceptors: "the file" cannot be opened; there are no connections without it
mynd.prepend_interceptors: "FILE" cannot be opened; this request gets no connection
-- missing, without exceptions
bool(false)
int(2000)
string(98) "mynd.prepend_interceptors: "the file" cannot be opened; there are no connections without it"
-- a folder
mysqli: ! 2000 HY000 mynd.prepend_interceptors: "the file" cannot be opened; there are no connections without it
-- out of bounds
mysqli: ! 2000 HY000 mynd.prepend_interceptors: "the file" cannot be opened; there are no connections without it
-- thrown
the file
mysqli: ! LogicException by the file
PDO: ! PDOException SQLSTATE[HY000] [2000] mynd.prepend_interceptors: "the file" has failed before in this request; there are no connections without it
mysqli: ! 2000 HY000 mynd.prepend_interceptors: "the file" has failed before in this request; there are no connections without it
PDO: ! PDOException SQLSTATE[HY000] [2000] mynd.prepend_interceptors: "the file" has failed before in this request; there are no connections without it
mynd.prepend_interceptors: "FILE" has thrown an exception; this request gets no connection
-- thrown, from PDO first
PDO: ! LogicException by the file
bool(false)
-- thrown, without exceptions of mysqli
mysqli: ! LogicException by the file
again: false
-- no PHP
mysqli: ! ParseError syntax error, unexpected identifier "is"
PDO: ! PDOException SQLSTATE[HY000] [2000] mynd.prepend_interceptors: "the file" has failed before in this request; there are no connections without it
mysqli: ! 2000 HY000 mynd.prepend_interceptors: "the file" has failed before in this request; there are no connections without it
PDO: ! PDOException SQLSTATE[HY000] [2000] mynd.prepend_interceptors: "the file" has failed before in this request; there are no connections without it
-- uncaught
LogicException: by the file
at shutdown: ! 2000 HY000 mynd.prepend_interceptors: "the file" has failed before in this request; there are no connections without it
-- exit
the file
at shutdown: ! 2000 HY000 mynd.prepend_interceptors: "the file" has failed before in this request; there are no connections without it
exit code 3
-- fatal error
the file

Fatal error: of the file in the file on line 1
at shutdown: ! 2000 HY000 mynd.prepend_interceptors: "the file" has ended in a fatal error; there are no connections without it
exit code 255
-- fatal error in the program, before

Fatal error: of the program in child on line 1
at shutdown: mysqli
exit code 255

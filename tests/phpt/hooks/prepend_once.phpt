--TEST--
mynd.prepend_interceptors: run once, before the first connect of mysqli or PDO, in a scope of its own
--EXTENSIONS--
mysqli
pdo_mysql
--FILE--
<?php
require __DIR__ . '/prepend.inc';
const LOUD = 'echo "the file\n"; $local = 1; $GLOBALS["seen"] = get_defined_vars(); Mynd\intercept(function ($c, $next) { echo $c->sql ?? $c->kind->name, "\n"; return $next($c); });';
const PDO_LINK = '$pdo = new PDO("mysql:unix_socket=" . getenv("MYND_TEST_SOCKET"), getenv("MYND_TEST_USER"), getenv("MYND_TEST_PASSWORD"));';

behind('no database', LOUD, 'echo "nothing\n"; $m = mysqli_init(); $m->options(MYSQLI_OPT_CONNECT_TIMEOUT, 1); echo "still nothing\n";');
behind('mysqli', LOUD, 'echo "before\n"; $m = link_for_test(); echo "connected\n"; $m->query("SELECT 1"); link_for_test()->query("SELECT 2"); var_dump(array_keys($seen), isset($local));');
behind('PDO', LOUD, 'echo "before\n"; ' . PDO_LINK . ' $pdo->query("SELECT 1"); link_for_test()->query("SELECT 2");');
behind('persistent', LOUD, '$m = link_for_test(host: "p:localhost"); $m->query("SELECT 1"); $m->close(); link_for_test(host: "p:localhost")->query("SELECT 2");');
behind('a connect that fails afterwards', LOUD, 'attempt("no server", fn() => link_for_test(socket: "/nowhere")->ping()); link_for_test()->query("SELECT 1");');
behind('it connects', 'echo "the file\n"; $l = link_for_test(); $l->query("SELECT 1"); ' . PDO_LINK . 'Mynd\intercept(function ($c, $next) { echo $c->sql ?? $c->kind->name, "\n"; return $next($c); }); $pdo->query("SELECT 2");',
	'link_for_test()->query("SELECT 3");');
$file = file_of(LOUD);
behind_file('a relative path, by include_path', basename($file), 'link_for_test()->query("SELECT 1");', '-d include_path=' . dirname($file));
behind('of no class', 'echo "the file\n"; try { echo self::class; } catch (Error $e) { echo $e->getMessage(), "\n"; } var_dump(isset($this));',
	'class Wrapper { function connect() { return link_for_test(); } } (new Wrapper)->connect();');
behind('functions and classes of its', 'function of_the_file() { return "function\n"; } class OfTheFile { const X = "class\n"; }',
	'link_for_test(); echo of_the_file(), OfTheFile::X;');
behind('a warning of its, in the constructor of PDO', 'echo $undefined; echo "goes on\n";', PDO_LINK . ' echo "connected\n";');
behind('settings that it changes', 'ini_set("mysqli.default_user", str_repeat("x", 50)); ini_set("mysqli.default_socket", "/elsewhere");',
	'ini_set("mysqli.default_user", getenv("MYND_TEST_USER") . ""); ini_set("mysqli.default_socket", getenv("MYND_TEST_SOCKET") . ""); $m = new mysqli(password: getenv("MYND_TEST_PASSWORD")); echo $m->query("SELECT 1")->fetch_column(), "\n";');
behind('the link that connects', 'global $m; attempt("connects", fn() => $m->real_connect(...where())); attempt("query", fn() => $m->query("SELECT 1"));',
	'$m = mysqli_init(); attempt("outside", fn() => $m->real_connect(...where())); $m->query("DO 1"); echo "in order\n";');
behind('the link that connects is closed', '$GLOBALS["m"]->close();',
	'$m = mysqli_init(); attempt("outside", fn() => $m->real_connect(...where())); attempt("another", fn() => link_for_test()->query("SELECT 1")->fetch_column());');
behind('it cannot be set by a program', LOUD, 'var_dump(ini_set("mynd.prepend_interceptors", "/other")); echo ini_get("mynd.prepend_interceptors"), "\n";');
behind('phpinfo', '', 'ob_start(); phpinfo(INFO_MODULES); preg_match("/^mynd.prepend_interceptors => (.*)/m", ob_get_clean(), $found); echo $found[1], "\n";');
?>
--EXPECT--
-- no database
nothing
still nothing
-- mysqli
before
the file
Connect
connected
SELECT 1
Connect
SELECT 2
array(2) {
  [0]=>
  string(4) "file"
  [1]=>
  string(5) "local"
}
bool(false)
-- PDO
before
the file
Connect
SELECT 1
Connect
SELECT 2
-- persistent
the file
Connect
SELECT 1
Connect
SELECT 2
-- a connect that fails afterwards
the file
Connect
no server: ! 2002 HY000 No such file or directory
Connect
SELECT 1
-- it connects
the file
SELECT 2
Connect
SELECT 3
-- a relative path, by include_path
the file
Connect
SELECT 1
-- of no class
the file
Cannot use "self" in the global scope
bool(false)
-- functions and classes of its
function
class
-- a warning of its, in the constructor of PDO

Warning: Undefined variable $undefined in the file on line 1
goes on
connected
-- settings that it changes
1
-- the link that connects
connects: ! 2014 HY000 Commands out of sync; you can't run this command now
query: ! Error mysqli object is not fully initialized
outside: true
in order
-- the link that connects is closed
outside: true
another: "1"
-- it cannot be set by a program
bool(false)
the file
-- phpinfo
the file => the file

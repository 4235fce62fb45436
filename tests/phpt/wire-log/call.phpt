--TEST--
Mynd\wire_log(): which file it takes, and when; one log a connection; what fails changes nothing
--EXTENSIONS--
mysqli
pdo_mysql
mynd
--INI--
mynd.pipelining=off
mynd.wire_log_size=4096
--FILE--
<?php
require __DIR__ . '/wire_log.inc';
$folder = log_file();
mkdir($folder);
chdir($folder);
$db = link_for_test();
$log = function (?string $file, ?object $of = null) use (&$db) {
	Mynd\wire_log($of ?? $db, $file);
};
umask(0);

attempt('a name without a folder', fn() => $log('a.log'));
$db->query('DO 1');
printf("%o\n", fileperms('a.log') & 0777);
attempt('another file', fn() => $log('b.log'));
$db->query('DO 2');
attempt('none', fn() => $log(null));
$db->query('DO 3');
attempt('none, again', fn() => $log(null));
attempt('a file that is there', fn() => $log('a.log'));
$db->query('DO 4');
$log(null);
echo without_times(file_get_contents('a.log')), '---', "\n", without_times(file_get_contents('b.log'));

touch('others.log');
symlink('a.log', 'link.log');
mkdir('folder');
posix_mkfifo(getcwd() . '/pipe', 0600); /* with threads it knows the process' folder only */
foreach (['others.log', 'link.log', 'folder', 'pipe', 'nowhere/x.log', '', "a\0b", '/proc/self/nothing'] as $file) {
	attempt(strtr($file, "\0", '0'), fn() => $log($file));
}

$db->query('SELECT 1 UNION SELECT 2', MYSQLI_USE_RESULT)->fetch_row();
attempt('in the middle of a result', fn() => $log('c.log'));
var_dump(file_exists('c.log'));
$db = link_for_test();
$db->query('SELECT 5 n', MYSQLI_ASYNC);
attempt('before a reply', fn() => $log('c.log'));
echo $db->reap_async_query()->fetch_column(), "\n";
$db->query('DO 5');
preg_match_all('/row.*|query.*/', file_get_contents('c.log'), $m);
echo implode("\n", $m[0]), "\n";
$db->close();
attempt('closed', fn() => $log('d.log'));
attempt('never connected', fn() => $log('d.log', mysqli_init()));
attempt('no connection', fn() => $log('d.log', new stdClass()));
$pdo = new PDO('mysql:unix_socket=' . getenv('MYND_TEST_SOCKET'), getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'));
attempt('PDO', fn() => $log('e.log', $pdo));
$pdo->query('SELECT 6 n')->fetchAll();
$log(null, $pdo);
echo substr_count(file_get_contents('e.log'), 'row: "6"'), "\n";

$db = link_for_test();
$log('full.log');
for ($i = 0; $i < 100; $i++) {
	$sum = ($sum ?? 0) + $db->query("SELECT $i n")->fetch_column();
}
$log(null);
echo $sum, ' ', filesize('full.log') <= 4096 && filesize('full.log') > 3900 ? 'at most 4096 bytes' : filesize('full.log'), "\n";
$lines = file('full.log');
echo without_times(end($lines));
attempt('a full disk', fn() => $log('/dev/full'));
echo $db->query('SELECT 7')->fetch_column(), "\n";
ini_set('open_basedir', $folder);
attempt('outside of open_basedir', fn() => $log('/tmp/mynd.log'));
unset($db, $pdo);
array_map('unlink', array_filter(glob('*'), fn($f) => !is_dir($f)));
rmdir('folder');
rmdir($folder);
?>
--EXPECT--
a name without a folder: null
600
another file: null
none: null
none, again: null
a file that is there: null
-               the log begins, TIME, process N
>   0        5  query "DO 1"
<   1        7  OK; autocommit
-               the end
-               the log begins, TIME, process N
>   0        5  query "DO 4"
<   1        7  OK; autocommit
-               the end
---
-               the log begins, TIME, process N
>   0        5  query "DO 2"
<   1        7  OK; autocommit
-               the end
others.log: ! RuntimeException Mynd\wire_log(): others.log: it is not this user's, or not for this user alone
link.log: ! RuntimeException Mynd\wire_log(): link.log: Too many levels of symbolic links
folder: ! RuntimeException Mynd\wire_log(): folder: Is a directory
pipe: ! RuntimeException Mynd\wire_log(): pipe: No such device or address
nowhere/x.log: ! RuntimeException Mynd\wire_log(): nowhere/x.log: No such file or directory
: ! RuntimeException Mynd\wire_log(): : No such file or directory
a0b: ! ValueError Mynd\wire_log(): Argument #2 ($file) must not contain any null bytes
/proc/self/nothing: ! RuntimeException Mynd\wire_log(): /proc/self/nothing: No such file or directory
in the middle of a result: ! RuntimeException Mynd\wire_log(): c.log: a result is being read from this connection
bool(false)
before a reply: null
5
row: (left out)
rows; autocommit; 1 row
query "DO 5"
closed: ! Error mysqli object is already closed
never connected: ! RuntimeException Mynd\wire_log(): d.log: the connection is closed
no connection: ! TypeError Mynd\wire_log(): Argument #1 ($connection) must be a connection of mynd, stdClass given
PDO: null
1
4950 at most 4096 bytes
             -               the file has the size that it may have; the rest is not here
a full disk: null
7
outside of open_basedir: ! RuntimeException Mynd\wire_log(): /tmp/mynd.log: open_basedir does not allow it
mynd: the wire log "/dev/full" cannot be written: No space left on device

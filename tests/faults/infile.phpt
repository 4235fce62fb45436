--TEST--
Faults around LOAD DATA LOCAL: a server that asks for what it was not told of, breaks off, or says something else
--EXTENSIONS--
mysqli
--INI--
mysqli.allow_local_infile=1
--SKIPIF--
<?php if (!function_exists('pcntl_fork')) die('skip needs pcntl'); ?>
--FILE--
<?php
require __DIR__ . '/peer.inc';
$file = __DIR__ . '/infile.tmp';
file_put_contents($file, "the content\n");
$load = "LOAD DATA LOCAL INFILE '$file' INTO TABLE t";
$short = [MYSQLI_OPT_READ_TIMEOUT => 2];
/** What the client sends of the file, up to the empty packet. */
function whole(Peer $p): string
{
	$all = '';
	while ($p->hear() !== '') {
		$all .= $p->heard;
	}
	return $all;
}
$answer = fn ($link, $sql) => [$link->query($sql), $link->affected_rows, $link->info];
$wants = fn (string $name) => Peer::frame("\xfb$name", 1);
scenario('good', function ($p) use ($file, $wants) {
	$p->login()->command()->raw($wants($file));
	$p->packet(Peer::ok(strlen(whole($p)), 2, Peer::text('info')))->serve();
}, fn ($link) => $answer($link, $load), $short);
/* In these the peer answers with the bytes it got as the number of rows. */
$gets = function (string $name, string $asked, string $sql) use ($wants, $answer, $short) {
	scenario($name, function ($p) use ($asked, $wants) {
		$p->login()->command()->raw($wants($asked));
		$got = strlen(whole($p));
		$p->packet($got === 0 ? Peer::ok() : Peer::err(1105, 'HY000', "got $got bytes"))->serve();
	}, fn ($link) => $answer($link, $sql), $short);
};
$gets('another file', '/etc/passwd', $load);
$gets('a part of the name', substr($file, 0, -1), $load);
$gets('the name and more', $file . "\0", $load);
$gets('no name', '', $load);
$gets('a file in a text that has LOCAL', '/etc/passwd', "INSERT INTO t VALUES ('LOCAL', '/etc/passwd')");
$gets('a file in a text that has not', '/etc/passwd', "INSERT INTO t VALUES ('/etc/passwd')");
$gets('a file in place of a setting', $file, "SET LOCAL x = '$file'");
scenario('a second file', function ($p) use ($file, $wants) {
	$p->login()->command()->raw($wants($file));
	whole($p);
	$p->packet("\xfb$file")->stall();
}, fn ($link) => $answer($link, $load), $short);
scenario('rows in place of the answer', function ($p) use ($file, $wants) {
	$p->login()->command()->raw($wants($file));
	whole($p);
	$p->packet("\x01")->stall();
}, fn ($link) => $answer($link, $load), $short);
scenario('an error after the file', function ($p) use ($file, $wants) {
	$p->login()->command()->raw($wants($file));
	whole($p);
	$p->packet(Peer::err(1062, '23000', 'Duplicate entry'))->serve();
}, fn ($link) => $answer($link, $load), $short);
scenario('silence after the file', function ($p) use ($file, $wants) {
	$p->login()->command()->raw($wants($file));
	whole($p);
	$p->stall();
}, fn ($link) => $answer($link, $load), $short);
scenario('closed after the file', function ($p) use ($file, $wants) {
	$p->login()->command()->raw($wants($file));
	whole($p);
	$p->close();
}, fn ($link) => $answer($link, $load), $short);
scenario('the question cut', function ($p) use ($file, $wants) {
	$p->login()->command()->raw(substr($wants($file), 0, -3))->close();
}, fn ($link) => $answer($link, $load), $short);

file_put_contents($file, str_repeat("a line of a large file\n", 1 << 20));
scenario('reset in a large file', function ($p) use ($file, $wants) {
	$p->login()->command()->raw($wants($file))->hear();
	$p->reset();
}, fn ($link) => $answer($link, $load), $short);
scenario('an error in a large file', function ($p) use ($file, $wants) {
	$p->login()->command()->raw($wants($file));
	$p->hear();
	$p->packet(Peer::err(1366, 'HY000', 'Incorrect value'));
	while ($p->hear() !== '');
	$p->serve();
}, fn ($link) => $answer($link, $load), $short);
scenario('an answer before the end, and no reading', function ($p) use ($file, $wants) {
	$p->login()->command()->raw($wants($file))->hear();
	$p->packet(Peer::ok())->stall();
}, fn ($link) => $answer($link, $load), $short);

echo "and as a statement\n";
scenario('another file', function ($p) use ($wants) {
	$p->login()->command()->packet("\0" . pack('V', 1) . "\0\0\0\0\0\0\0")->command()->raw($wants('/etc/passwd'));
	$got = strlen(whole($p));
	$p->packet($got === 0 ? Peer::ok() : Peer::err(1105, 'HY000', "got $got bytes"))->serve();
}, fn ($link) => $link->prepare($load)->execute(), $short);
scenario('a file for a statement without one', function ($p) use ($wants, $file) {
	$p->login()->command()->packet("\0" . pack('V', 1) . "\0\0\0\0\0\0\0")->command()->raw($wants($file));
	$got = strlen(whole($p));
	$p->packet($got === 0 ? Peer::ok() : Peer::err(1105, 'HY000', "got $got bytes"))->serve();
}, fn ($link) => $link->prepare("DO '$file'")->execute(), $short);
?>
--CLEAN--
<?php
@unlink(__DIR__ . '/infile.tmp');
?>
--EXPECT--
good: [true,12,"info"]
another file: 2068 HY000 LOAD DATA LOCAL INFILE is forbidden: the server asks for a file that the query does not name
another file: then ["1"]
a part of the name: 2068 HY000 LOAD DATA LOCAL INFILE is forbidden: the server asks for a file that the query does not name
a part of the name: then ["1"]
the name and more: 2068 HY000 LOAD DATA LOCAL INFILE is forbidden: the server asks for a file that the query does not name
the name and more: then ["1"]
no name: 2068 HY000 LOAD DATA LOCAL INFILE is forbidden: the server asks for a file that the query does not name
no name: then ["1"]
a file in a text that has LOCAL: 2068 HY000 LOAD DATA LOCAL INFILE is forbidden: the server asks for a file that the query does not name
a file in a text that has LOCAL: then ["1"]
a file in a text that has not: 2068 HY000 LOAD DATA LOCAL INFILE is forbidden, check related settings like mysqli.allow_local_infile|mysqli.local_infile_directory or PDO::MYSQL_ATTR_LOCAL_INFILE|PDO::MYSQL_ATTR_LOCAL_INFILE_DIRECTORY
a file in a text that has not: then ["1"]
a file in place of a setting: 2068 HY000 LOAD DATA LOCAL INFILE is forbidden: the server asks for a file that the query does not name
a file in place of a setting: then ["1"]
a second file: 2027 HY000 Malformed packet: neither OK nor an error
rows in place of the answer: 2027 HY000 Malformed packet: neither OK nor an error
an error after the file: 1062 23000 Duplicate entry
an error after the file: then ["1"]
silence after the file: 2006 HY000 MySQL server has gone away
closed after the file: 2006 HY000 MySQL server has gone away
the question cut: 2006 HY000 MySQL server has gone away
reset in a large file: 2013 HY000 Lost connection to MySQL server during LOAD DATA of a local file
an error in a large file: 2027 HY000 Packets out of order. Expected 195 received 3. Packet size=24
an answer before the end, and no reading: 2027 HY000 Packets out of order. Expected 195 received 3. Packet size=7
and as a statement
another file: 2068 HY000 LOAD DATA LOCAL INFILE is forbidden: the server asks for a file that the query does not name
another file: then ["1"]
a file for a statement without one: 2068 HY000 LOAD DATA LOCAL INFILE is forbidden, check related settings like mysqli.allow_local_infile|mysqli.local_infile_directory or PDO::MYSQL_ATTR_LOCAL_INFILE|PDO::MYSQL_ATTR_LOCAL_INFILE_DIRECTORY
a file for a statement without one: then ["1"]

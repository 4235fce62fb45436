--TEST--
mynd.scoreboard: files that are none are refused at start, with the reason; Mynd\scoreboard() says it, too
--EXTENSIONS--
mysqli
--FILE--
<?php
require __DIR__ . '/../settings/settings.inc';
$folder = __DIR__ . '/refused.' . getmypid();
mkdir($folder);
function start(string $label, string $file): void
{
	[$output, $lines] = start_with(['mynd.scoreboard' => $file], 'echo count(Mynd\scoreboard()), " ", ini_get("mynd.scoreboard") !== "";');
	echo "$label: $output ", str_replace([$GLOBALS['folder'], ' in Unknown on line 0'], ['FOLDER', ''], implode(' / ', $lines)), "\n";
}
function look(string $label, string $file): void
{
	try {
		echo "$label: ", count(Mynd\scoreboard($file)), "\n";
	} catch (Throwable $e) {
		echo "$label: ", $e::class, ' ', str_replace($GLOBALS['folder'], 'FOLDER', $e->getMessage()), "\n";
	}
}
echo 'off: ', json_encode(Mynd\scoreboard()), "\n";
start('none', '');
start('one that is made', "$folder/board");
printf("its mode: %o\n", fileperms("$folder/board") & 07777);
start('one that is there', "$folder/board");
start('a relative path', 'board');
start('no folder', "$folder/none/board");
start('a folder', $folder);
symlink("$folder/board", "$folder/link");
start('a link', "$folder/link");
file_put_contents("$folder/text", 'some text');
start('a text', "$folder/text");
copy("$folder/board", "$folder/short");
ftruncate($f = fopen("$folder/short", 'r+'), filesize("$folder/board") - 8);
start('cut off', "$folder/short");
copy("$folder/board", "$folder/writable");
chmod("$folder/writable", 0666);
start('others may write', "$folder/writable");
$version = substr_replace(file_get_contents("$folder/board"), pack('V', 99), 8, 4);
file_put_contents("$folder/version", $version);
start('another version', "$folder/version");
look('read', "$folder/board");
look('nothing there', "$folder/none");
look('a link', "$folder/link");
look('a folder', $folder);
look('a text', "$folder/text");
look('cut off', "$folder/short");
look('another version', "$folder/version");
look('a zero', "$folder/board\0");
ini_set('open_basedir', __DIR__ . '/..');
look('open_basedir allows it', "$folder/board");
set_error_handler(fn () => true);
look('open_basedir', '/none/board');
foreach (glob("$folder/*") as $file) {
	unlink($file);
}
rmdir($folder);
?>
--EXPECT--
off: []
none: 0 
one that is made: 5 1 
its mode: 640
one that is there: 5 1 
a relative path: 0 1 PHP Warning:  PHP Startup: mynd.scoreboard = "board": it is no absolute path. There is no scoreboard
no folder: 0 1 PHP Warning:  PHP Startup: mynd.scoreboard = "FOLDER/none/board": No such file or directory. There is no scoreboard
a folder: 0 1 PHP Warning:  PHP Startup: mynd.scoreboard = "FOLDER": Is a directory. There is no scoreboard
a link: 0 1 PHP Warning:  PHP Startup: mynd.scoreboard = "FOLDER/link": it is a symbolic link. There is no scoreboard
a text: 0 1 PHP Warning:  PHP Startup: mynd.scoreboard = "FOLDER/text": it is not whole. There is no scoreboard
cut off: 0 1 PHP Warning:  PHP Startup: mynd.scoreboard = "FOLDER/short": it is not whole. There is no scoreboard
others may write: 0 1 PHP Warning:  PHP Startup: mynd.scoreboard = "FOLDER/writable": others than its owner may write to it. There is no scoreboard
another version: 0 1 PHP Warning:  PHP Startup: mynd.scoreboard = "FOLDER/version": another version of mynd has made it. There is no scoreboard
read: 5
nothing there: nothing there: RuntimeException FOLDER/none: No such file or directory
a link: a link: RuntimeException FOLDER/link: it is a symbolic link
a folder: a folder: RuntimeException FOLDER: it is no file
a text: a text: RuntimeException FOLDER/text: it is not whole
cut off: cut off: RuntimeException FOLDER/short: it is not whole
another version: another version: RuntimeException FOLDER/version: another version of mynd has made it
a zero: a zero: ValueError Mynd\scoreboard(): Argument #1 ($file) must not contain any null bytes
open_basedir allows it: 5
open_basedir: open_basedir: RuntimeException /none/board: open_basedir forbids to read it

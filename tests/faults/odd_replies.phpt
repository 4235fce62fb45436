--TEST--
Faults in replies that stock bears: lengths of columns' fixed fields, replies to a prepare of other sizes, messages without a length
--EXTENSIONS--
mysqli
pdo_mysql
--SKIPIF--
<?php if (!function_exists('pcntl_fork')) die('skip needs pcntl'); ?>
--FILE--
<?php
require __DIR__ . '/peer.inc';
$short = [MYSQLI_OPT_READ_TIMEOUT => 1];
$column = substr(Peer::column('a'), 0, -13);
$fixed = substr(Peer::column('a'), -12);
$answer = fn (string $definition) => Peer::packets(["\1", $definition, Peer::eof(), "\1x", Peer::eof()]);
$seen = function ($link) {
	$result = $link->query('SELECT something');
	$field = $result->fetch_field_direct(0);
	return [$result->fetch_all(), $field->name, $field->type, $field->length];
};
echo "the length of the fixed fields\n";
foreach (["\x0c", "\xfc\x0c\0", "\0", "\x0a", "\x0d", "\xfb", "\xfe", "\xff"] as $length) {
	scenario(bin2hex($length), fn ($p) => $p->login()->command()->raw($answer($column . $length . $fixed))->serve(), $seen, $short);
}
scenario('0a, and cut', fn ($p) => $p->login()->command()->raw($answer($column . "\x0a" . substr($fixed, 0, -1)))->serve(), $seen, $short);
scenario('an execute', function ($p) use ($column, $fixed) {
	$p->login()->command()->raw(Peer::prepared(1, ['a']));
	$p->command()->raw(Peer::packets(["\1", "$column\x0a$fixed", Peer::eof(), Peer::binary(['x']), Peer::eof()]))->serve();
}, fn ($link) => $link->execute_query('SELECT something')->fetch_all(), $short);
set_error_handler(function (int $level, string $text) {
	echo "warning: $text\n";
	return true;
});
$peer = Peer::start(fn ($p) => $p->login()->command()->raw($answer("$column\x0a$fixed"))->serve());
$pdo = new PDO("mysql:host=127.0.0.1;port=$peer->port", 'tester', 'secret', [PDO::ATTR_TIMEOUT => 5]);
echo json_encode($pdo->query('SELECT something')->fetchAll(PDO::FETCH_NUM)), json_encode($pdo->query('SELECT 1')->fetchAll(PDO::FETCH_NUM)), "\n";
unset($pdo);
$peer->end();

echo "the size of the reply to a prepare\n";
function prepares(string $reply): Closure
{
	return function ($p) use ($reply) {
		$p->login()->command()->packet($reply);
		$p->serve();
	};
}
$whole = "\0" . pack('Vvv', 1, 0, 0) . "\0\0\0";
$prepare = function ($link) {
	$statement = $link->prepare("SET SESSION sql_mode=''");
	return [$statement ? $statement->execute() : $statement, $link->errno, $link->query('SELECT 1')->fetch_all()];
};
foreach ([5, 7, 8, 9, 10, 11, 12] as $size) {
	scenario("$size bytes", prepares(substr($whole, 0, $size)), $prepare, $short);
}
scenario('7 bytes, an OK', prepares(Peer::ok()), $prepare, $short);
scenario('11 bytes, with a column', prepares("\0" . pack('Vvv', 1, 1, 0) . "\0\0"), $prepare, $short);
scenario('11 bytes, with a parameter', prepares("\0" . pack('Vvv', 1, 0, 1) . "\0\0"), $prepare, $short);
scenario('nothing', prepares(''), $prepare, $short);
scenario('execute_query', prepares(Peer::ok()), fn ($link) => [$link->execute_query("SET SESSION sql_mode=''"), $link->query('SELECT 1')->fetch_all()], $short);
$peer = Peer::start(prepares(Peer::ok()));
$pdo = new PDO("mysql:host=127.0.0.1;port=$peer->port", 'tester', 'secret', [PDO::ATTR_TIMEOUT => 5, PDO::ATTR_EMULATE_PREPARES => false]);
echo 'PDO: ', json_encode([$pdo->query("SET SESSION sql_mode=''"), $pdo->errorCode(), $pdo->exec('DO 1')]), "\n";
unset($pdo);
$peer->end();
restore_error_handler();

echo "the message of an OK\n";
$info = fn ($link) => [$link->query('UPDATE t SET a = 1'), $link->affected_rows, $link->info];
foreach (['Rows matched: 1  Changed: 1  Warnings: 0', 'ok', '#Rows matched: 1  Changed: 1  Warnings: 0', "\u{e4}", ' ', '"' . str_repeat('q', 34)] as $text) {
	scenario("without a length: $text", fn ($p) => $p->login()->command()->packet(Peer::ok(1, 2, $text))->serve(), $info, $short);
	scenario("with its length: $text", fn ($p) => $p->login()->command()->packet(Peer::ok(1, 2, Peer::text($text)))->serve(), $info, $short);
}
scenario('a length beyond the end', fn ($p) => $p->login()->command()->packet(Peer::ok(1, 2, "\xfc\xff"))->serve(), $info, $short);
?>
--EXPECT--
the length of the fixed fields
0c: [[["x"]],"a",253,255]
fc0c00: [[["x"]],"a",253,255]
00: warning: mysqli::query(): Protocol error. Server sent false length. Expected 12
00: [[["x"]],"a",253,255]
0a: warning: mysqli::query(): Protocol error. Server sent false length. Expected 12
0a: [[["x"]],"a",253,255]
0d: warning: mysqli::query(): Protocol error. Server sent false length. Expected 12
0d: [[["x"]],"a",253,255]
fb: warning: mysqli::query(): Protocol error. Server sent false length. Expected 12
fb: [[["x"]],"a",253,255]
fe: warning: mysqli::query(): Protocol error. Server sent false length. Expected 12
fe: [[["x"]],"a",253,255]
ff: warning: mysqli::query(): Protocol error. Server sent false length. Expected 12
ff: [[["x"]],"a",253,255]
0a, and cut: 2027 HY000 Malformed packet: the fixed fields of the column definition
an execute: warning: mysqli::execute_query(): Protocol error. Server sent false length. Expected 12
an execute: [["x"]]
warning: PDO::query(): Protocol error. Server sent false length. Expected 12
[["x"]][["1"]]
the size of the reply to a prepare
5 bytes: 2027 HY000 Malformed packet: not the reply to a prepare
7 bytes: warning: Wrong COM_STMT_PREPARE response size. Received 7
7 bytes: [false,0,[["1"]]]
8 bytes: warning: Wrong COM_STMT_PREPARE response size. Received 8
8 bytes: [false,0,[["1"]]]
9 bytes: [true,0,[["1"]]]
10 bytes: warning: Wrong COM_STMT_PREPARE response size. Received 10
10 bytes: [false,0,[["1"]]]
11 bytes: warning: Wrong COM_STMT_PREPARE response size. Received 11
11 bytes: [false,0,[["1"]]]
12 bytes: [true,0,[["1"]]]
7 bytes, an OK: warning: Wrong COM_STMT_PREPARE response size. Received 7
7 bytes, an OK: [false,0,[["1"]]]
11 bytes, with a column: 2027 HY000 Malformed packet: not the reply to a prepare
11 bytes, with a parameter: 2027 HY000 Malformed packet: not the reply to a prepare
nothing: 2027 HY000 Malformed packet: an empty reply
execute_query: warning: Wrong COM_STMT_PREPARE response size. Received 7
execute_query: [false,[["1"]]]
PDO: warning: Wrong COM_STMT_PREPARE response size. Received 7
[false,"00000",0]
the message of an OK
without a length: Rows matched: 1  Changed: 1  Warnings: 0: [true,1,"Rows matched: 1  Changed: 1  Warnings: 0"]
with its length: Rows matched: 1  Changed: 1  Warnings: 0: [true,1,"Rows matched: 1  Changed: 1  Warnings: 0"]
without a length: ok: [true,1,"ok"]
with its length: ok: [true,1,"ok"]
without a length: #Rows matched: 1  Changed: 1  Warnings: 0: [true,1,"#Rows matched: 1  Changed: 1  Warnings: 0"]
with its length: #Rows matched: 1  Changed: 1  Warnings: 0: [true,1,"#Rows matched: 1  Changed: 1  Warnings: 0"]
without a length: ä: [true,1,"\u00e4"]
with its length: ä: [true,1,"\u00e4"]
without a length:  : [true,1," "]
with its length:  : [true,1," "]
without a length: "qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq: [true,1,"qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq"]
with its length: "qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq: [true,1,"\"qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq"]
a length beyond the end: 2027 HY000 Malformed packet: the OK packet is too short

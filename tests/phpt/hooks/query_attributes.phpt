--TEST--
Query attributes: what interceptors give a command arrives with it on MySQL, texts of mysqli and PDO; the next command has none
--EXTENSIONS--
mysqli
pdo_mysql
--SKIPIF--
<?php
require __DIR__ . '/../connect.inc';
$m = link_for_test();
if (str_contains($m->server_info, 'MariaDB') || $m->server_version < 80026) {
	die('skip only MySQL 8.0.26 and later have query attributes');
}
try {
	$m->query("INSTALL COMPONENT 'file://component_query_attributes'");
} catch (mysqli_sql_exception) {
}
if ($m->query("SELECT COUNT(*) FROM mysql.component WHERE component_urn = 'file://component_query_attributes'")->fetch_column() < 1) {
	die('skip the server has no component_query_attributes');
}
?>
--FILE--
<?php
require __DIR__ . '/../connect.inc';
use Mynd\Command;
use Mynd\Kind;
use Mynd\Reply;

$give = [];
Mynd\intercept(function (Command $command, callable $next) use (&$give): Reply {
	foreach ($give as $name => $value) {
		$command = $command->withQueryAttribute($name, $value);
	}
	return $next($command);
});
$ask = "SELECT mysql_query_attribute_string('trace') AS t, mysql_query_attribute_string('n') AS n, mysql_query_attribute_string('r') AS r, mysql_query_attribute_string('z') AS z";
$with = $ask . ', ? AS value';
$m = link_for_test();
$show = fn ($row) => print(json_encode(array_values($row)) . "\n");
$all = ['trace' => 'abc', 'n' => -7, 'r' => 1.5, 'z' => null];
$other = ['trace' => str_repeat('long', 20), 'n' => PHP_INT_MAX];

foreach (['blocking' => 0, 'compressed' => MYSQLI_CLIENT_COMPRESS] as $label => $flags) {
	echo "-- $label\n";
	$m = mysqli_init();
	$m->real_connect(...[...where(), $flags]);
	foreach ([$all, [], $other, []] as $give) {
		$show($m->query($ask)->fetch_row());
	}
}

echo "-- several statements in one text\n";
$give = $all;
$m->multi_query("$ask; $ask");
do {
	$show($m->store_result()->fetch_row());
} while ($m->more_results() && $m->next_result());

echo "-- PDO\n";
$pdo = new PDO('mysql:unix_socket=' . getenv('MYND_TEST_SOCKET'), getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'), [PDO::ATTR_EMULATE_PREPARES => true]);
$give = $all;
$show($pdo->query($ask)->fetch(PDO::FETCH_NUM));
$s = $pdo->prepare($with);
foreach ([$other, []] as $give) {
	$s->execute(['value']);
	$show($s->fetch(PDO::FETCH_NUM));
}

echo "-- bytes, many of them, many attributes; the function gives 1,023 bytes at most\n";
$give = ['trace' => "'\n \u{e9}"];
echo bin2hex($m->query("SELECT mysql_query_attribute_string('trace')")->fetch_column()), "\n";
$give = array_combine(array_map(fn ($i) => "a$i", range(1, 300)), range(1, 300));
echo $m->query("SELECT CONCAT(mysql_query_attribute_string('a1'), mysql_query_attribute_string('a300'))")->fetch_column(), "\n";
$give = ['trace' => str_repeat('x', 70000)];
echo $m->query("SELECT LENGTH(mysql_query_attribute_string('trace'))")->fetch_column(), "\n";
echo "-- what is no command of the program's has them as well as not: init commands, a reset\n";
$give = $all;
$p = mysqli_init();
$p->options(MYSQLI_INIT_COMMAND, 'SET @init = 1');
$p->real_connect(...where(host: 'p:localhost'));
$id = $p->thread_id;
$p->close();
$p = mysqli_init();
$p->options(MYSQLI_INIT_COMMAND, 'SET @init = 1');
$p->real_connect(...where(host: 'p:localhost'));
var_dump($p->thread_id === $id);
$show($p->query("$ask, @init")->fetch_row());
$p->set_charset('latin1');
var_dump(@$p->ping());
$p->change_user(getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'), getenv('MYND_TEST_DB'));
$show($p->query($ask)->fetch_row());
?>
--EXPECT--
-- blocking
["abc","-7","1.5",null]
[null,null,null,null]
["longlonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglong","9223372036854775807",null,null]
[null,null,null,null]
-- compressed
["abc","-7","1.5",null]
[null,null,null,null]
["longlonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglong","9223372036854775807",null,null]
[null,null,null,null]
-- several statements in one text
["abc","-7","1.5",null]
["abc","-7","1.5",null]
-- PDO
["abc","-7","1.5",null]
["longlonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglong","9223372036854775807",null,null,"value"]
[null,null,null,null,"value"]
-- bytes, many of them, many attributes; the function gives 1,023 bytes at most
270a20c3a9
1300
1023
-- what is no command of the program's has them as well as not: init commands, a reset
bool(true)
["abc","-7","1.5",null,"1"]
bool(true)
["abc","-7","1.5",null]
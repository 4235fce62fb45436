--TEST--
Query attributes: what interceptors give a command arrives with it on MySQL, however it is run: prepared, by execute_query(), asynchronously, in a pipeline
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

foreach (['plain' => 0, 'compressed' => MYSQLI_CLIENT_COMPRESS] as $label => $flags) {
	echo "-- $label\n";
	$m = mysqli_init();
	$m->real_connect(...[...where(), $flags]);
	echo "-- prepared, without parameters and with one\n";
	$s = $m->prepare($ask);
	$p = $m->prepare($with);
	foreach ([[], $all, [], $other, []] as $i => $give) {
		$s->execute();
		$show($s->get_result()->fetch_row());
		$p->execute([$i]);
		$show($p->get_result()->fetch_row());
	}
	$b = $m->prepare('SELECT mysql_query_attribute_string("trace"), LENGTH(?), ?');
	[$piece, $n] = [null, 5];
	$b->bind_param('bi', $piece, $n);
	foreach ([[], $all, []] as $give) {
		$b->send_long_data(0, str_repeat('x', 1000));
		$b->send_long_data(0, 'yy');
		$b->execute();
		$show($b->get_result()->fetch_row());
	}
	echo "-- execute_query\n";
	foreach ([$all, [], $other, $all] as $i => $give) {
		$show($m->execute_query($with, [$i])->fetch_row());
	}
}

echo "-- a cursor\n";
$give = $all;
$s = $m->prepare("$ask UNION ALL SELECT 1, 2, 3, 4");
$s->attr_set(MYSQLI_STMT_ATTR_CURSOR_TYPE, MYSQLI_CURSOR_TYPE_READ_ONLY);
$s->execute();
$s->bind_result($t, $n, $r, $z);
while ($s->fetch()) {
	$show([$t, $n, $r, $z]);
}
$s->close();

echo "-- asynchronous\n";
$m->query($ask, MYSQLI_ASYNC);
$give = [];
$links = [$m];
$none = [];
while (mysqli_poll($links, $none, $none, 10) === 0);
$show($m->reap_async_query()->fetch_row());

echo "-- a pipeline\n";
foreach (Mynd\pipeline($m, (function () use (&$give, $all, $other, $ask, $with) {
	foreach ([$all, [], $other] as $give) {
		yield $ask;
		yield [$with, ['x']];
	}
})()) as $result) {
	$show($result->fetch_row());
}

echo "-- the word that is a barrier in a text is none in an attribute\n";
$give = ['word' => 'LOAD DATA LOCAL'];
foreach (Mynd\pipeline($m, ['SELECT 1', 'SELECT 2']) as $result) {
	echo $result->fetch_column(), "\n";
}


echo "-- PDO, native\n";
$pdo = new PDO('mysql:unix_socket=' . getenv('MYND_TEST_SOCKET'), getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'), [PDO::ATTR_EMULATE_PREPARES => false]);
$give = $all;
$show($pdo->query($ask)->fetch(PDO::FETCH_NUM));
$s = $pdo->prepare($with);
foreach ([$other, []] as $give) {
	$s->execute(['value']);
	$show($s->fetch(PDO::FETCH_NUM));
}
?>
--EXPECT--
-- plain
-- prepared, without parameters and with one
[null,null,null,null]
[null,null,null,null,"0"]
["abc","-7","1.5",null]
["abc","-7","1.5",null,"1"]
[null,null,null,null]
[null,null,null,null,"2"]
["longlonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglong","9223372036854775807",null,null]
["longlonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglong","9223372036854775807",null,null,"3"]
[null,null,null,null]
[null,null,null,null,"4"]
[null,1002,5]
["abc",1002,5]
[null,1002,5]
-- execute_query
["abc","-7","1.5",null,"0"]
[null,null,null,null,"1"]
["longlonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglong","9223372036854775807",null,null,"2"]
["abc","-7","1.5",null,"3"]
-- compressed
-- prepared, without parameters and with one
[null,null,null,null]
[null,null,null,null,"0"]
["abc","-7","1.5",null]
["abc","-7","1.5",null,"1"]
[null,null,null,null]
[null,null,null,null,"2"]
["longlonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglong","9223372036854775807",null,null]
["longlonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglong","9223372036854775807",null,null,"3"]
[null,null,null,null]
[null,null,null,null,"4"]
[null,1002,5]
["abc",1002,5]
[null,1002,5]
-- execute_query
["abc","-7","1.5",null,"0"]
[null,null,null,null,"1"]
["longlonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglong","9223372036854775807",null,null,"2"]
["abc","-7","1.5",null,"3"]
-- a cursor
["abc","-7","1.5",null]
["1","2","3","4"]
-- asynchronous
["abc","-7","1.5",null]
-- a pipeline
["abc","-7","1.5",null]
["abc","-7","1.5",null,"x"]
[null,null,null,null]
[null,null,null,null,"x"]
["longlonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglong","9223372036854775807",null,null]
["longlonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglong","9223372036854775807",null,null,"x"]
-- the word that is a barrier in a text is none in an attribute
1
2
-- PDO, native
["abc","-7","1.5",null]
["longlonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglong","9223372036854775807",null,null,"value"]
[null,null,null,null,"value"]

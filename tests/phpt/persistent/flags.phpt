--TEST--
Persistent links: what flags of the login set in a session is there in each of its uses
--EXTENSIONS--
mysqli
pdo_mysql
mynd
--FILE--
<?php
require __DIR__ . '/persistent.inc';
$server = link_for_test();
$interactive = (int) $server->query('SELECT @@GLOBAL.interactive_timeout')->fetch_column();
$server->query('SET GLOBAL interactive_timeout = 7777');
$seen = fn (array $row) => [str_contains($row[0], 'IGNORE_SPACE'), (int) $row[1] === 7777];
$ask = "SELECT @@sql_mode, @@wait_timeout";
$uses = function (string $label, int $flags, callable $use, ?string $database) use ($seen, $ask): void {
	for ($threads = [], $i = 0; $i < 3; $i++) {
		$m = plink_with(fn () => null, $flags, database: $database);
		$threads[$m->thread_id] = true;
		attempt("$label, use $i", fn () => $seen($m->query($ask)->fetch_row()));
		$use($m);
		$m->close();
	}
	echo count($threads) === 1 ? "the same connection\n" : "several connections\n";
};
$database = getenv('MYND_TEST_DB');
foreach (['neither' => 0, 'IGNORE_SPACE' => MYSQLI_CLIENT_IGNORE_SPACE, 'INTERACTIVE' => MYSQLI_CLIENT_INTERACTIVE, 'both' => MYSQLI_CLIENT_IGNORE_SPACE | MYSQLI_CLIENT_INTERACTIVE] as $label => $flags) {
	$uses($label, $flags, fn ($m) => $m->query("SET SESSION sql_mode = '', wait_timeout = 99"), $database);
}
$uses('with a change of user', MYSQLI_CLIENT_IGNORE_SPACE | MYSQLI_CLIENT_INTERACTIVE, fn ($m) => $m->select_db($database), null);
$server->query("SET GLOBAL sql_mode = ''");
$uses('the server has no mode', MYSQLI_CLIENT_IGNORE_SPACE, fn ($m) => $m->query('SET SESSION wait_timeout = 99'), $database);
$server->query("SET GLOBAL sql_mode = DEFAULT, GLOBAL interactive_timeout = $interactive");
for ($i = 0; $i < 3; $i++) {
	$p = new PDO('mysql:unix_socket=' . getenv('MYND_TEST_SOCKET') . ";dbname=$database", getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'), [PDO::ATTR_PERSISTENT => true, PDO::MYSQL_ATTR_IGNORE_SPACE => true]);
	attempt("PDO, use $i", fn () => $p->query('SELECT COUNT (*)')->fetchColumn());
	$p = null;
}
?>
--EXPECT--
neither, use 0: [false,false]
neither, use 1: [false,false]
neither, use 2: [false,false]
the same connection
IGNORE_SPACE, use 0: [true,false]
IGNORE_SPACE, use 1: [true,false]
IGNORE_SPACE, use 2: [true,false]
the same connection
INTERACTIVE, use 0: [false,true]
INTERACTIVE, use 1: [false,true]
INTERACTIVE, use 2: [false,true]
the same connection
both, use 0: [true,true]
both, use 1: [true,true]
both, use 2: [true,true]
the same connection
with a change of user, use 0: [true,true]
with a change of user, use 1: [true,true]
with a change of user, use 2: [true,true]
the same connection
the server has no mode, use 0: [true,false]
the server has no mode, use 1: [true,false]
the server has no mode, use 2: [true,false]
the same connection
PDO, use 0: 1
PDO, use 1: 1
PDO, use 2: 1

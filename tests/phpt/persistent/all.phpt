--TEST--
mynd.persistent=all: every connect of mysqli and PDO comes out of the pools and goes back there, as new
--EXTENSIONS--
mysqli
pdo_mysql
--INI--
; it stays so with ./dev test --with: it counts what is idle in this process
mynd.shared_pool=0
mynd.persistent=all
--FILE--
<?php
require __DIR__ . '/persistent.inc';
print_warnings();

function pdo_link(): PDO
{
	return new PDO('mysql:unix_socket=' . getenv('MYND_TEST_SOCKET') . ';dbname=' . getenv('MYND_TEST_DB'), getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'));
}

/* What a program could leave behind. */
function leave_traces(callable $run): void
{
	$run('SET @left = 1');
	$run('CREATE TEMPORARY TABLE left_behind (i INT)');
	$run("SET SESSION sql_mode = 'ANSI_QUOTES'");
	$run('SET autocommit = 0');
}
const TRACES = 'SELECT CONCAT_WS(" ", CONNECTION_ID(), IFNULL(@left, "none"), @@autocommit = 1, @@sql_mode LIKE "%ANSI_QUOTES%")';
$stays = function (string $name, string $thread, string $traces) {
	[$now, $rest] = explode(' ', $traces, 2);
	echo "$name: ", $now === $thread ? 'the same connection' : 'another connection', ", $rest\n";
};

$m = link_for_test();
$thread = (string) $m->thread_id;
leave_traces($m->query(...));
$m->close();
$m = link_for_test();
$stays('close()', $thread, $m->query(TRACES)->fetch_column());
leave_traces($m->query(...));
unset($m);
$m = link_for_test();
$stays('the object goes', $thread, $m->query(TRACES)->fetch_column());
leave_traces($m->query(...));
$m->real_connect(...where());
$stays('real_connect() anew', $thread, $m->query(TRACES)->fetch_column());
$m->close();
$m = mysqli_connect(...where());
$stays('mysqli_connect()', $thread, $m->query(TRACES)->fetch_column());
$m->close();

$p = pdo_link();
$thread = $p->query('SELECT CONNECTION_ID()')->fetchColumn();
var_dump($p->getAttribute(PDO::ATTR_PERSISTENT));
leave_traces($p->exec(...));
$p = null;
$p = pdo_link();
$stays('PDO', (string) $thread, $p->query(TRACES)->fetchColumn());
$q = pdo_link();
attempt('two objects have two connections', fn() => $q->query('SELECT CONNECTION_ID()')->fetchColumn() != $thread);
unset($p, $q);

echo json_encode(mysqli_get_links_stats()), "\n";
?>
--EXPECT--
close(): the same connection, none 1 0
the object goes: the same connection, none 1 0
real_connect() anew: the same connection, none 1 0
mysqli_connect(): the same connection, none 1 0
bool(false)
PDO: the same connection, none 1 0
two objects have two connections: true
{"total":0,"active_plinks":0,"cached_plinks":3}
